"""Whatever state Spark is in, `read_jelly` finds the data source, or says what to do.

Each case is a process of its own, since a JVM knows one class path.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import SparkSession

from encoders import TRIPLES, encode_with_pyjelly
from files import triples
from jelly_bridge import configure, jar_path

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.smoke

JAR = str(jar_path())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of 60 triples."""
    path = tmp_path / "data.jelly"
    path.write_bytes(encode_with_pyjelly(triples(), TRIPLES))
    return path


def run(program: str, *arguments: str | Path, **environment: str) -> str:
    """Run a Python program; give what it prints."""
    preamble = """
        import sys
        from pyspark.sql import SparkSession
        from jelly_bridge import configure, inspect_jelly, jar_path, read_jelly

        def plain():
            return (
                SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
                .config("spark.log.level", "OFF")
            )
    """
    env = {k: v for k, v in os.environ.items() if not k.startswith(("SPARK_", "PYSPARK_"))}
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            textwrap.dedent(preamble) + textwrap.dedent(program),
            *map(str, arguments),
        ],
        check=False,
        capture_output=True,
        text=True,
        timeout=180,
        env={**env, "SPARK_LOCAL_IP": "127.0.0.1", **environment},
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_without_a_session_a_local_one_is_started(file: Path) -> None:
    program = """
        print(read_jelly(sys.argv[1]).count(), inspect_jelly(sys.argv[1]).statements)
        spark = SparkSession.getActiveSession()
        print(spark.sparkContext.master, spark.conf.get("spark.driver.host"))
        print(spark.conf.get("spark.jars") == str(jar_path()))
    """
    assert run(program, file).split() == ["60", "60", "local[*]", "127.0.0.1", "True"]


def test_python_functions_run_in_the_same_python(file: Path) -> None:
    program = """
        from pyspark.sql.functions import udf
        df = read_jelly(sys.argv[1])
        which = udf(lambda text: sys.executable)
        print(df.select(which("p.value")).distinct().collect() == [(sys.executable,)])
        same = udf(lambda term: term, df.schema["o"].dataType)
        print(df.select(same("o")).exceptAll(df.select("o")).count())
        is_iri = udf(lambda s, g: g is None and s.kind == "iri", "boolean")
        print(df.where(is_iri("s", "g")).exceptAll(df.where("s.kind = 'iri'")).count())
        print(df.where(is_iri("s", "g")).count() == df.where("s.kind = 'iri'").count())
    """
    assert run(program, file, PATH=os.defpath).split() == ["True", "0", "0", "True"]


def test_a_session_without_the_jar_gets_it(file: Path) -> None:
    program = """
        from threading import Thread

        spark = plain().getOrCreate()
        print(read_jelly(sys.argv[1]).where("p.value <> 'x'").count())
        print(inspect_jelly(sys.argv[1]).statements)
        # Another thread of Python is another thread of the JVM, with a class loader of its own.
        thread = Thread(target=lambda: print(read_jelly(sys.argv[1]).count()))
        thread.start()
        thread.join()
        print(read_jelly(sys.argv[1], spark=spark.newSession()).count())
        # The class loader of a stopped session must not be taken for that of the next.
        spark.stop()
        spark = plain().getOrCreate()
        print(read_jelly(sys.argv[1]).select("o").distinct().count() > 1)
    """
    assert run(program, file).split() == ["60", "60", "60", "60", "True"]


def test_a_session_that_was_stopped_is_named_as_such(file: Path) -> None:
    program = """
        from jelly_bridge import rdf_value, write_jelly

        spark = configure(plain()).getOrCreate()
        df = read_jelly(sys.argv[1])
        spark.stop()
        for call in (
            lambda: read_jelly(sys.argv[1], spark=spark),
            lambda: inspect_jelly(sys.argv[1], spark=spark),
            lambda: write_jelly(df, sys.argv[1] + "-copy"),
            lambda: rdf_value(df.o, spark=spark),
        ):
            try:
                call()
            except ValueError as error:
                print("session was stopped" in str(error))
        print(read_jelly(sys.argv[1]).count())
    """
    assert run(program, file).split() == ["True", "True", "True", "True", "60"]


def test_a_session_that_got_the_jar_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jelly"
    broken.write_bytes(b"no Jelly")
    program = """
        spark = plain().getOrCreate()
        try:
            read_jelly(sys.argv[1]).collect()
        except Exception as error:
            print("UnknownReason" in str(error), "broken.jelly: frame 0, byte " in str(error))
    """
    assert run(program, broken).split() == ["False", "True"]


def test_configure_attaches_the_jar_from_the_start(file: Path) -> None:
    program = """
        spark = configure(plain()).getOrCreate()
        print(spark.read.format("jelly").load(sys.argv[1]).count())
        print(read_jelly(sys.argv[1], spark=spark).count())
        spark.sql(f"CREATE TEMPORARY VIEW v USING jelly OPTIONS (path '{sys.argv[1]}')")
        print(spark.sql("SELECT count(*) FROM v").first()[0])
    """
    assert run(program, file).split() == ["60", "60", "60"]


def test_a_session_that_refuses_the_jar_is_an_error_that_says_what_to_add(file: Path) -> None:
    program = """
        from jelly_bridge import JarNotAttachedError, _jvm

        def refuse(spark, jar):
            raise _jvm.SPARK_ERRORS[0]("not here")

        _jvm.add_jar = refuse
        spark = plain().getOrCreate()
        try:
            read_jelly(sys.argv[1])
        except JarNotAttachedError as error:
            print(error)
    """
    message = run(program, file)
    assert "jelly_bridge.configure(SparkSession.builder).getOrCreate()" in message
    assert f'.config("spark.jars", "{JAR}")' in message
    assert f"--jars {JAR}" in message


# ---- configure ----


def jars(builder: SparkSession.Builder) -> str:
    """Give what a builder says about jars."""
    return str(builder._options["spark.jars"])  # noqa: SLF001  there is no getter


@pytest.fixture
def no_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for Spark's settings without any."""
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("no_defaults")
def test_configure_adds_the_jar() -> None:
    builder = SparkSession.builder.appName("x")
    assert configure(builder) is builder
    assert jars(builder) == JAR


@pytest.mark.usefixtures("no_defaults")
def test_configure_keeps_other_jars_and_their_order() -> None:
    builder = SparkSession.builder.config("spark.jars", "/a.jar,/b.jar")
    assert jars(configure(builder)) == f"/a.jar,/b.jar,{JAR}"


@pytest.mark.usefixtures("no_defaults")
def test_configure_twice_is_configure_once() -> None:
    builder = configure(SparkSession.builder.config("spark.jars", "/a.jar"))
    assert jars(configure(builder)) == f"/a.jar,{JAR}"


def test_configure_takes_builders_only() -> None:
    other: Any
    for other in (None, SparkSession):
        with pytest.raises(ValueError, match=r"expected a builder such as SparkSession\.builder"):
            configure(other)


def test_configure_keeps_the_jars_of_spark_defaults(no_defaults: Path) -> None:
    (no_defaults / "spark-defaults.conf").write_text(
        "# spark.jars /comment.jar\nspark.jars.x /y.jar\nspark.jars   /a.jar,/b.jar\n"
    )
    assert jars(configure(SparkSession.builder)) == f"/a.jar,/b.jar,{JAR}"
    builder = SparkSession.builder.config("spark.jars", "/own.jar")
    assert jars(configure(builder)) == f"/own.jar,{JAR}"


def test_the_jar_is_a_file() -> None:
    assert jar_path().is_absolute()
    assert jar_path().is_file()
