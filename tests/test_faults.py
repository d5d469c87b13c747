"""Executors and drivers that are killed while writing leave either the old or the new rows."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pyspark
import pytest

from processes import spark_environment
from spark_cluster import cluster
from tiers import tier

PROGRAM = Path(__file__).with_name("faulty_jobs.py")
TOTAL: Final = int(os.environ.get("JELLY_BRIDGE_KILLS", tier(6, 40)))
"""About as many processes are killed."""
PERCENT: Final = {"batch": 40, "stream": 30, "overwrite": 12, "restart": 9, "follow": 9}
"""Executors of jobs and of a stream; drivers of jobs, of a stream and of `follow`."""
KILLS: Final = {kind: max(1, TOTAL * share // 100) for kind, share in PERCENT.items()}
EXECUTORS: Final = ("batch", "stream")
DRIVERS: Final = ("overwrite", "restart", "follow")
JOURNALS: Final = ("_adding", "_replacing", "_done")
START_SECONDS: Final = 300
LEASE_MILLIS = 1000
"""A lease so short that the next job removes the folder of a killed one. No test runs two jobs."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for all files of the programs."""
    return tmp_path_factory.mktemp("faults")


@pytest.fixture(scope="module")
def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a Spark whose workers keep their files in a folder of the test."""
    home = folder / "spark"
    home.mkdir()
    for entry in Path(pyspark.__path__[0]).iterdir():
        if entry.name != "work":
            (home / entry.name).symlink_to(entry)
    return {
        **spark_environment(),
        "SPARK_HOME": str(home),
        "JDK_JAVA_OPTIONS": f"-Djellybridge.leaseMillis={LEASE_MILLIS}",
    }


def told(output: str) -> list[dict[str, Any]]:
    """Read the facts that a program printed."""
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


@pytest.fixture(scope="module")
def findings(folder: Path, environment: dict[str, str]) -> list[dict[str, Any]]:
    """Run the program on one cluster for all of its jobs; return the facts that it printed."""
    with cluster(folder, environment) as url:
        result = subprocess.run(
            [
                sys.executable,
                PROGRAM,
                "cluster",
                folder,
                url,
                *(str(KILLS[kind]) for kind in EXECUTORS),
            ],
            check=False,
            capture_output=True,
            text=True,
            timeout=900 + 30 * TOTAL,
            env=environment,
        )
    assert result.returncode == 0, result.stderr[-5000:]
    return told(result.stdout)


@pytest.mark.parametrize("kind", EXECUTORS)
def test_executors_killed_at_random(findings: list[dict[str, Any]], kind: str) -> None:
    *rounds, end = (each for each in findings if each["kind"] == kind)
    assert end["kills"] == KILLS[kind]
    assert rounds
    for each in rounds:
        assert each["as_meant"], each
        assert each["found"] == each["expected"], each
        assert each["leftovers"] == [], each
    report(kind, f"{end['kills']} kills, {len(rounds)} rounds")


def test_a_task_that_runs_twice_is_published_once(findings: list[dict[str, Any]]) -> None:
    (end,) = (each for each in findings if each["kind"] == "attempts")
    assert end == {
        "kind": "attempts",
        # The first task ran again after its failure, the second one speculatively.
        "attempts": ["0-1", "1-1"],
        "files": 8,
        "found": {"once": 800},
        "leftovers": [],
    }


@pytest.mark.parametrize("kind", DRIVERS)
def test_drivers_killed_at_random(kind: str, tmp_path: Path, environment: dict[str, str]) -> None:
    rng = random.Random(kind)  # noqa: S311  no secret
    moments: Counter[str] = Counter()
    jobs = 0
    possible: list[Any] = [None]
    for number in range(KILLS[kind] + 1):
        last = number == KILLS[kind]
        facts = drive(kind, tmp_path, environment, number, None if last else rng)
        start, settled, *later = facts
        assert start["start"] in possible, (number, start, possible)
        assert settled["settled"] == settled["expected"], (number, settled)
        assert settled["leftovers"] == [], (number, settled)
        possible = [settled["settled"]]
        for fact in later:
            if "ended" in fact:
                jobs += 1
                possible = [fact["ended"]]
            else:
                possible += fact["possible"]
        if not last:
            moments[moment(tmp_path)] += 1
    report(kind, f"{KILLS[kind]} kills, {jobs} jobs ended between; killed at {dict(moments)}")


def drive(
    kind: str, folder: Path, environment: dict[str, str], number: int, rng: random.Random | None
) -> list[dict[str, Any]]:
    """Run a driver, which is killed if there is a source of random moments; return its facts.

    Every second driver is killed shortly after a journal has appeared, where something changes.
    """
    end = "kill" if rng else "last"
    log = folder / "log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            [sys.executable, PROGRAM, kind, folder, str(number), end],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment,
            start_new_session=True,
        ) as process,
    ):
        assert process.stdout is not None
        first = ""
        if rng:
            for line in process.stdout:
                first += line
                if "possible" in line:
                    break
            if number % 2 == 0:
                time.sleep(rng.uniform(0, 3))
            else:
                wait_for_journal(folder, process)
                time.sleep(0.02 * rng.random() ** 3)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
        rest, _ = process.communicate(timeout=START_SECONDS)
    assert process.returncode == (-9 if rng else 0), log.read_text()[-5000:]
    return told(first + rest)


def wait_for_journal(folder: Path, process: subprocess.Popen[str]) -> None:
    """Wait until a job of the process publishes."""
    end = time.monotonic() + START_SECONDS
    while moment(folder) not in JOURNALS and process.poll() is None and time.monotonic() < end:
        time.sleep(0.001)


def moment(folder: Path) -> str:
    """Return how far the jobs are."""
    names = {path.name for path in folder.glob("*/_jelly-bridge-staging-*/_*")}
    return next((name for name in JOURNALS if name in names), "tasks" if names else "no job")


def report(kind: str, text: str) -> None:
    """Print a line, which `pytest -s` shows."""
    sys.stdout.write(f"\n{kind}: {text}\n")
