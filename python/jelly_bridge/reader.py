"""Reads Jelly files as DataFrames."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from jelly_bridge import session
from jelly_bridge._checks import is_iterable, path_text
from jelly_bridge._options import option_texts

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping

    from pyspark.sql import DataFrame, SparkSession

    from jelly_bridge._options import OptionValue

FORMAT: Final = "jelly"
"""The short name of the data source: `spark.read.format("jelly")`."""

PathLike: TypeAlias = str | os.PathLike[str]
"""One path."""

TermFormat: TypeAlias = Literal["struct", "ntriples"]
"""Form of a term in a row."""

BlankNodes: TypeAlias = Literal["file", "preserve", "frame"]
"""Scope of a blank node label."""

Mode: TypeAlias = Literal["FAILFAST", "DROPMALFORMED"]
"""Reaction to malformed input."""

Split: TypeAlias = Literal["auto", "checkpoint", "index", "none"]
"""How several tasks may share a file."""


def read_jelly(  # noqa: PLR0913  each is an option of the data source, all by keyword
    path: PathLike | Iterable[PathLike],
    *,
    spark: SparkSession | None = None,
    term_format: TermFormat = "struct",
    blank_nodes: BlankNodes = "file",
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
    split: Split = "auto",
    statistics: bool = True,
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
    """Read RDF statements from Jelly files.

    Reading is lazy, as with all of Spark's sources. The columns are always `s`, `p`, `o` and `g`
    (null in the default graph), followed by one for each Hive-style partition folder. The hidden
    column `_metadata` holds the file, the frame and the number of each statement.

    Args:
        path: A file, a folder or a glob, or several of them; anything that Hadoop can open.
            `.gz`, `.zst`, `.bz2` and `.xz` files are decompressed. A relative path starts at the
            current folder of Python.
        spark: The session. Default: the active one, or else a new local one.
        term_format: Form of a term in a row: a struct of `kind`, `value`, `lang` and `datatype`, or
            a string of N-Triples text.
        blank_nodes: Scope of blank node labels. `file` makes them unique to each file or writing
            job, `frame` to each frame; `preserve` keeps them as written.
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
        split: How several tasks share a large file: at the checkpoints of its writer
            (`checkpoint`), by an index (`index`), or not at all (`none`). `auto` uses the
            checkpoints or the index that exist, and makes an index if cores would be idle.
        statistics: Whether statistics in the files answer `count(*)`, and leave out parts of files
            that no statement of a filter is in. The answers are the same.
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
        **options: Options of Hadoop, whose names have dots: `**{"fs.s3a.endpoint": "…"}`.

    Returns:
        The statements.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        pyspark.errors.AnalysisException: A path does not exist.
        pyspark.errors.IllegalArgumentException: An option is unknown, or its value is not allowed.

    Example:
        >>> from jelly_bridge import iri, read_jelly
        >>> statements = read_jelly("data/*.jelly", ignore_missing_files=True)
        >>> statements.where(statements.p == iri("http://schema.org/name")).select("o.value").show()
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
        "split": split,
        "statistics": statistics,
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
    return load(FORMAT, path, {**named, **options}, spark)


def load(
    source: str,
    path: PathLike | Iterable[PathLike],
    options: Mapping[str, OptionValue],
    spark: SparkSession | None,
) -> DataFrame:
    """Load a DataFrame from one of our data sources, in any kind of session.

    Args:
        source: The short name of the data source.
        path: One or several paths.
        options: Options of the data source; those that are None are left out.
        spark: The session. Default: the active one, or else a new local one.

    Returns:
        The rows.
    """
    texts = option_texts(options)
    given = _paths(path)
    session_ = session.session_or_local(spark)
    paths = session.spark_paths(session_, *given)
    if "basePath" in texts:
        (texts["basePath"],) = session.spark_paths(session_, texts["basePath"])

    def frame() -> DataFrame:
        # A single path that is not in a list makes the plan shorter.
        one_or_all = paths[0] if len(paths) == 1 else paths
        result = session_.read.format(source).options(**texts).load(one_or_all)
        result.schema  # noqa: B018  asks a server now whether it knows the source and the path
        return result

    return session.with_source(session_, frame)


def _paths(path: PathLike | Iterable[PathLike]) -> list[str]:
    """Return the paths as texts."""
    one = isinstance(path, (str, bytes, os.PathLike)) or not is_iterable(path)
    many: Iterable[object] = [path] if one else path  # type: ignore[assignment]
    paths = [path_text(each) for each in many]
    if not paths:
        msg = "no path given: name at least one file, folder or glob"
        raise ValueError(msg)
    return paths
