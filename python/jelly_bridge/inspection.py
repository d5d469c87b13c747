"""Describes a Jelly file: its options, sizes and counts."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from jelly_bridge import _jvm, session
from jelly_bridge._checks import require_flag
from jelly_bridge.errors import JellyBridgeError, JellyParseError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from jelly_bridge.reader import PathLike


@dataclass(frozen=True)
class Namespace:
    """A namespace declaration (Jelly-RDF 1.1, "Namespace declarations").

    Attributes:
        name: The short name, without the colon.
        iri: The namespace.
    """

    name: str
    iri: str


@dataclass(frozen=True)
class JellyOptions:
    """The options row of a stream (Jelly-RDF 1.1, "Stream options").

    Attributes:
        stream_name: Any text; empty if the stream has no name.
        physical_type: `TRIPLES`, `QUADS` or `GRAPHS`.
        logical_type: A name such as `FLAT_TRIPLES`; `UNSPECIFIED` if the stream declares none.
        version: Version tag: 1 for the 1.0.0 draft and 1.0, 2 for 1.1, 3 for 1.2.
        generalized_statements: Whether generalized RDF may occur.
        rdf_star: Whether quoted triples may occur.
        max_name_table_size: Entries of the name lookup.
        max_prefix_table_size: Entries of the prefix lookup.
        max_datatype_table_size: Entries of the datatype lookup.
        stream_type: `FLAT` or `MESSAGES` in version 3, else None.
        rdf_version: `UNSPECIFIED`, `RDF_1_1`, `RDF_1_2_BASIC` or `RDF_1_2` in version 3, else None.
    """

    stream_name: str
    physical_type: Literal["TRIPLES", "QUADS", "GRAPHS"]
    logical_type: str
    version: int
    generalized_statements: bool
    rdf_star: bool
    max_name_table_size: int
    max_prefix_table_size: int
    max_datatype_table_size: int
    stream_type: Literal["FLAT", "MESSAGES"] | None = None
    rdf_version: str | None = None


@dataclass(frozen=True)
class LookupUse:
    """Number of lookup entries that a stream defines, including each time an entry is overwritten.

    Attributes:
        names: Name entries.
        prefixes: Prefix entries.
        datatypes: Datatype entries.
    """

    names: int
    prefixes: int
    datatypes: int


@dataclass(frozen=True)
class JellyInfo:
    """The result of `inspect_jelly` for one file.

    Attributes:
        path: The file.
        bytes: Its size.
        compression: `gzip`, `zstd`, `bzip2`, `xz`, or None.
        uncompressed_bytes: Size of the stream after decompression.
        layout: `1.x`; `1.0.0-draft` for files of the draft, which share the version tag 1; `1.2`
            for the column layout.
        delimited: Whether each frame is preceded by its length.
        options: The options row.
        namespaces: The declarations, in the order of the stream, each once.
        frames: Number of frames.
        statements: Number of statements.
        lookups: Use of the lookups.
        violations: Number of violations accepted with `strict=False`.
    """

    path: str
    bytes: int
    compression: Literal["gzip", "zstd", "bzip2", "xz"] | None
    uncompressed_bytes: int
    layout: Literal["1.x", "1.0.0-draft", "1.2"]
    delimited: bool
    options: JellyOptions
    namespaces: tuple[Namespace, ...]
    frames: int
    statements: int
    lookups: LookupUse
    violations: int

    def to_dict(self) -> dict[str, Any]:
        """Return all values as plain dicts, lists, strings and numbers, ready for `json.dumps`."""
        return asdict(self)

    @property
    def version(self) -> int:
        """The version tag of the stream."""
        return self.options.version

    @property
    def physical_type(self) -> str:
        """The name of the physical stream type."""
        return self.options.physical_type

    @property
    def logical_type(self) -> str:
        """The name of the logical stream type."""
        return self.options.logical_type


def inspect_jelly(
    path: PathLike, *, spark: SparkSession | None = None, strict: bool = True
) -> JellyInfo:
    """Read one file from start to end and describe it.

    Checks every rule of the specification.

    Args:
        path: The file; anything that Hadoop can open with the session's settings.
        spark: A classic session. Default: the active one, or else a new local one.
        strict: As for `read_jelly`; accepted violations are counted.

    Returns:
        Layout, options, namespaces, sizes and counts.

    Raises:
        FileNotFoundError: The file does not exist.
        JellyParseError: The file is not valid Jelly.
        JvmRequiredError: The session is a Spark Connect session.
        JellyBridgeError: The file cannot be read.

    Example:
        >>> info = inspect_jelly("data/people.jelly")
        >>> info.physical_type, info.statements
        ('TRIPLES', 1200)
    """
    require_flag("strict", strict)
    session_ = session.session_or_local(spark)
    command = ", or run `jelly-bridge inspect` on a machine that has the file"
    _jvm.require_jvm(session_, "inspect_jelly", command)
    session.attach(session_)
    (absolute,) = session.spark_paths(session_, path)
    answer = json.loads(_jvm.inspect(session_, absolute, strict=strict))
    if "error" in answer:
        raise error_from(answer)
    return JellyInfo(
        **{
            **answer,
            "options": JellyOptions(**answer["options"]),
            "namespaces": tuple(Namespace(**namespace) for namespace in answer["namespaces"]),
            "lookups": LookupUse(**answer["lookups"]),
        }
    )


def error_from(answer: dict[str, Any]) -> Exception:
    """Create an exception for an error that Java returned."""
    message = str(answer["message"])
    if answer["error"] == "MISSING":
        return FileNotFoundError(message)
    if answer["error"] == "INVALID":
        parts = ("path", "frame", "byte_offset", "row", "expected", "found")
        return JellyParseError(message, **{part: answer.get(part) for part in parts})
    return JellyBridgeError(message)
