"""Finds phrases that make English hard to read: in documents, comments, messages and names.

python check_prose.py FILE…
Prints each phrase with its place and better words; the exit code is 1 if there are any.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PHRASES = {
    r"(no|some|any)body|whoever": "name the actor: the reader, the caller, another job",
    r"at hand": "available, buffered, given",
    r"behind (the|an?|it|its|them|this|that|each|which)": "after, following, at the end of",
    r"in front of": "before",
    r"but for": "except for",
    r"without a word": "silently",
    r"of (ours|theirs)": "our own, their own",
    r"of no known": "of an unknown",
    r"heed(s|ed)?": "respects, honours",
    r"mend(s|ed|ing)?": "fix, repair",
    r"anew": "again, or a new one",
    r"meanwhile": "in the meantime, concurrently",
    r"puts? together": "assemble, build",
    r"in turns": "alternating",
    r"says? (nothing )?of": "specifies, does not specify",
    r"the same goes for": "this also applies to",
    r"(is|are|was|were) told": "is reported, is given",
    r"the places": "the positions, the split points",
    r"(is|are), too": "is also, are also",
}
"""Regular expressions of phrases, with what to write instead."""

# Words of a phrase may be on two lines of a comment, or in two string literals of a message.
GAP = r'(?:\s+(?:(?:\*|//|#)\s+)?|\s?"\s*\+?\s*"\s?)'
PATTERNS = [
    (re.compile(rf"\b(?:{phrase.replace(' ', GAP)})\b", re.IGNORECASE), better)
    for phrase, better in PHRASES.items()
]


def main(files: list[str]) -> int:
    """Print the phrases in files.

    Args:
        files: The files to read.

    Returns:
        The exit code.
    """
    found = 0
    for file in files:
        text = Path(file).read_text(encoding="utf-8")
        for pattern, better in PATTERNS:
            for match in pattern.finditer(text):
                found += 1
                line = text.count("\n", 0, match.start()) + 1
                print(f"{file}:{line}: '{' '.join(match[0].split())}': write {better}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
