"""Values of options, as the texts that Spark passes on to data sources and functions."""

from __future__ import annotations

import datetime as dt
import numbers
import os
import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from jelly_bridge._checks import path_text, utf8

OptionValue: TypeAlias = str | int | bool | dt.datetime | os.PathLike[str] | None
"""The value of an option; None leaves it out."""

_PLAIN: Final = (str, numbers.Number, dt.date)


def option_texts(options: Mapping[str, OptionValue]) -> dict[str, str]:
    """Write the values of options as Spark writes them, and leave out those that are None.

    Options may have names of Python: `rdf_star` is `rdfStar`. Those of Hadoop have dots, and stay.

    Raises:
        ValueError: There is no mapping; a value is none whose text is what is meant; or a name or a
            value has half of a surrogate pair.
    """
    if not isinstance(options, Mapping):
        msg = f"options must map names to values, not be {options!r}"
        raise ValueError(msg)  # noqa: TRY004  as for all other arguments that mean nothing
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
    if isinstance(value, os.PathLike):
        return path_text(value)
    # Scalars of numpy have no dimensions.
    if not isinstance(value, _PLAIN) and getattr(value, "shape", None) != ():
        msg = f"the option {key} must be a text, a number, a flag, a time or a path, not {value!r}"
        raise ValueError(msg)
    text = str(value)
    utf8(f"the option {key}", text)
    return text


def quoted_name(column: str) -> str:
    """Give the name of a column as Spark takes it, whatever characters it has."""
    return "`" + column.replace("`", "``") + "`"
