"""Values of options, as the texts that Spark passes on to data sources and functions."""

from __future__ import annotations

import datetime as dt
import os
import re
from typing import TYPE_CHECKING, TypeAlias

from jelly_bridge._checks import utf8

if TYPE_CHECKING:
    from collections.abc import Mapping

OptionValue: TypeAlias = str | int | bool | dt.datetime | os.PathLike[str] | None
"""The value of an option; None leaves it out."""


def option_texts(options: Mapping[str, OptionValue]) -> dict[str, str]:
    """Write the values of options as Spark writes them, and leave out those that are None.

    Options may have names of Python: `rdf_star` is `rdfStar`. Those of Hadoop have dots, and stay.

    Raises:
        ValueError: A name or a value has half of a surrogate pair.
    """
    return {_name(key): _text(key, value) for key, value in options.items() if value is not None}


def _name(key: str) -> str:
    """Give the name that an option has on the JVM."""
    utf8("the name of an option", key)
    return key if "." in key else re.sub("_([a-z])", lambda found: found[1].upper(), key)


def _text(key: str, value: OptionValue) -> str:
    """Write a value."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime):
        return value.isoformat()
    text = str(os.fspath(value) if isinstance(value, os.PathLike) else value)
    utf8(f"the option {key}", text)
    return text


def quoted_name(column: str) -> str:
    """Give the name of a column as Spark takes it, whatever characters it has."""
    return "`" + column.replace("`", "``") + "`"
