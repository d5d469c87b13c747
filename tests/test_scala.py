"""The script of docs/how-to/scala.md prints the output on the page when spark-shell runs it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pyspark
import pytest

from encoders import QUADS, encode_with_pyjelly
from jelly_bridge import jar_path
from people import people
from processes import spark_environment

PAGE = Path(__file__).resolve().parents[1] / "docs" / "how-to" / "scala.md"
BLOCK = re.compile(r"^```(scala|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
START = "==== start"
END = "==== end"


def script(page: str) -> str:
    """Join the examples of the page, with a mark around the output of each."""
    return "\n".join(
        f'println("{START}")\n{content}\nprintln("{END}")\n'
        for kind, content in BLOCK.findall(page)
        if kind == "scala"
    )


def shell(code: str, folder: Path) -> str:
    """Run a script in spark-shell and return its output."""
    (folder / "script.scala").write_text(code, encoding="utf-8")
    home = Path(pyspark.__file__).parent
    command = [
        str(home / "bin" / "spark-shell"),
        *("--master", "local[1]", "--driver-memory", "1g"),
        *("--conf", "spark.ui.enabled=false", "--conf", "spark.driver.host=127.0.0.1"),
        *("--jars", str(jar_path())),
    ]
    with subprocess.Popen(
        command,
        cwd=folder,
        env={**spark_environment(), "SPARK_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            # Spark 4.0 does not look at -I.
            out, err = process.communicate(":load script.scala\n:quit\n", timeout=400)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)  # the script that starts Java, and Java
            raise
    assert process.returncode == 0, err
    return out


TYPED = """
import org.apache.spark.sql.Encoders
import org.apache.spark.sql.expressions.Aggregator
import io.github.jellybridge.spark.{JellyBridge, Statement}

implicit val encoder = Statement.encoder
val all = JellyBridge.statements(
  spark.read.format("jelly").option("blankNodes", "preserve").load("people.jelly"))
val texts = new Aggregator[Statement, String, String] {
  def zero = ""
  def reduce(before: String, st: Statement) = before + st + "\\n"
  def merge(one: String, other: String) = one + other
  def finish(all: String) = all
  def bufferEncoder = Encoders.STRING
  def outputEncoder = Encoders.STRING
}
val found = all.collect.toSeq
println("==== " + (
  all.filter(_.o.lang == "cs").count,
  all.filter(st => st.s != st.o).collect.toSeq == found,
  all.as("a").joinWith(all.as("b"), $"a.o" === $"b.s").filter(p => p._1.o == p._2.s).count,
  all.select(texts.toColumn).first == found.map(st => s"$st\\n").mkString))
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The output of each example of the page and then of `TYPED`, all run by one shell."""
    folder = tmp_path_factory.mktemp("scala")
    (folder / "people.jelly").write_bytes(encode_with_pyjelly(people(), QUADS))
    out = shell(script(PAGE.read_text(encoding="utf-8")) + TYPED, folder)
    *examples, last = out.split(START)[1:]
    last, typed = last.split(END)
    return [*(part.split(END)[0] for part in (*examples, last)), typed]


def test_script_prints_what_the_page_says(printed: list[str]) -> None:
    examples = [part.strip() + "\n" for part in printed[:-1]]
    page = PAGE.read_text(encoding="utf-8")
    said = [content for kind, content in BLOCK.findall(page) if kind == "text"]
    assert len(examples) == len(said) > 0
    for actual, expected in zip(examples, said, strict=True):
        # The shell first lists the values that a script defines; printed output comes last.
        assert actual[-len(expected) :] == expected, actual


def test_typed_filters_and_aggregates_see_the_terms_of_each_column(printed: list[str]) -> None:
    # Anna is the object of two statements and the subject of three.
    assert "==== (1,true,6,true)\n" in printed[-1]
