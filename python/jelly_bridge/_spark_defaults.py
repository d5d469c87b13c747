"""What spark-defaults.conf says, for who does not ask Spark itself."""

from __future__ import annotations

import os
from pathlib import Path

from jelly_bridge import _jvm


def path() -> Path:
    """Give the place of the file, which need not be there."""
    folder = os.environ.get("SPARK_CONF_DIR") or Path(_jvm.spark_home()) / "conf"
    return Path(folder) / "spark-defaults.conf"


def get(key: str) -> str:
    """Give the last value of a key, or the empty string."""
    try:
        text = path().read_text(encoding="utf-8")
    except OSError:
        return ""
    value = ""
    for line in text.splitlines():
        words = line.strip().replace("=", " ", 1).split(maxsplit=1)
        if len(words) > 1 and words[0] == key:
            value = words[1].strip()
    return value
