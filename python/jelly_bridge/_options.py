"""Values of options, as the texts that Spark passes to data sources and functions."""

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
    """Convert options to the names and texts that Spark expects, without those that are None.

    Names may be in Python style: `rdf_star` becomes `rdfStar`. Hadoop options have dots in their
    names and keep them.

    Raises:
        ValueError: The options are not a mapping; a value has a type without a text form for
            options; or a name or value contains half of a surrogate pair.
    """
    if not isinstance(options, Mapping):
        msg = f"options must map names to values, not be {options!r}"
        raise ValueError(msg)  # noqa: TRY004  as for all other invalid arguments
    return {_name(key): _text(key, value) for key, value in options.items() if value is not None}


def _name(key: str) -> str:
    """Return the name of an option in the JVM."""
    utf8("the name of an option", key)
    return key if "." in key else re.sub("_([a-z])", lambda found: found[1].upper(), key)


def _text(key: str, value: OptionValue) -> str:
    """Convert a value to text."""
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
    """Quote the name of a column for Spark, whatever characters it contains."""
    return "`" + column.replace("`", "``") + "`"
