"""Reads, writes and follows RDF patches, as DataFrames with one row per operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from jelly_bridge import _jvm, reader, session, writer
from jelly_bridge._checks import require_text
from jelly_bridge._options import option_texts

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

    from jelly_bridge._options import OptionValue
    from jelly_bridge.reader import Mode, PathLike, TermFormat
    from jelly_bridge.writer import Compression, SaveMode

_FORMAT: Final = "jelly-patch"

PatchStreamType: TypeAlias = Literal["frame", "flat", "punctuated"]
"""Extent of a patch in a file: a frame, the whole file, or up to a punctuation mark."""

PatchStatementType: TypeAlias = Literal["triples", "quads"]
"""Kind of the statements in a file."""


def read_jelly_patch(  # noqa: PLR0913  each is an option of the data source, all by keyword
    path: PathLike | Iterable[PathLike],
    *,
    spark: SparkSession | None = None,
    term_format: TermFormat = "struct",
    blank_nodes: Literal["preserve", "file"] = "preserve",
    strict: bool = True,
    mode: Mode = "FAILFAST",
    recursive_file_lookup: bool | None = None,
    path_glob_filter: str | None = None,
    modified_before: str | dt.datetime | None = None,
    modified_after: str | dt.datetime | None = None,
    base_path: PathLike | None = None,
    ignore_corrupt_files: bool | None = None,
    ignore_missing_files: bool | None = None,
    pushdown: bool = True,
    read_ahead: bool | Literal["auto"] = "auto",
    batch_size: int | None = None,
    max_frame_bytes: int | str | None = None,
    max_name_table: int | None = None,
    max_prefix_table: int | None = None,
    max_datatype_table: int | None = None,
    max_nesting: int | None = None,
    max_decompressed_bytes: int | str | None = None,
    max_window_bytes: int | str | None = None,
    **options: str | int | bool,
) -> DataFrame:
    """Read Jelly-Patch files as a DataFrame of operations.

    Args:
        path: A file, a folder or a glob, or several of them.
        spark: The session; default: the active one, or a new local one.
        term_format: Form of a term in a row: a struct of `kind`, `value`, `lang` and `datatype`, or
            a string of N-Triples text.
        blank_nodes: Scope of blank node labels. `preserve` keeps them as written, because patches
            refer to the nodes that they change by label; `file` makes them unique to each file.
        strict: Whether violations of the specification that leave the meaning clear are errors.
            `False` accepts them and counts them in a metric.
        mode: Reaction to malformed input. `FAILFAST` fails the query; `DROPMALFORMED` drops the
            malformed part, logs it and counts it in a metric. The malformed part is everything from
            the malformed frame to the end of the file.
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
        read_ahead: Whether a second thread reads and decompresses the next part of a file while one
            is decoded. `auto` does so in a scan of one task and for files that are not on this
            machine.
        batch_size: Rows of a column batch. Default: 4096.
        max_frame_bytes: Largest frame accepted; without delimiters, largest row accepted. Default:
            256 MiB.
        max_name_table: Largest name lookup accepted, in entries. Default: 65536.
        max_prefix_table: Largest prefix lookup accepted, in entries. Default: 16384.
        max_datatype_table: Largest datatype lookup accepted, in entries. Default: 4096.
        max_nesting: Deepest nesting of triple terms accepted. Default: 64.
        max_decompressed_bytes: Largest decompressed size accepted of one compressed file. Default:
            1 TiB. Sizes are numbers of bytes, or texts such as `"64m"`.
        max_window_bytes: Largest window accepted of a `.zst` file, and dictionary of an `.xz` file.
            A task has it in memory. Default: 128 MiB.
        **options: Options of the data source by their own names, and those of Hadoop.

    Returns:
        One row per operation: `op` (`A D PA PD TX TC TA H`), the terms `s, p, o, g`, `name` and
        `value` of namespaces and headers, `patch` (0-based number in its file) and `seq` (0-based
        number in its patch).

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        pyspark.errors.AnalysisException: A path does not exist.
        pyspark.errors.IllegalArgumentException: An option is unknown, or its value is not allowed.
    """
    named: dict[str, OptionValue] = {
        "termFormat": term_format,
        "blankNodes": blank_nodes,
        "strict": strict,
        "mode": mode,
        "recursiveFileLookup": recursive_file_lookup,
        "pathGlobFilter": path_glob_filter,
        "modifiedBefore": modified_before,
        "modifiedAfter": modified_after,
        "basePath": base_path,
        "ignoreCorruptFiles": ignore_corrupt_files,
        "ignoreMissingFiles": ignore_missing_files,
        "pushdown": pushdown,
        "readAhead": read_ahead,
        "batchSize": batch_size,
        "maxFrameBytes": max_frame_bytes,
        "maxNameTable": max_name_table,
        "maxPrefixTable": max_prefix_table,
        "maxDatatypeTable": max_datatype_table,
        "maxNesting": max_nesting,
        "maxDecompressedBytes": max_decompressed_bytes,
        "maxWindowBytes": max_window_bytes,
    }
    return reader.load(_FORMAT, path, {**named, **options}, spark)


def write_jelly_patch(  # noqa: PLR0913  each is an option of the data source, all by keyword
    df: DataFrame,
    path: PathLike,
    *,
    mode: SaveMode = "error",
    statement_type: PatchStatementType = "quads",
    stream_type: PatchStreamType = "punctuated",
    rdf_star: bool = False,
    generalized: bool = False,
    frame_size: int | None = None,
    max_frame_bytes: int | str | None = None,
    compression: Compression = "none",
    zstd_level: int | None = None,
    zstd_workers: int | None = None,
    **options: str | int | bool,
) -> None:
    """Write operations as a Jelly-Patch file in a folder.

    Args:
        df: Operations as `read_jelly_patch` gives them; `g`, `name`, `value` and `patch` may be
            missing. They are written in the order of `patch` and `seq`, whole numbers; where that
            does not decide, the write fails.
        path: A folder.
        mode: What to do when the path exists, as in `write_jelly`.
        statement_type: Whether statements have graph names (`quads`) or not (`triples`).
        stream_type: Extent of a patch in a file: a frame (`frame`), the whole file (`flat`), or the
            Jelly rows up to a punctuation mark (`punctuated`).
        rdf_star: Whether quoted triples may occur.
        generalized: Whether generalized statements may occur, such as a literal as subject.
        frame_size: Jelly rows that end a frame; 0 for no limit. Ignored with `stream_type="frame"`.
            Default: 0.
        max_frame_bytes: Bytes that end a frame; 0 for no limit. Ignored with `stream_type="frame"`.
            Default: 1 MiB. Sizes are numbers of bytes, or texts such as `"64m"`.
        compression: Compression of the files. Compressed files cannot be split.
        zstd_level: Level of `compression=zstd`: the higher, the smaller and slower. Levels above 19
            also need much memory to read. Default: 3.
        zstd_workers: Additional threads that compress each file with `compression=zstd`; 0 for the
            thread of the task. Default: 0.
        **options: Options of the data source by their own names, and those of Hadoop.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        pyspark.errors.AnalysisException: The path exists, in mode `error`.
        pyspark.errors.IllegalArgumentException: A column or an option is missing, unknown or
            invalid.
        py4j.protocol.Py4JJavaError: A row cannot be written; the message says which and why.
            On Spark Connect, a pyspark.errors.PySparkException.
    """
    named: dict[str, OptionValue] = {
        "statementType": statement_type,
        "streamType": stream_type,
        "rdfStar": rdf_star,
        "generalized": generalized,
        "frameSize": frame_size,
        "maxFrameBytes": max_frame_bytes,
        "compression": compression,
        "zstdLevel": zstd_level,
        "zstdWorkers": zstd_workers,
        **options,
    }
    writer.save(df, _FORMAT, path, named, mode=mode, partition_by=())


def follow(  # noqa: PLR0913  all but two by keyword
    patches: PathLike,
    snapshot: PathLike,
    *,
    checkpoint: PathLike,
    processing_time: str | None = None,
    spark: SparkSession | None = None,
    snapshot_options: dict[str, str | int | bool] | None = None,
    **options: str | int | bool,
) -> StreamingQuery:
    """Apply the patches of a folder, as they arrive, to a snapshot kept as Jelly files.

    Files are applied from the oldest on. Each step replaces the snapshot as a whole, exactly once:
    a query that is started again continues where it stopped.

    Args:
        patches: A folder or glob of Jelly-Patch files.
        snapshot: The folder of the snapshot. No other job may write to it. If it does not exist,
            the snapshot starts empty. Read it with `blank_nodes="preserve"` to see the labels that
            patches use.
        checkpoint: A folder for the state of the query.
        processing_time: Interval of looking for new patches, such as `"10 seconds"`. Default: apply
            the existing patches and stop.
        spark: A classic session; default: the active one, or a new local one.
        snapshot_options: Options for writing with the data source `jelly`, such as `{"rdf_star":
            True}`.
        **options: Options for reading with the data source `jelly-patch`, such as
            `max_files_per_trigger=1`.

    Returns:
        The running query; `awaitTermination()` waits for its end.

    Raises:
        JvmRequiredError: The session is a Spark Connect session.
        ValueError: A folder is not a path, `processing_time` is not text, or options are not a
            mapping.
    """
    if processing_time is not None:
        require_text("processing_time", processing_time)
    session_ = session.session_or_local(spark)
    _jvm.require_jvm(session_, "follow")
    session.attach(session_)
    source, target, memory = session.spark_paths(session_, patches, snapshot, checkpoint)
    return _jvm.follow(
        session_,
        (source, target, memory),
        processing_time,
        option_texts(options),
        option_texts({} if snapshot_options is None else snapshot_options),
    )
