"""Parts of the cases of the error reference; `test_error_reference.py` compares the messages.

A case is a function named by a heading of the page. It provokes one error through the public API.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from py4j.protocol import Py4JJavaError

from encoders import TRIPLES, Encoder, encode_with_pyjelly
from people import people
from rdf import Quoted

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from pyspark.sql import DataFrame, SparkSession

    from rdf import Statement

DATA: Final = "/data"
"""The folder of the examples on the page."""

NTRIPLES: Final = "s string, p string, o string"
"""The columns of a table of N-Triples texts."""


@dataclass
class Place:
    """The session and the empty folder that a case may use."""

    spark: SparkSession
    folder: Path
    monkeypatch: pytest.MonkeyPatch

    def __truediv__(self, name: str) -> Path:
        """Return the path of a file in the folder."""
        return self.folder / name

    def write(self, name: str, content: bytes | str) -> Path:
        """Write a file; return its path."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def jelly(self, name: str = "people.jelly") -> Path:
        """Write a Jelly file of a few triples; return its path."""
        return self.write(name, encode_with_pyjelly(triples(), TRIPLES))

    def rows(self, *rows: tuple[str | int | None, ...], schema: str = NTRIPLES) -> DataFrame:
        """Make a table of one partition, of N-Triples texts by default."""
        return self.spark.createDataFrame(list(rows), schema).coalesce(1)

    def one(self) -> DataFrame:
        """Make a table of one statement."""
        return self.rows(("<http://example.org/anna>", "<http://example.org/age>", '"27"'))


class Cases(dict[str, Callable[[Place], object]]):
    """Cases by the headings of the page. A case fails, or returns a command that failed."""

    def add(self, heading: str) -> Callable[[Callable[[Place], object]], None]:
        """Register the decorated function under a heading."""

        def register(function: Callable[[Place], object]) -> None:
            assert heading not in self, heading
            self[heading] = function

        return register


def quad() -> str:
    """Return the columns of a table of quads as N-Triples texts."""
    return f"{NTRIPLES}, g string"


def triples() -> list[Statement]:
    """Return triples without quoted ones."""
    return [st._replace(g=None) for st in people() if not isinstance(st.o, Quoted)]


def encoder(**sizes: int) -> Encoder:
    """Make an encoder that has written some triples, each in a frame."""
    made = Encoder(TRIPLES, Random(7), **sizes)  # noqa: S311  no secret
    for statement in triples():
        made.write([statement])
        made.end_frame()
    return made


def message_of(error: Exception) -> str:
    """Return the class and the message of the exception at the root of an error.

    Spark wraps the exceptions of its tasks and streams in its own, and those of Java reach Python
    as causes.
    """
    java: Any = getattr(error, "java_exception", None) or getattr(error, "_origin", None)
    own = isinstance(error, Py4JJavaError)
    while java is not None and java.getClass().getName() in _WRAPPERS and java.getCause():
        java, own = java.getCause(), True
    if not own:
        return f"{type(error).__name__}: {error}".strip()
    return f"{java.getClass().getSimpleName()}: {java.getMessage()}"


_WRAPPERS: Final = {
    "org.apache.spark.SparkException",
    "org.apache.spark.sql.streaming.StreamingQueryException",
}
