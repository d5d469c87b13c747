"""Writing: the contents of files as read by pyjelly, options, save modes, errors."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import pytest
from pyspark.errors import AnalysisException, IllegalArgumentException
from pyspark.sql import functions as sf

from encoders import decode_with_pyjelly
from files import quads, triples
from jelly_bridge import TERM_TYPE, read_jelly, to_ntriples, write_jelly, write_rdf, write_rdf_borsh
from rdf import Statement, ntriples, row_of
from tasks import await_tasks

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

COLUMNS = ["s", "p", "o", "g"]


def rows(spark: SparkSession, statements: list[Statement]) -> DataFrame:
    """Make a DataFrame of statements."""
    schema = ", ".join(f"{name} {TERM_TYPE.simpleString()}" for name in COLUMNS)
    return spark.createDataFrame([tuple(row_of(s)) for s in statements], schema)


def parts(folder: Path) -> list[Path]:
    """List the data files that readers see."""
    return sorted(
        file
        for file in folder.rglob("part-*")
        if not any(part.startswith("_") for part in file.relative_to(folder).parts)
    )


def found(folder: Path) -> list[Statement]:
    """Read all files with pyjelly."""
    return [s for file in parts(folder) for s in decode_with_pyjelly(file.read_bytes())]


@pytest.mark.smoke
def test_pyjelly_reads_the_written_file(spark: SparkSession, tmp_path: Path) -> None:
    target = tmp_path / "quads"
    write_jelly(rows(spark, quads()), target, rdf_star=True)
    assert sorted(found(target), key=str) == sorted(quads(), key=str)
    assert (target / "_SUCCESS").exists()
    assert all(file.name.endswith(".jelly") for file in parts(target))


@pytest.mark.smoke
def test_save_modes(spark: SparkSession, tmp_path: Path) -> None:
    target = tmp_path / "triples"
    some = rows(spark, triples(10)).drop("g")
    write_jelly(some, target, rdf_star=True)
    with pytest.raises(AnalysisException, match="PATH_ALREADY_EXISTS"):
        write_jelly(some, target, rdf_star=True)
    write_jelly(some, target, mode="ignore", rdf_star=True)
    assert len(found(target)) == 10
    write_jelly(some, target, mode="append", rdf_star=True)
    assert len(found(target)) == 20
    write_jelly(some.limit(3), target, mode="overwrite")
    assert len(found(target)) == 3


@pytest.mark.smoke
def test_the_writer_of_spark_works_as_well(spark: SparkSession, tmp_path: Path) -> None:
    target = tmp_path / "plain"
    df = rows(spark, triples(8)).withColumn("year", sf.lit(2026))
    df.write.format("jelly").option("rdfStar", "true").partitionBy("year").save(str(target))
    assert len(found(target / "year=2026")) == 8
    assert read_jelly(target, spark=spark).columns == [*COLUMNS, "year"]
    df.write.format("jelly").mode("overwrite").option("rdfStar", "true").partitionBy("year").save(
        str(target)
    )
    assert read_jelly(target, spark=spark).count() == 8


def test_strings_of_ntriples(spark: SparkSession, tmp_path: Path) -> None:
    texts = [tuple(None if t is None else ntriples(t) for t in s) for s in quads()]
    df = spark.createDataFrame(texts, "s string, p string, o string, g string")
    write_jelly(df, tmp_path / "texts", rdf_star=True)
    assert sorted(found(tmp_path / "texts"), key=str) == sorted(quads(), key=str)
    again = read_jelly(tmp_path / "texts", spark=spark, blank_nodes="preserve")
    rendered = again.select(*(to_ntriples(name).alias(name) for name in COLUMNS))
    assert sorted(map(str, map(tuple, rendered.collect()))) == sorted(map(str, texts))


@pytest.mark.parametrize(
    "options",
    [
        {"physical_type": "graphs"},
        {"logical_type": "DATASETS", "physical_type": "graphs"},
        {"preset": "small"},
        {"max_name_table_size": 8, "max_prefix_table_size": 0, "max_datatype_table_size": 2},
        {"max_prefix_table_size": 1},
        {"frame_size": 1},
        {"max_frame_bytes": 100, "checkpoint_bytes": 400},
        {"stream_name": "a name"},
        {"generalized": True},
        {"max_records_per_file": 7},
        {"frame_columns": ["g", "s"], "logical_type": "DATASETS"},
        {"logical_type": "UNSPECIFIED"},
    ],
    ids=str,
)
def test_options_change_the_bytes_but_not_the_statements(
    spark: SparkSession, tmp_path: Path, options: dict[str, Any]
) -> None:
    write_jelly(rows(spark, quads()), tmp_path / "x", rdf_star=True, **options)
    assert sorted(found(tmp_path / "x"), key=str) == sorted(quads(), key=str)


def test_names_of_folders_are_no_globs(spark: SparkSession, tmp_path: Path) -> None:
    some = rows(spark, triples(10)).drop("g")
    by_year = some.withColumn("year", sf.lit(1))
    write_jelly(by_year, tmp_path / "now1", partition_by="year", rdf_star=True)
    write_jelly(some, tmp_path / "now[1]", rdf_star=True)
    write_jelly(some, tmp_path / "now[1]", mode="append", rdf_star=True)
    write_jelly(some, tmp_path / "now[1]", mode="overwrite", rdf_star=True)
    write_jelly(some, tmp_path / "now[1]", mode="append", rdf_star=True)
    assert len(found(tmp_path / "now[1]")) == 20
    assert len(found(tmp_path / "now1")) == 10


@pytest.mark.parametrize(
    ("compression", "extension"), [("gzip", ".jelly.gz"), ("zstd", ".jelly.zst")]
)
def test_namespaces_and_compression(
    spark: SparkSession, tmp_path: Path, compression: Literal["gzip", "zstd"], extension: str
) -> None:
    target = tmp_path / compression
    write_jelly(
        rows(spark, triples(20)).drop("g"),
        target,
        rdf_star=True,
        compression=compression,
        namespaces={"ex": "http://example.org/"},
    )
    assert all(file.name.endswith(extension) for file in parts(target))
    assert read_jelly(target, spark=spark).count() == 20


def test_partitions(spark: SparkSession, tmp_path: Path) -> None:
    df = rows(spark, triples()).withColumn("kind", sf.col("o.kind"))
    write_jelly(df, tmp_path / "x", partition_by="kind", rdf_star=True)
    kinds = {file.parent.name for file in parts(tmp_path / "x")}
    assert kinds == {"kind=iri", "kind=literal", "kind=triple"}
    few = df.where("kind = 'iri'").limit(1)
    write_jelly(
        few,
        tmp_path / "x",
        mode="overwrite",
        partition_by=["kind"],
        partition_overwrite_mode="dynamic",
    )
    assert len(found(tmp_path / "x" / "kind=iri")) == 1
    assert {file.parent.name for file in parts(tmp_path / "x")} == kinds


@pytest.mark.parametrize("column", ["Straße 1", "a.b", "a`b"])
def test_partition_columns_of_any_name(spark: SparkSession, tmp_path: Path, column: str) -> None:
    df = rows(spark, triples()).withColumn(column, sf.lit(1))
    write_jelly(df, tmp_path / "x", partition_by=column, rdf_star=True)
    assert {file.parent.name for file in parts(tmp_path / "x")} == {f"{column}=1"}


def test_relative_paths_start_at_the_folder_of_python(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_jelly(rows(spark, triples(4)), "here", rdf_star=True)
    assert len(found(tmp_path / "here")) == 4


@pytest.mark.smoke
def test_a_row_that_cannot_be_written_leaves_nothing(spark: SparkSession, tmp_path: Path) -> None:
    target = tmp_path / "x"
    good = rows(spark, triples(6))
    write_jelly(good, target, rdf_star=True)
    bad = good.withColumn("p", sf.when(sf.col("s.kind") == "bnode", None).otherwise(sf.col("p")))
    with pytest.raises(Exception, match=r"Cannot write row \d of task \d: expected a predicate"):
        write_jelly(bad, target, mode="overwrite", rdf_star=True)
    with pytest.raises(Exception, match="rdfStar"):
        write_jelly(good, tmp_path / "new")
    await_tasks(spark)
    assert len(found(target)) == 6
    assert not (tmp_path / "new").exists()
    assert not list(target.glob("_jelly-bridge-staging-*"))


def metrics_of_last_query(spark: SparkSession) -> dict[str, str]:
    """Return the metrics that Spark's UI shows."""
    store = spark._jsparkSession.sharedState().statusStore()  # noqa: SLF001
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        query = store.executionsList().last()
        if query.completionTime().isDefined() and query.metricValues() is not None:
            break
        time.sleep(0.1)
    values = store.executionMetrics(query.executionId())
    metrics = [query.metrics().apply(i) for i in range(query.metrics().length())]
    found = {metric.name(): values.get(metric.accumulatorId()) for metric in metrics}
    return {name: value.get() for name, value in found.items() if value.isDefined()}


@pytest.mark.parametrize("source", ["jelly", "rdf-borsh"])
def test_a_write_shows_the_published_files(
    spark: SparkSession, tmp_path: Path, source: str
) -> None:
    df = spark.range(0, 10, 1, 2).selectExpr(
        "'<x:s>' AS s", "'<x:p>' AS p", "concat('<x:o', id, '>') AS o"
    )
    df.write.format(source).mode("append").save(str(tmp_path / "x"))
    files = list((tmp_path / "x").glob("part-*"))
    metrics = metrics_of_last_query(spark)
    assert metrics["number of files written"] == "2"
    assert metrics["number of rows written"] == "10"
    size = sum(file.stat().st_size for file in files)
    assert metrics["bytes of files written"].replace(",", "") == str(size)


def test_a_write_of_patches_shows_the_published_files(spark: SparkSession, tmp_path: Path) -> None:
    df = spark.sql("SELECT 'A' op, '<x:s>' s, '<x:p>' p, '<x:o>' o, null g, 0L seq")
    df.write.format("jelly-patch").mode("append").save(str(tmp_path / "x"))
    (file,) = (tmp_path / "x").glob("part-*")
    metrics = metrics_of_last_query(spark)
    assert metrics["bytes of files written"] == str(file.stat().st_size)


def test_unknown_options_are_refused(spark: SparkSession, tmp_path: Path) -> None:
    df = rows(spark, triples(1))
    with pytest.raises(IllegalArgumentException, match="did you mean 'frameSize'"):
        write_jelly(df, tmp_path / "x", frame_sizes=3)
    with pytest.raises(IllegalArgumentException, match="does not know what to do with year"):
        write_jelly(df.withColumn("year", sf.lit(1)), tmp_path / "x")


def test_arguments_that_are_no_texts_are_refused(spark: SparkSession, tmp_path: Path) -> None:
    df, target = rows(spark, triples(1)), tmp_path / "x"
    for save in (partial(write_jelly, df, target), partial(write_rdf, df, target, syntax="ttl")):
        with pytest.raises(ValueError, match="the name of a namespace must be a text, not None"):
            save(namespaces={None: "http://example.org/"})
        with pytest.raises(ValueError, match="the name of a column must be a text, not 1"):
            save(partition_by=[1])
    with pytest.raises(ValueError, match="the name of a column must be a text, not 1"):
        write_jelly(df, target, frame_columns=[1])  # type: ignore[list-item]
    none: Any = None
    with pytest.raises(ValueError, match="expected the names of columns, found None"):
        write_jelly(df, target, partition_by=none)
    with pytest.raises(ValueError, match="expected the names of columns, found None"):
        write_rdf_borsh(df, target, cluster_by=none)
    pairs: Any = [("ex", "http://example.org/")]
    with pytest.raises(ValueError, match="namespaces must map names to IRIs, not be "):
        write_jelly(df, target, namespaces=pairs)
    with pytest.raises(ValueError, match="the name of an option must be a Unicode text"):
        write_jelly(df, target, **{"fs.\ud800": "1"})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the option streamName must be a Unicode text"):
        write_jelly(df, target, stream_name="\ud800")


def test_every_option_of_the_source_is_a_keyword(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(IllegalArgumentException) as error:
        write_jelly(rows(spark, []), tmp_path / "x", nonsense=1)
    listed = str(error.value).split("Valid options: ")[1].split(" (and")[0].split(", ")
    keywords = {name.replace("_", "") for name in write_jelly.__annotations__}
    assert {name.lower() for name in listed} <= keywords


def test_overwriting_the_source_is_refused(spark: SparkSession, tmp_path: Path) -> None:
    target = tmp_path / "x"
    write_jelly(rows(spark, triples(6)), target, rdf_star=True)
    with pytest.raises(IllegalArgumentException, match="the query reads from it"):
        write_jelly(
            read_jelly(target, spark=spark).limit(1), target, mode="overwrite", rdf_star=True
        )
    assert len(found(target)) == 6


@pytest.mark.smoke
def test_a_stream_writes_each_epoch_once(spark: SparkSession, tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    for i in range(3):
        write_jelly(
            rows(spark, triples(10)[i * 3 : i * 3 + 3]), source, mode="append", rdf_star=True
        )
        query = (
            spark.readStream.format("jelly")
            .option("blankNodes", "preserve")
            .load(str(source))
            .writeStream.format("jelly")
            .option("rdfStar", "true")
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .trigger(availableNow=True)
            .start(str(target))
        )
        query.awaitTermination(120)
        assert sorted(found(target), key=str) == sorted(triples(i * 3 + 3), key=str)


def test_tables_of_spark_are_replaced_as_a_whole(spark: SparkSession, tmp_path: Path) -> None:
    """An overwrite of the table that it reads is refused: it would delete rows before reading."""
    catalog = "spark.sql.catalog.spark_catalog"
    spark.conf.set(catalog, "io.github.jellybridge.spark.JellySessionCatalog")
    spark.sql(f"CREATE DATABASE named LOCATION '{tmp_path}/named'")
    try:
        january = rows(spark, triples(3)).coalesce(1).withColumn("month", sf.lit("01"))
        january.write.format("jelly").partitionBy("month").saveAsTable("named.t")
        table = spark.table("named.t")
        overwrite = table.write.format("jelly").partitionBy("month").mode("overwrite")
        with pytest.raises(IllegalArgumentException, match="the query reads from it"):
            overwrite.saveAsTable("named.t")
        assert spark.table("named.t").groupBy("month").count().collect() == [("01", 3)]
        assert len(decode_with_pyjelly(parts(tmp_path / "named")[0].read_bytes())) == 3
    finally:
        spark.sql("DROP DATABASE named CASCADE")
        spark.conf.unset(catalog)
    assert not (tmp_path / "named" / "t").exists()
