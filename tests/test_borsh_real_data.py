"""Whole datasets as RDF/Borsh: releases of schema.org, and more terms than one file can hold."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as sf

from jelly_bridge import read_jelly, read_rdf_borsh, write_jelly, write_rdf_borsh
from test_borsh import found
from test_write import parts
from tiers import tier

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from rdf import Statement

ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})
MANY = tier(120_000, 200_000)
NQUAD = r"^(\S+) (\S+) (.*) (<\S+>) \.$"


def nquad(statement: Statement) -> str:
    """Write a statement as a line of canonical N-Quads."""

    def text(term: Any) -> str:  # noqa: ANN401  a Term; the format has no quoted triples
        if term.kind != "literal":
            return f"<{term.value}>" if term.kind == "iri" else f"_:{term.value}"
        value = term.value.translate(ESCAPES)
        end = f"@{term.lang}" if term.lang else f"^^<{term.datatype}>" if term.datatype else ""
        return f'"{value}"{end}'

    return " ".join([*(text(term) for term in statement if term is not None), "."])


def table(spark: SparkSession, releases: list[Path]) -> DataFrame:
    """Return the lines of releases, split without a parser, with their releases."""
    lines = spark.read.text(list(map(str, releases))).where("value <> ''")
    return lines.select(
        *(sf.regexp_extract("value", NQUAD, i).alias(name) for i, name in enumerate("spog", 1)),
        sf.regexp_extract(sf.col("_metadata.file_name"), r"^(.*)\.nq\.gz$", 1).alias("release"),
    )


def test_every_release_of_schema_org_alone(
    spark: SparkSession, schema_org: list[Path], tmp_path: Path
) -> None:
    target = tmp_path / "out"
    write_rdf_borsh(table(spark, schema_org).coalesce(1), target, partition_by="release")
    for source in schema_org:
        folder = target / f"release={source.name.removesuffix('.nq.gz')}"
        assert len(parts(folder)) == 1
        with gzip.open(source, "rt", encoding="utf-8") as lines:
            expected = {line.rstrip("\n") for line in lines if line.strip()}
        assert len(expected) > 15_000
        assert {nquad(statement) for statement in found(folder)} == expected
    back = read_rdf_borsh(
        target, spark=spark, term_format="ntriples", blank_nodes="preserve"
    ).withColumn("release", sf.col("release").cast("string"))
    expected_rows = table(spark, schema_org).withColumn(
        "release", sf.col("release").cast("double").cast("string")
    )
    assert back.select(expected_rows.columns).exceptAll(expected_rows.distinct()).count() == 0
    assert back.count() == expected_rows.distinct().count()


def test_all_releases_of_schema_org_together_roll_over(
    spark: SparkSession, schema_org: list[Path], tmp_path: Path
) -> None:
    expected = table(spark, schema_org).drop("release").cache()
    assert expected.count() > 15_000 * len(schema_org)
    one, two = tmp_path / "a", tmp_path / "b"
    # The releases share most terms. Separate subjects and objects for each need more files.
    release = sf.concat(sf.regexp_extract("g", r"(\d+\.\d+)", 1), "copy")
    own = expected.crossJoin(spark.range(tier(8, 1)).toDF("copy")).select(
        *(
            sf.when(
                sf.col(name).startswith("<"),
                sf.concat(sf.regexp_replace(name, ">$", ""), release, sf.lit(">")),
            )
            .when(
                sf.col(name).startswith('"'),
                sf.concat(sf.lit('"'), release, sf.substring(name, 2, 1_000_000)),
            )
            .otherwise(sf.col(name))
            .alias(name)
            for name in "so"
        ),
        "p",
        "g",
    )
    for df, target in ((expected, one), (own, two)):
        write_rdf_borsh(df.coalesce(1), target, compression_level=1)
        back = read_rdf_borsh(target, spark=spark, term_format="ntriples", blank_nodes="preserve")
        distinct = df.select(*"spog").distinct()
        assert back.distinct().count() == distinct.count() == back.count()
        assert back.exceptAll(distinct).count() == 0
    assert len(parts(one)) == 1
    assert len(parts(two)) > 1
    expected.unpersist()


def test_jelly_to_borsh_and_back(spark: SparkSession, tmp_path: Path) -> None:
    jelly, packed, again = tmp_path / "jelly", tmp_path / "borsh", tmp_path / "again"
    df = spark.range(MANY).selectExpr(
        "concat('<http://example.org/s', id div 3, '>') AS s",
        "concat('<http://example.org/p', id % 7, '>') AS p",
        "concat('\"', id, '\"@en') AS o",
        "CASE WHEN id % 5 = 0 THEN '<http://example.org/g>' END AS g",
    )
    write_jelly(df, jelly)
    write_rdf_borsh(read_jelly(jelly, spark=spark), packed, compression_level=1)
    assert len(parts(packed)) > 2
    write_jelly(read_rdf_borsh(packed, spark=spark), again)
    back = read_jelly(again, spark=spark, term_format="ntriples")
    assert back.count() == MANY
    assert back.exceptAll(df).count() == 0
