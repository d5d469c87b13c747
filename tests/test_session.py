"""`read_jelly` finds the data source in any state of Spark, or explains what to do.

A JVM has one class path, so tests that need another one run in other processes.
"""

from __future__ import annotations

import json
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
from processes import spark_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

smoke = pytest.mark.smoke
"""Marks tests that also run on the oldest Spark; submitting a program is the same in both."""

JAR = str(jar_path())


def write_file(folder: Path) -> Path:
    """Write a file of 60 triples."""
    path = folder / "data.jelly"
    path.write_bytes(encode_with_pyjelly(triples(), TRIPLES))
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of 60 triples in a folder of its own."""
    return write_file(tmp_path)


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
    """Run a Python program and return its output."""
    source = textwrap.dedent(PREAMBLE) + textwrap.dedent(program)
    return output([sys.executable, "-c", source, *arguments], environment)


def submit(options: list[str], program: str, *arguments: str | Path) -> str:
    """Run a Python program with `spark-submit` and return its output."""
    script = Path(f"{arguments[0]}.py")
    script.write_text(textwrap.dedent(PREAMBLE) + textwrap.dedent(program), encoding="utf-8")
    spark_submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    return output([spark_submit, *options, script, *arguments], {"PYSPARK_PYTHON": sys.executable})


def output(command: Sequence[str | Path], environment: dict[str, str]) -> str:
    """Run a command and return its output."""
    result = subprocess.run(
        list(map(str, command)),
        check=False,
        capture_output=True,
        text=True,
        timeout=180,
        env={**spark_environment(), **environment},
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def sections(printed: str) -> dict[str, list[str]]:
    """Divide the output of a program at lines that start with `==`."""
    found: dict[str, list[str]] = {}
    for line in printed.splitlines():
        if line.startswith("== "):
            found[line[3:]] = []
        else:
            found[list(found)[-1]] += [line]
    return found


# ---- a local session ----


@pytest.fixture(scope="module")
def local_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the program of `local` works in."""
    return tmp_path_factory.mktemp("local")


@pytest.fixture(scope="module")
def local(local_folder: Path) -> dict[str, list[str]]:
    """The output of a program without a session, in the C locale and with a short PATH."""
    file = write_file(local_folder)
    for name in ("\u6f22.jelly", "\xe9.jelly"):
        (local_folder / name).write_bytes(file.read_bytes())
    program = """
        import os
        from pyspark.sql.functions import udf
        from jelly_bridge import write_jelly

        file, folder = sys.argv[1:]
        print("== session")
        print(read_jelly(file).count(), inspect_jelly(file).statements)
        spark = SparkSession.getActiveSession()
        print(spark.sparkContext.master, spark.conf.get("spark.driver.host"))
        print(spark.conf.get("spark.jars") == str(jar_path()))
        print("== names")
        for path in (folder, f"{folder}/\\xe9.jelly", f"{folder}/*.jelly"):
            print(read_jelly(path).count())
        write_jelly(read_jelly(f"{folder}/\\u6f22.jelly"), f"{folder}-\\xe9", rdf_star=True)
        print(read_jelly(f"{folder}-\\xe9").count(), os.environ["LC_ALL"])
        print("== functions")
        df = read_jelly(file)
        which = udf(lambda text: sys.executable)
        print(df.select(which("p.value")).distinct().collect() == [(sys.executable,)])
        same = udf(lambda term: term, df.schema["o"].dataType)
        print(df.select(same("o")).exceptAll(df.select("o")).count())
        is_iri = udf(lambda s, g: g is None and s.kind == "iri", "boolean")
        print(df.where(is_iri("s", "g")).exceptAll(df.where("s.kind = 'iri'")).count())
        print(df.where(is_iri("s", "g")).count() == df.where("s.kind = 'iri'").count())
    """
    return sections(run(program, file, local_folder, LC_ALL="C", PATH=os.defpath))


@smoke
def test_without_a_session_a_local_one_is_started(local: dict[str, list[str]]) -> None:
    assert local["session"] == ["60 60", "local[*] 127.0.0.1", "True"]


@smoke
def test_the_local_session_names_files_as_python_does_in_every_locale(
    local: dict[str, list[str]], local_folder: Path
) -> None:
    assert local["names"] == ["180", "60", "180", "60 C"]
    assert Path(f"{local_folder}-\xe9").is_dir()


@smoke
def test_python_functions_run_in_the_same_python(local: dict[str, list[str]]) -> None:
    assert local["functions"] == ["True", "0", "0", "True"]


# ---- a session without the jar ----


@pytest.fixture(scope="module", params=[pytest.param("false", marks=smoke), "true"])
def late(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[str]]:
    """The output of a program whose session gets the jar later.

    The parameter, whether classes of the user come first, changes the class loader.
    """
    file = write_file(tmp_path_factory.mktemp("late"))
    broken = file.with_name("broken.jelly")
    broken.write_bytes(b"no Jelly")
    program = """
        from threading import Thread
        from jelly_bridge import JarNotAttachedError, _jvm

        file, broken, first = sys.argv[1:]
        spark = plain().config("spark.driver.userClassPathFirst", first).getOrCreate()
        print("== refused")
        add_jar = _jvm.add_jar

        def refuse(spark, jar):
            raise _jvm.SPARK_ERRORS[0]("not here")

        _jvm.add_jar = refuse
        try:
            read_jelly(file)
        except JarNotAttachedError as error:
            print(error)
        _jvm.add_jar = add_jar
        print("== broken")
        try:
            read_jelly(broken).collect()
        except Exception as error:
            print("UnknownReason" in str(error), "broken.jelly: frame 0, byte " in str(error))
        print("== counts")
        print(read_jelly(file).where("p.value <> 'x'").count())
        print(inspect_jelly(file).statements)
        # Another thread of Python is another thread of the JVM, with a class loader of its own.
        thread = Thread(target=lambda: print(read_jelly(file).count()))
        thread.start()
        thread.join()
        print(read_jelly(file, spark=spark.newSession()).count())
        # The class loader of a stopped session must not be taken for that of the next.
        spark.stop()
        spark = plain().getOrCreate()
        print(read_jelly(file).select("o").distinct().count() > 1)
    """
    return sections(run(program, file, broken, request.param))


def test_a_session_that_refuses_the_jar_is_an_error_with_the_setting_to_add(
    late: dict[str, list[str]],
) -> None:
    message = "\n".join(late["refused"])
    assert "jelly_bridge.configure(SparkSession.builder).getOrCreate()" in message
    assert f'.config("spark.jars", "{JAR}")' in message
    assert f"--jars {JAR}" in message


def test_a_session_with_the_jar_reports_errors_of_files(
    late: dict[str, list[str]],
) -> None:
    assert late["broken"] == ["False True"]


def test_a_session_without_the_jar_gets_it(late: dict[str, list[str]]) -> None:
    assert late["counts"] == ["60", "60", "60", "60", "True"]


# ---- several sessions, one after the other ----


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The output of a program that stops its sessions."""
    program = """
        from jelly_bridge import rdf_value, write_jelly

        plain().getOrCreate().stop()
        print("== second")
        spark = configure(plain()).getOrCreate()
        print(spark.read.format("jelly").load(sys.argv[1]).count())
        print(*(jar.rsplit("/", 1)[-1] for jar in spark.conf.get("spark.jars").split(",")))
        print("== stopped")
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
    return sections(run(program, write_file(tmp_path_factory.mktemp("stopped"))))


@smoke
def test_configure_serves_the_second_session_of_a_process(stopped: dict[str, list[str]]) -> None:
    assert stopped["second"] == ["60", Path(JAR).name]


@smoke
def test_a_session_that_was_stopped_is_named_as_such(stopped: dict[str, list[str]]) -> None:
    assert stopped["stopped"] == ["True", "True", "True", "True", "60"]


# ---- a session with the jar ----


@pytest.fixture(scope="module")
def configured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The output of a program whose session starts with the jar and another serializer."""
    file = write_file(tmp_path_factory.mktemp("configured"))
    other = file.with_name("other.jelly")
    other.write_bytes(file.read_bytes())
    program = """
        serializer = "org.apache.spark.serializer.KryoSerializer"
        spark = configure(plain().config("spark.serializer", serializer)).getOrCreate()
        print("== attached")
        print(spark.read.format("jelly").load(sys.argv[1]).count())
        print(read_jelly(sys.argv[1], spark=spark).count())
        spark.sql(f"CREATE TEMPORARY VIEW v USING jelly OPTIONS (path '{sys.argv[1]}')")
        print(spark.sql("SELECT count(*) FROM v").first()[0])
        print("== indexed")
        spark.conf.set("spark.sql.files.openCostInBytes", "1")
        spark.conf.set("spark.sql.files.maxPartitionBytes", "100")
        print(read_jelly(sys.argv[1:], split="index").select("o").count())
    """
    return sections(run(program, file, other))


@smoke
def test_configure_attaches_the_jar_from_the_start(configured: dict[str, list[str]]) -> None:
    assert configured["attached"] == ["60", "60", "60"]


@smoke
def test_files_are_indexed_by_a_job_whatever_the_serializer(
    configured: dict[str, list[str]],
) -> None:
    assert configured["indexed"] == ["120"]


# ---- configure ----

BUILDERS = """
    import json, os

    for line in sys.stdin:
        builder, environment = json.loads(line)
        before = dict(os.environ)
        os.environ.update(environment)
        # There is no getter.
        print(json.dumps(configure(eval(builder))._options["spark.jars"]), flush=True)
        os.environ.clear()
        os.environ.update(before)
"""


@pytest.fixture(scope="module")
def jars() -> Iterator[Callable[..., str]]:
    """Asks a process that has no JVM yet for the jars of a builder."""
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PREAMBLE) + textwrap.dedent(BUILDERS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=spark_environment(),
    ) as process:
        asked, told = process.stdin, process.stdout
        assert asked
        assert told

        def ask(builder: str = "SparkSession.builder", **environment: str) -> str:
            asked.write(json.dumps([builder, environment]) + "\n")
            asked.flush()
            answer: str = json.loads(told.readline())
            return answer

        yield ask
        asked.close()


@smoke
def test_configure_adds_the_jar(jars: Callable[..., str]) -> None:
    builder = SparkSession.builder.appName("x")
    assert configure(builder) is builder
    assert jars() == JAR


@smoke
def test_configure_keeps_other_jars_and_their_order(jars: Callable[..., str]) -> None:
    assert jars("plain().config('spark.jars', '/a.jar,/b.jar')") == f"/a.jar,/b.jar,{JAR}"


@smoke
def test_configure_twice_is_configure_once(jars: Callable[..., str]) -> None:
    assert jars("configure(plain().config('spark.jars', '/a.jar'))") == f"/a.jar,{JAR}"


def test_a_package_in_a_zip_file_brings_the_jar_along(
    file: Path, other_jar: Path, tmp_path: Path
) -> None:
    package = Path(jelly_bridge.__file__).parent
    archive = tmp_path / "jelly_bridge.zip"
    with ZipFile(archive, "w") as target:
        for part in (*package.glob("*.py"), *package.glob("*.sql"), Path(JAR)):
            folder = "jelly_bridge/jars" if part.suffix == ".jar" else "jelly_bridge"
            target.write(part, f"{folder}/{part.name}")
    program = """
        print(jar_path())
        print(sys.modules["jelly_bridge"].__file__)
        spark = configure(plain()).getOrCreate()
        print(spark.read.format("jelly").load(sys.argv[1]).count())
        print(inspect_jelly(sys.argv[1]).statements)
        print(*(jar.rsplit("/", 1)[-1] for jar in spark.conf.get("spark.jars").split(",")))
    """
    # Jars from a setting are kept, like those from an option.
    options = [f"--py-files={archive}", f"--conf=spark.jars={other_jar}"]
    jar, module, *shown = submit(options, program, file).split()
    assert Path(jar).name == Path(JAR).name
    assert not Path(jar).exists()
    assert module == f"{archive}/jelly_bridge/__init__.py"
    assert shown == ["60", "60", "other.jar", Path(JAR).name]


SHOW_JARS = """
    spark = configure(plain()).getOrCreate()
    print(spark.read.format("jelly").load(sys.argv[1]).count())
    print(*(jar.rsplit("/", 1)[-1] for jar in spark.conf.get("spark.jars").split(",")))
"""


@pytest.fixture
def other_jar(tmp_path: Path) -> Path:
    """A jar of another library, without classes."""
    path = tmp_path / "other.jar"
    ZipFile(path, "w").close()
    return path


def test_configure_keeps_the_jars_of_spark_submit(file: Path, other_jar: Path) -> None:
    shown = submit([f"--jars={other_jar}"], SHOW_JARS, file)
    assert shown.split() == ["60", "other.jar", Path(JAR).name]


def test_configure_takes_the_jar_of_spark_submit_for_the_same(file: Path) -> None:
    assert submit([f"--jars={JAR}"], SHOW_JARS, file).split() == ["60", Path(JAR).name]


@smoke
@pytest.mark.parametrize(
    "arguments",
    [
        "--master local --jars /a.jar,/b.jar pyspark-shell",
        '"--jars=/a.jar,/b.jar" "pyspark-shell"',
        "--conf spark.jars=/c.jar -c spark.jars=/a.jar,/b.jar pyspark-shell",
    ],
)
def test_configure_keeps_the_jars_of_submit_arguments(
    jars: Callable[..., str], arguments: str
) -> None:
    assert jars(PYSPARK_SUBMIT_ARGS=arguments) == f"/a.jar,/b.jar,{JAR}"


OWN_JARS = SHOW_JARS.replace(
    "configure(plain())", "configure(configure(plain().config('spark.jars', sys.argv[2])))"
)
"""The same with jars of the builder, without another source that would replace them."""


@pytest.mark.parametrize(
    ("option", "program"),
    [
        ("--jars={}", SHOW_JARS),
        pytest.param("--jars={}", OWN_JARS, marks=pytest.mark.long),
        pytest.param("--conf spark.jars={}", SHOW_JARS, marks=pytest.mark.long),
        ("--conf spark.jars={}", OWN_JARS),
    ],
    ids=["option", "option and builder", "setting", "setting and builder"],
)
def test_configure_serves_submit_arguments_with_jars(
    file: Path, other_jar: Path, option: str, program: str
) -> None:
    arguments = f"--name x {option.format(other_jar)} pyspark-shell"
    shown = run(program, file, other_jar, PYSPARK_SUBMIT_ARGS=arguments)
    assert shown.split() == ["60", "other.jar", Path(JAR).name]


@smoke
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
        # The format is that of Java's properties files.
        ("spark.jars /k=v/a.jar,/b.jar", "/k=v/a.jar,/b.jar"),
        ("spark.jars: /a.jar,\\\n    /b.jar", "/a.jar,/b.jar"),
        ("! \\\n spark.jars=/a\\,b.jar", "/a,b.jar"),
        ("# caf\xe9\nspark.jars /a.jar", "/a.jar"),
        ("spark.jars /\\u0061.jar\n# one line: \x1cspark.jars /b.jar", "/a.jar"),
    ],
)
def test_configure_keeps_the_jars_of_spark_defaults(
    jars: Callable[..., str], tmp_path: Path, settings: str, found: str
) -> None:
    (tmp_path / "spark-defaults.conf").write_bytes(settings.encode("latin-1"))
    folder = str(tmp_path)
    assert jars(SPARK_CONF_DIR=folder) == f"{found},{JAR}"
    own = "plain().config('spark.jars', '/own.jar')"
    assert jars(own, SPARK_CONF_DIR=folder) == f"/own.jar,{JAR}"


@smoke
def test_the_jar_is_a_file() -> None:
    assert jar_path().is_absolute()
    assert jar_path().is_file()
