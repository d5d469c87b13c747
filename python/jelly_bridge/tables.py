"""Other shapes of statements: text, one row per subject, one table per predicate, a graph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

from pyspark.sql import functions as sf

from jelly_bridge._checks import (
    column_names,
    is_iterable,
    limited,
    require_flag,
    require_frame,
    require_iri,
    require_one_of,
    require_text,
    require_whole,
)
from jelly_bridge._options import quoted_name
from jelly_bridge.terms import TERM_TYPE, require_terms, to_ntriples, unless_implied

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_Multiple: TypeAlias = Literal["auto", "always"]

CellFormat: TypeAlias = Literal["term", "ntriples", "value"]
"""Content of a cell: a struct of `TERM_TYPE`, N-Triples text, or the bare value of the term."""

MAX_PREDICATES: Final = 1_000
"""Default limit for the number of predicates."""

_LOCAL_NAME: Final = re.compile(r"[^#/:]*$")


class GraphTables(NamedTuple):
    """Vertices and edges in the form of GraphFrames: `GraphFrame(*to_graphframe_tables(df))`.

    Attributes:
        vertices: `id` (N-Triples text) and the `kind`, `value`, `lang` and `datatype` of the term.
        edges: `src`, `dst` (ids), `relationship` (IRI of the predicate) and `graph` (id, or null).
    """

    vertices: DataFrame
    edges: DataFrame


def readable(df: DataFrame) -> DataFrame:
    """Convert every column of terms to N-Triples text; other columns do not change.

    Use it before `toPandas()`, `toArrow()` or `show()`, where structs are hard to read.

    Args:
        df: Any DataFrame.

    Example:
        >>> readable(df.limit(10)).toPandas()
    """
    require_frame(df)
    columns = [
        to_ntriples(_column(field.name)).alias(field.name)
        if field.dataType.simpleString() == TERM_TYPE.simpleString()
        else _column(field.name)
        for field in df.schema
    ]
    return df.select(*columns)


def to_graphframe_tables(df: DataFrame, *, literals: bool = False) -> GraphTables:
    """Create tables of vertices and edges for GraphFrames and similar tools.

    Args:
        df: Statements.
        literals: Whether literals become vertices, with edges to them. By default, statements with
            literals are left out.

    Returns:
        The vertices, each once, and one edge per statement.

    Example:
        >>> vertices, edges = to_graphframe_tables(df)
        >>> edges.groupBy("dst").count().orderBy("count", ascending=False).show()
    """
    has_graphs = "g" in column_names(df)
    require_terms(df, "s", "p", "o", *(["g"] if has_graphs else []))
    require_flag("literals", literals)
    links = df if literals else df.where("o.kind <> 'literal'")
    o = _one_form(sf.col("o")) if literals else sf.col("o")
    ends = links.select("s").unionByName(links.select(o.alias("s"))).distinct()
    graph = sf.col("g") if has_graphs else sf.lit(None).cast(TERM_TYPE)
    edges = links.select(
        to_ntriples("s").alias("src"),
        to_ntriples("o").alias("dst"),
        sf.col("p.value").alias("relationship"),
        to_ntriples(graph).alias("graph"),
    )
    return GraphTables(ends.select(to_ntriples("s").alias("id"), "s.*"), edges)


def property_table(
    df: DataFrame,
    predicates: Mapping[str, str] | Iterable[str] | str | None = None,
    *,
    cells: CellFormat = "term",
    multiple: _Multiple = "auto",
    max_predicates: int = MAX_PREDICATES,
) -> DataFrame:
    """Create a table with one row per subject and one column per predicate.

    Statements of all graphs of a dataset are combined. A subject that has none of the predicates
    has no row.

    Args:
        df: Statements.
        predicates: The IRIs of predicates, or a mapping from names of columns to IRIs. Default: all
            predicates in the data. Without a mapping, a column is named after the local name of its
            predicate; `_2` and so on are appended if the name is already used.
        cells: Content of a cell.
        multiple: `auto` runs a Spark job to find the predicates of which a subject has several
            objects, and makes only their columns arrays; `always` makes all columns arrays. Arrays
            are sorted, contain each object once, and are empty if there are no objects.
        max_predicates: Largest number of predicates if they are not named.

    Returns:
        The column `s`, followed by those of the predicates.

    Raises:
        ValueError: No predicate is named or found, there are too many, one is not text, a name is
            used twice, or `cells` or `multiple` is not one of the values above.

    Example:
        >>> foaf = "http://xmlns.com/foaf/0.1/"
        >>> property_table(df, {"name": foaf + "name", "friends": foaf + "knows"}).show()
    """
    require_one_of("cells", cells, get_args(CellFormat))
    require_one_of("multiple", multiple, get_args(_Multiple))
    require_terms(df, "s", "p", "o")
    columns = _named(predicates, df, max_predicates)
    values = [iri for _, iri in columns]
    statements = df.where(sf.col("p.kind") == "iri").where(sf.col("p.value").isin(values))
    several = set(values) if multiple == "always" else _with_several_objects(statements)
    # Once per statement: repeated in every column, planning would not finish for some hundred
    # columns.
    o = _one_form(sf.col("o"))
    if cells == "ntriples":
        o = o.withField(cells, to_ntriples("o"))
    statements = statements.withColumn("o", o)
    cells_of = [_cell(iri, cells, several=iri in several).alias(name) for name, iri in columns]
    subject = to_ntriples("s") if cells == "ntriples" else _format(sf.col("s"), cells)
    table = statements.groupBy("s").agg(*cells_of)
    return table.select(subject.alias("s"), *[_column(name) for name, _ in columns])


def vertical_partitions(
    df: DataFrame,
    predicates: Iterable[str] | str | None = None,
    *,
    max_predicates: int = MAX_PREDICATES,
) -> dict[str, DataFrame]:
    """Create one table per predicate, the layout of Abadi et al. (VLDB 2007).

    Args:
        df: Statements.
        predicates: One or several IRIs. Default: all predicates in the data, found by a Spark job.
        max_predicates: Largest number of predicates if they are not named.

    Returns:
        By the IRI of the predicate: `s`, `o` and, if `df` has it, `g`. No data is read until one of
        the tables is used.

    Raises:
        ValueError: There are too many predicates, or one is not text.

    Example:
        >>> tables = vertical_partitions(df)
        >>> tables["http://xmlns.com/foaf/0.1/name"].show()
    """
    require_terms(df, "s", "p", "o")
    chosen = _predicates(df, max_predicates) if predicates is None else _iris(predicates)
    predicate = df.columns[column_names(df).index("p")]
    rest = [_column(name) for name in df.columns if name != predicate]
    return {
        iri: df.where((sf.col("p.kind") == "iri") & (sf.col("p.value") == iri)).select(*rest)
        for iri in chosen
    }


def _predicates(df: DataFrame, most: int) -> list[str]:
    """Find the predicates in the data, in the order of their IRIs."""
    require_whole("max_predicates", most, 1)
    found = df.where("p.kind = 'iri'").select("p.value").distinct()
    rows = limited(found, most + 1).collect()
    if len(rows) > most:
        msg = f"more than {most} predicates: name those you want, or raise max_predicates"
        raise ValueError(msg)
    return sorted(row.value for row in rows)


def _iris(predicates: Iterable[str] | str) -> list[str]:
    """Return the named predicates; reject values other than text, which would never be found."""
    if isinstance(predicates, Mapping) or not is_iterable(predicates):
        msg = f"expected the IRIs of predicates, found {predicates!r}"
        raise ValueError(msg)
    iris = [predicates] if isinstance(predicates, str) else list(predicates)
    for iri in iris:
        require_iri("a predicate", iri)
    return iris


def _named(
    predicates: Mapping[str, str] | Iterable[str] | str | None, df: DataFrame, most: int
) -> list[tuple[str, str]]:
    """Return names of columns and their predicates."""
    if isinstance(predicates, Mapping):
        for name, iri in predicates.items():
            require_text("the name of a column", name)
            require_iri("a predicate", iri)
        columns = list(predicates.items())
        taken = [name.casefold() for name in ("s", *predicates)]
        if len(set(taken)) < len(taken):
            msg = f"two columns of one name, or one called s: {', '.join(predicates)}"
            raise ValueError(msg)
    else:
        found = _predicates(df, most) if predicates is None else dict.fromkeys(_iris(predicates))
        columns = _local_names(found)
    if not columns:
        msg = "no predicate: name at least one, of statements that there are"
        raise ValueError(msg)
    return columns


def _local_names(iris: Iterable[str]) -> list[tuple[str, str]]:
    """Name predicates by the part of the IRI after the last `#`, `/` or `:`."""
    taken = {"s"}
    columns = []
    for iri in iris:
        match = _LOCAL_NAME.search(iri.rstrip("#/:"))
        local = match.group() if match and match.group() else "predicate"
        name, number = local, 1
        # Spark treats names that differ in case only as the same.
        while name.casefold() in taken:
            number += 1
            name = f"{local}_{number}"
        taken.add(name.casefold())
        columns.append((name, iri))
    return columns


def _with_several_objects(statements: DataFrame) -> set[str]:
    """Find the predicates of which some subject has several objects."""
    objects = statements.select("s", sf.col("p.value").alias("p"), "o").distinct()
    several = objects.groupBy("s", "p").count().where("count > 1").select("p").distinct()
    return {row.p for row in several.collect()}


def _cell(iri: str, cells: CellFormat, *, several: bool) -> Column:
    """Collect the objects of a predicate."""
    here = sf.when(sf.col("p.value") == iri, sf.col("o"))
    if several:
        return sf.sort_array(_format(sf.collect_set(here), cells))
    return _format(sf.first(here, ignorenulls=True), cells)


def _one_form(term: Column) -> Column:
    """Remove an implied datatype, so that equal terms are equal structs."""
    return term.withField("datatype", unless_implied(term.datatype, term.lang))


def _format(terms: Column, cells: CellFormat) -> Column:
    """Convert a term, or an array of terms, to the content of a cell."""
    return terms if cells == "term" else terms.getField(cells)


def _column(name: str) -> Column:
    """Return the column of a name, whatever characters the name contains."""
    return sf.col(quoted_name(name))
