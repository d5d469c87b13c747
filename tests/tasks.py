"""Waits for tasks of failed jobs, as a job ends before its tasks do."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MAX_SECONDS = 60


def await_tasks(spark: SparkSession) -> None:
    """Wait until no task runs; tasks remove their own unfinished files."""
    context: Any = spark.sparkContext
    tracker = context._jsc.sc().statusTracker()  # noqa: SLF001  Python's own tells less
    end = time.monotonic() + MAX_SECONDS
    while any(executor.numRunningTasks() for executor in tracker.getExecutorInfos()):
        assert time.monotonic() < end, "tasks still run"
        time.sleep(0.01)
