"""Errors of writing: targets, rows, SQL and catalogs, streams, patches, functions."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Final

import pytest
from pyspark.sql import functions as sf

from cli import run
from error_cases import Cases, Place, quad
from jelly_bridge import (
    apply_patch,
    from_jelly,
    rdf_term,
    rdf_value,
    read_jelly,
    read_jelly_patch,
    to_rdflib,
    write_jelly,
    write_jelly_patch,
    write_rdf,
)
from tasks import await_tasks

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

ANNA, AGE, GRAPH = (f"<http://example.org/{name}>" for name in ("anna", "age", "club"))
CATALOG = "io.github.jellybridge.spark.Jelly{}Catalog"

WRITING: Final = Cases()

# ---- targets ----


@WRITING.add("The target exists")
def _(at: Place) -> None:
    write_jelly(at.one(), at / "people")
    write_jelly(at.one(), at / "people")


@WRITING.add("The target is a file")
def _(at: Place) -> None:
    write_jelly(at.one(), at.jelly(), mode="append")


@WRITING.add("The query reads the folder that it overwrites")
def _(at: Place) -> None:
    write_jelly(at.one(), at / "people")
    write_jelly(read_jelly(at / "people"), at / "people", mode="overwrite")


@WRITING.add("The partition columns differ from those of the existing files")
def _(at: Place) -> None:
    dated = at.one().selectExpr("*", "2026 AS year", "11 AS month")
    write_jelly(dated.drop("month"), at / "people", partition_by="year")
    write_jelly(dated, at / "people", mode="append", partition_by=["year", "month"])


@WRITING.add("The disk is full")
def _(at: Place) -> None:
    (at / "people").mkdir()
    mount: list[str | Path] = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", at / "people"]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("SKIPPED: only the superuser can make a small disk")
    try:
        many = at.spark.range(0, 9_000, 1, 1).selectExpr(
            "concat('<x:', id, '>') AS s",
            "'<x:p>' AS p",
            "concat('\"', sha1(string(id)), '\"') AS o",
        )
        write_jelly(many, at / "people", mode="append")
    finally:
        await_tasks(at.spark)
        subprocess.run(["umount", at / "people"], check=True)  # noqa: S607  in a different folder on each system


# ---- rows ----


@WRITING.add("A column is missing")
def _(at: Place) -> None:
    write_jelly(at.one().withColumnRenamed("o", "object"), at / "people")


@WRITING.add("There is a column too many")
def _(at: Place) -> None:
    write_jelly(at.one().withColumn("year", sf.lit(2026)), at / "people")


@WRITING.add("A column does not hold terms")
def _(at: Place) -> None:
    write_jelly(at.one().withColumn("o", sf.lit(27)), at / "people")


@WRITING.add("A term is null")
def _(at: Place) -> None:
    write_jelly(at.rows((None, AGE, '"27"')), at / "people")


@WRITING.add("The kind of a term is unknown")
def _(at: Place) -> None:
    term = sf.struct(sf.lit("uri").alias("kind"), sf.lit("http://example.org/anna").alias("value"))
    write_jelly(at.one().withColumn("s", term), at / "people")


@WRITING.add("A text is not a term of N-Triples")
def _(at: Place) -> None:
    write_jelly(at.rows((ANNA, AGE, "27")), at / "people")


@WRITING.add("A subject is a literal")
def _(at: Place) -> None:
    write_jelly(at.rows(('"Anna"', AGE, '"27"')), at / "people")


@WRITING.add("A quoted triple is written without rdfStar")
def _(at: Place) -> None:
    write_jelly(at.rows((ANNA, AGE, f'<< {ANNA} {AGE} "27" >>')), at / "people")


@WRITING.add("The syntax has no named graphs")
def _(at: Place) -> None:
    write_rdf(at.rows((ANNA, AGE, '"27"', GRAPH), schema=quad()), at / "people", syntax="nt")


@WRITING.add("The syntax to write is not given")
def _(at: Place) -> None:
    at.one().write.format("rdf").save(str(at / "people"))


# ---- SQL and catalogs ----


def _with_catalog(at: Place, name: str, kind: str) -> SparkSession:
    """Return a session with a catalog."""
    session = at.spark.newSession()
    session.conf.set(f"spark.sql.catalog.{name}", CATALOG.format(kind))
    return session


@WRITING.add("A table is created without the session catalog")
def _(at: Place) -> object:
    return at.spark.newSession().sql(
        "CREATE TABLE people USING jelly AS SELECT '<x:s>' s, '<x:p>' p, '<x:o>' o"
    )


@WRITING.add("The name of a table is not a path")
def _(at: Place) -> object:
    return _with_catalog(at, "jelly", "Path").sql("SELECT * FROM jelly.data.people")


@WRITING.add("A statement is not supported by the path catalog")
def _(at: Place) -> object:
    write_jelly(at.one(), at / "people")
    return _with_catalog(at, "jelly", "Path").sql(
        f"ALTER TABLE jelly.`{at / 'people'}` RENAME TO jelly.`{at / 'persons'}`"
    )


# ---- streams ----


def _stream(at: Place) -> DataFrame:
    """Return a stream of the files in a folder."""
    at.jelly("incoming/people.jelly")
    return at.spark.readStream.format("jelly").load(str(at / "incoming"))


@WRITING.add("A stream has no checkpointLocation")
def _(at: Place) -> object:
    return _stream(at).writeStream.format("jelly").start(str(at / "people"))


@WRITING.add("The output mode of a stream is not append")
def _(at: Place) -> object:
    counts = _stream(at).groupBy("p").count().selectExpr("p AS s", "p", "p AS o")
    writer = counts.writeStream.format("jelly").outputMode("complete")
    writer = writer.option("checkpointLocation", str(at / "checkpoint"))
    return writer.start(str(at / "people")).awaitTermination(60)


# ---- patches ----

OPERATION = "op string, s string, p string, o string, g string, seq long"


@WRITING.add("The order of operations is ambiguous")
def _(at: Place) -> object:
    for day in ("monday", "tuesday"):
        text = at.write(f"{day}.rdfp", f'A {ANNA} {AGE} "{day}" .\n')
        assert run("convert", text, at / "patches" / f"{day}.jellyp").returncode == 0
    patches = read_jelly_patch(at / "patches")
    return apply_patch(read_jelly(at.jelly()), patches).collect()


@WRITING.add("A patch to be written has no column seq")
def _(at: Place) -> None:
    patch = at.rows(("A", ANNA, AGE, '"27"', None, 0), schema=OPERATION)
    write_jelly_patch(patch.drop("seq"), at / "patch")


# ---- functions ----


@WRITING.add("rdf_term gets a text that is not a term")
def _(at: Place) -> object:
    return at.one().select(rdf_term(sf.lit("27"))).collect()


@WRITING.add("A function on terms gets a text")
def _(at: Place) -> object:
    return at.one().select(rdf_value("o")).collect()


@WRITING.add("from_jelly gets a malformed message")
def _(at: Place) -> object:
    messages = at.spark.createDataFrame([(b"hello",)], "value binary")
    return messages.select(from_jelly("value")).collect()


@WRITING.add("A graph is larger than max_statements")
def _(at: Place) -> object:
    return to_rdflib(read_jelly(at.jelly()), max_statements=2)
