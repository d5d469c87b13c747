"""Shows Jelly files in Spark: schema, rows, counts by class and predicate, and the time taken.

Started by `scripts/demo`, which installs and builds everything that it needs.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pyspark.sql import SparkSession
from pyspark.sql.functions import col

from jelly_bridge import configure, read_jelly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import DataFrame, Row

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
TOP = 10
ROWS = 8
MEGABYTE = 1_000_000
WIDTH = 48  # rdf:type just fits
RUNS = 6  # of each task, to also measure compiled code
PATIENCE = 20_000_000  # statements of all runs of a task, to limit the time
TASKS = {
    "count": "count the statements",
    "predicate": "count by predicate",
    "class": "count by class",
}


@dataclass
class Result:
    """The results of one contender, and the seconds of each run of each task."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    total: int = 0
    counts: dict[str, dict[str, int]] = field(
        default_factory=lambda: {"predicate": {}, "class": {}},
    )


def main() -> int:
    """Run the demo; return 2 for input that cannot be read."""
    parser = argparse.ArgumentParser(prog="scripts/demo", description=__doc__)
    parser.add_argument("--made", action="store_true", help="say that the demo made the file")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    arguments = parser.parse_args()
    log = ROOT / "build" / "demo.log"
    with stderr_to(log):
        spark = session()
    try:
        return show(spark, arguments.paths, made=arguments.made)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with the input, one clear line
        sys.stderr.write(f"demo: {reason(error)}\n")
        return 2
    finally:
        with stderr_to(log):
            spark.stop()


def session() -> SparkSession:
    """Start a quiet local session with the jelly-bridge jar."""
    cores = os.cpu_count() or 1
    logging = (ROOT / "jvm/bench/src/main/resources/log4j2.properties").as_uri()
    builder = (
        SparkSession.builder.appName("jelly-bridge demo")
        .master("local[*]")
        .config("spark.ui.enabled", value=False)
        .config("spark.ui.showConsoleProgress", value=False)
        .config("spark.sql.shuffle.partitions", cores)
        .config("spark.driver.extraJavaOptions", f"-Dlog4j2.configurationFile={logging}")
    )
    return configure(builder).getOrCreate()


def show(spark: SparkSession, paths: list[str], *, made: bool) -> int:
    """Print all results for the files."""
    frame = read_jelly(paths if len(paths) > 1 else paths[0], spark=spark)
    # Fail before anything is printed: a file that is not Jelly gives one line of error only.
    rows = frame.limit(ROWS).collect()
    cores = spark.sparkContext.defaultParallelism
    heading(f"Spark {spark.version}, {cores} core{'s' if cores > 1 else ''}")
    for path in paths:
        print(f"  {path}{size(path)}")
    if made:
        print("  a shop's products, made by the generator and encoded by jelly-jvm")
    shown = ", ".join(f'"{path}"' for path in paths)
    print("\n  >>> from jelly_bridge import read_jelly")
    print(f"  >>> df = read_jelly({shown if len(paths) == 1 else f'[{shown}]'})")
    heading("df.printSchema()")
    frame.printSchema()
    heading("some rows")
    show_rows(spark, rows)
    ours = Result()
    in_spark(frame, ours)
    times = max(1, min(RUNS, PATIENCE // max(1, ours.total)))
    for _ in range(times - 1):
        in_spark(frame, ours)
    table("statements by class (rdf:type)", ours.counts["class"])
    table("statements by predicate", ours.counts["predicate"])
    compare(ours, in_jena(frame, times), times)
    return 0


def show_rows(spark: SparkSession, rows: list[Row]) -> None:
    """Print rows without the columns that are null in all of them."""
    if not rows:
        print("  none")
        return
    shown = [
        f"{term}.{part}"
        for term in "spog"
        for part in ("kind", "value", "lang", "datatype")
        if (part != "kind" or term == "o") and any(row[term] and row[term][part] for row in rows)
    ]
    cells = [[row[name[0]] and row[name[0]][name[2:]] for name in shown] for row in rows]
    schema = ", ".join(f"`{name}` string" for name in shown)
    spark.createDataFrame(cells, schema).show(truncate=WIDTH)


def in_spark(frame: DataFrame, result: Result) -> None:
    """Do the tasks through jelly-bridge."""
    result.total = timed(result, "count", frame.count)
    by_predicate = frame.groupBy(col("p.value").alias("key")).count()
    rows = timed(result, "predicate", by_predicate.collect)
    result.counts["predicate"] = {row["key"]: row["count"] for row in rows}
    typed = frame.where((col("p.value") == TYPE) & (col("o.kind") == "iri"))
    by_class = typed.groupBy(col("o.value").alias("key")).count()
    rows = timed(result, "class", by_class.collect)
    result.counts["class"] = {row["key"]: row["count"] for row in rows}


def in_jena(frame: DataFrame, times: int) -> Result | str:
    """Do the same through jelly-jena in another process; return the reason if it fails."""
    rows = frame.select("_metadata.file_path").distinct().collect()
    files = sorted(row["file_path"] for row in rows)
    if any(not file.startswith("file:") for file in files):
        return "the files are not on this machine"
    classpath = os.environ["JELLY_BRIDGE_DEMO_CLASSPATH"]
    program = ["io.github.jellybridge.bench.DemoJena", str(times)]
    command = ["java", "-Xmx2g", "-cp", classpath, *program, *files]
    finished = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own
    result = Result()
    for line in finished.stdout.decode().splitlines():
        word, number, text = line.split(" ", 2)
        if word == "error":
            return text
        if word == "time":
            result.seconds[text].append(float(number))
        elif word == "count":
            result.total = int(number)
        else:
            result.counts[word][text] = int(number)
    return result if finished.returncode == 0 else "its process failed"


def timed(result: Result, task: str, work: Callable[[], T]) -> T:
    """Do a task and record its time."""
    start = time.perf_counter()
    answer = work()
    result.seconds[task].append(time.perf_counter() - start)
    return answer


def compare(ours: Result, jena: Result | str, times: int) -> None:
    """Print the times side by side."""
    heading(f"seconds for {ours.total:,} statements")
    contenders = {"jelly-bridge": ours}
    if isinstance(jena, Result):
        contenders["jelly-jena"] = jena
    runs = ("first", "later") if times > 1 else ("first",)
    print(f"  {'':<24}" + "".join(f"{name:>{10 * len(runs) + 4}}" for name in contenders))
    titles = "".join(f"{run:>10}" for run in runs)
    print(f"  {'':<24}" + f"    {titles}" * len(contenders))
    for task, label in TASKS.items():
        cells = (
            "    "
            + "".join(f"{seconds:>10.2f}" for seconds in first_and_later(result.seconds[task]))
            for result in contenders.values()
        )
        print(f"  {label:<24}{''.join(cells)}")
    if isinstance(jena, str):
        print(f"\n  jelly-jena did not read this: {jena}")
        return
    print("\n  Starting Java, Spark and Jena is not counted; the first time of each task includes")
    print("  Spark compiling it. jelly-jena reads through RIOT, in a process of its own.")
    if times > 1:
        print(f"  Later: the median of {times - 1} more.")
    same = ours.total == jena.total and all(
        {key: n for key, n in ours.counts[kind].items() if key in jena.counts[kind]}
        == jena.counts[kind]
        for kind in jena.counts
    )
    print("  Both gave the same counts." if same else "  THE COUNTS DIFFER: please report this.")


def first_and_later(seconds: list[float]) -> list[float]:
    """Return the first time and, if there are more, their median."""
    return [*seconds[:1], *([statistics.median(seconds[1:])] if seconds[1:] else [])]


def table(title: str, counts: dict[str, int]) -> None:
    """Print the most frequent keys."""
    heading(title)
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    for key, count in ordered[:TOP]:
        print(f"  {count:>12,}  {key}")
    if not ordered:
        print("  none")
    elif len(ordered) > TOP:
        rest = sum(count for _, count in ordered[TOP:])
        print(f"  {rest:>12,}  in {len(ordered) - TOP} more")


def heading(text: str) -> None:
    """Print a heading."""
    print(f"\n{text}\n{'-' * len(text)}")


def size(path: str) -> str:
    """Return the size of a local file as text."""
    file = Path(path)
    if not file.is_file():
        return ""
    count = file.stat().st_size
    return f"  ({count / 1e6:,.1f} MB)" if count >= MEGABYTE else f"  ({count:,} bytes)"


def reason(error: Exception) -> str:
    """Find the line with the cause in Spark's error message."""
    text = str(error)
    parse = re.search(r"JellyParseException: (.*)", text)
    if parse:
        return parse.group(1)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__


@contextmanager
def stderr_to(log: Path) -> Iterator[None]:
    """Redirect Java's messages at start and stop to a file."""
    log.parent.mkdir(parents=True, exist_ok=True)
    sys.stderr.flush()
    saved = os.dup(2)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(saved, 2)
        os.close(saved)


if __name__ == "__main__":
    sys.exit(main())
