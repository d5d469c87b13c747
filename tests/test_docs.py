"""The examples of some pages print the output on the page; those of the other pages run.

`UPDATE_DOCS=1 pytest tests/test_docs.py` writes their output into the pages.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import functions as sf

from encoders import QUADS, TRIPLES, encode_with_pyjelly
from people import FOAF, people
from rdf import Quoted, Statement, Term, ntriples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[1]
CATALOGS = {
    "spark.sql.catalog.jelly": "io.github.jellybridge.spark.JellyPathCatalog",
    "spark.sql.catalog.spark_catalog": "io.github.jellybridge.spark.JellySessionCatalog",
}
FOLDERS = ("incoming", "monday", "tuesday")
BLOCK = re.compile(r"^```(python|sql|text|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = {
    str(path.relative_to(ROOT)): {kind for kind, _ in BLOCK.findall(path.read_text("utf-8"))}
    for path in sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md")])
    if path.name != "tutorial.md"  # test_tutorial.py runs it in a new process
}
"""Kinds of blocks on each page; those of other kinds, such as `py` for clusters, do not run."""
PRINTED = [page for page, kinds in PAGES.items() if {"python", "text"} <= kinds]
RUN = [page for page, kinds in PAGES.items() if kinds & {"python", "sql"} and "text" not in kinds]


def write_files(folder: Path) -> None:
    """Write the files that the page reads."""
    data = encode_with_pyjelly(people(), QUADS, namespaces=[("foaf", FOAF)])
    (folder / "people.jelly").write_bytes(data)
    (folder / "copy.jelly").write_bytes(data)
    (folder / "broken.jelly").write_bytes(data[:-20])
    (folder / "more").mkdir()
    s, p, o = (Term("iri", f"http://example.org/{name}") for name in "spo")
    more = [Statement(s, p, o, None)]
    (folder / "more" / "a.jelly.gz").write_bytes(gzip.compress(encode_with_pyjelly(more, QUADS)))
    texts = [Statement(s, p, Term("literal", f"{i:04}" * 256), None) for i in range(5000)]
    (folder / "other.jelly").write_bytes(encode_with_pyjelly(texts, TRIPLES))
    (folder / "dumps").mkdir()
    cities = "".join(f'<http://example.org/{i}> <{FOAF}name> "city {i}" .\n' for i in range(3))
    (folder / "dumps" / "cities.nt.bz2").write_bytes(bz2.compress(cities.encode()))
    (folder / "dumps" / "list.ttl").write_text("<a> <http://example.org/p> 1, 2 .\n")
    (folder / "list.txt").write_text(cities)


@pytest.fixture
def folder(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder of a page, in a session with its own database and all catalogs."""
    monkeypatch.chdir(tmp_path)
    for catalog, implementation in CATALOGS.items():
        spark.conf.set(catalog, implementation)
    spark.sql(f"CREATE DATABASE page LOCATION '{tmp_path}/page'")
    spark.sql("USE page")
    yield tmp_path
    for view in ("people", "statements", "new_statements"):
        spark.catalog.dropTempView(view)
    spark.sql("USE default")
    spark.sql("DROP DATABASE page CASCADE")
    spark.conf.unset("spark.sql.catalog.spark_catalog")
    spark.conf.unset("spark.sql.files.maxPartitionBytes")


def absolute(code: str) -> str:
    """Make some paths absolute: Spark resolves relative ones from the folder of its JVM."""
    return re.sub(r"(?<=[\"'`])/?(?=(data|incoming|checkpoint)\b)", f"{Path.cwd()}/", code)


def run_python(code: str, names: dict[str, Any], page: str) -> str:
    """Run Python and return its output."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(absolute(code), page, "exec"), names)  # noqa: S102  the project's own page
    return tidy(out.getvalue())


def run_sql(code: str, spark: SparkSession) -> str:
    """Run SQL statements and return the tables that they print."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        for statement in filter(str.strip, absolute(code).split(";\n")):
            result = spark.sql(statement)
            if result.columns:
                result.show(truncate=False)
    return tidy(out.getvalue())


def shell(commands: str) -> subprocess.CompletedProcess[str]:
    """Run commands of a page, which print no messages."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", "-c", commands],  # noqa: S607  the project's own page
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PATH": path},
    )
    assert result.stderr == "", commands
    return result


def run_console(text: str) -> str:
    """Run the commands of a console block and return the block with their output."""
    lines = []
    for command in re.findall(r"^\$ (.*)$", text, re.MULTILINE):
        result = shell(command)
        lines += [f"$ {command}", *result.stdout.splitlines()]
    return "\n".join(lines) + "\n"


def tidy(text: str) -> str:
    """Replace parts that differ between runs: ids of expressions, folders, scopes of labels."""
    text = re.sub(r"#\d+", "", text).replace(str(Path.cwd()), "/data")
    text = re.sub(r"jb[0-9a-f]{16}_", "jb5d9ac1f70e62b384_", text)
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) + "\n"


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.usefixtures("folder")
def test_examples_print_the_output_on_the_page(spark: SparkSession, name: str) -> None:
    write_files(Path.cwd())
    names: dict[str, Any] = {"spark": spark}
    printed = ""

    def run(block: re.Match[str]) -> str:
        nonlocal printed
        kind, content = block.groups()
        if kind == "python":
            printed = run_python(content, names, name)
        elif kind == "sql":
            printed = run_sql(content, spark)
        elif kind == "text":
            return f"```text\n{printed}```"
        else:
            return f"```console\n{run_console(content)}```"
        return block.group()

    page = (ROOT / name).read_text(encoding="utf-8")
    actual = BLOCK.sub(run, page)
    if os.environ.get("UPDATE_DOCS") == "1":
        (ROOT / name).write_text(actual, encoding="utf-8")
    assert actual == page or os.environ.get("UPDATE_DOCS") == "1"


@pytest.mark.parametrize("page", RUN)
def test_examples_of_other_pages_run(spark: SparkSession, folder: Path, page: str) -> None:
    data = encode_with_pyjelly([s for s in people() if not isinstance(s.o, Quoted)], QUADS)
    for name in (
        "data.jelly",
        "products.jelly",
        "data/products.jelly",
        *(f"{name}/a.jelly" for name in FOLDERS),
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    if page == "docs/reference/rdf.md":
        (folder / "data" / "a.nt.gz").write_bytes(gzip.compress(b"<x:s> <x:p> <x:o> .\n"))
    (folder / "dumps").mkdir()
    (folder / "dumps" / "a.ttl").write_text("<s> a <http://example.org/T> .\n")
    names: dict[str, Any] = {"spark": spark, "sf": sf}
    count = 0
    for kind, code in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        if "kafka" in code:
            compile(code, page, "exec")  # test_kafka.py runs the same with a broker
        elif kind == "python":
            run_python(code, names, page)
            for query in spark.streams.active:
                query.processAllAvailable()
                query.stop()
        elif kind == "sql":
            run_sql(code, spark)
        count += kind in {"python", "sql"}
    assert count


def test_readers_can_make_the_files_of_the_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "made").mkdir()
    monkeypatch.chdir(tmp_path / "made")
    page = (ROOT / "docs/how-to/read.md").read_text(encoding="utf-8")
    recipe = page.split("## The files of the examples")[1]
    trig, commands = re.findall(r"^```(?:turtle|bash)\n(.*?)^```", recipe, re.MULTILINE | re.DOTALL)
    Path("people.trig").write_text(trig)
    shell(f"set -e\n{commands}")
    (tmp_path / "tested").mkdir()
    write_files(tmp_path / "tested")
    for tested in (tmp_path / "tested").rglob("*"):
        made = Path(tested.relative_to(tmp_path / "tested"))
        assert made.is_dir() == tested.is_dir()
        if tested.suffix in {".ttl", ".txt"}:
            assert made.read_bytes() == tested.read_bytes()
    printed = shell("jelly-bridge convert --to nq people.jelly -").stdout
    lines = [" ".join(ntriples(term) for term in st if term is not None) + " ." for st in people()]
    assert printed.splitlines() == lines
    counts = shell("jelly-bridge count copy.jelly more other.jelly dumps/cities.nt.bz2").stdout
    assert re.findall(r"^\d+", counts, re.MULTILINE) == ["8", "1", "5000", "3", "5012"]
    assert "foaf: <http://xmlns.com/foaf/0.1/>" in shell("jelly-bridge inspect people.jelly").stdout
