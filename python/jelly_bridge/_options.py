"""Values of options, as the texts that Spark passes on to data sources and functions."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

OptionValue: TypeAlias = str | int | bool | dt.datetime | None
"""The value of an option; None leaves it out."""


def option_texts(options: Mapping[str, OptionValue]) -> dict[str, str]:
    """Write the values of options as Spark writes them, and leave out those that are None."""
    return {key: _text(value) for key, value in options.items() if value is not None}


def _text(value: OptionValue) -> str:
    """Write a value."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime):
        return value.isoformat()
    return str(value)


def quoted_name(column: str) -> str:
    """Give the name of a column as Spark takes it, whatever characters it has."""
    return "`" + column.replace("`", "``") + "`"
