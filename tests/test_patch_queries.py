"""The algebra of patches: the Java class and the Python functions return the same rows."""

from __future__ import annotations

import zipfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

import jelly_bridge
from jelly_bridge import TERM_TYPE, apply_patch, compact, diff, invert
from tiers import tier

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

FILE = "patch_operations.sql"
TERM = TERM_TYPE.simpleString()
IRI = "named_struct('kind', 'iri', 'value', {}, 'lang', string(null), 'datatype', string(null))"


def java(spark: SparkSession, name: str, *arguments: object) -> DataFrame:
    """Call the Java class."""
    operations: Any = spark._jvm.io.github.jellybridge.spark.PatchOperations  # type: ignore[union-attr]  # noqa: SLF001
    converted = [a._jdf if isinstance(a, DataFrame) else a for a in arguments]  # noqa: SLF001
    return DataFrame(getattr(operations, name)(*converted), spark)


def rows(table: DataFrame) -> list[Row]:
    """Return the rows of a table of patches or of statements, in the order of their texts."""
    return sorted(table.collect(), key=str)


def patch(spark: SparkSession, random: Random) -> DataFrame:
    """Make operations of two files with two patches each: headers, namespaces, transactions."""
    done: list[tuple[str, int, int, int, str, str, str | None]] = []
    for unit in range(4):
        within = False
        for seq in range(60):
            op = random.choice(["A", "A", "D", "PA", "PD", "H", "mark"])
            if op == "mark":
                # The last transaction may be left open.
                op = random.choice(["TC", "TA"]) if within else "TX"
                within = not within
            graph = random.choice([None, None, "urn:g"])
            s, o = f"urn:{random.randrange(4)}", f"urn:{random.randrange(3)}"
            done.append((op, unit // 2, unit % 2, seq, s, o, graph))
    table = spark.createDataFrame(
        done, "op string, file int, patch long, seq long, a string, b string, c string"
    )
    statement, named = "op IN ('A', 'D')", "op IN ('PA', 'PD', 'H')"
    return table.orderBy(sf.hash("seq", "patch", "file")).selectExpr(
        "op",
        f"IF({statement}, {IRI.format('a')}, null) AS s",
        f"IF({statement}, {IRI.format('''concat('urn:p', b)''')}, null) AS p",
        f"IF({statement}, {IRI.format('b')}, null) AS o",
        f"IF(op <> 'H' AND op NOT LIKE 'T%' AND c IS NOT NULL, {IRI.format('c')}, null) AS g",
        f"IF({named}, b, null) AS name",
        f"IF({named} AND op <> 'PD', {IRI.format('a')}, null) AS value",
        "file",
        "patch",
        "seq",
    )


def statements(spark: SparkSession, random: Random) -> DataFrame:
    """Make statements, some of them several times."""
    found = [
        (f"urn:{random.randrange(4)}", f"urn:{random.randrange(3)}", random.choice([None, "urn:g"]))
        for _ in range(20)
    ]
    table = spark.createDataFrame(found, "a string, b string, c string")
    return table.selectExpr(
        f"{IRI.format('a')} AS s",
        f"{IRI.format('''concat('urn:p', b)''')} AS p",
        f"{IRI.format('b')} AS o",
        f"IF(c IS NOT NULL, {IRI.format('c')}, null) AS g",
    )


@pytest.mark.parametrize("seed", range(tier(1, 3)))
def test_java_and_python_give_the_same_rows(spark: SparkSession, seed: int) -> None:
    random = Random(seed)  # noqa: S311  test data
    old, new, changes = statements(spark, random), statements(spark, random), patch(spark, random)
    order = ["file", "patch", "seq"]
    pairs = [
        (apply_patch(old, changes, order=order), java(spark, "applyPatch", old, changes, order)),
        (compact(changes, order=order), java(spark, "compact", changes, order)),
        (invert(changes, old, order=order), java(spark, "invert", changes, old, order)),
        (diff(old, new), java(spark, "diff", old, new)),
    ]
    for python, other in pairs:
        assert python.schema == other.schema
        assert rows(python) == rows(other)
    assert {row.op for row in pairs[1][0].collect()} >= {"TX", "A", "D", "PA", "PD", "TC"}


@pytest.mark.parametrize("patch_id", [None, "urn:2", "urn:${x}'\\"])
@pytest.mark.parametrize("prev", [None, "urn:1"])
def test_operations_before_the_statements_are_numbered_without_a_gap(
    spark: SparkSession, patch_id: str | None, prev: str | None
) -> None:
    old, new = (statements(spark, Random(seed)) for seed in (1, 2))  # noqa: S311  test data
    python = diff(old, new, patch_id=patch_id, prev=prev)
    refuse = False
    other = java(spark, "diff", old, new, patch_id, prev, refuse)
    assert rows(python) == rows(other)
    headers = [(n, v) for n, v in (("id", patch_id), ("prev", prev)) if v is not None]
    first = [(row.op, row.name, row.value and row.value.value, row.seq) for row in rows(python)]
    assert [row for row in first if row[0] in {"H", "TX"}] == [
        *(("H", *header, seq) for seq, header in enumerate(headers)),
        ("TX", None, None, len(headers)),
    ]


def test_the_jar_has_the_queries_of_the_package() -> None:
    package = Path(str(jelly_bridge.__file__)).parent
    (jar,) = (package / "jars").glob("jelly-bridge-*.jar")
    with zipfile.ZipFile(jar) as archive:
        assert archive.read(f"jelly-bridge/{FILE}") == (package / FILE).read_bytes()


def test_no_view_stays(spark: SparkSession) -> None:
    before = {table.name for table in spark.catalog.listTables()}
    old = statements(spark, Random(1))  # noqa: S311  test data
    java(spark, "diff", old, old)
    diff(old, old)
    assert {table.name for table in spark.catalog.listTables()} == before
