"""Environment variables of programs that start their own JVM."""

from __future__ import annotations

import os

QUICK_JVM = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC"
"""Flags of a JVM that ends soon: optimising the code takes longer than it gains."""


def spark_environment() -> dict[str, str]:
    """Return the variables for a program that starts Spark, without those of this process."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("SPARK_", "PYSPARK_"))}
    return {**kept, "SPARK_LOCAL_IP": "127.0.0.1", "JAVA_TOOL_OPTIONS": QUICK_JVM}
