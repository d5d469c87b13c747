"""The size of the tests: small by default, large if JELLY_BRIDGE_TEST_ALL is 1."""

from __future__ import annotations

import os
from typing import Final, TypeVar

T = TypeVar("T")

ALL: Final = os.environ.get("JELLY_BRIDGE_TEST_ALL") == "1"
"""Whether this is the long run, `scripts/test --all`."""


def tier(short: T, long: T) -> T:
    """Choose the value for the short run or for the long one."""
    return long if ALL else short
