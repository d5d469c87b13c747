"""Sessions of Spark Connect that we start or that lack the jar, and installations without Spark."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pyspark
import pytest

from jelly_bridge import jar_path
from processes import spark_environment


def run(program: str, *arguments: str | Path, **environment: str) -> tuple[str, str]:
    """Run a Python program; give its standard output and standard error."""
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        env={**spark_environment(), **environment},
    )
    assert result.returncode == 0, result.stderr
    return result.stdout, result.stderr


# ---- a server without the jar ----

OFFERED = """
    import os, sys
    from pyspark.sql import SparkSession
    from jelly_bridge import rdf_value, read_rdf, write_rdf

    file = sys.argv[1]
    builder = SparkSession.builder.remote("local[1]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.connect.grpc.binding.address", "127.0.0.1")
    spark = builder.getOrCreate()
    # As if the server was another one.
    os.environ.pop("SPARK_REMOTE", None)
    print(spark.range(1).count())
    df = read_rdf(file)
    print(df.count(), df.where("o.value = 'o'").count())
    write_rdf(df, file + ".copy", syntax="nt")
    print(read_rdf(file + ".copy").select(rdf_value("o").string).first()[0])
    print("stopping", file=sys.stderr, flush=True)
    spark.stop()
"""


def troubles(log: str) -> list[str]:
    """Give the warnings and errors of a log that are about us.

    What Spark logs while it stops is not: its client releases the last query in a thread of its
    own, and the server logs SESSION_CLOSED with a stack when the session is closed before.
    """
    log = log.partition("stopping\n")[0]
    # Not "jelly": the folder of the checkout is in the paths of PySpark's own warnings.
    ours = re.compile(r"ERROR|[Mm]etric|jelly_bridge|jellybridge|\tat |Exception")
    return [line for line in log.splitlines() if ours.search(line)]


def test_a_server_without_the_jar_gets_it_without_errors_and_warnings(tmp_path: Path) -> None:
    file = tmp_path / "a.nt"
    file.write_text('<x:s> <x:p> "o" .\n')
    printed, log = run(OFFERED, file)
    assert printed.split() == ["1", "1", "1", "o"]
    assert "stopping" in log
    assert troubles(log) == []


# ---- a server that we start ----


def test_a_local_server_has_the_jar_from_the_beginning() -> None:
    program = """
        from pyspark.sql import SparkSession
        from jelly_bridge import read_rdf

        def start(builder):
            for name in ("spark.jars", "spark.connect.grpc.binding.address", "spark.master"):
                print(builder._options.get(name))
            raise SystemExit

        SparkSession.Builder.getOrCreate = start
        read_rdf("a.nt")
    """
    printed, _ = run(program, SPARK_REMOTE="local[2]")
    assert printed.splitlines() == [str(jar_path()), "127.0.0.1", "None"]
    # A server elsewhere has settings of its own.
    printed, _ = run(program, SPARK_REMOTE="sc://example.org")
    assert printed.splitlines() == ["None"] * 3


@pytest.mark.long
def test_a_local_server_that_is_started_logs_neither_errors_nor_warnings(tmp_path: Path) -> None:
    file = tmp_path / "a.nt"
    file.write_text('<x:s> <x:p> "o" .\n')
    program = """
        import sys
        from jelly_bridge import read_rdf
        print(read_rdf(sys.argv[1]).count())
        print("stopping", file=sys.stderr, flush=True)
    """
    printed, log = run(program, file, SPARK_REMOTE="local[2]")
    assert printed == "1\n"
    assert "stopping" in log
    assert troubles(log) == []


# ---- pyspark-client, which has no Spark ----


@pytest.fixture(scope="module")
def client_only(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder for PYTHONPATH with PySpark as the distribution pyspark-client has it."""
    folder = tmp_path_factory.mktemp("client")
    original = Path(pyspark.__file__).parent
    (folder / "pyspark").mkdir()
    for path in original.iterdir():
        if path.suffix == ".py":
            # Links would lead to the jars.
            shutil.copy(path, folder / "pyspark")
        elif path.name not in {"bin", "core", "jars", "sbin"}:
            (folder / "pyspark" / path.name).symlink_to(path)
    (folder / "py4j").mkdir()
    (folder / "py4j" / "__init__.py").write_text("raise ImportError")
    return str(folder)


NO_LOCAL_SPARK = (
    "JvmRequiredError this installation has no local Spark, only pyspark-client: set SPARK_REMOTE"
    " to the URL of a Spark Connect server, pass a session as spark=…, or install pyspark"
)


@pytest.mark.parametrize("remote", ["", "local[2]"])
def test_without_a_local_spark_a_session_is_asked_for(client_only: str, remote: str) -> None:
    program = """
        from jelly_bridge import borsh, from_jelly, inspect_jelly, read_jelly, read_rdf

        for function in (read_jelly, read_rdf, inspect_jelly, from_jelly, borsh.load):
            try:
                function(__import__("sys").argv[1])
            except Exception as error:
                print(type(error).__name__, error)
    """
    environment = {"SPARK_REMOTE": remote} if remote else {}
    printed, log = run(program, __file__, PYTHONPATH=client_only, **environment)
    assert printed.splitlines() == [NO_LOCAL_SPARK] * 5
    assert log == ""


def test_without_a_local_spark_builders_are_configured_all_the_same(client_only: str) -> None:
    program = """
        from pyspark.sql import SparkSession
        from jelly_bridge import configure
        builder = configure(SparkSession.builder.remote("sc://example.org"))
        print(builder._options["spark.jars"])
    """
    assert run(program, PYTHONPATH=client_only) == (f"{jar_path()}\n", "")


def test_without_jars_of_spark_the_command_line_says_so(client_only: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "jelly_bridge", "count", __file__],
        check=False,
        capture_output=True,
        text=True,
        env={**spark_environment(), "PYTHONPATH": client_only},
    )
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == (
        "jelly-bridge: no jars of Spark: install pyspark (not pyspark-client), or set SPARK_HOME\n"
    )
