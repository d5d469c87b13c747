"""Fixtures of the Python tests: one Spark session for all, and test files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

# Set before Spark is imported anywhere, so that it listens on this machine only.
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

from pyspark.sql import SparkSession

import cli
from cli import write_files
from files import write_all
from jelly_bridge import configure
from processes import QUICK_JVM
from s3_server import jars as s3_jars
from tiers import ALL, tier

if TYPE_CHECKING:
    from collections.abc import Iterator


PROGRAMS = (
    "test_faults",
    "test_object_storage",
    "test_connect",
    "test_kafka",
    "test_scala",
    "test_session",
    "test_tutorial",
)
"""Modules whose tests start other programs and wait for them, some for a minute."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run tests marked `long` in the long run only; run those that wait for other programs first.

    At the end of a run in several processes, one such test would keep the others waiting.
    """
    items.sort(key=lambda item: item.path.stem not in PROGRAMS)
    left_out = [item for item in items if not ALL and item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A local session with the jar, as `configure` attaches it."""
    builder = SparkSession.builder.master("local[2]").appName("jelly-bridge tests")
    session = (
        configure(builder)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "1g")
        .config("spark.driver.extraClassPath", os.pathsep.join(map(str, s3_jars())))
        .config("spark.driver.extraJavaOptions", tier(QUICK_JVM, ""))
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.session.timeZone", "UTC")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture
def small_tasks(spark: SparkSession) -> Iterator[None]:
    """Let a task read half a megabyte."""
    spark.conf.set("spark.sql.files.maxPartitionBytes", "512k")
    spark.conf.set("spark.sql.files.openCostInBytes", "1")
    yield
    spark.conf.unset("spark.sql.files.maxPartitionBytes")
    spark.conf.unset("spark.sql.files.openCostInBytes")


@pytest.fixture(scope="session")
def every_kind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of every kind; tests only read it."""
    folder = tmp_path_factory.mktemp("every_kind")
    write_all(folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of every kind, and some broken ones, for the command line."""
    folder = tmp_path_factory.mktemp("cli")
    write_files(folder)
    return folder


@pytest.fixture
def here() -> Iterator[Path]:
    """The current folder of the shared command line; empty at the start of each test."""
    folder = cli.here()
    yield folder
    for file in folder.iterdir():
        file.unlink()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with material outside of the project; the test is skipped without it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip(f"SKIPPED: there is no folder {folder}, so real data is not tested")
    return folder


@pytest.fixture(scope="session")
def schema_org(shared: Path) -> list[Path]:
    """Releases of schema.org, oldest first: all twelve in the long run, otherwise two."""
    files = sorted(
        (shared / "data" / "schemaorg").glob("*.nq.gz"),
        key=lambda file: float(file.name.removesuffix(".nq.gz")),
    )
    assert len(files) == 12
    return files[: tier(2, None)]
