"""Checks of arguments that would otherwise fail far from the call, or silently."""

from __future__ import annotations

import numbers
import os
import re
from collections.abc import Iterable
from typing import Any, Final, TypeGuard

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

_ABSOLUTE_IRI: Final = re.compile(r"""[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>"{}|^`\\]*""")
"""A scheme, followed by the characters that IRIREF of N-Triples allows."""

_MOST_ROWS: Final = (1 << 31) - 1
"""Largest limit that Spark accepts."""


def require_frame(value: object) -> None:
    """Reject values that are not DataFrames.

    Raises:
        ValueError: The value is not a DataFrame.
    """
    if not isinstance(value, DataFrame):
        msg = f"expected a DataFrame of Spark, found {type(value)}"
        raise ValueError(msg)  # noqa: TRY004  as for all other invalid arguments


def column_names(df: DataFrame) -> list[str]:
    """Return the names of columns, in lower case unless the session is case-sensitive.

    Raises:
        ValueError: The argument is not a DataFrame.
    """
    require_frame(df)
    if str(df.sparkSession.conf.get("spark.sql.caseSensitive")).lower() == "true":
        return df.columns
    return [name.lower() for name in df.columns]


def column_of(column: Column | str) -> Column:
    """Return a column, or the column of a name.

    Raises:
        ValueError: The argument is neither.
    """
    if isinstance(column, Column):
        return column
    require_text("the name of a column", column)
    return sf.col(column)


def require_whole(name: str, value: object, least: int, most: int | None = None) -> None:
    """Reject values that are not whole numbers, or out of range.

    Raises:
        ValueError: The value is rejected.
    """
    # Python treats True and 1.0 as the number 1, but the JVM does not.
    whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if whole and least <= value <= (value if most is None else most):  # type: ignore[operator]
        return
    allowed = f"{least} or more" if most is None else f"{least} to {most}"
    msg = f"{name} must be a whole number, {allowed}, not {value!r}"
    raise ValueError(msg)


def limited(df: DataFrame, most: int) -> DataFrame:
    """Limit the number of rows; a limit above the largest that Spark accepts means all rows."""
    return df.limit(most) if most <= _MOST_ROWS else df


def require_flag(name: str, value: object) -> None:
    """Reject values that are neither True nor False, of Python or of numpy.

    Raises:
        ValueError: The value is neither.
    """
    if type(value).__name__ not in ("bool", "bool_"):
        msg = f"{name} must be True or False, not {value!r}"
        raise ValueError(msg)


def require_one_of(name: str, value: object, allowed: Iterable[str]) -> None:
    """Reject values of an argument that are not allowed.

    Raises:
        ValueError: The value is not one of those allowed.
    """
    if not isinstance(value, str) or value not in allowed:
        msg = f"{name} must be one of {', '.join(allowed)}, not {value!r}"
        raise ValueError(msg)


def is_iterable(value: object) -> TypeGuard[Iterable[Any]]:
    """Tell whether a value can be iterated; a column cannot, although it has the method."""
    return isinstance(value, Iterable) and not isinstance(value, Column)


def require_text(name: str, value: object) -> None:
    """Reject values that are not text.

    Raises:
        ValueError: The value is not text, or contains half of a surrogate pair.
    """
    if not isinstance(value, str):
        msg = f"{name} must be a text, not {value!r}"
        raise ValueError(msg)  # noqa: TRY004  as for all other invalid arguments
    utf8(name, value)


def require_iri(name: str, value: object) -> None:
    """Reject values that are not text, and IRIs in angle brackets, which would mean another IRI.

    Raises:
        ValueError: The value is rejected.
    """
    require_text(name, value)
    if isinstance(value, str) and value.startswith("<") and value.endswith(">"):
        msg = f"{name} is an IRI without angle brackets: {value[1:-1]!r}, not {value!r}"
        raise ValueError(msg)


def require_absolute_iri(name: str, value: object) -> None:
    """Reject relative IRIs, and IRIs with characters that are not allowed.

    Raises:
        ValueError: The value is not an absolute IRI.
    """
    require_iri(name, value)
    if not _ABSOLUTE_IRI.fullmatch(str(value)):
        msg = f"{name} must be an absolute IRI, such as http://example.org/, not {value!r}"
        raise ValueError(msg)


def utf8(name: str, text: str) -> bytes:
    """Encode a text as UTF-8.

    Raises:
        ValueError: The text contains half of a surrogate pair, which UTF-8 cannot encode; the JVM
            would silently replace it by another character.
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        msg = f"{name} must be a Unicode text, without halves of surrogate pairs, not {text!r}"
        raise ValueError(msg) from error


def path_text(path: object) -> str:
    """Return a path as text.

    Raises:
        ValueError: The value is not a path, or a path of bytes, or contains half of a surrogate
            pair.
    """
    text = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(text, str):
        msg = f"a path must be a text or a pathlib.Path, not {path!r}"
        raise ValueError(msg)  # noqa: TRY004  as for all other invalid arguments
    utf8("a path", text)
    return text
