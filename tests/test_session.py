"""Whatever state Spark is in, `read_jelly` finds the data source, or says what to do.

Each case is a process of its own, since a JVM knows one class path.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pyspark
import pytest
from pyspark.sql import SparkSession

import jelly_bridge
from encoders import TRIPLES, encode_with_pyjelly
from files import triples
from jelly_bridge import configure, jar_path

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.smoke

JAR = str(jar_path())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of 60 triples."""
    path = tmp_path / "data.jelly"
    path.write_bytes(encode_with_pyjelly(triples(), TRIPLES))
    return path


PREAMBLE = """
    import sys
    from pyspark.sql import SparkSession
    from jelly_bridge import configure, inspect_jelly, jar_path, read_jelly

    def plain():
        return (
            SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
            .config("spark.log.level", "OFF")
        )
"""


def run(program: str, *arguments: str | Path, **environment: str) -> str:
    """Run a Python program; give what it prints."""
    source = textwrap.dedent(PREAMBLE) + textwrap.dedent(program)
    return output([sys.executable, "-c", source, *arguments], environment)


def submit(options: list[str], program: str, *arguments: str | Path) -> str:
    """Run a Python program by `spark-submit`; give what it prints."""
    script = Path(f"{arguments[0]}.py")
    script.write_text(textwrap.dedent(PREAMBLE) + textwrap.dedent(program), encoding="utf-8")
    spark_submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    return output([spark_submit, *options, script, *arguments], {"PYSPARK_PYTHON": sys.executable})


def output(command: Sequence[str | Path], environment: dict[str, str]) -> str:
    """Run a command; give what it prints."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("SPARK_", "PYSPARK_"))}
    result = subprocess.run(
        list(map(str, command)),
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


def test_the_local_session_names_files_as_python_does_in_every_locale(file: Path) -> None:
    for name in ("\u6f22.jelly", "\xe9.jelly"):
        (file.parent / name).write_bytes(file.read_bytes())
    program = """
        import os
        from jelly_bridge import write_jelly

        folder = sys.argv[1]
        for path in (folder, f"{folder}/\\xe9.jelly", f"{folder}/*.jelly"):
            print(read_jelly(path).count())
        write_jelly(read_jelly(f"{folder}/\\u6f22.jelly"), f"{folder}-\\xe9", rdf_star=True)
        print(read_jelly(f"{folder}-\\xe9").count(), os.environ["LC_ALL"])
    """
    assert run(program, file.parent, LC_ALL="C").split() == ["180", "60", "180", "60", "C"]
    assert Path(f"{file.parent}-\xe9").is_dir()


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


@pytest.mark.parametrize("first", ["false", "true"])
def test_a_session_that_got_the_jar_says_what_is_wrong_with_a_file(
    tmp_path: Path, first: str
) -> None:
    broken = tmp_path / "broken.jelly"
    broken.write_bytes(b"no Jelly")
    program = """
        spark = plain().config("spark.driver.userClassPathFirst", sys.argv[2]).getOrCreate()
        try:
            read_jelly(sys.argv[1]).collect()
        except Exception as error:
            print("UnknownReason" in str(error), "broken.jelly: frame 0, byte " in str(error))
    """
    assert run(program, broken, first).split() == ["False", "True"]


def test_files_are_indexed_by_a_job_whatever_the_serializer(file: Path) -> None:
    other = file.with_name("other.jelly")
    other.write_bytes(file.read_bytes())
    program = """
        serializer = "org.apache.spark.serializer.KryoSerializer"
        spark = configure(plain().config("spark.serializer", serializer)).getOrCreate()
        spark.conf.set("spark.sql.files.openCostInBytes", "1")
        spark.conf.set("spark.sql.files.maxPartitionBytes", "100")
        print(read_jelly(sys.argv[1:], split="index").select("o").count())
    """
    assert run(program, file, other).split() == ["120"]


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


def jars(before: str = "SparkSession.builder", **environment: str) -> str:
    """Give what a builder says about jars in a process that has no JVM yet."""
    # There is no getter.
    return run(f"print(configure({before})._options['spark.jars'])", **environment).strip()


def test_configure_adds_the_jar() -> None:
    builder = SparkSession.builder.appName("x")
    assert configure(builder) is builder
    assert jars() == JAR


def test_configure_keeps_other_jars_and_their_order() -> None:
    assert jars("plain().config('spark.jars', '/a.jar,/b.jar')") == f"/a.jar,/b.jar,{JAR}"


def test_configure_twice_is_configure_once() -> None:
    assert jars("configure(plain().config('spark.jars', '/a.jar'))") == f"/a.jar,{JAR}"


def test_a_package_in_a_zip_file_brings_the_jar_along(file: Path, tmp_path: Path) -> None:
    package = Path(jelly_bridge.__file__).parent
    archive = tmp_path / "jelly_bridge.zip"
    with ZipFile(archive, "w") as target:
        for part in (*package.glob("*.py"), Path(JAR)):
            folder = "jelly_bridge/jars" if part.suffix == ".jar" else "jelly_bridge"
            target.write(part, f"{folder}/{part.name}")
    program = """
        print(jar_path())
        print(sys.modules["jelly_bridge"].__file__)
        spark = configure(plain()).getOrCreate()
        print(spark.read.format("jelly").load(sys.argv[1]).count())
        print(inspect_jelly(sys.argv[1]).statements)
    """
    jar, module, *counts = submit([f"--py-files={archive}"], program, file).split()
    assert Path(jar).name == Path(JAR).name
    assert not Path(jar).exists()
    assert module == f"{archive}/jelly_bridge/__init__.py"
    assert counts == ["60", "60"]


SHOW_JARS = """
    spark = configure(plain()).getOrCreate()
    print(spark.read.format("jelly").load(sys.argv[1]).count())
    print(*(jar.rsplit("/", 1)[-1] for jar in spark.conf.get("spark.jars").split(",")))
"""


@pytest.fixture
def other_jar(tmp_path: Path) -> Path:
    """A jar of somebody else, without a class."""
    path = tmp_path / "other.jar"
    ZipFile(path, "w").close()
    return path


@pytest.mark.parametrize("option", ["--jars={}", "--conf=spark.jars={}"])
def test_configure_keeps_the_jars_of_spark_submit(file: Path, other_jar: Path, option: str) -> None:
    shown = submit([option.format(other_jar)], SHOW_JARS, file)
    assert shown.split() == ["60", "other.jar", Path(JAR).name]


def test_configure_takes_the_jar_of_spark_submit_for_the_same(file: Path) -> None:
    assert submit([f"--jars={JAR}"], SHOW_JARS, file).split() == ["60", Path(JAR).name]


def test_configure_serves_the_second_session_of_a_process(file: Path) -> None:
    program = "plain().getOrCreate().stop()\n" + textwrap.dedent(SHOW_JARS)
    assert run(program, file).split() == ["60", Path(JAR).name]


@pytest.mark.parametrize(
    "arguments",
    [
        "--master local --jars /a.jar,/b.jar pyspark-shell",
        '"--jars=/a.jar,/b.jar" "pyspark-shell"',
        "--conf spark.jars=/c.jar -c spark.jars=/a.jar,/b.jar pyspark-shell",
    ],
)
def test_configure_keeps_the_jars_of_submit_arguments(arguments: str) -> None:
    assert jars(PYSPARK_SUBMIT_ARGS=arguments) == f"/a.jar,/b.jar,{JAR}"


@pytest.mark.parametrize("option", ["--jars={}", "--conf spark.jars={}"])
def test_configure_serves_submit_arguments_with_jars(
    file: Path, other_jar: Path, option: str
) -> None:
    arguments = f"--name x {option.format(other_jar)} pyspark-shell"
    shown = run(SHOW_JARS, file, PYSPARK_SUBMIT_ARGS=arguments)
    assert shown.split() == ["60", "other.jar", Path(JAR).name]
    # Also where Spark's own way to name them would hide those of the builder.
    own = SHOW_JARS.replace("plain()", f"configure(plain().config('spark.jars', '{other_jar}'))")
    shown = run(own, file, PYSPARK_SUBMIT_ARGS=arguments)
    assert shown.split() == ["60", "other.jar", Path(JAR).name]


def test_configure_takes_builders_only() -> None:
    other: Any
    for other in (None, SparkSession):
        with pytest.raises(ValueError, match=r"expected a builder such as SparkSession\.builder"):
            configure(other)


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        (
            "# spark.jars /comment.jar\nspark.jars.x /y.jar\nspark.jars   /a.jar,/b.jar\n",
            "/a.jar,/b.jar",
        ),
        # As Java reads such a file.
        ("spark.jars /k=v/a.jar,/b.jar", "/k=v/a.jar,/b.jar"),
        ("spark.jars: /a.jar,\\\n    /b.jar", "/a.jar,/b.jar"),
        ("! \\\n spark.jars=/a\\,b.jar", "/a,b.jar"),
        ("# caf\xe9\nspark.jars /a.jar", "/a.jar"),
        ("spark.jars /\\u0061.jar\n# one line: \x1cspark.jars /b.jar", "/a.jar"),
    ],
)
def test_configure_keeps_the_jars_of_spark_defaults(
    tmp_path: Path, settings: str, found: str
) -> None:
    (tmp_path / "spark-defaults.conf").write_bytes(settings.encode("latin-1"))
    folder = str(tmp_path)
    assert jars(SPARK_CONF_DIR=folder) == f"{found},{JAR}"
    own = "plain().config('spark.jars', '/own.jar')"
    assert jars(own, SPARK_CONF_DIR=folder) == f"/own.jar,{JAR}"


def test_the_jar_is_a_file() -> None:
    assert jar_path().is_absolute()
    assert jar_path().is_file()
