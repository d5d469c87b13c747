"""Executors and drivers that are killed while writing leave either the old or the new rows."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyspark
import pytest

from processes import spark_environment
from spark_cluster import cluster
from tiers import tier

PROGRAM = Path(__file__).with_name("faulty_jobs.py")
KILLS = {"batch": tier(2, 14), "stream": tier(1, 8)}
KILLED_DRIVERS = tier(1, 3)
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
            [sys.executable, str(PROGRAM), "cluster", folder, url, *map(str, KILLS.values())],
            check=False,
            capture_output=True,
            text=True,
            timeout=900,
            env=environment,
        )
    assert result.returncode == 0, result.stderr[-5000:]
    return told(result.stdout)


@pytest.mark.parametrize("kind", KILLS)
def test_executors_killed_at_random(findings: list[dict[str, Any]], kind: str) -> None:
    *rounds, end = (each for each in findings if each["kind"] == kind)
    assert end["kills"] == KILLS[kind]
    assert rounds
    for each in rounds:
        assert each["as_meant"], each
        assert each["found"] == each["expected"], each
        assert each["leftovers"] == [], each


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


def test_drivers_killed_at_random(tmp_path: Path, environment: dict[str, str]) -> None:
    rng = random.Random(7)  # noqa: S311  no secret
    (tmp_path / "table").mkdir()

    def start(number: int, *, kill: bool) -> list[dict[str, Any]]:
        command = [sys.executable, str(PROGRAM), "write", str(tmp_path), str(number)]
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
            start_new_session=True,
        ) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            if kill:
                time.sleep(rng.uniform(0.2, 2.5))
                os.killpg(process.pid, 9)
            rest, _ = process.communicate(timeout=240)
        return told(first + rest)

    written = start(0, kill=False)[-1]
    assert written == {"leftovers": [], "found": {"g0": 800}}
    for number in range(1, 1 + KILLED_DRIVERS):
        before, *_ = start(number, kill=True)
        names = list(before["found"])
        assert len(names) == 1, before
        assert before["found"][names[0]] == 800, before
    last = start(4, kill=False)
    assert last[-1] == {"leftovers": [], "found": {"g4": 800}}
