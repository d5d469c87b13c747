"""Makes and applies RDF patches, as plans of Spark over tables of statements and operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyspark.sql import Window
from pyspark.sql import functions as sf
from pyspark.sql.types import IntegralType, NullType, StructType

from jelly_bridge import _jvm
from jelly_bridge._checks import (
    column_names,
    is_iterable,
    require_flag,
    require_iri,
    require_text,
)
from jelly_bridge.terms import TERM_TYPE, holds_blank_node

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyspark.sql import Column, DataFrame

_STATEMENT: Final = ("s", "p", "o", "g")
_ORDER: Final = ("patch", "seq")
_ON_STATEMENTS: Final = "op IN ('A', 'D')"

# Where the operations of a transaction start to count; as in TransactionPatch.java.
_DELETES: Final = 1 << 10
_NAMESPACES: Final = (1 << 60) + (1 << 59)
_ADDS: Final = 1 << 60
_COMMIT: Final = 1 << 62

# What Spark sends to all tasks by default, for sessions that send nothing.
_LEAST: Final = 10 << 20

# The fields that every term has.
_ALWAYS: Final = ("kind", "value")


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

    Raises:
        ValueError: The IRI of a header is no text, or in angle brackets; or a flag is none.
    """
    require_flag("refuse_blank_nodes", refuse_blank_nodes)
    for name, iri in (("patch_id", patch_id), ("prev", prev)):
        if iri is not None:
            require_iri(name, iri)
    before = _statements(old, refuse_blank_nodes=refuse_blank_nodes)
    after = _statements(new, refuse_blank_nodes=refuse_blank_nodes)
    zero, one = sf.lit(0), sf.lit(1)
    both = before.withColumns({"old": one, "new": zero}).unionByName(
        after.withColumns({"old": zero, "new": one})
    )
    # Most statements are in both tables: grouped only where they meet, they are looked up once.
    net = (
        both.repartition(*_STATEMENT)
        .groupBy(*_STATEMENT)
        .agg(sf.max("old").alias("old"), sf.max("new").alias("new"))
        .where("old <> new")
        .withColumn("add", sf.col("new") == 1)
    )
    return _transaction(net, patch_id, prev)


def apply_patch(
    statements: DataFrame, patch: DataFrame, *, order: Iterable[str] = _ORDER
) -> DataFrame:
    """Apply patches to a table of statements.

    The last operation on a statement wins; transactions that are aborted, or not ended, do nothing.
    Headers and namespaces pass by. The statements are shuffled at most once.

    Args:
        statements: `s`, `p`, `o` and, if there are graphs, `g`.
        patch: Operations.
        order: The columns that operations are in order of, the last of them within a patch. Patches
            of several files need something in front of `patch`, as its numbers start anew: the
            query fails where two operations of files have the same place.

    Returns:
        The statements: `s`, `p`, `o`, `g`; what no patch names stays as often as it is there.

    Raises:
        ValueError: The order is empty, a text or a set.
    """
    order = _columns(order)
    # What the last operation is matters for what is added only: all that is named leaves first.
    old = _statements(statements).withColumn("key", _key())
    named = _net(_effective(patch, order), order)
    same = sf.col("old.g").eqNullSafe(sf.col("named.g"))
    for name in ("s", "p", "o"):
        same &= sf.col(f"old.{name}") == sf.col(f"named.{name}")
    # Not an equality by itself, which Spark would take for part of the key.
    checked = sf.coalesce(same, sf.lit(False))  # noqa: FBT003  a literal of SQL
    right = _hashed(old, named).alias("named")
    return (
        old.alias("old")
        .join(right, (sf.col("old.key") == sf.col("named.key")) & checked, "left_anti")
        .select(*_STATEMENT)
        .unionByName(named.where("add").select(*_terms()))
    )


def compact(patch: DataFrame, *, order: Iterable[str] = _ORDER) -> DataFrame:
    """Make the shortest patch with the same effect on any statements, without headers.

    Args:
        patch: Operations.
        order: As for `apply_patch`.

    Returns:
        The patch, in one transaction.

    Raises:
        ValueError: The order is empty, a text or a set.
    """
    order = _columns(order)
    done = _effective(patch, order)
    namespaces = (
        done.where("op IN ('PA', 'PD')")
        .groupBy("name", "g")
        .agg(sf.max(sf.struct(*order, "op", "value")).alias("last"))
        .select("name", "g", "last.op", "last.value")
    )
    return _transaction(_net(done, order), None, None, namespaces)


def invert(patch: DataFrame, statements: DataFrame, *, order: Iterable[str] = _ORDER) -> DataFrame:
    """Make the patch that undoes another.

    Args:
        patch: Operations.
        statements: What the patch was applied to.
        order: As for `apply_patch`.

    Returns:
        The undo, in one transaction. Namespaces are left as they are.

    Raises:
        ValueError: The order is empty, a text or a set.
    """
    order = _columns(order)
    net = (
        _with_last(statements, _effective(patch, order), order)
        .where("last IS NOT NULL AND last.add <> (base = 1)")
        .withColumn("add", sf.col("base") == 1)
    )
    return _transaction(net, None, None)


def _no_term() -> Column:
    """Stand for no term."""
    return sf.lit(None).cast(TERM_TYPE)


def _key() -> Column:
    """Hash a statement: whole terms would be dear to sort and to look up by."""
    return sf.xxhash64(*_STATEMENT)


def _terms() -> list[Column]:
    """Give the terms of an operation in the type that those of statements have when they are read.

    Of another type, Spark would make all terms of all statements anew in a union.
    """
    terms = [
        sf.struct(
            *(sf.coalesce(f"{name}.{field}", sf.lit("")).alias(field) for field in _ALWAYS),
            *(sf.col(f"{name}.{field}").alias(field) for field in ("lang", "datatype")),
        ).alias(name)
        for name in ("s", "p", "o")
    ]
    return [*terms, sf.col("g")]


def _hashed(old: DataFrame, named: DataFrame) -> DataFrame:
    """Say that a table is to be looked up in by hash where it is too large to be sent to all tasks.

    Spark would sort all statements. The bounds are Spark's own, which it goes by if
    `spark.sql.join.preferSortMergeJoin` is off. Spark Connect does not tell sizes.
    """
    if old.isStreaming or named.isStreaming or _jvm.is_connect(named.sparkSession):
        return named
    size = _jvm.size_in_bytes(named)
    broadcast, partitions = _jvm.join_settings(named.sparkSession)
    fits = size < max(broadcast, _LEAST) * partitions
    hashed = size > max(broadcast, 0) and fits and 3 * size <= _jvm.size_in_bytes(old)
    return named.hint("shuffle_hash") if hashed else named


def _require_terms(table: DataFrame) -> None:
    """Fail where the columns of terms are not of the type of terms, but texts, for example."""
    for name, column in zip(column_names(table), table.schema, strict=True):
        found = column.dataType
        right = isinstance(found, StructType) and found.names == TERM_TYPE.names
        if name in _STATEMENT and not right and not isinstance(found, NullType):
            msg = (
                f"column {column.name}: expected a term, struct<kind, value, lang, datatype>, "
                f"found {found.simpleString()}; read without termFormat=ntriples, or make terms of "
                "texts with rdf_term"
            )
            raise ValueError(msg)


def _statements(table: DataFrame, *, refuse_blank_nodes: bool = False) -> DataFrame:
    """Give the four columns of statements; null graphs where there is no column."""
    _require_terms(table)
    graph = sf.col("g") if "g" in column_names(table) else _no_term().alias("g")
    rows = table.select("s", "p", "o", graph)
    if not refuse_blank_nodes:
        return rows
    blank = sf.lit(False)  # noqa: FBT003  a literal of SQL
    for name in _STATEMENT:
        blank |= sf.coalesce(holds_blank_node(name), sf.lit(False))  # noqa: FBT003  as above
    error = sf.raise_error(sf.lit("a blank node, whose label means nothing in another file"))
    return rows.withColumn("s", sf.when(blank, error.cast(TERM_TYPE)).otherwise(sf.col("s")))


def _columns(order: Iterable[str]) -> tuple[str, ...]:
    """Give the columns of an order.

    Raises:
        ValueError: The order is none.
    """
    # The columns of a set come in any order.
    one_or_mixed = isinstance(order, (str, set, frozenset))
    names = () if one_or_mixed or not is_iterable(order) else tuple(order)
    if not names:
        msg = f"order must be names of columns, the last of them within a patch, not {order!r}"
        raise ValueError(msg)
    for name in names:
        require_text("the name of a column", name)
    return names


def _place(order: Sequence[str]) -> Column:
    """Give the order of an operation, and whether it adds."""
    return sf.struct(*order, (sf.col("op") == "A").alias("add"))


def _net(effective: DataFrame, order: Sequence[str]) -> DataFrame:
    """Give what patches do in the end: each statement once, its hash, and whether it is added."""
    return (
        effective.where(_ON_STATEMENTS)
        .select(*_STATEMENT, _key().alias("key"), _place(order).alias("place"))
        .repartition("key")
        .groupBy(*_STATEMENT, "key")
        .agg(sf.max("place").alias("last"))
        .select(*_STATEMENT, "key", "last.add")
    )


def _with_last(statements: DataFrame, effective: DataFrame, order: Sequence[str]) -> DataFrame:
    """Give each statement once, with whether it was there and what came last."""
    operations = effective.where(_ON_STATEMENTS).select(
        *_STATEMENT, _place(order).alias("last"), sf.lit(0).alias("base")
    )
    none = sf.lit(None).cast(operations.schema["last"].dataType)
    base = _statements(statements).withColumns({"last": none, "base": sf.lit(1)})
    return (
        base.unionByName(operations)
        .groupBy(*_STATEMENT)
        .agg(sf.max("last").alias("last"), sf.max("base").alias("base"))
    )


def _effective(patch: DataFrame, order: Sequence[str]) -> DataFrame:
    """Leave out the operations of transactions that are aborted, or not ended."""
    _require_terms(patch)
    *unit, seq = order
    # Only the marks of transactions go through a window: there are few of them.
    marks = Window.partitionBy(*unit).orderBy(seq)
    units = {name: f"undone_{number}" for number, name in enumerate(unit)}
    undone = (
        patch.where("op IN ('TX', 'TC', 'TA')")
        .select(
            "op",
            *[sf.col(name).alias(undone_unit) for name, undone_unit in units.items()],
            sf.col(seq).alias("undone_from"),
            sf.lead(seq).over(marks).alias("undone_to"),
            sf.lead("op").over(marks).alias("ended_by"),
        )
        .where("op = 'TX' AND NOT ended_by <=> 'TC'")
        .drop("op", "ended_by")
    )
    type_ = patch.select(seq).schema[0].dataType
    if isinstance(type_, IntegralType):
        undone = undone.unionByName(_refused_places(patch, units, seq, type_))
    inside = sf.col(seq) >= sf.col("undone_from")
    inside &= sf.coalesce(sf.col(seq) <= sf.col("undone_to"), sf.lit(True))  # noqa: FBT003  SQL
    for name, undone_unit in units.items():
        inside &= sf.col(name).eqNullSafe(sf.col(undone_unit))
    # Only what is undone is sent to all tasks; the operations stay where they are.
    return patch.join(sf.broadcast(undone), inside, "left_anti")


def _refused_places(
    patch: DataFrame, units: dict[str, str], seq: str, type_: IntegralType
) -> DataFrame:
    """Fail where more operations of a patch are there than places; otherwise, give no rows.

    One without a place fails, too.

    Patches of a file have no gaps, so this finds all that are mixed up with those of another file.
    """
    places = sf.max(seq).cast("double") - sf.min(seq).cast("double") + 1
    message = sf.lit(
        f"the order is ambiguous: operations have the same {', '.join([*units, seq])}, or none; "
        "patches of several files need an order that begins with something that orders the files"
    )
    place = sf.raise_error(message).cast(type_)
    return (
        patch.groupBy(*(sf.col(name).alias(unit) for name, unit in units.items()))
        .agg(sf.count("*").alias("operations"), places.alias("places"))
        .where("operations > coalesce(places, 0)")
        .withColumns({"undone_from": place, "undone_to": place})
        .drop("operations", "places")
    )


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
