"""Reads, writes, makes and applies RDF patches, as DataFrames with one row an operation."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pyspark.errors import PySparkException
from pyspark.sql import Window
from pyspark.sql import functions as sf

from jelly_bridge import _jvm, session
from jelly_bridge.terms import TERM_TYPE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import Column, DataFrame, SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

    from jelly_bridge.reader import PathLike
    from jelly_bridge.writer import Compression, SaveMode

_FORMAT: Final = "jelly-patch"
_STATEMENT: Final = ("s", "p", "o", "g")
_ORDER: Final = ("patch", "seq")

# Where the operations of a transaction start to count; as in PatchOperations.java.
_DELETES: Final = 1 << 10
_NAMESPACES: Final = (1 << 60) + (1 << 59)
_ADDS: Final = 1 << 60
_COMMIT: Final = 1 << 62

PatchStreamType: TypeAlias = Literal["frame", "flat", "punctuated"]
"""What one patch is in a file: a frame, the whole file, or what ends at a punctuation mark."""

PatchStatementType: TypeAlias = Literal["triples", "quads"]
"""What the statements of a file are."""


def read_jelly_patch(
    path: PathLike, *, spark: SparkSession | None = None, **options: str | int | bool
) -> DataFrame:
    """Read Jelly-Patch files as a DataFrame of operations.

    Args:
        path: A file, a folder or a glob.
        spark: The session; default: the active one, or a new local one.
        **options: Options of the data source `jelly-patch`, such as `mode="DROPMALFORMED"`.

    Returns:
        One row an operation: `op` (`A D PA PD TX TC TA H`), the terms `s, p, o, g`, `name` and
        `value` of namespaces and headers, `patch` (0-based number in its file) and `seq` (0-based
        number in its patch).
    """
    place = os.fspath(path)
    texts = {key: _text(value) for key, value in options.items()}
    session_ = session.session_or_local(spark)

    def load() -> DataFrame:
        return session_.read.format(_FORMAT).options(**texts).load(place)

    if _jvm.is_connect(session_):
        try:
            frame = load()
            frame.schema  # noqa: B018  asks the server now whether it knows the source
        except PySparkException as error:
            if "DATA_SOURCE_NOT_FOUND" not in str(error):
                raise
            session.attach_to_server(session_)
            return load()
        return frame
    session.attach(session_)
    if _jvm.has_local_default_fs(session_):
        place = session.absolute(place)
    return load()


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
    """Write operations as a folder of Jelly-Patch files, each patch in one of them.

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
    named: dict[str, str | int | bool] = {
        "statementType": statement_type,
        "streamType": stream_type,
        "rdfStar": rdf_star,
        "generalized": generalized,
        "compression": compression,
        **options,
    }
    texts = {key: _text(value) for key, value in named.items()}
    folder = os.fspath(path)
    spark = df.sparkSession

    def save() -> None:
        df.write.format(_FORMAT).mode(mode).options(**texts).save(folder)

    if _jvm.is_connect(spark):
        try:
            save()
        except PySparkException as error:
            if "DATA_SOURCE_NOT_FOUND" not in str(error):
                raise
            session.attach_to_server(spark)
            save()
        return
    session.attach(spark)
    if _jvm.has_local_default_fs(spark):
        folder = session.absolute(folder)
    save()


def diff(
    old: DataFrame,
    new: DataFrame,
    *,
    patch_id: str | None = None,
    prev: str | None = None,
    refuse_blank_nodes: bool = False,
) -> DataFrame:
    """Make the patch that turns one table of statements into another.

    Deletes come first, then adds, in one transaction; duplicates are ignored. Blank nodes are the
    same if their labels are: read the files with `blank_nodes="preserve"`.

    Args:
        old: Statements: `s`, `p`, `o` and, if there are graphs, `g`.
        new: Statements.
        patch_id: IRI for the header `id`.
        prev: IRI for the header `prev`.
        refuse_blank_nodes: Whether the query fails at a blank node.
    """
    before = _statements(old, refuse_blank_nodes=refuse_blank_nodes)
    after = _statements(new, refuse_blank_nodes=refuse_blank_nodes)
    zero, one = sf.lit(0), sf.lit(1)
    both = before.withColumns({"old": one, "new": zero}).unionByName(
        after.withColumns({"old": zero, "new": one})
    )
    net = (
        both.groupBy(*_STATEMENT)
        .agg(sf.max("old").alias("old"), sf.max("new").alias("new"))
        .where("old <> new")
        .withColumn("add", sf.col("new") == 1)
    )
    return _transaction(net, patch_id, prev)


def apply_patch(
    statements: DataFrame, patch: DataFrame, *, order: Sequence[str] = _ORDER
) -> DataFrame:
    """Apply patches to a table of statements.

    The last operation on a statement wins, and aborted transactions do nothing. Headers and
    namespaces pass by. The statements are shuffled once.

    Args:
        statements: `s`, `p`, `o` and, if there are graphs, `g`.
        patch: Operations.
        order: The columns that operations are in order of, the last of them within a patch. Patches
            of several files need something in front of `patch`, as its numbers start anew.

    Returns:
        The statements: `s`, `p`, `o`, `g`; what no patch names stays as often as it is there.
    """
    net = _net(patch, order)
    same = sf.col("old.g").eqNullSafe(sf.col("net.g"))
    for name in ("s", "p", "o"):
        same &= sf.col(f"old.{name}") == sf.col(f"net.{name}")
    return (
        _statements(statements)
        .alias("old")
        .join(net.alias("net"), same, "left_anti")
        .unionByName(net.where("add").select(*_STATEMENT))
    )


def compact(patch: DataFrame) -> DataFrame:
    """Make the shortest patch with the same effect on any statements, without headers.

    Args:
        patch: Operations with `patch` and `seq`.
    """
    done = _effective(patch, _ORDER)
    namespaces = (
        done.where("op IN ('PA', 'PD')")
        .groupBy("name", "g")
        .agg(sf.max(sf.struct("patch", "seq", "op", "value")).alias("last"))
        .select("name", "g", "last.op", "last.value")
    )
    return _transaction(_net(patch, _ORDER), None, None, namespaces)


def invert(patch: DataFrame, statements: DataFrame) -> DataFrame:
    """Make the patch that undoes another.

    Args:
        patch: Operations with `patch` and `seq`.
        statements: What the patch was applied to.

    Returns:
        The undo, in one transaction. Namespaces are left as they are.
    """
    net = (
        _with_last(statements, patch, _ORDER)
        .where("last IS NOT NULL AND last.add <> (base = 1)")
        .withColumn("add", sf.col("base") == 1)
    )
    return _transaction(net, None, None)


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
    local = _jvm.has_local_default_fs(session_)

    def place(path: PathLike) -> str:
        text = os.fspath(path)
        return session.absolute(text) if local else text

    return _jvm.follow(
        session_,
        (place(patches), place(snapshot), place(checkpoint)),
        processing_time,
        {key: _text(value) for key, value in options.items()},
        {key: _text(value) for key, value in (snapshot_options or {}).items()},
    )


def _text(value: str | int | bool) -> str:  # noqa: FBT001  any value of an option
    """Write an option value as Spark writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _no_term() -> Column:
    """Stand for no term."""
    return sf.lit(None).cast(TERM_TYPE)


def _statements(table: DataFrame, *, refuse_blank_nodes: bool = False) -> DataFrame:
    """Give the four columns of statements; null graphs where there is no column."""
    graph = sf.col("g") if "g" in table.columns else _no_term().alias("g")
    rows = table.select("s", "p", "o", graph)
    if not refuse_blank_nodes:
        return rows
    blank = sf.lit(False)  # noqa: FBT003  a literal of SQL
    for name in _STATEMENT:
        quoted = (sf.col(f"{name}.kind") == "triple") & sf.col(f"{name}.value").contains("_:")
        here = (sf.col(f"{name}.kind") == "bnode") | quoted
        blank |= sf.coalesce(here, sf.lit(False))  # noqa: FBT003  a literal of SQL
    error = sf.raise_error(sf.lit("a blank node, whose label means nothing in another file"))
    return rows.withColumn("s", sf.when(blank, error.cast(TERM_TYPE)).otherwise(sf.col("s")))


def _place(order: Sequence[str]) -> Column:
    """Give the order of an operation, and whether it adds."""
    return sf.struct(*order, (sf.col("op") == "A").alias("add"))


def _net(patch: DataFrame, order: Sequence[str]) -> DataFrame:
    """Give what patches do in the end: each statement once, and whether it is added."""
    return (
        _effective(patch, order)
        .where("op IN ('A', 'D')")
        .groupBy(*_STATEMENT)
        .agg(sf.max(_place(order)).alias("last"))
        .select(*_STATEMENT, "last.add")
    )


def _with_last(statements: DataFrame, patch: DataFrame, order: Sequence[str]) -> DataFrame:
    """Give each statement once, with whether it was there and what came last."""
    operations = (
        _effective(patch, order)
        .where("op IN ('A', 'D')")
        .select(*_STATEMENT, _place(order).alias("last"), sf.lit(0).alias("base"))
    )
    none = sf.lit(None).cast(operations.schema["last"].dataType)
    base = _statements(statements).withColumns({"last": none, "base": sf.lit(1)})
    return (
        base.unionByName(operations)
        .groupBy(*_STATEMENT)
        .agg(sf.max("last").alias("last"), sf.max("base").alias("base"))
    )


def _effective(patch: DataFrame, order: Sequence[str]) -> DataFrame:
    """Leave out the operations of aborted transactions."""
    *unit, seq = order
    # Only the marks of transactions go through a window: there are few of them.
    before = sf.lag(seq, 1).over(Window.partitionBy(*unit).orderBy(seq))
    aborted = (
        patch.where("op IN ('TX', 'TC', 'TA')")
        .withColumn("aborted_from", before)
        .where("op = 'TA'")
        .select(
            *[sf.col(name).alias(f"aborted_{name}") for name in unit],
            "aborted_from",
            sf.col(seq).alias("aborted_to"),
        )
    )
    inside = sf.col(seq).between(sf.col("aborted_from"), sf.col("aborted_to"))
    for name in unit:
        inside &= sf.col(name) == sf.col(f"aborted_{name}")
    # Only what is aborted is sent to all tasks; the operations stay where they are.
    return patch.join(sf.broadcast(aborted), inside, "left_anti")


def _transaction(
    net: DataFrame,
    patch_id: str | None,
    prev: str | None,
    namespaces: DataFrame | None = None,
) -> DataFrame:
    """Make a patch of statements with a column `add`."""
    headers = [("id", patch_id), ("prev", prev)]
    marks: list[tuple[str, str | None, str | None, int]] = [
        ("H", name, iri, i) for i, (name, iri) in enumerate(headers) if iri is not None
    ]
    marks += [("TX", None, None, len(headers)), ("TC", None, None, _COMMIT)]
    text = sf.lit(None).cast("string")
    iri_term = sf.struct(
        sf.lit("iri").alias("kind"),
        sf.coalesce("iri", sf.lit("")).alias("value"),
        text.alias("lang"),
        text.alias("datatype"),
    ).cast(TERM_TYPE)
    nothing = [_no_term().alias(name) for name in _STATEMENT]
    first = sf.lit(0).cast("long").alias("patch")
    number = sf.monotonically_increasing_id()
    frame = net.sparkSession.createDataFrame(
        marks, "op string, name string, iri string, seq long"
    ).select(
        "op",
        *nothing,
        "name",
        sf.when(sf.col("iri").isNotNull(), iri_term).otherwise(_no_term()).alias("value"),
        first,
        "seq",
    )
    # Statements with a subject one behind the other, which takes the fewest bytes in a file.
    in_order = net.repartition("s").sortWithinPartitions("g", "s", "p", "o")
    operations = in_order.select(
        sf.when(sf.col("add"), sf.lit("A")).otherwise(sf.lit("D")).alias("op"),
        *_STATEMENT,
        text.alias("name"),
        _no_term().alias("value"),
        first,
        (number + sf.when(sf.col("add"), sf.lit(_ADDS)).otherwise(sf.lit(_DELETES))).alias("seq"),
    )
    result = frame.unionByName(operations)
    if namespaces is None:
        return result
    return result.unionByName(
        namespaces.select(
            "op",
            *nothing[:3],
            "g",
            "name",
            "value",
            first,
            (number + sf.lit(_NAMESPACES)).alias("seq"),
        )
    )
