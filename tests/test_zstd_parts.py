"""Jelly files with zstd are split: frames and seek table read with another program's classes."""

from __future__ import annotations

import io
import struct
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import pytest
import zstandard
from pyspark.errors import IllegalArgumentException
from pyspark.sql import functions as sf

from cli import run
from encoders import decode_with_pyjelly
from files import quads
from jelly_bridge import read_jelly, to_ntriples, write_jelly, write_jelly_patch, write_rdf
from test_write import parts, rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

COUNT: Final = 20_000
SEEKABLE: Final = 0x8F92EAB1


@pytest.fixture
def small_tasks(spark: SparkSession) -> Iterator[None]:
    """Let Spark plan tasks of 40 kB."""
    settings = {"maxPartitionBytes": "40k", "openCostInBytes": "1", "minPartitionNum": "4"}
    for name, value in settings.items():
        spark.conf.set(f"spark.sql.files.{name}", value)
    yield
    for name in settings:
        spark.conf.unset(f"spark.sql.files.{name}")


def seek_table(data: bytes) -> list[tuple[int, int]]:
    """Return the compressed and the decompressed size of each frame."""
    count, descriptor, magic = struct.unpack("<IBI", data[-9:])
    assert (descriptor, magic) == (0, SEEKABLE)
    table = data[-17 - 8 * count :]
    assert struct.unpack("<II", table[:8]) == (0x184D2A5E, 8 * count + 9)
    sizes = [struct.unpack_from("<II", table, 8 + 8 * i) for i in range(count)]
    assert sum(size for size, _ in sizes) + len(table) == len(data)
    return [(size, content) for size, content in sizes]


def content(data: bytes) -> bytes:
    """Decompress all frames."""
    reader = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True)
    return bytes(reader.read())


def numbered(spark: SparkSession) -> DataFrame:
    """Make statements whose size zstd reduces little."""
    return spark.range(0, COUNT, numPartitions=1).select(
        sf.concat(sf.lit("<urn:s:"), sf.md5(sf.col("id").cast("string")), sf.lit(">")).alias("s"),
        sf.concat(sf.lit("<urn:p:"), sf.col("id") % 7, sf.lit(">")).alias("p"),
        sf.concat(sf.lit('"'), sf.col("id"), sf.lit('"')).alias("o"),
    )


def in_order(df: DataFrame) -> list[Any]:
    """Read the terms and positions of all statements."""
    return df.select(
        *(to_ntriples(name) for name in "spo"), "_metadata.frame", "_metadata.statement"
    ).collect()


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("version", ["1", "1.2"])
def test_several_tasks_read_a_file(spark: SparkSession, tmp_path: Path, version: Any) -> None:  # noqa: ANN401
    folder = tmp_path / "x"
    options: dict[str, Any] = {"checkpoint_bytes": "50k", "max_frame_bytes": "20k"}
    options |= {"protocol_version": version, "compression": "zstd"}
    write_jelly(numbered(spark), folder, **options)
    (file,) = parts(folder)
    data = file.read_bytes()
    plain = tmp_path / "plain.jelly"
    plain.write_bytes(content(data))
    start = 0
    for size, length in seek_table(data):
        frame = zstandard.ZstdDecompressor().decompressobj().decompress(data[start : start + size])
        assert len(frame) == length
        start += size
    read = read_jelly(file, spark=spark)
    assert read.rdd.getNumPartitions() >= 4
    assert in_order(read) == in_order(read_jelly(plain, spark=spark, split="none"))
    assert read.count() == COUNT
    assert read.where("p.value = 'urn:p:3'").count() == len(range(3, COUNT, 7))
    ranges = [(r.start, r.start + r.length) for r in slices(read)]
    assert len(ranges) >= 4
    assert all(end == start for (_, end), (start, _) in pairwise(sorted(ranges)))
    assert min(ranges)[0] == 0
    assert max(ranges)[1] == len(data)


def slices(df: DataFrame) -> list[Any]:
    """Return the bytes of the file that each task has read."""
    start, length = sf.input_file_block_start(), sf.input_file_block_length()
    # Without a column of the statements no task would read the file.
    return df.groupBy(start.alias("start"), length.alias("length")).agg(sf.max("s.value")).collect()


def test_pyjelly_reads_the_content(spark: SparkSession, tmp_path: Path) -> None:
    statements = quads(600)
    df = rows(spark, statements).coalesce(1)
    write_jelly(df, tmp_path / "x", rdf_star=True, compression="zstd", checkpoint_bytes=1500)
    (file,) = parts(tmp_path / "x")
    data = file.read_bytes()
    assert len(seek_table(data)) > 4
    assert decode_with_pyjelly(content(data)) == statements


def test_a_file_without_checkpoints_is_one_frame(spark: SparkSession, tmp_path: Path) -> None:
    write_jelly(numbered(spark), tmp_path / "x", compression="zstd", checkpoint_bytes=0)
    (file,) = parts(tmp_path / "x")
    data = file.read_bytes()
    assert struct.unpack("<I", data[-4:]) != (SEEKABLE,)
    decompressor = zstandard.ZstdDecompressor().decompressobj()
    decompressor.decompress(data)
    assert (decompressor.eof, decompressor.unused_data) == (True, b"")


def test_the_command_line_writes_parts(spark: SparkSession, tmp_path: Path) -> None:
    write_jelly(numbered(spark), tmp_path / "x", max_frame_bytes="20k", checkpoint_bytes=0)
    (file,) = parts(tmp_path / "x")
    # The default distance of checkpoints is 4 MiB.
    copies = [file] * 6
    target = tmp_path / "all.jelly.zst"
    result = run("convert", *copies, target)
    assert (result.returncode, result.stderr) == (0, "")
    data = target.read_bytes()
    sizes = seek_table(data)
    assert len(sizes) >= 2
    assert 4 << 20 <= sizes[0][1] < 5 << 20
    assert read_jelly(target, spark=spark).count() == COUNT * len(copies)
    assert run("count", target).stdout.split()[0] == str(COUNT * len(copies))


def test_streams_write_parts(spark: SparkSession, tmp_path: Path) -> None:
    write_jelly(numbered(spark), tmp_path / "in")
    source = spark.readStream.format("jelly").load(str(tmp_path / "in"))
    query = (
        source.drop("g")
        .writeStream.format("jelly")
        .options(compression="zstd", checkpointBytes="100k", zstdLevel="5", zstdWorkers="1")
        .option("checkpointLocation", str(tmp_path / "log"))
        .trigger(availableNow=True)
        .start(str(tmp_path / "out"))
    )
    query.awaitTermination()
    (file,) = parts(tmp_path / "out")
    assert len(seek_table(file.read_bytes())) > 3
    assert read_jelly(tmp_path / "out", spark=spark).count() == COUNT


def test_the_level_decides_on_the_size(spark: SparkSession, tmp_path: Path) -> None:
    df = spark.range(0, COUNT, numPartitions=1).selectExpr(
        "format_string('<urn:s:%d>', id div 3) s",
        "format_string('<urn:p:%d>', id % 3) p",
        "format_string('\"text %d of %d\"', id % 91, id * id % 83) o",
    )
    operations = df.select(
        sf.lit("A").alias("op"), "s", "p", "o", sf.monotonically_increasing_id().alias("seq")
    )
    for name in ("jelly", "rdf", "patch"):
        sizes = {}
        for level, workers in ((1, None), (1, 2), (19, None)):
            folder = tmp_path / f"{name}-{level}-{workers}"
            zstd: dict[str, Any] = {"compression": "zstd", "zstd_level": level}
            zstd["zstd_workers"] = workers
            if name == "jelly":
                write_jelly(df, folder, **zstd)
            elif name == "rdf":
                write_rdf(df, folder, syntax="nt", **zstd)
            else:
                write_jelly_patch(operations, folder, statement_type="triples", **zstd)
            (file,) = parts(folder)
            sizes[level, workers] = len(file.read_bytes())
        assert sizes[19, None] < sizes[1, None], name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"compression": "zstd", "zstd_level": 0}, "'zstdLevel' must be a value from 1 to 22"),
        ({"compression": "zstd", "zstd_level": 23}, "'zstdLevel' must be a value from 1 to 22"),
        ({"compression": "zstd", "zstd_workers": -1}, "'zstdWorkers' must be a value from 0 to 64"),
        ({"compression": "zstd", "zstdLevel": "high"}, "'zstdLevel' must be a whole number"),
        ({"zstd_level": 9}, "'zstdLevel' needs compression=zstd, but compression is 'none'"),
        ({"compression": "gzip", "zstd_workers": 1}, "'zstdWorkers' needs compression=zstd"),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    spark: SparkSession, tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    df = numbered(spark)
    with pytest.raises(IllegalArgumentException, match=message):
        write_jelly(df, tmp_path / "x", **options)
    with pytest.raises(IllegalArgumentException, match=message):
        write_rdf(df, tmp_path / "x", syntax="nt", **options)
    assert not (tmp_path / "x").exists()
