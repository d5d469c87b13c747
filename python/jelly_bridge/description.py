"""Statistics of a dataset in the manner of VoID, as a table, a report and a graph."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pyspark.sql import functions as sf

from jelly_bridge import _report
from jelly_bridge._checks import (
    column_names,
    limited,
    require_absolute_iri,
    require_one_of,
    require_text,
    require_whole,
)
from jelly_bridge._statements import RDF_LANG_STRING, XSD_STRING, Statement, Term
from jelly_bridge.graphs import frame_of
from jelly_bridge.terms import iri, is_language, require_terms, to_ntriples

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import Row

    from jelly_bridge.reader import PathLike

_RDF_TYPE: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_VOID: Final = "http://rdfs.org/ns/void#"
_XSD_INTEGER: Final = "http://www.w3.org/2001/XMLSchema#integer"

_TOTALS: Final = {
    "statements": "triples",
    "subjects": "distinctSubjects",
    "predicates": "properties",
    "objects": "distinctObjects",
    "classes": "classes",
}
"""The totals, and their properties in VoID (https://www.w3.org/TR/void/, section 4.6)."""


class Description:
    """Statistics of a dataset, created by `describe`.

    Attributes:
        table: One row for each number: `statistic`, `item` (null for totals) and `count`. Totals
            are `statements`, `subjects`, `objects`, `predicates`, `classes` and `graphs`; all
            except the first count distinct terms. Statistics with items are `predicate`,
            `datatype`, `language`, `graph`, `subject kind` and `object kind`, which count
            statements, and `class`, which counts distinct instances.
    """

    def __init__(self, table: DataFrame) -> None:
        """Create a description from a table of statistics."""
        self.table = table

    def totals(self) -> dict[str, int]:
        """Return the totals by name."""
        found = {row.statistic: row.count_ for row in self._rows(sf.col("item").isNull(), None)}
        return {name: found[name] for name in (*_TOTALS, "graphs") if name in found}

    def top(self, statistic: str, most: int = 20) -> list[tuple[str, int]]:
        """Return the items of a statistic with the highest counts.

        Args:
            statistic: Name of a statistic with items, such as `predicate`.
            most: Largest number of items.

        Raises:
            ValueError: There is no such statistic, or `most` is not a number from 0 on.
        """
        require_one_of("statistic", statistic, _report.CHARTS)
        require_whole("most", most, 0)
        rows = self._rows((sf.col("statistic") == statistic) & sf.col("item").isNotNull(), most)
        return [(row.item, row.count_) for row in rows]

    def to_html(
        self, path: PathLike | None = None, *, title: str = "Dataset", most: int = 20
    ) -> str:
        """Write a report with charts: one self-contained HTML page.

        Args:
            path: A file on this machine to write; None to write no file.
            title: Title of the report, usually the name of the dataset.
            most: Largest number of bars in a chart.

        Returns:
            The page.

        Raises:
            ValueError: The title is not text, or `most` is not a number from 0 on.
        """
        require_text("title", title)
        charts = {name: self.top(name, most) for name in _report.CHARTS}
        page = _report.page(title, self.totals(), charts)
        if path is not None:
            Path(os.fspath(path)).write_text(page, encoding="utf-8")
        return page

    def _repr_html_(self) -> str:
        """Show the report in a notebook."""
        return self.to_html()

    def to_void(self, dataset: str, *, max_partitions: int = 10_000) -> DataFrame:
        """Describe the dataset in the vocabulary VoID.

        Args:
            dataset: The IRI of the dataset.
            max_partitions: Number of predicates, and number of classes, that get a partition: those
                with the highest counts.

        Returns:
            Statements, for `write_jelly`, `write_rdf` or `to_rdflib`.

        Raises:
            ValueError: The IRI is not text, relative or in angle brackets, or `max_partitions` is
                not a number from 0 on.
        """
        require_whole("max_partitions", max_partitions, 0)
        require_absolute_iri("dataset", dataset)
        void = Term("iri", _VOID + "Dataset")
        whole = Term("iri", dataset)
        statements = [Statement(whole, Term("iri", _RDF_TYPE), void)]

        def add(subject: Term, name: str, value: Term) -> None:
            statements.append(Statement(subject, Term("iri", _VOID + name), value))

        def number(count: int) -> Term:
            return Term("literal", str(count), datatype=_XSD_INTEGER)

        # The mark keeps labels distinct if descriptions of several datasets are merged.
        mark = hashlib.sha256(dataset.encode()).hexdigest()[:16]
        totals = self.totals()
        for name, property_ in _TOTALS.items():
            add(whole, property_, number(totals[name]))
        for statistic, property_, counted in (
            ("predicate", "property", "triples"),
            ("class", "class", "entities"),
        ):
            for i, (item, count) in enumerate(self.top(statistic, max_partitions)):
                if item.startswith(("_:", '"', "<<")):
                    continue
                partition = Term("bnode", f"{property_}{i}_{mark}")
                add(whole, f"{property_}Partition", partition)
                add(partition, property_, Term("iri", item))
                add(partition, counted, number(count))
        return frame_of(statements, self.table.sparkSession)

    def _rows(self, condition: Column, most: int | None) -> list[Row]:
        """Bring rows to this process, those with the highest counts first."""
        rows = (
            self.table.where(condition)
            .withColumnRenamed("count", "count_")
            .orderBy(sf.col("count_").desc(), "statistic", "item")
        )
        return (rows if most is None else limited(rows, most)).collect()


def describe(df: DataFrame) -> Description:
    """Compute the statistics of a dataset.

    This runs Spark jobs; later uses of the result run short ones.

    Args:
        df: Statements: `s`, `p`, `o` and, if there are graphs, `g`. They are read several times.

    Returns:
        The statistics.

    Raises:
        ValueError: A column is missing or does not hold terms.

    Example:
        >>> description = describe(read_jelly("data/*.jelly"))
        >>> description.table.where("statistic = 'predicate'").show()
        >>> description.to_html("report.html", title="My data")
        >>> write_jelly(description.to_void("http://example.org/data"), "void")
    """
    has_graphs = "g" in column_names(df)
    require_terms(df, "s", "p", "o", *(["g"] if has_graphs else []))
    typed = df.where(sf.col("p") == iri(_RDF_TYPE))
    literals = df.where("o.kind = 'literal'").groupBy("o.datatype", "o.lang").count()
    lang, datatype = sf.col("lang"), sf.col("datatype")
    found = sf.concat_ws(", ", sf.concat(sf.lit("'"), lang, sf.lit("'")), datatype)
    wrong = sf.concat(sf.lit("describe: expected a language tag or a datatype; found "), found)
    type_ = (
        sf.when(lang.isNull(), sf.coalesce(datatype, sf.lit(XSD_STRING)))
        .when(is_language(lang, datatype), RDF_LANG_STRING)
        .otherwise(sf.raise_error(wrong).cast("string"))
    )
    parts = [
        _total("statements", df.groupBy().count()),
        _distinct("subjects", df, "s"),
        _distinct("objects", df, "o"),
        _distinct("predicates", df, "p"),
        _distinct("classes", typed, "o"),
        _counted("predicate", df.groupBy("p").count(), _item("p")),
        _counted(
            "class", typed.groupBy("o").agg(sf.count_distinct("s").alias("count")), _item("o")
        ),
        _summed("datatype", literals, type_),
        _summed("language", literals.where("lang IS NOT NULL"), sf.lower("lang")),
        _counted("subject kind", df.groupBy("s.kind").count(), sf.col("kind")),
        _counted("object kind", df.groupBy("o.kind").count(), sf.col("kind")),
    ]
    if has_graphs:
        named = df.where("g IS NOT NULL")
        parts += [
            _distinct("graphs", named, "g"),
            _counted("graph", named.groupBy("g").count(), _item("g")),
        ]
    table = parts[0]
    for part in parts[1:]:
        table = table.unionByName(part)
    return Description(table.localCheckpoint())


def _item(name: str) -> Column:
    """Return the name of a term: IRIs unchanged, other terms in N-Triples."""
    value = sf.col(f"{name}.value")
    return sf.when(sf.col(f"{name}.kind") == "iri", value).otherwise(to_ntriples(name))


def _counted(statistic: str, groups: DataFrame, item: Column) -> DataFrame:
    """Return groups with names and counts; a name is computed once per group, not per statement."""
    return groups.select(sf.lit(statistic).alias("statistic"), item.alias("item"), "count")


def _summed(statistic: str, groups: DataFrame, item: Column) -> DataFrame:
    """Return groups with names and counts, after merging groups with the same name."""
    sums = groups.groupBy(item.alias("item")).agg(sf.sum("count").alias("count"))
    return _counted(statistic, sums, sf.col("item"))


def _distinct(statistic: str, df: DataFrame, column: str) -> DataFrame:
    """Count distinct terms."""
    return _total(statistic, df.select(column).distinct().groupBy().count())


def _total(statistic: str, count: DataFrame) -> DataFrame:
    """Return a total with the name of its statistic."""
    nothing = sf.lit(None).cast("string").alias("item")
    return count.select(sf.lit(statistic).alias("statistic"), nothing, "count")
