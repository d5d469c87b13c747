"""Reads, writes and follows RDF patches, as DataFrames with one row an operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from jelly_bridge import _jvm, reader, session, writer
from jelly_bridge._options import option_texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

    from jelly_bridge._options import OptionValue
    from jelly_bridge.reader import PathLike
    from jelly_bridge.writer import Compression, SaveMode

_FORMAT: Final = "jelly-patch"

PatchStreamType: TypeAlias = Literal["frame", "flat", "punctuated"]
"""What one patch is in a file: a frame, the whole file, or what ends at a punctuation mark."""

PatchStatementType: TypeAlias = Literal["triples", "quads"]
"""What the statements of a file are."""


def read_jelly_patch(
    path: PathLike | Iterable[PathLike],
    *,
    spark: SparkSession | None = None,
    **options: str | int | bool,
) -> DataFrame:
    """Read Jelly-Patch files as a DataFrame of operations.

    Args:
        path: A file, a folder or a glob, or several of them.
        spark: The session; default: the active one, or a new local one.
        **options: Options of the data source `jelly-patch`, such as `mode="DROPMALFORMED"`.

    Returns:
        One row an operation: `op` (`A D PA PD TX TC TA H`), the terms `s, p, o, g`, `name` and
        `value` of namespaces and headers, `patch` (0-based number in its file) and `seq` (0-based
        number in its patch).
    """
    return reader.load(_FORMAT, path, options, spark)


def write_jelly_patch(  # noqa: PLR0913  each is an option of the data source, all by keyword
    df: DataFrame,
    path: PathLike,
    *,
    mode: SaveMode = "error",
    statement_type: PatchStatementType = "quads",
    stream_type: PatchStreamType = "punctuated",
    rdf_star: bool = False,
    generalized: bool = False,
    compression: Compression = "none",
    **options: str | int | bool,
) -> None:
    """Write operations as a Jelly-Patch file in a folder.

    Args:
        df: Operations as `read_jelly_patch` gives them; `g`, `name`, `value` and `patch` may be
            missing. They are written in the order of `patch` and `seq`; where that does not decide,
            the write fails.
        path: A folder.
        mode: What to do when the path exists, as in `write_jelly`.
        statement_type: Whether there are graphs.
        stream_type: What one patch is in a file.
        rdf_star: Whether quoted triples may occur.
        generalized: Whether generalized statements may occur.
        compression: Of the files.
        **options: More options of the data source, such as `frameSize`.
    """
    named: dict[str, OptionValue] = {
        "statementType": statement_type,
        "streamType": stream_type,
        "rdfStar": rdf_star,
        "generalized": generalized,
        "compression": compression,
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

    Files are applied from the oldest on. Each step replaces the snapshot as a whole, and is done
    once: a query that is started again goes on where it was.

    Args:
        patches: A folder or glob of Jelly-Patch files.
        snapshot: The folder of the snapshot; nobody else may write there. Where there is none, it
            starts empty. Read it with `blank_nodes="preserve"` to see the labels that patches use.
        checkpoint: A folder for what the query has to remember.
        processing_time: How often to look for new patches, such as `"10 seconds"`. Default: apply
            what is there and stop.
        spark: A classic session; default: the active one, or a new local one.
        snapshot_options: Options for writing with the data source `jelly`, such as
            `{"rdfStar": True}`.
        **options: Options for reading with the data source `jelly-patch`, such as
            `maxFilesPerTrigger=1`.

    Returns:
        The query, which runs; `awaitTermination()` waits for its end.

    Raises:
        JvmRequiredError: The session is one of Spark Connect.
    """
    session_ = session.session_or_local(spark)
    _jvm.require_jvm(session_, "follow")
    session.attach(session_)
    source, target, memory = session.places(session_, patches, snapshot, checkpoint)
    return _jvm.follow(
        session_,
        (source, target, memory),
        processing_time,
        option_texts(options),
        option_texts(snapshot_options or {}),
    )
