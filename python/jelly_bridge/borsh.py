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
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Literal, TypeAlias

from jelly_bridge import _jvm, reader, session, writer
from jelly_bridge._borsh_terms import pack, unpack
from jelly_bridge._checks import path_text, require_whole
from jelly_bridge._statements import Statement, Term
from jelly_bridge.errors import RdfBorshParseError

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from pyspark.sql import DataFrame, SparkSession

    from jelly_bridge._options import OptionValue
    from jelly_bridge.reader import Mode, PathLike, TermFormat
    from jelly_bridge.writer import PartitionOverwriteMode, SaveMode

FORMAT: Final = "rdf-borsh"
"""The short name of the data source: `spark.read.format("rdf-borsh")`."""

MAX_TERMS: Final = 65_535
"""Largest number of terms in a file."""

Compat: TypeAlias = Literal["none", "ruby"]
"""The reader that has to be able to load a file."""


_VERSIONS: Final = {"none": 0x01, "ruby": 0x31}
_MAX_LEVEL: Final = 12


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
    max_window_bytes: int | str | None = None,
    **options: str | int | bool,
) -> DataFrame:
    """Read RDF statements from RDF/Borsh files, as `read_jelly` does from Jelly files.

    Args:
        path: A file, a folder or a glob, or several of them; anything that Hadoop can open.
        spark: The session. Default: the active one, or else a new local one.
        term_format: Form of a term in a row: a struct of `kind`, `value`, `lang` and `datatype`, or
            a string of N-Triples text.
        blank_nodes: Scope of blank node labels. `file` makes them unique to each file or writing
            job; `preserve` keeps them as written.
        mode: Reaction to malformed input. `FAILFAST` fails the query; `DROPMALFORMED` drops the
            malformed part, logs it and counts it in a metric. The malformed part is the whole file.
        recursive_file_lookup: Whether files in sub-folders are read as well. Partition folders are
            then ordinary folders and give no columns. Default: `False`.
        path_glob_filter: Glob that the names of files must match.
        modified_before: Reads only files modified before this time, such as `2026-11-21T08:00:00`.
            Without a time zone it is in that of the session (`spark.sql.session.timeZone`).
        modified_after: Reads only files modified after this time.
        base_path: Folder below which folders named `key=value` are partition columns. A relative
            path starts where `path` does.
        ignore_corrupt_files: Whether the rest of a file that cannot be read is skipped. Default:
            the session's `spark.sql.files.ignoreCorruptFiles`.
        ignore_missing_files: Whether files that disappear between planning and reading are skipped.
            Default: the session's `spark.sql.files.ignoreMissingFiles`.
        pushdown: Whether the source evaluates filters, limits and aggregates, where it can, instead
            of Spark. The answers are the same.
        batch_size: Rows of a column batch. Default: 4096.
        max_terms_bytes: Largest decompressed dictionary accepted. Default: 128 MiB.
        max_quads_bytes: Largest decompressed block of quads accepted; a quad takes 8 bytes.
            Default: 128 MiB.
        max_decompressed_bytes: Largest decompressed size accepted of one compressed file. Default:
            1 TiB. Sizes are numbers of bytes, or texts such as `"64m"`.
        max_window_bytes: Largest window accepted of a `.zst` file, and dictionary of an `.xz` file.
            A task has it in memory. Default: 128 MiB.
        **options: Options of Hadoop, whose names have dots: `**{"fs.s3a.endpoint": "…"}`.

    Returns:
        The statements, with the columns `s`, `p`, `o` and `g`.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        pyspark.errors.AnalysisException: A path does not exist.
        pyspark.errors.IllegalArgumentException: An option is unknown, or its value is not allowed.

    Example:
        >>> from jelly_bridge import read_rdf_borsh
        >>> read_rdf_borsh("data/*.rdfb").groupBy("p.value").count().show()
    """
    named: dict[str, OptionValue] = {
        "termFormat": term_format,
        "blankNodes": blank_nodes,
        "mode": mode,
        "recursiveFileLookup": recursive_file_lookup,
        "pathGlobFilter": path_glob_filter,
        "modifiedBefore": modified_before,
        "modifiedAfter": modified_after,
        "basePath": base_path,
        "ignoreCorruptFiles": ignore_corrupt_files,
        "ignoreMissingFiles": ignore_missing_files,
        "pushdown": pushdown,
        "batchSize": batch_size,
        "maxTermsBytes": max_terms_bytes,
        "maxQuadsBytes": max_quads_bytes,
        "maxDecompressedBytes": max_decompressed_bytes,
        "maxWindowBytes": max_window_bytes,
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

    A file has at most 65,535 terms; a task starts a new file before this limit. With
    `cluster_by="s"`, fewer files are needed if subjects are repeated.

    Args:
        df: The statements: columns `s`, `p`, `o` and, if there are graph names, `g`.
        path: A folder; anything that Hadoop can write.
        mode: When the path exists, `error` (or `errorifexists`) fails, `append` adds files,
            `overwrite` replaces all of them once the new ones are in place, `ignore` does nothing.
        partition_by: Columns that become folders, `year=2026/`.
        compression_level: 0 is fast LZ4. 1 to 12 are LZ4-HC: the higher, the smaller and slower.
            Default: 12.
        compat: `ruby` writes the version byte 0x31, which the Ruby and the Rust implementation
            require. Default: `none`.
        max_file_bytes: Most bytes of dictionary and quads in a file, before compression. The row
            that would exceed them starts a new file. Default: 128 MiB. Sizes are numbers of bytes,
            or texts such as `"64m"`.
        cluster_by: Columns of `s`, `p`, `o` and `g` that rows are sorted by before they are
            written. Each task gets a range of that order.
        max_records_per_file: Rows after which a new file starts; 0 for no limit. Default: the
            session's `spark.sql.files.maxRecordsPerFile`.
        partition_overwrite_mode: Files that an overwrite of partitioned data replaces: all of them
            (`static`), or those in partitions that get rows (`dynamic`). Default: the session's
            `spark.sql.sources.partitionOverwriteMode`.
        **options: Options of Hadoop, whose names have dots.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        pyspark.errors.AnalysisException: The path exists, in mode `error`.
        pyspark.errors.IllegalArgumentException: A column or an option is missing, unknown or
            invalid.
        py4j.protocol.Py4JJavaError: A row cannot be written, such as a quoted triple.
            On Spark Connect, a pyspark.errors.PySparkException.

    Example:
        >>> from jelly_bridge import read_jelly, write_rdf_borsh
        >>> write_rdf_borsh(read_jelly("data/*.jelly"), "data-borsh", cluster_by="s")
    """
    named: dict[str, OptionValue] = {
        "compressionLevel": compression_level,
        "compat": compat,
        "maxFileBytes": max_file_bytes,
        "clusterBy": ",".join(writer.names_of_columns(cluster_by)),
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
        statements: Tuples of subject, predicate, object and, unless it is the default graph, the
            graph name (or None); or an rdflib `Graph` or `Dataset`. A term is a tuple of kind
            (`iri`, `bnode`, `literal`), value, language tag and datatype, of which the last two may
            be left out; or N-Triples text such as `<http://example.org/>`; or an rdflib term.
        file: A path on this machine, compressed if it ends in `.gz` or `.zst`; or a binary file
            that is open for writing.
        spark: A classic session. Default: the active one, or else a new local one.
        compression_level: As for `write_rdf_borsh`.
        compat: As for `write_rdf_borsh`.

    Raises:
        ValueError: A statement is invalid, or RDF/Borsh cannot hold it; or there are more than
            65,535 terms; or an option is invalid. Nothing is written then.
        TypeError: `file` is neither a path nor a binary file.
        JvmRequiredError: The session is a Spark Connect session.

    Example:
        >>> from jelly_bridge import borsh
        >>> borsh.dump([(("iri", "x:s"), ("iri", "x:p"), ("literal", "text", "en"))], "one.rdfb")
    """
    if compat not in list(_VERSIONS):
        msg = f"compat is one of {', '.join(_VERSIONS)}, not {compat!r}"
        raise ValueError(msg)
    require_whole("compression_level", compression_level, 0, _MAX_LEVEL)
    _require_file(file, "write")
    packed, version = pack(statements), _VERSIONS[compat]
    name = os.fspath(file) if isinstance(file, (str, os.PathLike)) else ""
    jvm = _session(spark, "borsh.dump")
    data, error = _jvm.borsh_dump(jvm, packed, compression_level, version, name)
    if error:
        raise ValueError(error)
    if isinstance(file, (str, os.PathLike)):
        Path(file).write_bytes(data)
    else:
        file.write(data)


def load(file: PathLike | IO[bytes], *, spark: SparkSession | None = None) -> list[Statement]:
    """Read one RDF/Borsh file, in the order of its quads; blank nodes keep their labels.

    Args:
        file: A path on this machine, which is decompressed if it ends in `.gz`, `.zst`, `.bz2` or
            `.xz`;
            or a binary file that is open for reading.
        spark: A classic session. Default: the active one, or else a new local one.

    Returns:
        The statements, as tuples of tuples.

    Raises:
        RdfBorshParseError: The file is not valid RDF/Borsh.
        TypeError: `file` is open as text, or neither a path nor a file.
        JvmRequiredError: The session is a Spark Connect session.

    Example:
        >>> from jelly_bridge import borsh
        >>> [statement.o.value for statement in borsh.load("one.rdfb")]
    """
    _require_file(file, "read")
    if isinstance(file, (str, os.PathLike)):
        name, data = os.fspath(file), Path(file).read_bytes()
    else:
        name, data = str(getattr(file, "name", "file")), file.read()
        if not isinstance(data, bytes):
            msg = f"{name} has to be open for reading bytes, not text"
            raise TypeError(msg)
    as_named = isinstance(file, (str, os.PathLike))
    packed, error = _jvm.borsh_load(_session(spark, "borsh.load"), data, name, as_named=as_named)
    if error:
        raise RdfBorshParseError(error)
    return list(unpack(packed))


def _require_file(file: object, method: str) -> None:
    """Reject values that are neither a path nor an open file."""
    if isinstance(file, (str, os.PathLike)):
        path_text(file)
    elif not hasattr(file, method):
        msg = f"expected a path, or a binary file with the method {method}, found {file!r}"
        raise TypeError(msg)


def _session(spark: SparkSession | None, what: str) -> SparkSession:
    """Return a session with a JVM that has the jar."""
    session_ = session.session_or_local(spark)
    _jvm.require_jvm(session_, what)
    session.attach(session_)
    return session_


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
