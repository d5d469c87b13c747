"""Settings from spark-defaults.conf, read without a Spark session."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jelly_bridge import _jvm
from jelly_bridge.errors import JvmRequiredError

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENTRY: Final = re.compile(r"((?:\\.|[^\\=:\s])+)\s*[=:]?\s*(.*)")
_CONTINUED: Final = re.compile(r"(?<!\\)(?:\\\\)*\\$")
_ESCAPED: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))")
_LETTERS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def path() -> Path:
    """Return the path of the file, which need not exist."""
    folder = os.environ.get("SPARK_CONF_DIR") or Path(_jvm.spark_home()) / "conf"
    return Path(folder) / "spark-defaults.conf"


def get(key: str) -> str:
    """Return the last value of a key, or the empty string."""
    try:
        text = path().read_text(encoding="utf-8", errors="replace")
    except (OSError, JvmRequiredError):
        return ""
    value = ""
    for line in _lines(text):
        entry = _ENTRY.fullmatch(line)
        if entry is not None and _unescaped(entry[1]) == key:
            value = _unescaped(entry[2]).strip()
    return value


def _lines(text: str) -> Iterator[str]:
    """Return the lines by the rules of Java's Properties.

    Comments are removed, and continued lines are joined.
    """
    begun = ""
    for line in text.split("\n"):
        piece = line.lstrip(" \t\f")
        if not begun and piece.startswith(("#", "!")):
            continue
        begun += piece
        if _CONTINUED.search(begun):
            begun = begun[:-1]
        else:
            yield begun
            begun = ""
    yield begun


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else _LETTERS.get(found[2], found[2]), text
    )
