"""Tables in object storage: Hadoop's client for S3 against a server with the protocol of S3."""

from __future__ import annotations

import math
import os
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException
from pyspark.sql import functions as sf

from cli import run as run_command
from encoders import TRIPLES, encode_with_pyjelly
from jelly_bridge import diff, follow, read_jelly, read_jelly_patch, write_jelly, write_jelly_patch
from processes import spark_environment
from s3_job import NEW, OLD, statements
from s3_server import NO_FAULT, Request, S3Server, jars
from test_index import statements as large_statements
from tiers import tier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.skipif(not jars(), reason="no client of S3 for the Hadoop of this Spark")

BUCKET: Final = "tables"
RESUMING: Final = "resuming"
"""A bucket that is read with the stream that goes on after a lost connection."""
PROGRAM: Final = Path(__file__).with_name("s3_job.py")
MOST_REQUESTS: Final = 1.2
"""As many requests as Spark's Parquet needs, times this."""


@pytest.fixture(scope="session")
def server() -> Iterator[S3Server]:
    """A server with empty buckets, one for all tests: Hadoop's client keeps the first address."""
    with closing(S3Server()) as server:
        for bucket in (BUCKET, RESUMING):
            server.client.create_bucket(Bucket=bucket)
        yield server


@pytest.fixture(scope="module", autouse=True)
def client(spark: SparkSession, server: S3Server) -> Iterator[None]:
    """Let Spark find the server."""
    conf = spark.sparkContext._jsc.hadoopConfiguration()  # noqa: SLF001
    settings = server.settings()
    settings[f"fs.s3a.bucket.{RESUMING}.input.stream.type"] = "classic"
    for name, value in settings.items():
        conf.set(name, value)
    yield
    for name in settings:
        conf.unset(name)


@pytest.fixture
def table(server: S3Server, request: pytest.FixtureRequest) -> Iterator[str]:
    """A table that does not exist yet, on a server without faults."""
    server.fault = lambda _: NO_FAULT
    server.faults = 0
    yield f"s3a://{BUCKET}/{request.node.name.translate(str.maketrans('[]-', '___'))}"
    server.fault = lambda _: NO_FAULT
    server.unlisted = lambda _key, _age: False


def prefix(table: str) -> str:
    """Return the start of the names of all objects of a table."""
    return table.removeprefix(f"s3a://{BUCKET}/") + "/"


def texts(df: DataFrame) -> list[str]:
    """Return subjects and objects, sorted."""
    return sorted(f"{row[0]} {row[1]}" for row in df.select("s.value", "o.value").collect())


def visible(server: S3Server, table: str) -> list[str]:
    """Return the names of the objects of a table, except Spark's mark of success."""
    names = [key.removeprefix(prefix(table)) for key in server.keys(BUCKET, prefix(table))]
    return [name for name in names if name not in ("", "_SUCCESS")]


def test_files_by_folder_name_and_glob(
    spark: SparkSession, server: S3Server, table: str, every_kind: Path
) -> None:
    names = sorted(file.name for file in every_kind.iterdir() if file.is_file())
    for name in names:
        content = (every_kind / name).read_bytes()
        server.client.put_object(Bucket=BUCKET, Key=prefix(table) + name, Body=content)
    for end in ("", "/*.jelly", "/{pyjelly,gzip}-*.jelly*", "/" + names[0]):
        here, there = (
            read_jelly(f"{folder}{end}", spark=spark, blank_nodes="preserve")
            for folder in (every_kind.as_uri(), table)
        )
        assert here.count() == there.count() > 0
        columns = ["s", "p", "o", "g", "_metadata.file_name"]
        assert sorted(map(str, here.select(*columns).collect())) == sorted(
            map(str, there.select(*columns).collect())
        )


@pytest.mark.usefixtures("small_tasks")
def test_a_file_with_an_index_is_split(
    spark: SparkSession, server: S3Server, table: str, tmp_path: Path
) -> None:
    file = tmp_path / "large.jelly"
    file.write_bytes(encode_with_pyjelly(large_statements(), TRIPLES))
    key = prefix(table) + file.name
    server.client.put_object(Bucket=BUCKET, Key=key, Body=file.read_bytes())
    made = server.client.head_object(Bucket=BUCKET, Key=key)["LastModified"].timestamp()
    # The index belongs to a file of that time.
    os.utime(file, (made, made))
    assert run_command("index", file).returncode == 0
    index = (tmp_path / f".{file.name}.index").read_bytes()
    whole = read_jelly(f"{table}/{file.name}", spark=spark)
    assert whole.rdd.getNumPartitions() == 1
    hidden = f"{prefix(table)}.{file.name}.index"
    server.client.put_object(Bucket=BUCKET, Key=hidden, Body=index)
    split = read_jelly(f"{table}/{file.name}", spark=spark)
    assert split.rdd.getNumPartitions() > 2
    assert split.collect() == whole.collect()


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("compression", ["none", "zstd", "gzip"])
def test_written_files_are_split(
    spark: SparkSession, table: str, compression: Literal["none", "zstd", "gzip"]
) -> None:
    spark.conf.set("spark.sql.files.maxPartitionBytes", "40k")
    noise = sf.concat("o.value", sf.repeat(sf.sha2("o.value", 512), 2))
    rows = statements(spark, 20_000, "large").withColumn("o", sf.col("o").withField("value", noise))
    write_jelly(rows.coalesce(1), table, compression=compression, checkpoint_bytes=20_000)
    read = read_jelly(table, spark=spark)
    assert (read.rdd.getNumPartitions() > 2) == (compression != "gzip")
    assert texts(read) == texts(rows)


def test_every_save_mode(spark: SparkSession, server: S3Server, table: str) -> None:
    old, new = (statements(spark, 90, name) for name in ("old", "new"))
    write_jelly(old, table)
    assert texts(read_jelly(table, spark=spark)) == texts(old)
    with pytest.raises(AnalysisException, match="already exists"):
        write_jelly(new, table)
    write_jelly(new, table, mode="ignore")
    assert texts(read_jelly(table, spark=spark)) == texts(old)
    write_jelly(new, table, mode="append")
    assert texts(read_jelly(table, spark=spark)) == sorted(texts(old) + texts(new))
    write_jelly(new, table, mode="overwrite")
    assert texts(read_jelly(table, spark=spark)) == texts(new)
    assert len(visible(server, table)) == 3


def test_partitions(spark: SparkSession, server: S3Server, table: str) -> None:
    def rows(name: str) -> DataFrame:
        return statements(spark, 90, name).withColumn("k", sf.expr("length(o.value) % 2"))

    write_jelly(rows("old"), table, partition_by=["k"])
    only = rows("new").where("k = 1")
    spark.conf.set("spark.sql.sources.partitionOverwriteMode", "dynamic")
    write_jelly(only, table, partition_by=["k"], mode="overwrite")
    spark.conf.unset("spark.sql.sources.partitionOverwriteMode")
    expected = sorted(texts(rows("old").where("k = 0")) + texts(only))
    assert texts(read_jelly(table, spark=spark)) == expected
    server.requests.clear()
    assert read_jelly(table, spark=spark).where("k = 1").count() == only.count()
    assert not any(m == "GET" and "/k=0/part" in path for m, path in server.requests)
    assert {name.split("/")[0] for name in visible(server, table)} == {"k=0", "k=1"}


def test_a_stream_from_and_to_it(spark: SparkSession, server: S3Server, table: str) -> None:
    def stream() -> None:
        (
            spark.readStream.format("jelly")
            .load(f"{table}/in")
            .writeStream.format("jelly")
            .option("checkpointLocation", f"{table}/checkpoint")
            .trigger(availableNow=True)
            .start(f"{table}/out")
            .awaitTermination()
        )

    for name in ("a", "b"):
        write_jelly(statements(spark, 90, name), f"{table}/in", mode="append")
        stream()
    expected = texts(read_jelly(f"{table}/in", spark=spark))
    assert len(expected) == 180
    assert texts(read_jelly(f"{table}/out", spark=spark)) == expected
    assert not any("staging" in name for name in visible(server, table))


def test_patches_are_followed(spark: SparkSession, table: str) -> None:
    old, new = (statements(spark, 90, name) for name in ("old", "new"))
    write_jelly_patch(diff(old.limit(0), old), f"{table}/p", statement_type="triples")
    assert read_jelly_patch(f"{table}/p", spark=spark).where("op = 'A'").count() == 90
    write_jelly_patch(diff(old, new), f"{table}/p", statement_type="triples", mode="append")
    follow(f"{table}/p", f"{table}/now", checkpoint=f"{table}/c", spark=spark).awaitTermination()
    assert texts(read_jelly(f"{table}/now", spark=spark)) == texts(new)


# ---- Requests ------------------------------------------------------------------------------------


def test_requests_compared_with_parquet(spark: SparkSession, server: S3Server, table: str) -> None:
    files = 12
    rows = statements(spark, 2_000, "x").repartition(files)

    def write(kind: str, mode: str) -> None:
        rows.write.format(kind).mode(mode).save(f"{table}/{kind}")

    def count(kind: str) -> None:
        spark.read.format(kind).load(f"{table}/{kind}").count()

    def scan(kind: str) -> None:
        spark.read.format(kind).load(f"{table}/{kind}").agg(sf.max("o.value")).collect()

    steps: dict[str, Callable[[str], None]] = {
        "write": lambda kind: write(kind, "errorifexists"),
        "append": lambda kind: write(kind, "append"),
        "count": count,
        "scan": scan,
        "overwrite": lambda kind: write(kind, "overwrite"),
    }
    counted: dict[str, dict[str, int]] = {}
    for step, action in steps.items():
        for kind in ("parquet", "jelly"):
            server.requests.clear()
            action(kind)
            counted.setdefault(step, {})[kind] = len(server.requests)
    for step, found in counted.items():
        assert found["jelly"] <= MOST_REQUESTS * found["parquet"], (step, counted)


# ---- Figures of compression ----------------------------------------------------------------------

FIGURES_STATEMENTS: Final = 4_000_000
FIGURES_BYTES_PER_SECOND: Final = 50e6
"""A usual speed of one connection to object storage."""
FIGURES_ROUNDS: Final = 3


def product_statements(spark: SparkSession) -> DataFrame:
    """Make statements about products, sorted by subject: names, texts, prices, dates, links."""
    xsd = "http://www.w3.org/2001/XMLSchema#"

    def number(limit: int) -> str:
        return f"pmod(xxhash64(id), {limit})"

    def word(salt: int) -> str:
        return f"lower(conv(50000 + pmod(xxhash64(id, {salt}), 4000), 10, 36))"

    def term(kind: str, value: str, lang: str = "null", datatype: str = "null") -> str:
        fields = {"kind": f"'{kind}'", "value": value, "lang": lang, "datatype": datatype}
        pairs = (f"'{name}', string({text})" for name, text in fields.items())
        return f"named_struct({', '.join(pairs)})"

    def iri(kind: str, value: str) -> str:
        return term("iri", f"concat('http://example.org/{kind}/', {value})")

    objects = [
        term("literal", f"concat_ws(' ', {word(1)}, {word(2)}, id div 8)", lang="'en'"),
        term("literal", f"concat_ws(' ', {', '.join(map(word, range(3, 15)))})"),
        term("literal", f"{number(100_000)} / 100", datatype=f"'{xsd}decimal'"),
        term("literal", f"date_add('2020-01-01', int({number(2_000)}))", datatype=f"'{xsd}date'"),
        term("literal", number(10), datatype=f"'{xsd}integer'"),
        iri("maker", number(5_000)),
        iri("type", number(300)),
        iri("product", number(FIGURES_STATEMENTS // 8)),
    ]
    cases = " ".join(f"WHEN {i} THEN {text}" for i, text in enumerate(objects))
    return spark.range(0, FIGURES_STATEMENTS, 1, 4).selectExpr(
        f"{iri('product', 'id div 8')} AS s",
        f"{iri('property', 'id % 8')} AS p",
        f"CASE id % 8 {cases} END AS o",
    )


@pytest.mark.long
def test_figures_of_compression(spark: SparkSession, server: S3Server, table: str) -> None:
    """Print bytes, requests and seconds of queries; docs/how-to/object-storage.md has them."""
    table = table.replace(BUCKET, RESUMING)
    one = "s.kind = 'iri' AND s.value = 'http://example.org/product/300000'"
    tasks: dict[str, Callable[[DataFrame], object]] = {
        "all columns": lambda df: df.write.format("noop").mode("overwrite").save(),
        "one column": lambda df: df.agg(sf.max("o.value")).collect(),
        "one subject": lambda df: df.where(one).collect(),
        "count()": lambda df: df.count(),
    }
    formats = {
        "Jelly": ("jelly", "none"),
        "Jelly, gzip": ("jelly", "gzip"),
        "Jelly, zstd": ("jelly", "zstd"),
        "Parquet, zstd": ("parquet", "zstd"),
    }
    rows = product_statements(spark)
    for name, (source, compression) in formats.items():
        rows.write.format(source).option("compression", compression).save(f"{table}/{name}")
    found: dict[tuple[str, str], tuple[int, int]] = {}
    seconds: dict[tuple[str, str], list[float]] = {}
    server.bytes_per_second = FIGURES_BYTES_PER_SECOND
    try:
        for _ in range(1 + FIGURES_ROUNDS):
            for name, (source, _) in formats.items():
                for task, action in tasks.items():
                    sent, requests = server.bytes_sent, len(server.requests)
                    start = time.perf_counter()
                    action(spark.read.format(source).load(f"{table}/{name}"))
                    seconds.setdefault((name, task), []).append(time.perf_counter() - start)
                    found[name, task] = server.bytes_sent - sent, len(server.requests) - requests
    finally:
        server.bytes_per_second = math.inf
    lines = ["", "| | MB | " + " | ".join(tasks) + " |"]
    for name in formats:
        pages = server.client.get_paginator("list_objects_v2").paginate(
            Bucket=RESUMING, Prefix=prefix(table.replace(RESUMING, BUCKET)) + name + "/"
        )
        size = sum(item["Size"] for page in pages for item in page["Contents"])
        cells = [f"{size / 1e6:.1f}"]
        for task in tasks:
            sent, requests = found[name, task]
            middle = statistics.median(seconds[name, task][1:])
            cells.append(f"{sent / 1e6:.1f} MB, {requests} requests, {middle:.2f} s")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    sys.stdout.write("\n".join(lines) + "\n")
    assert 2 * found["Jelly, zstd", "all columns"][0] < found["Jelly", "all columns"][0]
    for task in tasks:
        assert found["Jelly, zstd", task][1] <= MOST_REQUESTS * found["Parquet, zstd", task][1]


# ---- Faults --------------------------------------------------------------------------------------


def every(number: int, fault: str, wanted: Callable[[Request], bool]) -> Callable[[Request], str]:
    """Make each request with this number, of those that are wanted, fail."""
    seen = Counter[str]()

    def choose(request: Request) -> str:
        if not wanted(request):
            return NO_FAULT
        seen[fault] += 1
        return fault if seen[fault] % number == 0 else NO_FAULT

    return choose


def is_data(request: Request) -> bool:
    """Whether a request reads an object."""
    return request[0] == "GET" and "?" not in request[1]


FAULTS: Final[dict[str, tuple[int, str, Callable[[Request], bool]]]] = {
    "throttled": (5, "throttle", lambda _: True),
    "dropped": (3, "drop", is_data),
    "dropped-answers": (9, "drop", lambda request: request[0] in ("PUT", "DELETE")),
    "slow": (2, "slow", is_data),
}


@pytest.mark.parametrize("fault", tier(["throttled", "dropped"], list(FAULTS)))
def test_faults_of_the_server_change_no_row(
    spark: SparkSession, server: S3Server, table: str, fault: str
) -> None:
    table = table.replace(BUCKET, RESUMING)
    old, new = (statements(spark, 900, name) for name in ("old", "new"))
    write_jelly(old, table)
    server.fault = every(*FAULTS[fault])
    assert texts(read_jelly(table, spark=spark)) == texts(old)
    write_jelly(new, table, mode="overwrite")
    assert texts(read_jelly(table, spark=spark)) == texts(new)
    assert server.faults > 1


def test_a_lost_connection_is_an_error_or_changes_no_row(
    spark: SparkSession, server: S3Server, table: str
) -> None:
    rows = statements(spark, 900, "x")
    write_jelly(rows, table)
    expected = texts(rows)
    server.fault = every(2, "drop", is_data)
    try:
        assert texts(read_jelly(table, spark=spark)) == expected
    except Py4JJavaError as error:
        assert "Premature end" in str(error)  # noqa: PT017  or no error at all
    assert server.faults > 0


def test_a_store_that_is_down_is_an_error_and_leaves_the_old_rows(
    spark: SparkSession, server: S3Server, table: str
) -> None:
    old = statements(spark, 90, "old")
    write_jelly(old, table)
    for number in range(5, 100, tier(30, 5)):
        left = [number]

        def fails(request: Request, left: list[int] = left) -> str:
            left[0] -= request[0] == "PUT"
            return "throttle" if left[0] < 0 else NO_FAULT

        server.fault = fails
        try:
            write_jelly(statements(spark, 90, "new"), table, mode="overwrite")
            written = True
        except Exception:  # noqa: BLE001  of Spark, of several kinds
            written = False
        server.fault = lambda _: NO_FAULT
        found = set(texts(read_jelly(table, spark=spark)))
        assert found in (set(texts(old)), set(texts(statements(spark, 90, "new"))))
        if written:
            break
        assert found == set(texts(old))


# ---- Listings that lag ---------------------------------------------------------------------------

AN_HOUR: Final = 3600.0


def test_a_listing_without_a_new_object_gives_fewer_rows(
    spark: SparkSession, server: S3Server, table: str
) -> None:
    rows = statements(spark, 90, "x")
    write_jelly(rows, table)
    server.unlisted = lambda key, age: "part-00001" in key and age < AN_HOUR
    found = texts(read_jelly(table, spark=spark))
    assert len(found) == 60
    assert set(found) < set(texts(rows))


def test_after_an_overwrite_there_are_no_rows_until_new_objects_are_listed(
    spark: SparkSession, server: S3Server, table: str
) -> None:
    write_jelly(statements(spark, 90, "old"), table)
    new = statements(spark, 90, "new")
    write_jelly(new, table, mode="overwrite")
    server.unlisted = lambda key, age: "/part-" in key and age < AN_HOUR
    assert read_jelly(table, spark=spark).count() == 0
    server.unlisted = lambda _key, _age: False
    assert texts(read_jelly(table, spark=spark)) == texts(new)


@pytest.mark.parametrize("mode", ["append", "overwrite"])
def test_a_job_whose_notes_are_not_listed_fails_and_changes_nothing(
    spark: SparkSession, server: S3Server, table: str, mode: Literal["append", "overwrite"]
) -> None:
    old = statements(spark, 90, "old")
    write_jelly(old, table)
    server.unlisted = lambda _key, age: age < AN_HOUR
    with pytest.raises(Py4JJavaError, match="nothing was published"):
        write_jelly(statements(spark, 90, "new"), table, mode=mode)
    server.unlisted = lambda _key, _age: False
    assert texts(read_jelly(table, spark=spark)) == texts(old)


# ---- Killed drivers ------------------------------------------------------------------------------


@pytest.mark.parametrize("killed_at", tier([4], range(1, 21)))
def test_a_killed_driver_leaves_all_old_or_all_new_rows(
    spark: SparkSession, server: S3Server, table: str, killed_at: int
) -> None:
    write_jelly(statements(spark, OLD, "old"), table)
    settings = [f"{name}={value}" for name, value in server.settings().items()]
    jobs: list[subprocess.Popen[bytes]] = []
    publishing = [0]

    def kill(request: Request) -> str:
        # From the journal on, requests that change something are counted.
        if request[0] != "GET" and request[0] != "HEAD" and "/_adding" in request[1]:
            publishing[0] = max(publishing[0], 1)
        if publishing[0] and request[0] in ("PUT", "DELETE", "POST"):
            publishing[0] += 1
            if publishing[0] > killed_at:
                # Python and the JVM.
                with suppress(ProcessLookupError):
                    os.killpg(jobs[0].pid, signal.SIGKILL)
        return NO_FAULT

    server.fault = kill
    with subprocess.Popen(
        [sys.executable, str(PROGRAM), table, "overwrite", *settings],
        env=spark_environment(),
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as job:
        jobs.append(job)
        job.wait(120)
    server.fault = lambda _: NO_FAULT
    found = read_jelly(table, spark=spark).groupBy(sf.expr("split(s.value, '/')[3]").alias("name"))
    rows: dict[str, Any] = {row["name"]: row["count"] for row in found.count().collect()}
    assert rows in ({"old": OLD}, {"new": NEW}), rows
    assert publishing[0] > killed_at or rows == {"new": NEW}
    # The next job goes on.
    write_jelly(statements(spark, 30, "next"), table, mode="overwrite")
    assert read_jelly(table, spark=spark).count() == 30
