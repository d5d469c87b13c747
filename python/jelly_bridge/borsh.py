"""RDF/Borsh: files as DataFrames, and small files without one.

    >>> from jelly_bridge import borsh, read_rdf_borsh
    >>> read_rdf_borsh("data/*.rdfb").count()
    >>> borsh.dump([("<http://example.org/s>", "<http://example.org/p>", '"o"@en')], "one.rdfb")
    >>> borsh.load("one.rdfb")[0].o.value
    'o'

`dump` and `load` call the JVM through Py4J; `read_rdf_borsh` and `write_rdf_borsh` do not.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from jelly_bridge import _jvm, reader, session, writer
from jelly_bridge.errors import RdfBorshParseError

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator

    from pyspark.sql import DataFrame, SparkSession

    from jelly_bridge.reader import Mode, PathLike, TermFormat
    from jelly_bridge.writer import PartitionOverwriteMode, SaveMode

FORMAT: Final = "rdf-borsh"
"""The short name of the data source: `spark.read.format("rdf-borsh")`."""

MAX_TERMS: Final = 65_535
"""How many terms a file can have."""

Compat: TypeAlias = Literal["none", "ruby"]
"""Whose reader should be able to load a file."""


class Term(NamedTuple):
    """A term, with the fields of `TERM_TYPE`.

    Attributes:
        kind: `iri`, `bnode` or `literal`.
        value: The IRI, the label without `_:`, or the lexical form.
        lang: The language tag of a literal, or None.
        datatype: The IRI of the datatype of a literal, or None; None for `xsd:string`, too.
    """

    kind: str
    value: str
    lang: str | None = None
    datatype: str | None = None


class Statement(NamedTuple):
    """A statement.

    Attributes:
        s: The subject.
        p: The predicate.
        o: The object.
        g: The name of the graph; None for the default graph.
    """

    s: Term
    p: Term
    o: Term
    g: Term | None = None


def read_rdf_borsh(  # noqa: PLR0913  each is an option of the data source, all by keyword
    path: PathLike | Iterable[PathLike],
    *,
    spark: SparkSession | None = None,
    term_format: TermFormat = "struct",
    blank_nodes: Literal["file", "preserve"] = "file",
    mode: Mode = "FAILFAST",
    recursive_file_lookup: bool | None = None,
    path_glob_filter: str | None = None,
    modified_before: str | dt.datetime | None = None,
    modified_after: str | dt.datetime | None = None,
    base_path: PathLike | None = None,
    ignore_corrupt_files: bool | None = None,
    ignore_missing_files: bool | None = None,
    pushdown: bool = True,
    batch_size: int | None = None,
    max_terms_bytes: int | str | None = None,
    max_quads_bytes: int | str | None = None,
    max_decompressed_bytes: int | str | None = None,
    **options: str | int | bool,
) -> DataFrame:
    """Read RDF statements from RDF/Borsh files, as `read_jelly` does from Jelly files.

    Args:
        path: A file, a folder or a glob, or several of them; anything that Hadoop can open.
        spark: The session. Default: the active one, or else a new local one.
        term_format: `struct` for `struct<kind, value, lang, datatype>`, `ntriples` for a string
            of N-Triples text.
        blank_nodes: `file` makes labels unique to each file (the files of one Spark job have them
            in common), `preserve` leaves them as they are.
        mode: At a malformed file, `FAILFAST` fails; `DROPMALFORMED` leaves it out.
        recursive_file_lookup: Whether to read sub-folders; partition folders are no columns then.
        path_glob_filter: Glob that the names of files must match.
        modified_before: Read only files modified before this time.
        modified_after: Read only files modified after this time.
        base_path: The folder where partition folders start.
        ignore_corrupt_files: Whether to skip what cannot be read. Default: the session's
            `spark.sql.files.ignoreCorruptFiles`.
        ignore_missing_files: Whether to skip files that vanish after they were listed. Default:
            the session's `spark.sql.files.ignoreMissingFiles`.
        pushdown: Whether filters, limits and aggregates are done while reading; the answers are
            the same either way.
        batch_size: Statements in a column batch.
        max_terms_bytes: Largest decompressed terms block accepted, in bytes, or as text such as
            `"512m"`.
        max_quads_bytes: Largest decompressed quads block accepted; a quad has 8 bytes.
        max_decompressed_bytes: What a `.gz`, `.zst` or `.bz2` file may expand to.
        **options: Options of Hadoop, whose names have dots: `**{"fs.s3a.endpoint": "…"}`.

    Returns:
        The statements, with the columns `s`, `p`, `o` and `g`.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not take it.
        pyspark.errors.AnalysisException: A path does not exist.
        pyspark.errors.IllegalArgumentException: An option is unknown, or its value is not allowed.

    Example:
        >>> from jelly_bridge import read_rdf_borsh
        >>> read_rdf_borsh("data/*.rdfb").groupBy("p.value").count().show()
    """
    named: dict[str, reader.OptionValue] = {
        "termFormat": term_format,
        "blankNodes": blank_nodes,
        "mode": mode,
        "recursiveFileLookup": recursive_file_lookup,
        "pathGlobFilter": path_glob_filter,
        "modifiedBefore": modified_before,
        "modifiedAfter": modified_after,
        "basePath": None if base_path is None else os.fspath(base_path),
        "ignoreCorruptFiles": ignore_corrupt_files,
        "ignoreMissingFiles": ignore_missing_files,
        "pushdown": pushdown,
        "batchSize": batch_size,
        "maxTermsBytes": max_terms_bytes,
        "maxQuadsBytes": max_quads_bytes,
        "maxDecompressedBytes": max_decompressed_bytes,
    }
    return reader.load(FORMAT, path, {**named, **options}, spark)


def write_rdf_borsh(  # noqa: PLR0913  each is an option of the data source, all by keyword
    df: DataFrame,
    path: PathLike,
    *,
    mode: SaveMode = "error",
    partition_by: str | Iterable[str] = (),
    compression_level: int | None = None,
    compat: Compat | None = None,
    max_file_bytes: int | str | None = None,
    cluster_by: str | Iterable[str] = (),
    max_records_per_file: int | None = None,
    partition_overwrite_mode: PartitionOverwriteMode | None = None,
    **options: str | int | bool,
) -> None:
    """Write RDF statements as a folder of RDF/Borsh files, as `write_jelly` does of Jelly files.

    A file has 65,535 terms at most: a task starts the next file before that. `cluster_by="s"` keeps
    the number of files small where subjects come again.

    Args:
        df: The statements: columns `s`, `p`, `o` and, if there are graph names, `g`.
        path: A folder; anything that Hadoop can write.
        mode: When the path exists, `error` (or `errorifexists`) fails, `append` adds files,
            `overwrite` replaces all of them once the new ones are in place, `ignore` does nothing.
        partition_by: Columns that become folders, `year=2026/`.
        compression_level: 0 for fast LZ4, 1 to 12 for ever better and slower LZ4-HC. Default: 12.
        compat: `ruby` writes the version byte 0x31, which the Ruby and the Rust implementation
            insist on. Default: 0x01, as the specification has it.
        max_file_bytes: Bytes of dictionary and quads, before compression, at which another file is
            started. Default: 128 MiB.
        cluster_by: Columns of `s`, `p`, `o` and `g` that rows are sorted by first, with ranges of
            that order for tasks. Default: rows as they come.
        max_records_per_file: Rows at which another file is started.
        partition_overwrite_mode: With `mode="overwrite"`, `static` replaces all partitions,
            `dynamic` those that get new rows.
        **options: Options of Hadoop, whose names have dots.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not take it.
        pyspark.errors.AnalysisException: The path exists, in mode `error`.
        pyspark.errors.IllegalArgumentException: A column or an option is missing, unknown, or
            cannot be what it is.
        pyspark.errors.PySparkException: A row cannot be written, such as a quoted triple.

    Example:
        >>> from jelly_bridge import read_jelly, write_rdf_borsh
        >>> write_rdf_borsh(read_jelly("data/*.jelly"), "data-borsh", cluster_by="s")
    """
    named: dict[str, str | int | bool | None] = {
        "compressionLevel": compression_level,
        "compat": compat,
        "maxFileBytes": max_file_bytes,
        "clusterBy": cluster_by if isinstance(cluster_by, str) else ",".join(cluster_by),
        "maxRecordsPerFile": max_records_per_file,
        "partitionOverwriteMode": partition_overwrite_mode,
        **options,
    }
    writer.save(df, FORMAT, path, named, mode=mode, partition_by=partition_by)


# ---- small files ----


def dump(
    statements: Iterable[Any],
    file: PathLike | IO[bytes],
    *,
    spark: SparkSession | None = None,
    compression_level: int = 12,
    compat: Compat = "none",
) -> None:
    """Write one RDF/Borsh file.

    Args:
        statements: Tuples of subject, predicate, object and, if it is not the default graph, the
            graph name (or None); or an rdflib `Graph` or `Dataset`. A term is a tuple of kind
            (`iri`, `bnode`, `literal`), value, language tag and datatype, of which the last two may
            be left out; or N-Triples text such as `<http://example.org/>`; or a term of rdflib.
        file: A path on this machine, or a binary file that is open for writing.
        spark: A classic session. Default: the active one, or else a new local one.
        compression_level: As for `write_rdf_borsh`.
        compat: As for `write_rdf_borsh`.

    Raises:
        ValueError: A statement is not one, or not one that RDF/Borsh can hold; or there are more
            than 65,535 terms. Nothing is written then.
        JvmRequiredError: The session is one of Spark Connect.

    Example:
        >>> from jelly_bridge import borsh
        >>> borsh.dump([(("iri", "x:s"), ("iri", "x:p"), ("literal", "text", "en"))], "one.rdfb")
    """
    packed = b"".join(_packed(statement) for statement in _statements(statements))
    version = 0x31 if compat == "ruby" else 0x01
    data, error = _jvm.borsh_dump(_session(spark, "borsh.dump"), packed, compression_level, version)
    if error:
        raise ValueError(error)
    if isinstance(file, (str, os.PathLike)):
        Path(file).write_bytes(data)
    else:
        file.write(data)


def load(file: PathLike | IO[bytes], *, spark: SparkSession | None = None) -> list[Statement]:
    """Read one RDF/Borsh file, in the order of its quads; blank nodes keep their labels.

    Args:
        file: A path on this machine, or a binary file that is open for reading.
        spark: A classic session. Default: the active one, or else a new local one.

    Returns:
        The statements, as tuples of tuples.

    Raises:
        RdfBorshParseError: The file is not valid RDF/Borsh.
        JvmRequiredError: The session is one of Spark Connect.

    Example:
        >>> from jelly_bridge import borsh
        >>> [statement.o.value for statement in borsh.load("one.rdfb")]
    """
    if isinstance(file, (str, os.PathLike)):
        name, data = os.fspath(file), Path(file).read_bytes()
    else:
        name, data = str(getattr(file, "name", "file")), file.read()
    packed, error = _jvm.borsh_load(_session(spark, "borsh.load"), data, name)
    if error:
        raise RdfBorshParseError(error)
    return list(_unpacked(packed))


def _session(spark: SparkSession | None, what: str) -> SparkSession:
    """Give a session with a JVM that has the jar."""
    session_ = session.session_or_local(spark)
    _jvm.require_jvm(session_, what)
    session.attach(session_)
    return session_


def _statements(statements: Any) -> Iterator[Any]:  # noqa: ANN401  tuples, or something of rdflib
    """Give tuples of terms."""
    quads = getattr(statements, "quads", None)
    yield from quads((None, None, None, None)) if callable(quads) else statements


# What the Java class BorshMessages reads and writes: the entries of a dictionary, with three more
# types.
_NOTHING: Final = 0
_IRI: Final = 1
_BNODE: Final = 2
_PLAIN: Final = 3
_TYPED: Final = 4
_TAGGED: Final = 5
_NTRIPLES: Final = 6
_KINDS: Final = {_IRI: "iri", _BNODE: "bnode"}
_LENGTH: Final = struct.Struct("<I")
_TRIPLE: Final = 3
_QUAD: Final = 4
_DEFAULT_GRAPH: Final = "urn:x-rdflib:default"


def _packed(statement: Any) -> bytes:  # noqa: ANN401  whatever the user gave
    """Pack the four terms of a statement."""
    terms = tuple(statement)
    if len(terms) not in (_TRIPLE, _QUAD):
        msg = f"a statement has three or four terms, but this has {len(terms)}: {statement!r}"
        raise ValueError(msg)
    graph = terms[3] if len(terms) == _QUAD else None
    # rdflib gives graphs themselves, in some of its versions, or their names.
    name = getattr(graph, "identifier", graph)
    unnamed = name is None or str(name) == _DEFAULT_GRAPH
    packed = [_packed_term(term) for term in terms[:3]]
    return b"".join([*packed, bytes([_NOTHING]) if unnamed else _packed_term(name)])


def _packed_term(term: Any) -> bytes:  # noqa: ANN401  as above
    """Pack a term."""
    if type(term).__module__.startswith("rdflib"):
        return _packed_rdflib(term)
    if isinstance(term, str):
        return _entry(_NTRIPLES, term)
    try:
        kind, value, lang, datatype = (*term, None, None, None, None)[:4]
    except TypeError:
        kind, value, lang, datatype = None, None, None, None
    if kind == "iri" and isinstance(value, str):
        return _entry(_IRI, value)
    if kind == "bnode" and isinstance(value, str):
        return _entry(_BNODE, value)
    if kind == "literal" and isinstance(value, str):
        return _packed_literal(value, lang, datatype)
    msg = f"expected a term of kind iri, bnode or literal with a text, found {term!r}"
    raise ValueError(msg)


def _packed_rdflib(term: Any) -> bytes:  # noqa: ANN401  rdflib need not be installed
    """Pack a term of rdflib."""
    kind = type(term).__name__
    if kind == "URIRef":
        return _entry(_IRI, str(term))
    if kind == "BNode":
        return _entry(_BNODE, str(term))
    if kind == "Literal":
        datatype = None if term.datatype is None else str(term.datatype)
        return _packed_literal(str(term), term.language, datatype)
    msg = f"RDF/Borsh has IRIs, blank nodes and literals, but this is a {kind}: {term!r}"
    raise ValueError(msg)


def _packed_literal(value: str, lang: str | None, datatype: str | None) -> bytes:
    """Pack a literal."""
    if lang is not None:
        return _entry(_TAGGED, value, lang)
    return _entry(_PLAIN, value) if datatype is None else _entry(_TYPED, value, datatype)


def _entry(kind: int, *texts: str) -> bytes:
    """Pack an entry."""
    encoded = [text.encode() for text in texts]
    return bytes([kind]) + b"".join(_LENGTH.pack(len(text)) + text for text in encoded)


def _unpacked(packed: bytes) -> Iterator[Statement]:
    """Give the statements of a message."""
    at = 0

    def text() -> str:
        nonlocal at
        (length,) = _LENGTH.unpack_from(packed, at)
        at += _LENGTH.size + length
        return packed[at - length : at].decode()

    def term() -> Term:
        nonlocal at
        kind = packed[at]
        at += 1
        if kind in _KINDS:
            return Term(_KINDS[kind], text())
        value = text()
        lang = text() if kind == _TAGGED else None
        return Term("literal", value, lang, text() if kind == _TYPED else None)

    def graph() -> Term | None:
        nonlocal at
        if packed[at] == _NOTHING:
            at += 1
            return None
        return term()

    while at < len(packed):
        yield Statement(term(), term(), term(), graph())


__all__ = [
    "FORMAT",
    "MAX_TERMS",
    "Statement",
    "Term",
    "dump",
    "load",
    "read_rdf_borsh",
    "write_rdf_borsh",
]
