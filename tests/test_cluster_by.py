"""The option `clusterBy` of Jelly files: rows are sorted before they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pyspark.errors import IllegalArgumentException
from pyspark.sql import functions as sf

from jelly_bridge import read_jelly, write_jelly

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession


def statements(spark: SparkSession, subjects: int) -> DataFrame:
    """Make three passes over subjects, in many tasks, such as `<x:s7> <x:p0> "7" .`."""
    return (
        spark.range(0, 3 * subjects, 1, 4)
        .withColumn("n", sf.col("id") % subjects)
        .select(
            sf.format_string("<x:s%03d>", "n").alias("s"),
            sf.format_string("<x:p%d>", (sf.col("id") / subjects).cast("int")).alias("p"),
            sf.format_string('"%d"', "n").alias("o"),
        )
    )


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.jelly"))


def column(spark: SparkSession, file: Path, name: str) -> list[str]:
    rows = read_jelly(file, spark=spark, term_format="ntriples").select(name).collect()
    return [row[0] for row in rows]


@pytest.fixture
def many_ranges(spark: SparkSession) -> Iterator[None]:
    """Keep Spark from merging small ranges of the order."""
    name = "spark.sql.adaptive.coalescePartitions.enabled"
    spark.conf.set(name, "false")
    yield
    spark.conf.unset(name)


@pytest.mark.usefixtures("many_ranges")
@pytest.mark.parametrize("version", ["1", "1.2"])
def test_each_task_gets_a_range_of_the_order(
    spark: SparkSession, tmp_path: Path, version: str
) -> None:
    target = tmp_path / "out"
    write_jelly(
        statements(spark, 100),
        target,
        cluster_by="s",
        protocol_version=version,  # type: ignore[arg-type]
    )
    ranges = [column(spark, file, "s") for file in files(target)]
    assert len(ranges) > 1
    # Files are in the order of their tasks.
    assert [s for some in ranges for s in some] == sorted(3 * [f"<x:s{n:03d}>" for n in range(100)])
    assert not {some[-1] for some in ranges[:-1]} & {some[0] for some in ranges[1:]}


@pytest.fixture
def small_tasks(spark: SparkSession) -> Iterator[None]:
    """Set sizes at which Spark takes the ranges for large ones."""
    settings = {
        "spark.sql.adaptive.advisoryPartitionSizeInBytes": "4k",
        "spark.sql.shuffle.partitions": "2",
    }
    before = {name: spark.conf.get(name, None) for name in settings}
    for name, value in settings.items():
        spark.conf.set(name, value)
    yield
    for name, old in before.items():
        if old is None:
            spark.conf.unset(name)
        else:
            spark.conf.set(name, old)


@pytest.mark.usefixtures("small_tasks")
def test_a_large_range_stays_in_one_task(spark: SparkSession, tmp_path: Path) -> None:
    write_jelly(statements(spark, 2000), tmp_path / "out", cluster_by="s")
    ranges = [column(spark, file, "s") for file in files(tmp_path / "out")]
    assert [s for some in ranges for s in some] == sorted(
        3 * [f"<x:s{n:03d}>" for n in range(2000)]
    )


def test_predicates_first(spark: SparkSession, tmp_path: Path) -> None:
    write_jelly(statements(spark, 100), tmp_path / "out", cluster_by=["p", "s"])
    rows = [
        (row.p, row.s)
        for file in files(tmp_path / "out")
        for row in read_jelly(file, spark=spark, term_format="ntriples").collect()
    ]
    assert rows == sorted(rows)
    assert len(set(rows)) == 300


@pytest.mark.usefixtures("many_ranges")
def test_groups_stay_together(spark: SparkSession, tmp_path: Path) -> None:
    # Groups of different sizes: half of the rows are not one of them.
    df = statements(spark, 40).withColumn("rest", sf.substring("s", 5, 3).cast("int") % 3 == 0)
    write_jelly(
        df,
        tmp_path / "out",
        cluster_by="p,s",
        frame_columns="rest",
        logical_type="GRAPHS",
    )
    assert len(files(tmp_path / "out")) == 2
    frames = read_jelly(tmp_path / "out", spark=spark).select(
        sf.concat("_metadata.file_name", "_metadata.frame").alias("frame"),
        (sf.substring("s.value", 4, 3).cast("int") % 3 == 0).alias("rest"),
    )
    assert frames.count() == 120
    assert frames.distinct().count() == 2


def test_sorted_files_are_smaller(spark: SparkSession, tmp_path: Path) -> None:
    df = statements(spark, 1000).coalesce(1)
    write_jelly(df, tmp_path / "as they come")
    write_jelly(df, tmp_path / "sorted", cluster_by="s")
    size = {
        name: sum(file.stat().st_size for file in files(tmp_path / name))
        for name in ("as they come", "sorted")
    }
    assert size["sorted"] < 0.9 * size["as they come"]


@pytest.mark.parametrize("columns", ["x", "s,s", "s;p", "g"])
def test_other_columns_are_refused(spark: SparkSession, tmp_path: Path, columns: str) -> None:
    with pytest.raises(IllegalArgumentException) as error:
        write_jelly(statements(spark, 1), tmp_path / "out", cluster_by=columns)
    assert f"must be some of the columns s, p, o, each once, such as 'p,s', but is '{columns}'" in (
        str(error.value)
    )
