"""A standalone Spark on this machine for the duration of a test: a master and two workers.

Each worker has its own loopback address, as Spark starts no second attempt of a task on the host
where the first one runs.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MASTER = "127.0.0.1"
WORKERS = ("127.0.0.2", "127.0.0.3")
START_SECONDS = 90


@contextmanager
def cluster(folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """Run a master and workers and yield the master's URL.

    Args:
    folder: The folder of logs and of the workers' files.
    environment: Variables of the processes, with SPARK_HOME.
    """
    with socket.socket() as free:
        free.bind((MASTER, 0))
        port = free.getsockname()[1]
    url = f"spark://{MASTER}:{port}"
    with ExitStack() as stack:
        master = ["master.Master", "--host", MASTER, "--port", str(port)]
        stack.enter_context(_daemon(folder, "master", environment, *master))
        _wait_for(folder / "master.log", "I have been elected leader")
        for host in WORKERS:
            worker = ["worker.Worker", "--host", host, "--cores", "2", "--memory", "1g"]
            worker += ["--work-dir", str(folder / host), url]
            stack.enter_context(_daemon(folder, host, environment, *worker))
        for host in WORKERS:
            _wait_for(folder / f"{host}.log", "Successfully registered with master")
        yield url


@contextmanager
def _daemon(folder: Path, name: str, environment: dict[str, str], *command: str) -> Iterator[None]:
    """Run a process of Spark's."""
    kind, *arguments = command
    host = arguments[1]
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [
                f"{environment['SPARK_HOME']}/bin/spark-class",
                f"org.apache.spark.deploy.{kind}",
                "--webui-port",
                "0",
                *arguments,
            ],
            stdout=log,
            stderr=log,
            env={
                **os.environ,
                **environment,
                "SPARK_LOCAL_IP": host,
                "SPARK_DAEMON_MEMORY": "256m",
                # Tests kill executors, which the master must replace without limit.
                "SPARK_MASTER_OPTS": "-Dspark.deploy.maxExecutorRetries=-1",
            },
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(timeout=30)


def _wait_for(log: Path, text: str) -> None:
    """Wait until a log contains a text."""
    end = time.monotonic() + START_SECONDS
    while text not in log.read_text(encoding="utf-8", errors="replace"):
        assert time.monotonic() < end, log.read_text(encoding="utf-8", errors="replace")[-3000:]
        time.sleep(0.2)
