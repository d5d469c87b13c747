"""Patches: files, what is made of two tables, and the releases of schema.org in a row."""

from __future__ import annotations

import gzip
import itertools
import re
from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import functions as sf

from jelly_bridge import (
    TERM_TYPE,
    apply_patch,
    compact,
    diff,
    invert,
    read_jelly_patch,
    write_jelly_patch,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

STATEMENT = re.compile(
    r"(<[^>]*>|_:\S+) (<[^>]*>) "
    r'(<[^>]*>|_:\S+|"(?:[^"\\]|\\.)*")(?:@(\S+)|\^\^<([^>]*)>)?(?: <[^>]*>)? \.'
)
RELEASES = ["9.0", "10.0", "11.0"]


def table(spark: SparkSession, statements: list[tuple[str, str]]) -> DataFrame:
    """Make a table of statements of a subject and a text."""
    rows = [
        (("iri", s, None, None), ("iri", "urn:p", None, None), ("literal", o, None, None))
        for s, o in statements
    ]
    return spark.createDataFrame(rows, ", ".join(f"{c} {TERM_TYPE.simpleString()}" for c in "spo"))


def parsed(line: str) -> tuple[tuple[str | None, ...], ...]:
    """Read a line of N-Quads without its graph; escapes stay as they are."""
    match = STATEMENT.fullmatch(line.strip())
    assert match, line
    return term(match[1]), term(match[2]), term(match[3], match[4], match[5])


def term(text: str, lang: str | None = None, datatype: str | None = None) -> tuple[str | None, ...]:
    """Make a term of its text."""
    if text.startswith("<"):
        return "iri", text[1:-1], None, None
    if text.startswith("_:"):
        return "bnode", text[2:], None, None
    return "literal", text[1:-1], lang, datatype


def found(statements: DataFrame) -> list[tuple[str, str]]:
    """Give subjects and texts."""
    return sorted((row[0], row[1]) for row in statements.select("s.value", "o.value").collect())


OLD = [("urn:a", "1"), ("urn:a", "2"), ("urn:b", "3")]
NEW = [("urn:a", "2"), ("urn:c", "4")]


def test_a_difference_is_deletes_then_adds_in_a_transaction(
    spark: SparkSession, tmp_path: Path
) -> None:
    patch = diff(table(spark, OLD), table(spark, NEW + NEW), patch_id="urn:2", prev="urn:1")
    write_jelly_patch(patch, tmp_path / "p", statement_type="triples")
    again = read_jelly_patch(tmp_path / "p", spark=spark)
    rows = again.orderBy("patch", "seq").collect()
    assert [row.op for row in rows] == ["H", "H", "TX", "D", "D", "A", "TC"]
    assert [(row.name, row.value.value) for row in rows[:2]] == [
        ("id", "urn:2"),
        ("prev", "urn:1"),
    ]
    assert found(apply_patch(table(spark, OLD), again)) == NEW
    assert found(apply_patch(table(spark, NEW), invert(again, table(spark, OLD)))) == sorted(OLD)
    assert found(apply_patch(table(spark, OLD), compact(again))) == NEW


def test_an_ambiguous_order_is_refused(spark: SparkSession, tmp_path: Path) -> None:
    patch = diff(table(spark, OLD), table(spark, NEW))
    with pytest.raises(Py4JJavaError, match="ambiguous"):
        write_jelly_patch(patch.withColumn("seq", sf.lit(1).cast("long")), tmp_path / "p")
    assert not (tmp_path / "p").exists()


def test_blank_nodes_can_be_refused(spark: SparkSession) -> None:
    blank = table(spark, OLD).withColumn("s", sf.col("s").withField("kind", sf.lit("bnode")))
    with pytest.raises(PySparkException, match="a blank node"):
        diff(blank, blank, refuse_blank_nodes=True).collect()


def test_the_releases_of_schema_org(spark: SparkSession, shared: Path, tmp_path: Path) -> None:
    def release(name: str) -> DataFrame:
        with gzip.open(shared / "data" / "schemaorg" / f"{name}.nq.gz", "rt") as file:
            rows = [parsed(line) for line in file if line.strip()]
        columns = ", ".join(f"{c} {TERM_TYPE.simpleString()}" for c in "spo")
        return spark.createDataFrame(rows, columns).distinct().cache()

    tables = [release(name) for name in RELEASES]
    current = tables[0]
    undo: list[DataFrame] = []
    for old, new in itertools.pairwise(tables):
        path = tmp_path / str(len(undo))
        write_jelly_patch(diff(old, new), path, statement_type="triples")
        patch = read_jelly_patch(path, spark=spark)
        undo.append(invert(patch, old))
        current = apply_patch(current, patch).localCheckpoint()
    last = tables[-1].count()
    assert current.count() == last
    assert current.select("s", "p", "o").intersect(tables[-1]).count() == last
    for back in reversed(undo):
        current = apply_patch(current, back).localCheckpoint()
    first = tables[0].count()
    assert current.count() == first
    assert current.select("s", "p", "o").intersect(tables[0]).count() == first
