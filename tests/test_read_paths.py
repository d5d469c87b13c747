"""`read_jelly`: the files that paths and options select, and the session that reads them."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException
from pyspark.sql import functions as sf

from jelly_bridge import read_jelly

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pytest import MonkeyPatch, TempPathFactory  # noqa: PT013  only types

COLUMNS = ["s", "p", "o", "g"]


@pytest.fixture(scope="module")
def file(every_kind: Path, tmp_path_factory: TempPathFactory) -> Path:
    """A file of 60 triples in a folder of its own."""
    path = tmp_path_factory.mktemp("one") / "data.jelly"
    path.write_bytes((every_kind / "v1-triples.jelly").read_bytes())
    return path


def test_paths_of_every_kind(
    spark: SparkSession, file: Path, every_kind: Path, monkeypatch: MonkeyPatch
) -> None:
    other = every_kind / "v1-triples.jelly"
    assert read_jelly(str(file), spark=spark).count() == 60
    assert read_jelly([file, str(other)], spark=spark).count() == 120
    assert read_jelly((path for path in [file, other]), spark=spark).count() == 120
    assert read_jelly(file.as_uri(), spark=spark).count() == 60
    assert read_jelly(f"{every_kind}/v1-*.jelly", spark=spark).count() == 180
    monkeypatch.chdir(file.parent)
    assert read_jelly(file.name, spark=spark).count() == 60
    assert read_jelly(Path(file.name), spark=spark).count() == 60
    assert read_jelly("*.jelly", spark=spark).count() == 60


def test_names_with_strange_characters(spark: SparkSession, file: Path, tmp_path: Path) -> None:
    for name in ("a b.jelly", "ü%20€.jelly", "it's.jelly"):
        copy = tmp_path / name
        copy.write_bytes(file.read_bytes())
        assert read_jelly(copy, spark=spark).count() == 60
    assert read_jelly(tmp_path, spark=spark).count() == 180


def test_no_path_is_refused(spark: SparkSession) -> None:
    with pytest.raises(ValueError, match="no path given"):
        read_jelly([], spark=spark)
    for none in (None, 3, b"a.jelly", [None]):
        with pytest.raises(ValueError, match=r"a path must be a text or a pathlib\.Path, not "):
            read_jelly(none, spark=spark)  # type: ignore[arg-type]
    # A file name in Latin-1, in the form that Python gives it.
    with pytest.raises(ValueError, match="a path must be a Unicode text"):
        read_jelly("\udce9.jelly", spark=spark)


def test_a_value_that_is_no_session_is_refused(file: Path) -> None:
    for none in ("local", 3):
        with pytest.raises(ValueError, match="spark must be a SparkSession, not "):
            read_jelly(file, spark=none)  # type: ignore[arg-type]


@pytest.mark.smoke
def test_a_missing_path_is_one_clear_error(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(AnalysisException, match=r"PATH_NOT_FOUND.*none\.jelly"):
        read_jelly(tmp_path / "none.jelly", spark=spark)


def test_the_active_session_is_the_default(spark: SparkSession, file: Path) -> None:
    assert read_jelly(file).sparkSession is spark


def test_which_files_are_read(spark: SparkSession, file: Path, tmp_path: Path) -> None:
    for name, modified in (("a.jelly", 2020), ("b.jelly", 2024), ("c.other", 2024)):
        path = tmp_path / name
        path.write_bytes(file.read_bytes())
        time = dt.datetime(modified, 6, 1, 12, tzinfo=dt.timezone.utc).timestamp()
        os.utime(path, (time, time))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "d.jelly").write_bytes(file.read_bytes())

    def names(**options: Any) -> str:  # noqa: ANN401  any option
        df = read_jelly(tmp_path, spark=spark, **options)
        return "".join(
            sorted(row[0][0] for row in df.select("_metadata.file_name").distinct().collect())
        )

    summer = dt.datetime(2024, 6, 1, 12, tzinfo=dt.timezone.utc)
    assert names() == "abc"
    assert names(path_glob_filter="*.jelly") == "ab"
    assert names(recursive_file_lookup=True) == "abcd"
    assert names(modified_before="2022-01-01T00:00:00") == "a"
    assert names(modified_before=summer) == "a"
    assert names(modified_after=summer - dt.timedelta(seconds=1)) == "bc"
    # The same moment, expressed in another time zone.
    cairo = dt.timezone(dt.timedelta(hours=3))
    assert names(modified_after=summer.astimezone(cairo)) == ""
    assert names(modified_before=dt.datetime(2024, 6, 1, 12, 0, 1)) == "abc"  # noqa: DTZ001  naive


def test_joins_read_only_the_partition_folders_that_they_need(
    spark: SparkSession, file: Path, tmp_path: Path
) -> None:
    for year in (2023, 2024, 2025):
        (tmp_path / f"data/year={year}").mkdir(parents=True)
        (tmp_path / f"data/year={year}/a.jelly").write_bytes(file.read_bytes())
    (tmp_path / "data/year=2025/broken.jelly").write_bytes(b"no Jelly at all")
    years = spark.sql("SELECT * FROM VALUES (2023, 'a'), (2024, 'b'), (2025, 'c') AS t(y, name)")
    years.write.parquet(f"{tmp_path}/years")
    wanted = spark.read.parquet(f"{tmp_path}/years").where("name IN ('a', 'x')")
    df = read_jelly(tmp_path / "data", spark=spark)
    joined = df.join(sf.broadcast(wanted), df.year == wanted.y)
    assert {row.year for row in joined.collect()} == {2023}
    assert joined.count() == 60
    with pytest.raises(Py4JJavaError, match=r"broken\.jelly"):
        df.collect()


def test_partition_folders_are_columns(
    spark: SparkSession, file: Path, tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    for year in (2025, 2026):
        (tmp_path / f"year={year}").mkdir()
        (tmp_path / f"year={year}" / "data.jelly").write_bytes(file.read_bytes())
    df = read_jelly(tmp_path, spark=spark)
    assert df.columns == [*COLUMNS, "year"]
    assert sorted(tuple(row) for row in df.groupBy("year").count().collect()) == [
        (2025, 60),
        (2026, 60),
    ]
    one = tmp_path / "year=2026"
    assert read_jelly(one, spark=spark).columns == COLUMNS
    assert read_jelly(one, spark=spark, base_path=tmp_path).columns == [*COLUMNS, "year"]
    assert read_jelly(tmp_path, spark=spark, recursive_file_lookup=True).columns == COLUMNS
    # Relative paths start in Python's current folder, which may differ from that of the JVM.
    monkeypatch.chdir(tmp_path.parent)
    for relative in (tmp_path.name, Path(tmp_path.name)):
        assert read_jelly(one, spark=spark, base_path=relative).columns == [*COLUMNS, "year"]


def test_a_link_that_leads_nowhere_is_refused(
    spark: SparkSession, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.jelly").symlink_to(file)
    link = tmp_path / "b.jelly"
    link.symlink_to("gone")
    with pytest.raises(Py4JJavaError, match=r"b\.jelly is a link that leads to no file"):
        read_jelly(tmp_path, spark=spark)
    assert read_jelly(tmp_path, spark=spark, ignore_missing_files=True).count() == 60
