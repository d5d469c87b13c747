"""Locks the dependencies of the Java build: each file has the SHA-256 in gradle/dependencies.lock.

The Gradle task `resolvedDependencies` writes the files that the build uses into the folders build;
`scripts/lock` runs it. Also checks that requirements/*.lock fit to requirements/*.txt.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[1]
LOCK: Final = ROOT / "gradle" / "dependencies.lock"
HEADER: Final = """\
# Every file that the Java build uses: SHA-256, name and file. Written by scripts/lock.
# Files of protoc for other platforms than that of the last run are kept.
"""
PLATFORMS: Final = re.compile(r"(linux|osx|windows)-\w+\.exe$")


def main() -> int:
    """Write or check the lock files; return 1 if they do not fit."""
    parser = argparse.ArgumentParser(prog="scripts/lock", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    arguments = parser.parse_args()
    used = resolved()
    locked = {line for line in lines(LOCK) if line} if LOCK.exists() else set()
    if arguments.check:
        problems = [*unlocked(used, locked), *unlocked_requirements()]
        for problem in problems:
            sys.stderr.write(f"{problem}\n")
        if problems:
            sys.stderr.write("if you meant to change dependencies: run ./scripts/lock\n")
        return 1 if problems else 0
    names = {line.split(" ", 1)[1] for line in used}
    others = (line for line in locked if PLATFORMS.search(line))
    kept = {line for line in others if line.split(" ", 1)[1] not in names}
    ordered = sorted(used | kept, key=lambda line: line.split(" ", 1)[1])
    LOCK.write_text(HEADER + "\n".join(ordered) + "\n")
    return 0


def lines(file: Path) -> Iterator[str]:
    """Return the lines of a file, without comments."""
    return (line for line in file.read_text().splitlines() if not line.startswith("#"))


def resolved() -> set[str]:
    """Return SHA-256, name and file of all libraries of all modules."""
    found = set()
    for listed in (ROOT / "build/dependencies.txt", *ROOT.glob("jvm/*/build/dependencies.txt")):
        for line in filter(None, lines(listed)):
            name, file = line.split(" ", 1)
            digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()
            found.add(f"{digest} {name} {Path(file).name}")
    return found


def unlocked(used: set[str], locked: set[str]) -> Iterator[str]:
    """Return what differs between the files of the build and the lock file."""
    known = {line.split(" ", 1)[1]: line.split(" ", 1)[0] for line in locked}
    for line in sorted(used - locked):
        digest, name = line.split(" ", 1)
        if name not in known:
            yield f"{name} is not in {LOCK.relative_to(ROOT)}"
        else:
            yield f"{name} has the SHA-256 {digest}, expected {known[name]}"
    for line in sorted(locked - used):
        name = line.split(" ", 1)[1]
        if not PLATFORMS.search(name) and line.split(" ", 1)[1] not in {
            other.split(" ", 1)[1] for other in used
        }:
            yield f"{name} is in {LOCK.relative_to(ROOT)}, but no module uses it"


def unlocked_requirements() -> Iterator[str]:
    """Return requirements whose version is not the locked one."""
    for lock in sorted((ROOT / "requirements").glob("*.lock")):
        text = lock.read_text()
        for line in pinned(lock.with_suffix(".txt")):
            if f"\n{line} \\" not in text and f"\n{line} ;" not in text:
                yield f"{line} is not in requirements/{lock.name}"


def pinned(file: Path) -> Iterator[str]:
    """Return the exact versions in a requirements file and those that it includes."""
    for line in lines(file):
        if line.startswith("-r "):
            yield from pinned(file.parent / line[3:])
        elif "==" in line:
            yield re.sub(r"\[.*?\]", "", line.split(";")[0]).strip()


if __name__ == "__main__":
    sys.exit(main())
