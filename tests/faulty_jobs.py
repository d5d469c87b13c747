"""Programs that `test_faults.py` runs and kills.

python faulty_jobs.py cluster FOLDER URL BATCH_KILLS STREAM_KILLS
Write a table with tasks that run twice, overwrite another one repeatedly, and stream files to a
third. The latter two kill executors with SIGKILL at random moments.
python faulty_jobs.py write FOLDER NUMBER
Write a table slowly; the test kills this program.

They print their findings, one JSON object per line.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark import TaskContext
from pyspark.sql import SparkSession

from jelly_bridge import configure, read_jelly, write_jelly

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyspark.sql import DataFrame

TASKS = 8
ROWS = 800
LIMIT_SECONDS = 240.0


def session(master: str) -> SparkSession:
    """Start Spark; tasks of killed executors are retried without limit."""
    builder = SparkSession.builder.master(master).appName("faults")
    return (
        configure(builder)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "1g")
        .config("spark.executor.memory", "512m")
        .config("spark.task.maxFailures", "12")
        .config("spark.stage.maxConsecutiveAttempts", "1000")
        .config("spark.deploy.maxExecutorRetries", "-1")
        .config("spark.speculation", "true")
        .config("spark.speculation.interval", "100ms")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.log.level", "OFF")
        .getOrCreate()
    )


def slow_statements(
    spark: SparkSession, name: str, *, millis: int = 4, failing: bool = False
) -> DataFrame:
    """Make statements with subjects `NAME-0`, `NAME-1`, …; each row takes the given time."""
    nap = f"java_method('java.lang.Thread', 'sleep', {millis}L)"
    row = f"id = {ROWS - 1}" if failing else "false"
    return spark.range(0, ROWS, 1, TASKS).selectExpr(
        f"named_struct('kind', 'iri', 'value', concat('http://example.org/{name}-', id)) AS s",
        "named_struct('kind', 'iri', 'value', 'http://example.org/p') AS p",
        f"named_struct('kind', if({row}, 'bad', 'literal'), 'value', coalesce({nap}, '')) AS o",
    )


def executors(port: str) -> list[int]:
    """Find the processes of the executors whose driver is at a port."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if b"CoarseGrainedExecutorBackend" in command and f":{port}\0".encode() in command:
                found.append(int(entry.name))
    return found


class Killer(threading.Thread):
    """Kills executors at random intervals until the wanted number is reached."""

    def __init__(self, spark: SparkSession, kills: int) -> None:
        """Prepare to kill the given number of executors of a session."""
        super().__init__(daemon=True)
        self._port = spark.sparkContext.getConf().get("spark.driver.port") or ""
        self.wanted = kills
        self.kills = 0
        self._random = random.Random(kills)  # noqa: S311  no secret

    def run(self) -> None:
        """Kill executors."""
        while self.kills < self.wanted:
            time.sleep(self._random.uniform(0.1, 1.5))
            victims = executors(self._port)
            if victims:
                try:
                    os.kill(self._random.choice(victims), signal.SIGKILL)
                except ProcessLookupError:
                    continue
                self.kills += 1


def tell(**facts: object) -> None:
    """Print facts."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def content(spark: SparkSession, table: Path) -> dict[str, int]:
    """Count the distinct subjects and the rows of each name."""
    rows = (
        read_jelly(table, spark=spark)
        .selectExpr("regexp_extract(s.value, '([a-z0-9]+)-', 1) AS name", "s.value AS value")
        .groupBy("name")
        .agg({"value": "count"})
        .collect()
    )
    return {row[0]: row[1] for row in rows}


def leftovers(table: Path) -> list[str]:
    """List the staging folders."""
    return sorted(path.name for path in table.glob("_jelly-bridge-staging-*"))


def batch(spark: SparkSession, folder: Path, killer: Killer) -> None:
    """Overwrite and append until enough executors were killed."""
    table = folder / "batch"
    write_jelly(slow_statements(spark, "g0", millis=0), table)
    expected = {"g0": ROWS}
    killer.start()
    number = 0
    deadline = time.monotonic() + LIMIT_SECONDS
    # Each kind has at least one round.
    while (killer.kills < killer.wanted or number < 3) and time.monotonic() < deadline:
        number += 1
        name, failing = f"g{number}", number % 3 == 0
        mode: Any = "append" if number % 4 == 2 else "overwrite"
        try:
            write_jelly(slow_statements(spark, name, failing=failing), table, mode=mode)
            expected = {**expected, name: ROWS} if mode == "append" else {name: ROWS}
            failed = False
        except Exception as error:  # noqa: BLE001  whatever Spark makes of it
            failed = "found 'bad'" in str(error)
        files = [path for path in table.iterdir() if path.name.startswith("part-")]
        tell(
            kind="batch",
            as_meant=failed == failing,
            expected=expected,
            found=content(spark, table),
            files=len(files),
            leftovers=[] if failed else leftovers(table),
        )
    tell(kind="batch", kills=killer.kills)


def stream(spark: SparkSession, folder: Path, killer: Killer) -> None:
    """Stream files to a table, and restart the query from time to time."""
    source, table = folder / "source", folder / "streamed"
    files = 0
    killer.start()
    deadline = time.monotonic() + LIMIT_SECONDS
    while killer.kills < killer.wanted and time.monotonic() < deadline:
        for _ in range(2):
            name = f"f{files}"
            rows = slow_statements(spark, name, millis=0).coalesce(2)
            rows.write.format("parquet").mode("append").save(str(source))
            files += 2
        query = (
            spark.readStream.schema(spark.read.parquet(str(source)).schema)
            .option("maxFilesPerTrigger", 1)
            .parquet(str(source))
            .selectExpr(
                "s",
                "p",
                "named_struct('kind', 'literal', 'value', coalesce(java_method("
                "'java.lang.Thread', 'sleep', 1L), o.value)) AS o",
            )
            .writeStream.format("jelly")
            .option("checkpointLocation", str(folder / "checkpoint"))
            .start(str(table))
        )
        time.sleep(2)
        query.stop()
    finish = (
        spark.readStream.schema(spark.read.parquet(str(source)).schema)
        .parquet(str(source))
        .writeStream.format("jelly")
        .option("checkpointLocation", str(folder / "checkpoint"))
        .trigger(availableNow=True)
        .start(str(table))
    )
    finish.awaitTermination(int(LIMIT_SECONDS))
    names = [f"f{i}" for i in range(0, files, 2)]
    tell(
        kind="stream",
        as_meant=True,
        expected=dict.fromkeys(names, ROWS),
        found=content(spark, table),
        leftovers=leftovers(table),
    )
    tell(kind="stream", kills=killer.kills)


def attempts(spark: SparkSession, folder: Path) -> None:
    """Write with a task that fails once, and one whose first attempt nearly hangs."""
    notes = folder / "attempts"
    notes.mkdir()

    def iri(text: str) -> tuple[str, str]:
        return ("iri", f"http://example.org/{text}")

    def rows(task: int, _: Iterable[int]) -> Iterator[tuple[tuple[str, str], ...]]:
        context = TaskContext.get()
        assert context is not None
        attempt = context.attemptNumber()
        (notes / f"{task}-{attempt}").touch()
        for i in range(ROWS // TASKS):
            if attempt == 0 and i == ROWS // TASKS // 2:
                if task == 0:
                    raise RuntimeError("the first attempt")
                if task == 1:
                    time.sleep(LIMIT_SECONDS)
            yield iri(f"once-{task * (ROWS // TASKS) + i}"), iri("p"), iri("o")

    term = "struct<kind: string, value: string>"
    schema = f"s {term}, p {term}, o {term}"
    made = spark.sparkContext.parallelize(range(TASKS), TASKS).mapPartitionsWithIndex(rows)
    table = folder / "twice"
    write_jelly(spark.createDataFrame(made, schema), table)
    tell(
        kind="attempts",
        attempts=sorted(path.name for path in notes.iterdir() if not path.name.endswith("-0")),
        files=len(list(table.glob("part-*"))),
        found=content(spark, table),
        leftovers=leftovers(table),
    )


def main() -> None:
    """Run the program that the arguments name."""
    kind, folder = sys.argv[1], Path(sys.argv[2])
    if kind == "write":
        number = int(sys.argv[3])
        spark = session("local[2]")
        tell(leftovers=leftovers(folder / "table"), found=content(spark, folder / "table"))
        write_jelly(slow_statements(spark, f"g{number}"), folder / "table", mode="overwrite")
        tell(leftovers=leftovers(folder / "table"), found=content(spark, folder / "table"))
        return
    url, batch_kills, stream_kills = sys.argv[3:]
    spark = session(url)
    attempts(spark, folder)
    batch(spark, folder, Killer(spark, int(batch_kills)))
    stream(spark, folder, Killer(spark, int(stream_kills)))
    spark.stop()


if __name__ == "__main__":
    main()
