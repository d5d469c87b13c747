"""Checks Markdown: lengths of lines, headings and links.

python check_markdown.py FILE…
Prints each problem with its line; the exit code is 1 if there are any. Code blocks are not checked.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_LINE = 120
"""Characters of a line, without those of tables and of the targets of links."""

FENCE = re.compile(r"\s*(`{3,}|~{3,})")
CODE_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
LINK = re.compile(r"(?<=\])\(([^()\s]+)[^()]*\)")
ATTRIBUTE = re.compile(r'\b(?:src|href)="([^"]+)"')
DEFINITION = re.compile(r"^\[[^\]]+\]:\s+(\S+)")
BARE_URL = re.compile(r"https?://\S+")


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Return the numbered lines outside code blocks."""
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        mark = FENCE.match(line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
        elif not fence:
            yield number, line


def problems(path: Path) -> Iterator[tuple[int, str]]:
    """Return the problems of a file, with the numbers of their lines."""
    titles = 0
    for number, line in lines(path.read_text(encoding="utf-8")):
        titles += line.startswith("# ")
        if titles > 1 and line.startswith("# "):
            yield number, "a second heading of level 1: use ##"
        length = len(DEFINITION.sub("", LINK.sub("", line)))
        if length > LONGEST_LINE and not line.lstrip().startswith("|"):
            yield number, f"{length} characters, at most {LONGEST_LINE} are allowed: break the line"
        prose = CODE_SPAN.sub("", line)
        for pattern in (LINK, ATTRIBUTE, DEFINITION):
            for match in pattern.finditer(prose):
                if not exists(path, match[1]):
                    yield number, f"link to {match[1]}, which does not exist"
            prose = pattern.sub("", prose)
        for match in BARE_URL.finditer(re.sub(r"<[^<>]*>|\[[^\]]*\]", "", prose)):
            yield number, f"bare URL {match[0]}: write [text](URL) or <URL>"
    if titles == 0:
        yield 1, "no heading of level 1"


def exists(page: Path, target: str) -> bool:
    """Return whether a link leads to an existing file; those to other sites are not checked."""
    # The repository has no HTML: such pages are generated, and scripts/docs checks their links.
    name = unquote(target.partition("#")[0])
    return not name or ":" in name or name.endswith(".html") or (page.parent / name).exists()


def main(files: list[str]) -> int:
    """Print the problems of files.

    Args:
        files: The files to check.

    Returns:
        The exit code.
    """
    found = 0
    for file in files:
        for number, problem in problems(Path(file)):
            found += 1
            print(f"{file}:{number}: {problem}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
