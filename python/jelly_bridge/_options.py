"""Values of options, as the texts that Spark passes on to data sources and functions."""

from __future__ import annotations

import datetime as dt
import os
import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

OptionValue: TypeAlias = str | int | bool | dt.datetime | os.PathLike[str] | None
"""The value of an option; None leaves it out."""


def option_texts(options: Mapping[str, OptionValue]) -> dict[str, str]:
    """Write the values of options as Spark writes them, and leave out those that are None.

    Options may have names of Python: `rdf_star` is `rdfStar`. Those of Hadoop have dots, and stay.
    """
    return {_name(key): _text(value) for key, value in options.items() if value is not None}


def _name(key: str) -> str:
    """Give the name that an option has on the JVM."""
    return key if "." in key else re.sub("_([a-z])", lambda found: found[1].upper(), key)


def _text(value: OptionValue) -> str:
    """Write a value."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime):
        return value.isoformat()
    return str(os.fspath(value) if isinstance(value, os.PathLike) else value)


def quoted_name(column: str) -> str:
    """Give the name of a column as Spark takes it, whatever characters it has."""
    return "`" + column.replace("`", "``") + "`"
