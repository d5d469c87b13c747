"""`jelly-bridge index`: the index beside a file, its users, and files that cannot have one."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError

from cli import objects, run
from encoders import GRAPHS, QUADS, TRIPLES, encode_with_pyjelly
from files import quads, write_all
from jelly_bridge import read_jelly
from rdf import Statement, Term

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from jelly_bridge.reader import Split

COUNT = 24_000


def statements() -> list[Statement]:
    """Make statements of some megabytes, enough for several split points."""
    return [
        statement._replace(o=Term("literal", f"{i} ".ljust(150, "é")))
        if i % 2
        else statement._replace(s=Term("iri", f"http://example.org/{i // 6}/s"))
        for i, statement in enumerate(quads(COUNT))
    ]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of pyjelly without an index, of triples."""
    file = tmp_path_factory.mktemp("index") / "large.jelly"
    file.write_bytes(encode_with_pyjelly(statements(), TRIPLES))
    return file


def read(spark: SparkSession, file: Path, split: Split) -> DataFrame:
    """Read a file with the numbers of frames and statements."""
    df = read_jelly(file, spark=spark, split=split)
    return df.select("*", "_metadata.frame", "_metadata.statement")


@pytest.mark.parametrize("physical", [TRIPLES, QUADS, GRAPHS], ids=["triples", "quads", "graphs"])
@pytest.mark.usefixtures("small_tasks")
def test_spark_shares_an_indexed_file_among_tasks(
    spark: SparkSession, tmp_path: Path, physical: int
) -> None:
    file = tmp_path / "large.jelly"
    file.write_bytes(encode_with_pyjelly(statements(), physical))
    whole = read(spark, file, "none")
    assert whole.rdd.getNumPartitions() == 1
    # Planning does not search a file this small for split points, but uses an existing index.
    assert read(spark, file, "auto").rdd.getNumPartitions() == 1
    result = run("index", "--json", file)
    assert (result.returncode, result.stderr) == (0, "")
    (answer,) = objects(result.stdout)
    index = file.with_name(f".{file.name}.index")
    assert answer == {
        "path": str(file),
        "index": str(index),
        "split_points": answer["split_points"],
        "bytes": index.stat().st_size,
    }
    assert answer["split_points"] >= 2
    shared = read(spark, file, "auto")
    assert shared.rdd.getNumPartitions() == answer["split_points"] + 1
    assert shared.collect() == whole.collect()
    assert read(spark, file, "checkpoint").rdd.getNumPartitions() == 1
    # An index of another state of the file is ignored.
    os.utime(file, (1_000_000_000, 1_000_000_000))
    assert read(spark, file, "auto").rdd.getNumPartitions() == 1


@pytest.mark.usefixtures("small_tasks")
def test_an_index_of_a_file_of_the_same_size_and_time_is_refused(
    spark: SparkSession, file: Path, tmp_path: Path
) -> None:
    content = file.read_bytes()
    file = tmp_path / "x.jelly"
    file.write_bytes(content)
    assert run("index", file).returncode == 0
    time = file.stat().st_mtime_ns
    file.write_bytes(content.replace(b"example.org", b"example.com"))
    os.utime(file, ns=(time, time))
    shared = read(spark, file, "auto")
    assert shared.rdd.getNumPartitions() > 1
    with pytest.raises(Py4JJavaError, match=r"found another prefix \d+; .*read with split=none"):
        shared.collect()
    assert read(spark, file, "none").where("s.value like '%example.org%'").count() == 0


@pytest.mark.usefixtures("small_tasks")
def test_an_index_has_statistics(spark: SparkSession, file: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(file, tmp_path / "x.jelly"))
    wanted = "s.value = 'http://example.org/2000/s'"
    expected = read_jelly(copy, spark=spark, statistics=False).where(wanted).collect()
    assert expected
    assert run("index", copy).returncode == 0
    some = read_jelly(copy, spark=spark).where(wanted)
    assert some.collect() == expected
    parts = re.search(r"Parts: (\d+) of (\d+)", plan(some))
    assert parts is not None
    assert 0 < int(parts[1]) < int(parts[2])
    none = read_jelly(copy, spark=spark).where("s.value = 'http://example.org/none'")
    assert none.count() == 0
    counted = read_jelly(copy, spark=spark).groupBy().count()
    assert counted.collect() == [(COUNT,)]
    assert re.search(r"Parts: 0 of \d+", plan(counted))


@pytest.mark.usefixtures("small_tasks")
def test_statistics_of_a_file_of_the_same_size_and_time_are_not_used(
    spark: SparkSession, file: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copy(file, tmp_path / "x.jelly"))
    assert run("index", copy).returncode == 0
    time = copy.stat().st_mtime_ns
    copy.write_bytes(file.read_bytes().replace(b"example.org", b"example.com"))
    os.utime(copy, ns=(time, time))
    changed = read_jelly(copy, spark=spark).where("s.value = 'http://example.com/2000/s'")
    with pytest.raises(Py4JJavaError, match="read with split=none"):
        changed.collect()


def plan(df: DataFrame) -> str:
    """Return the plan of a query that has been run."""
    return str(df._jdf.queryExecution().executedPlan().toString())  # noqa: SLF001


def names(folder: Path) -> list[str]:
    """List the names in a folder."""
    return sorted(file.name for file in folder.iterdir())


def test_an_index_is_replaced_as_a_whole(file: Path, tmp_path: Path) -> None:
    copy = shutil.copy(file, tmp_path / "x.jelly")
    (tmp_path / ".x.jelly.index").write_bytes(b"half of it")
    first = run("index", copy)
    assert first.returncode == 0
    assert first.stdout.startswith(f"{copy}: ")
    assert first.stdout.endswith(f" split points: {tmp_path}/.x.jelly.index\n")
    content = (tmp_path / ".x.jelly.index").read_bytes()
    assert len(content) > 1000
    assert run("index", copy).stdout == first.stdout
    assert (tmp_path / ".x.jelly.index").read_bytes() == content
    assert names(tmp_path) == [".x.jelly.index", "x.jelly"]


def test_files_that_cannot_be_indexed_are_one_line_each_and_exit_code_2(tmp_path: Path) -> None:
    write_all(tmp_path)
    result = run("index", "--json", tmp_path)
    assert result.returncode == 2
    unsuitable = {
        "gzip.jelly.gz": "compressed with gzip",
        "zstd.jelly.zst": "compressed with zstd",
        "bzip2.jelly.bz2": "compressed with bzip2",
        "bare.jelly": "one frame without a delimiter",
        "draft-triples.jelly": "the layout of the 1.0.0 draft",
        "draft-quads.jelly": "the layout of the 1.0.0 draft",
        "draft-graphs.jelly": "the layout of the 1.0.0 draft",
    }
    lines = result.stderr.splitlines()
    assert len(lines) == len(unsuitable)
    for name, reason in unsuitable.items():
        (line,) = (line for line in lines if f"/{name}: " in line)
        assert line.startswith(f"jelly-bridge: {tmp_path / name}: cannot be indexed: ")
        assert line.endswith(reason)
    indexed = {Path(answer["path"]).name for answer in objects(result.stdout)}
    assert indexed == {f.name for f in tmp_path.iterdir() if f.name[0] != "."} - set(unsuitable)
    assert indexed == {f.name[1:-6] for f in tmp_path.iterdir() if f.name[0] == "."}


def test_a_malformed_file_is_exit_code_1_and_has_no_index(file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jelly"
    cut.write_bytes(file.read_bytes()[:-3])
    result = run("index", cut)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"jelly-bridge: {cut}: frame ")
    assert len(result.stderr.splitlines()) == 1
    assert names(tmp_path) == ["cut.jelly"]


def test_an_index_that_cannot_be_written_is_exit_code_2(file: Path, tmp_path: Path) -> None:
    copy = shutil.copy(file, tmp_path / "x.jelly")
    # Not even the superuser can replace this folder with a file.
    (tmp_path / ".x.jelly.index" / "in the way").mkdir(parents=True)
    result = run("index", copy)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"jelly-bridge: {copy}: cannot write its index .x.jelly.index")
    assert len(result.stderr.splitlines()) == 1
    assert names(tmp_path) == [".x.jelly.index", "x.jelly"]


def test_progress_goes_to_standard_error(file: Path, tmp_path: Path) -> None:
    copy = shutil.copy(file, tmp_path / "x.jelly")
    result = run("index", "--progress", copy)
    assert f"%  {copy}" in result.stderr
