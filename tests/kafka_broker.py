"""A broker of Apache Kafka in KRaft mode, on this machine only, for the duration of a test."""

from __future__ import annotations

import base64
import shutil
import socket
import subprocess
import time
import uuid
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gradle_jars import fetch

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
JARS = ROOT / "build" / "kafka"
HOST = "127.0.0.1"
START_SECONDS = 60

SETTINGS = """\
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@{host}:{controller}
listeners=PLAINTEXT://{host}:{broker},CONTROLLER://{host}:{controller}
advertised.listeners=PLAINTEXT://{host}:{broker}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs={logs}
num.partitions=2
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
"""


def fetch_jars() -> None:
    """Let Gradle put the broker and Spark's connector into `build/kafka`, unless they are there."""
    fetch("kafkaJars", JARS / "connector")


def connector() -> list[Path]:
    """Return the jars that Spark needs for Kafka."""
    return sorted((JARS / "connector").glob("*.jar"))


def java(classpath: str, *arguments: str) -> list[str]:
    """Return the command of a small JVM."""
    program = shutil.which("java")
    assert program
    return [program, "-Xmx512m", "-XX:TieredStopAtLevel=1", "-cp", classpath, *arguments]


@contextmanager
def broker(folder: Path) -> Iterator[str]:
    """Run a broker with its data in a folder and yield its address."""
    ports = _free_ports(2)
    settings = folder / "server.properties"
    settings.write_text(
        SETTINGS.format(host=HOST, broker=ports[0], controller=ports[1], logs=folder / "logs")
    )
    classpath = f"{JARS / 'broker'}/*"
    # An id is 16 bytes in base 64; one that starts with a dash would look like an option.
    cluster = "A" + base64.urlsafe_b64encode(uuid.uuid4().bytes).decode()[1:22]
    subprocess.run(
        java(classpath, "kafka.tools.StorageTool", "format", "-t", cluster, "-c", str(settings)),
        check=True,
        capture_output=True,
        timeout=120,
    )
    with (folder / "broker.log").open("wb") as log:
        process = subprocess.Popen(
            java(classpath, "kafka.Kafka", str(settings)), stdout=log, stderr=log
        )
        try:
            _wait_for(ports[0], process)
            yield f"{HOST}:{ports[0]}"
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _free_ports(count: int) -> list[int]:
    """Find free ports."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind((HOST, 0))
        return [int(each.getsockname()[1]) for each in sockets]
    finally:
        for each in sockets:
            each.close()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the broker accepts connections."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, "the broker has ended; its log is beside its settings"
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise AssertionError(f"the broker did not start within {START_SECONDS} s")
