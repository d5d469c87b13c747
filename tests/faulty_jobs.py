"""Programs that `test_faults.py` runs and kills.

python faulty_jobs.py cluster FOLDER URL BATCH_KILLS STREAM_KILLS
Write a table with tasks that run twice, overwrite another one repeatedly, and stream files to a
third. The latter two kill executors with SIGKILL at random moments.
python faulty_jobs.py overwrite|restart|follow FOLDER NUMBER last|kill
Tell the rows that the previous run has left, and do a job that tidies up. Unless it is the last
run, then overwrite a table, stream a table to another one, or apply patches, until the test kills
this process.

They print their findings, one JSON object per line.
"""

from __future__ import annotations

import itertools
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

from jelly_bridge import (
    configure,
    diff,
    follow,
    read_jelly,
    read_jelly_patch,
    write_jelly,
    write_jelly_patch,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyspark.sql import DataFrame
    from pyspark.sql.streaming.query import StreamingQuery

TASKS = 8
ROWS = 800
FEW_ROWS = 100
PAUSE_SECONDS = 240.0


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
    spark: SparkSession, name: str, *, rows: int = ROWS, millis: int = 4, failing: bool = False
) -> DataFrame:
    """Make statements with subjects `NAME-0`, `NAME-1`, …; each row takes the given time."""
    nap = f"java_method('java.lang.Thread', 'sleep', {millis}L)"
    kind = f"if(id = {rows - 1}, 'bad', 'literal')" if failing else "'literal'"
    none = "'lang', string(null), 'datatype', string(null)"
    iri = (
        f"named_struct('kind', 'iri', 'value', concat('http://example.org/', {{}}), {none}) AS {{}}"
    )
    return spark.range(0, rows, 1, TASKS).selectExpr(
        iri.format(f"'{name}-', id", "s"),
        iri.format("'p'", "p"),
        f"named_struct('kind', {kind}, 'value', coalesce({nap}, ''), {none}) AS o",
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
        self.deadline = time.monotonic() + 240 + 15 * kills
        """When to give up, far later than kills and restarts of executors take."""
        self._random = random.Random(kills)  # noqa: S311  no secret

    def run(self) -> None:
        """Kill executors."""
        while self.kills < self.wanted:
            time.sleep(self._random.uniform(0.1, 5.0))
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
    # Each kind has at least one round.
    while (killer.kills < killer.wanted or number < 3) and time.monotonic() < killer.deadline:
        number += 1
        name, failing = f"g{number}", number % 3 == 0
        mode: Any = "append" if number % 4 == 2 else "overwrite"
        error = ""
        try:
            write_jelly(slow_statements(spark, name, failing=failing), table, mode=mode)
            expected = {**expected, name: ROWS} if mode == "append" else {name: ROWS}
        except Exception as e:  # noqa: BLE001  whatever Spark makes of it
            error = str(e)
        files = [path for path in table.iterdir() if path.name.startswith("part-")]
        # The last of the attempts at a task may be one that was killed.
        failed = "found 'bad'" in error or "ExecutorLostFailure" in error
        tell(
            kind="batch",
            as_meant=failed if failing else not error,
            error=error[:500],
            expected=expected,
            found=content(spark, table),
            files=len(files),
            leftovers=[] if error else leftovers(table),
        )
    tell(kind="batch", kills=killer.kills)


def stream(spark: SparkSession, folder: Path, killer: Killer) -> None:
    """Stream files to a table, and restart the query from time to time."""
    source, table = folder / "source", folder / "streamed"
    files = 0
    killer.start()
    while killer.kills < killer.wanted and time.monotonic() < killer.deadline:
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
                "named_struct('kind', o.kind, 'value', coalesce(java_method("
                "'java.lang.Thread', 'sleep', 1L), o.value)) AS o",
            )
            .writeStream.format("jelly")
            .option("checkpointLocation", str(folder / "checkpoint"))
            .start(str(table))
        )
        time.sleep(2)
        query.stop()
        found = content(spark, table) if table.exists() else {}
        tell(
            kind="stream",
            as_meant=all(rows in (ROWS // 2, ROWS) for rows in found.values()),
            expected=found,
            found=found,
            leftovers=[],
        )
    finish = (
        spark.readStream.schema(spark.read.parquet(str(source)).schema)
        .parquet(str(source))
        .writeStream.format("jelly")
        .option("checkpointLocation", str(folder / "checkpoint"))
        .trigger(availableNow=True)
        .start(str(table))
    )
    finish.awaitTermination(int(PAUSE_SECONDS))
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
                    time.sleep(PAUSE_SECONDS)
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


def overwrite(spark: SparkSession, folder: Path, number: int, *, last: bool) -> None:
    """Overwrite a table with many files."""
    table = folder / "table"
    tell(start=content(spark, table) if table.exists() else None)
    expected = {f"q{number}": ROWS}
    write_jelly(slow_statements(spark, f"q{number}", millis=0), table, mode="overwrite")
    tell(settled=content(spark, table), expected=expected, leftovers=leftovers(table))
    for i in itertools.count() if not last else ():
        name = f"g{number}x{i}"
        tell(possible=[{name: ROWS}])
        rows = slow_statements(spark, name, millis=2)
        write_jelly(rows, table, mode="overwrite", max_records_per_file=5)
        tell(ended={name: ROWS})


def restart(spark: SparkSession, folder: Path, number: int, *, last: bool) -> None:
    """Stream a table to another one, file by file, while rows are appended to the first."""
    source, table = folder / "source", folder / "table"

    def arrive(name: str) -> None:
        rows = slow_statements(spark, name, rows=FEW_ROWS, millis=2)
        write_jelly(rows.coalesce(2), source, mode="append")

    def query(**trigger: Any) -> StreamingQuery:  # noqa: ANN401  of several types
        return (
            spark.readStream.format("jelly")
            .option("maxFilesPerTrigger", 1)
            .load(str(source))
            .writeStream.format("jelly")
            .option("checkpointLocation", str(folder / "checkpoint"))
            .option("maxRecordsPerFile", 2)
            .trigger(**trigger)
            .start(str(table))
        )

    tell(start=content(spark, table) if table.exists() else None)
    arrive(f"q{number}")
    query(availableNow=True).awaitTermination()
    state = content(spark, table)
    left = leftovers(source) + leftovers(table)
    tell(settled=state, expected=content(spark, source), leftovers=left)
    if last:
        return
    running = query(processingTime="0 seconds")
    for i in itertools.count():
        name = f"g{number}x{i}"
        half = {**state, name: FEW_ROWS // 2}
        state = {**state, name: FEW_ROWS}
        tell(possible=[half, state])
        arrive(name)
        running.processAllAvailable()
        tell(ended=state)


def follow_patches(spark: SparkSession, folder: Path, number: int, *, last: bool) -> None:
    """Apply patches; each replaces all statements, except a log with one statement per patch."""
    patches, snapshot = folder / "patches", folder / "now"

    def arrive(number: int) -> None:
        old, new = (
            slow_statements(spark, f"g{i}", rows=FEW_ROWS if i else 0, millis=0)
            for i in (number - 1, number)
        )
        row = slow_statements(spark, "log", rows=number, millis=0).where(
            f"s.value = 'http://example.org/log-{number - 1}'"
        )
        patch = diff(old, new.unionByName(row))
        write_jelly_patch(patch, patches, mode="append", statement_type="triples")

    def query(processing_time: str | None) -> StreamingQuery:
        return follow(
            patches,
            snapshot,
            checkpoint=folder / "checkpoint",
            processing_time=processing_time,
            max_files_per_trigger=1,
            snapshot_options={"maxRecordsPerFile": 2},
            spark=spark,
        )

    def state(number: int) -> dict[str, int]:
        return {f"g{number}": FEW_ROWS, "log": number}

    tell(start=content(spark, snapshot) if snapshot.exists() else None)
    arrived = 0
    if number > 0:
        logged = read_jelly_patch(patches, spark=spark).where("op = 'A' AND s.value LIKE '%/log-%'")
        arrived = logged.count()
    arrived += 1
    arrive(arrived)
    query(None).awaitTermination()
    left = [path.name for path in folder.glob(".now.next")]
    left += leftovers(patches) + leftovers(snapshot)
    tell(settled=content(spark, snapshot), expected=state(arrived), leftovers=left)
    if last:
        return
    running = query("0 seconds")
    while True:
        tell(possible=[state(arrived + 1), state(arrived + 2)])
        for _ in range(2):
            arrived += 1
            arrive(arrived)
        running.processAllAvailable()
        tell(ended=state(arrived))


DRIVERS = {"overwrite": overwrite, "restart": restart, "follow": follow_patches}


def main() -> None:
    """Run the program that the arguments name."""
    kind, folder = sys.argv[1], Path(sys.argv[2])
    if kind in DRIVERS:
        number, end = sys.argv[3:]
        DRIVERS[kind](session("local[2]"), folder, int(number), last=end == "last")
        return
    url, batch_kills, stream_kills = sys.argv[3:]
    spark = session(url)
    attempts(spark, folder)
    batch(spark, folder, Killer(spark, int(batch_kills)))
    stream(spark, folder, Killer(spark, int(stream_kills)))
    spark.stop()


if __name__ == "__main__":
    main()
