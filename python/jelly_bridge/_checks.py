"""Checks of arguments that would else go wrong far from the call, or silently."""

from __future__ import annotations

import numbers
import os
import re
from collections.abc import Iterable
from typing import Any, Final, TypeGuard

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

_ABSOLUTE_IRI: Final = re.compile(r"""[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>"{}|^`\\]*""")
"""A scheme, and what IRIREF of N-Triples lets follow."""

_MOST_ROWS: Final = (1 << 31) - 1
"""What a limit of Spark can be."""


def require_frame(value: object) -> None:
    """Refuse what is no DataFrame.

    Raises:
        ValueError: It is none.
    """
    if not isinstance(value, DataFrame):
        msg = f"expected a DataFrame of Spark, found {type(value)}"
        raise ValueError(msg)  # noqa: TRY004  as for all other arguments that mean nothing


def column_names(df: DataFrame) -> list[str]:
    """Give the names of columns, in lower case unless the session tells names of two cases apart.

    Raises:
        ValueError: There is no DataFrame.
    """
    require_frame(df)
    if str(df.sparkSession.conf.get("spark.sql.caseSensitive")).lower() == "true":
        return df.columns
    return [name.lower() for name in df.columns]


def column_of(column: Column | str) -> Column:
    """Give a column, or the one of a name.

    Raises:
        ValueError: It is neither.
    """
    if isinstance(column, Column):
        return column
    require_text("the name of a column", column)
    return sf.col(column)


def require_whole(name: str, value: object, least: int, most: int | None = None) -> None:
    """Refuse what is no whole number, or one that is out of range.

    Raises:
        ValueError: It is none.
    """
    # True and 1.0 are ones to Python, but not to the JVM.
    whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if whole and least <= value <= (value if most is None else most):  # type: ignore[operator]
        return
    allowed = f"{least} or more" if most is None else f"{least} to {most}"
    msg = f"{name} must be a whole number, {allowed}, not {value!r}"
    raise ValueError(msg)


def limited(df: DataFrame, most: int) -> DataFrame:
    """Take so many rows at most; more than Spark can count are all."""
    return df.limit(most) if most <= _MOST_ROWS else df


def require_flag(name: str, value: object) -> None:
    """Refuse what is neither True nor False, be it of Python or of numpy.

    Raises:
        ValueError: It is neither.
    """
    if type(value).__name__ not in ("bool", "bool_"):
        msg = f"{name} must be True or False, not {value!r}"
        raise ValueError(msg)


def require_one_of(name: str, value: object, allowed: Iterable[str]) -> None:
    """Refuse other values of an argument than those there are.

    Raises:
        ValueError: It is none of them.
    """
    if not isinstance(value, str) or value not in allowed:
        msg = f"{name} must be one of {', '.join(allowed)}, not {value!r}"
        raise ValueError(msg)


def is_iterable(value: object) -> TypeGuard[Iterable[Any]]:
    """Tell whether something can be iterated, which a column cannot, though it has the method."""
    return isinstance(value, Iterable) and not isinstance(value, Column)


def require_text(name: str, value: object) -> None:
    """Refuse what is no text.

    Raises:
        ValueError: It is none, or has half of a surrogate pair.
    """
    if not isinstance(value, str):
        msg = f"{name} must be a text, not {value!r}"
        raise ValueError(msg)  # noqa: TRY004  as for all other arguments that mean nothing
    utf8(name, value)


def require_iri(name: str, value: object) -> None:
    """Refuse what is no text, and an IRI as N-Triples has it: it would be another one.

    Raises:
        ValueError: It is one of these.
    """
    require_text(name, value)
    if isinstance(value, str) and value.startswith("<") and value.endswith(">"):
        msg = f"{name} is an IRI without angle brackets: {value[1:-1]!r}, not {value!r}"
        raise ValueError(msg)


def require_absolute_iri(name: str, value: object) -> None:
    """Refuse what is no IRI by itself: one that is relative, or has characters that none has.

    Raises:
        ValueError: It is none.
    """
    require_iri(name, value)
    if not _ABSOLUTE_IRI.fullmatch(str(value)):
        msg = f"{name} must be an absolute IRI, such as http://example.org/, not {value!r}"
        raise ValueError(msg)


def utf8(name: str, text: str) -> bytes:
    """Give a text as bytes.

    Raises:
        ValueError: It has half of a surrogate pair. There is no UTF-8 for it; the JVM would take
            another character for it.
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        msg = f"{name} must be a Unicode text, without halves of surrogate pairs, not {text!r}"
        raise ValueError(msg) from error


def path_text(path: object) -> str:
    """Give a path as a text.

    Raises:
        ValueError: It is no path, or one of bytes, or has half of a surrogate pair.
    """
    text = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(text, str):
        msg = f"a path must be a text or a pathlib.Path, not {path!r}"
        raise ValueError(msg)  # noqa: TRY004  as for all other arguments that mean nothing
    utf8("a path", text)
    return text
