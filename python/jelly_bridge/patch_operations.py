"""Creates and applies RDF patches, as Spark plans over tables of statements and operations.

The queries are in `patch_operations.sql`, which the Java class `PatchOperations` also uses.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Final

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
from jelly_bridge.terms import TERM_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import DataFrame

_STATEMENT: Final = ("s", "p", "o", "g")
_ORDER: Final = ("patch", "seq")


def _sections() -> dict[str, str]:
    """Return the queries by their names."""
    text = files(__package__).joinpath("patch_operations.sql").read_text("utf-8")
    _, *parts = re.split(r"^-- section: (.*)$", text, flags=re.MULTILINE)
    return {name: query.strip() for name, query in zip(parts[::2], parts[1::2], strict=True)}


_QUERIES: Final = _sections()


def diff(
    old: DataFrame,
    new: DataFrame,
    *,
    patch_id: str | None = None,
    prev: str | None = None,
    refuse_blank_nodes: bool = False,
) -> DataFrame:
    """Create the patch that turns one table of statements into another.

    Deletes come first, then adds, in one transaction; duplicates are ignored. Blank nodes with the
    same label are the same: read the files with `blank_nodes="preserve"`.

    Args:
        old: Statements: `s`, `p`, `o` and, if there are graphs, `g`.
        new: Statements.
        patch_id: IRI for the header `id`.
        prev: IRI for the header `prev`.
        refuse_blank_nodes: Whether the query fails at a blank node.

    Raises:
        ValueError: The IRI of a header is not text, or in angle brackets; or a flag is neither True
            nor False.
    """
    require_flag("refuse_blank_nodes", refuse_blank_nodes)
    for name, iri in (("patch_id", patch_id), ("prev", prev)):
        if iri is not None:
            require_iri(name, iri)
    before = _statements(old, refuse_blank_nodes=refuse_blank_nodes)
    after = _statements(new, refuse_blank_nodes=refuse_blank_nodes)
    return _transaction(_run("difference", old=before, new=after), patch_id, prev)


def apply_patch(
    statements: DataFrame, patch: DataFrame, *, order: Iterable[str] = _ORDER
) -> DataFrame:
    """Apply patches to a table of statements.

    The last operation on a statement wins. Transactions that are aborted or not ended have no
    effect, nor do headers and namespaces. The statements are shuffled at most once.

    Args:
        statements: `s`, `p`, `o` and, if there are graphs, `g`.
        patch: Operations.
        order: The columns that order the operations; the last one orders those within a patch.
            Patches of several files need a column before `patch` that orders the files, because
            `patch` starts at 0 in each file: the query fails if two operations have the same
            position.

    Returns:
        The statements: `s`, `p`, `o`, `g`. Statements that no patch names keep their number of
        copies.

    Raises:
        ValueError: The order is empty, a text or a set.
    """
    old = _statements(statements)
    net = _run("net", done=_done(patch, order))
    hint = "" if _jvm.is_connect(patch.sparkSession) else _hint(old, net)
    return _run("apply", hint=hint, statements=old, net=net)


def compact(patch: DataFrame, *, order: Iterable[str] = _ORDER) -> DataFrame:
    """Create the shortest patch with the same effect on any statements, without headers.

    Args:
        patch: Operations.
        order: As for `apply_patch`.

    Returns:
        The patch, in one transaction.

    Raises:
        ValueError: The order is empty, a text or a set.
    """
    done = _done(patch, order, "name", "value")
    transaction = _transaction(_run("net", done=done), None, None)
    return transaction.unionByName(_run("namespaces", done=done))


def invert(patch: DataFrame, statements: DataFrame, *, order: Iterable[str] = _ORDER) -> DataFrame:
    """Create the patch that undoes another one.

    Args:
        patch: Operations.
        statements: The statements that the patch was applied to.
        order: As for `apply_patch`.

    Returns:
        The undo, in one transaction. Namespaces do not change.

    Raises:
        ValueError: The order is empty, a text or a set.
    """
    undo = _run("undo", done=_done(patch, order), statements=_statements(statements))
    return _transaction(undo, None, None)


def _run(
    name: str,
    parameters: dict[str, str | None] | None = None,
    *,
    hint: str = "",
    **tables: DataFrame,
) -> DataFrame:
    """Run a query on tables.

    Args:
        name: The section with the query.
        parameters: The values of its parameters.
        hint: The section with a hint.
        tables: Tables of one session, by the names that the query uses.
    """
    query = _QUERIES[name].replace("{hint}", _QUERIES.get(hint, ""))
    for part, text in _QUERIES.items():
        if part not in tables:
            query = query.replace(f"{{{part}}}", text)
    spark = next(iter(tables.values())).sparkSession
    return spark.sql(query, parameters, **tables)


def _transaction(net: DataFrame, patch_id: str | None, prev: str | None) -> DataFrame:
    """Create a patch from the statements that it adds or deletes."""
    return _run("transaction", {"id": patch_id, "prev": prev}, net=net)


def _done(patch: DataFrame, order: Iterable[str], *more: str) -> DataFrame:
    """Remove the operations of transactions that are aborted or not ended.

    Args:
        patch: Operations.
        order: The columns that order them.
        more: Other columns to keep.

    Raises:
        ValueError: The order is invalid, or a column has no terms.
    """
    order = _columns(order)
    *unit, seq = order
    _require_terms(patch)
    operations = patch.select(
        "op",
        *_STATEMENT,
        *more,
        sf.struct(sf.lit(0), *unit).alias("unit"),
        sf.col(seq).alias("seq"),
    )
    undone = _run("undone", patch=operations)
    if isinstance(operations.schema["seq"].dataType, IntegralType):
        message = (
            f"the order is ambiguous: operations have the same {', '.join(order)}, or none; "
            "patches of several files need an order that begins with a column for the file, such "
            "as _metadata.file_modification_time"
        )
        undone = undone.unionByName(_run("ambiguous", {"message": message}, patch=operations))
    return _run("done", patch=operations, undone=undone)


def _hint(statements: DataFrame, net: DataFrame) -> str:
    """Return the hint for the join of statements with those that a patch names."""
    return "hash_join" if _jvm.joins_by_hash(statements, net) else ""


def _require_terms(table: DataFrame) -> None:
    """Fail if the columns of terms have another type, such as text."""
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
    """Return the four columns of statements, with null graphs if there is no column for them."""
    _require_terms(table)
    graph = sf.col("g") if "g" in column_names(table) else sf.lit(None).cast(TERM_TYPE).alias("g")
    rows = table.select("s", "p", "o", graph)
    return _run("without_blank_nodes", statements=rows) if refuse_blank_nodes else rows


def _columns(order: Iterable[str]) -> tuple[str, ...]:
    """Return the columns of an order.

    Raises:
        ValueError: The order is invalid.
    """
    # The columns of a set have no order.
    one_or_mixed = isinstance(order, (str, set, frozenset))
    names = () if one_or_mixed or not is_iterable(order) else tuple(order)
    if not names:
        msg = f"order must be names of columns, the last of them within a patch, not {order!r}"
        raise ValueError(msg)
    for name in names:
        require_text("the name of a column", name)
    return names
