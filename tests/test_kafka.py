"""Jelly frames through Kafka: jelly-jvm sends them, Spark aggregates, jelly-jvm reads the results.

Spark is the oldest supported version, for which `build/kafka` has the connector.
"""

from __future__ import annotations

import subprocess
from collections import defaultdict
from typing import TYPE_CHECKING

from jelly_bridge import jar_path
from kafka_broker import JARS, ROOT, broker, connector, fetch_jars, java
from processes import spark_environment

if TYPE_CHECKING:
    from pathlib import Path

MESSAGES = 400
EX = "http://example.org/"
INTEGER = "<http://www.w3.org/2001/XMLSchema#integer>"


def expected_readings() -> dict[str, list[int]]:
    """Compute the values that KafkaFrames.java sends, by sensor."""
    readings: defaultdict[str, list[int]] = defaultdict(list)
    for i in range(MESSAGES):
        readings[f"{EX}sensor{i % 10}"] += [(i * 7 + j * 3) % 100 for j in range(5)]
    return readings


def statement(sensor: str, name: str, value: int) -> str:
    """Write a statement as KafkaFrames.java prints it."""
    return f'<{sensor}> <{EX}{name}> "{value}"^^{INTEGER} .'


def run_java(*arguments: str) -> list[str]:
    """Run KafkaFrames.java and return its output lines."""
    program = ROOT / "tests" / "java" / "KafkaFrames.java"
    classpath = f"{jar_path()}:{JARS / 'broker'}/*"
    result = subprocess.run(
        java(classpath, str(program), *arguments),
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def run_spark(server: str, folder: Path) -> None:
    """Run kafka_job.py with the oldest Spark."""
    python = ROOT / ".venv-spark40" / "bin" / "python"
    assert python.exists(), f"{python} is missing: run scripts/setup"
    jars = [str(jar) for jar in connector()]
    program = str(ROOT / "tests" / "kafka_job.py")
    result = subprocess.run(
        [str(python), program, server, str(folder / "checkpoints"), *jars],
        check=False,
        capture_output=True,
        text=True,
        timeout=200,
        env={**spark_environment(), "PYTHONPATH": str(ROOT / "python")},
    )
    assert result.returncode == 0, result.stderr


def last_message_of_each_key(lines: list[str], topic: str) -> dict[str, str]:
    """Keep the messages that a compacted topic would keep: the last one of each key."""
    messages = (line.split("\t") for line in lines)
    return {key: statements for name, key, statements in messages if name == topic}


def test_frames_through_kafka_and_spark(tmp_path: Path) -> None:
    fetch_jars()
    with broker(tmp_path) as server:
        run_java("produce", server, "readings", str(MESSAGES))
        run_spark(server, tmp_path)
        lines = run_java("consume", server, "sums", "grouped")
    sums, grouped = (last_message_of_each_key(lines, topic) for topic in ("sums", "grouped"))
    readings = expected_readings()
    assert sums == {
        sensor: " | ".join(
            (statement(sensor, "readings", len(values)), statement(sensor, "sum", sum(values)))
        )
        for sensor, values in readings.items()
    }
    assert {sensor: sorted(line.split(" | ")) for sensor, line in grouped.items()} == {
        sensor: sorted(statement(sensor, "temperature", value) for value in values)
        for sensor, values in readings.items()
    }
