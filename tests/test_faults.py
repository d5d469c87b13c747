"""Executors and drivers killed while they write leave what was there, or what there should be."""

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

from spark_cluster import cluster

PROGRAM = Path(__file__).with_name("faulty_jobs.py")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Give the variables of a Spark whose workers keep their files in a folder of the test."""
    home = tmp_path / "spark"
    home.mkdir()
    for entry in Path(pyspark.__path__[0]).iterdir():
        if entry.name != "work":
            (home / entry.name).symlink_to(entry)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("SPARK_", "PYSPARK_"))}
    return {**env, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1"}


def told(output: str) -> list[dict[str, Any]]:
    """Read what a program told."""
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def run(environment: dict[str, str], *arguments: str) -> list[dict[str, Any]]:
    """Run a program to its end; gives what it told."""
    result = subprocess.run(
        [sys.executable, str(PROGRAM), *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
        env=environment,
    )
    assert result.returncode == 0, result.stderr[-5000:]
    return told(result.stdout)


@pytest.mark.parametrize(("kind", "kills"), [("batch", 14), ("stream", 8)])
def test_executors_killed_at_random(
    tmp_path: Path, environment: dict[str, str], kind: str, kills: int
) -> None:
    *rounds, end = run(environment, kind, str(tmp_path), str(kills))
    assert end["kills"] == kills
    assert rounds
    for each in rounds:
        assert each["as_meant"], each
        assert each["found"] == each["expected"], each
        assert each["leftovers"] == [], each


def test_a_task_that_runs_twice_is_published_once(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    with cluster(tmp_path, environment) as url:
        (end,) = run(environment, "attempts", str(tmp_path), url)
    assert end == {
        # The first task again after it failed, the second one beside itself.
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
    for number in range(1, 4):
        before, *_ = start(number, kill=True)
        names = list(before["found"])
        assert len(names) == 1, before
        assert before["found"][names[0]] == 800, before
    last = start(4, kill=False)
    assert last[-1] == {"leftovers": [], "found": {"g4": 800}}
