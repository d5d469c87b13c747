"""The examples of some pages print the output on the page; those of the other pages run.

`UPDATE_DOCS=1 pytest tests/test_docs.py` writes their output into the pages.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import functions as sf

from encoders import QUADS, encode_with_pyjelly
from people import FOAF, people
from rdf import Quoted, Statement, Term

if TYPE_CHECKING:
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
}
"""Kinds of blocks on each page; those of other kinds, such as `py` for clusters, do not run."""
PRINTED = [page for page, kinds in PAGES.items() if {"python", "text"} <= kinds]
RUN = [page for page, kinds in PAGES.items() if kinds & {"python", "sql"} and "text" not in kinds]


def write_files(folder: Path) -> None:
    """Write the files that the page reads."""
    data = encode_with_pyjelly(people(), QUADS, namespaces=[("foaf", FOAF)])
    (folder / "people.jelly").write_bytes(data)
    (folder / "broken.jelly").write_bytes(data[:-20])
    (folder / "more").mkdir()
    s, p, o = (Term("iri", f"http://example.org/{name}") for name in "spo")
    more = [Statement(s, p, o, None)]
    (folder / "more" / "a.jelly.gz").write_bytes(gzip.compress(encode_with_pyjelly(more, QUADS)))


def run_python(code: str, names: dict[str, Any], page: str) -> str:
    """Run Python and return its output."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, page, "exec"), names)  # noqa: S102  the project's own page
    return tidy(out.getvalue())


def run_console(text: str) -> str:
    """Run the commands of a console block and return the block with their output."""
    lines = []
    for command in re.findall(r"^\$ jelly-bridge (.*)$", text, re.MULTILINE):
        result = subprocess.run(
            [sys.executable, "-m", "jelly_bridge", *shlex.split(command)],
            check=False,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert result.stderr == "", command
        lines += [f"$ jelly-bridge {command}", result.stdout.rstrip()]
    return "\n".join(lines) + "\n"


def tidy(text: str) -> str:
    """Replace parts that differ between runs: ids of expressions, folders, scopes of labels."""
    text = re.sub(r"#\d+", "", text).replace(str(Path.cwd()), "/data")
    text = re.sub(r"jb[0-9a-f]{16}_", "jb5d9ac1f70e62b384_", text)
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) + "\n"


@pytest.mark.parametrize("name", PRINTED)
def test_examples_print_the_output_on_the_page(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"spark": spark}
    printed = ""

    def run(block: re.Match[str]) -> str:
        nonlocal printed
        kind, content = block.groups()
        if kind == "python":
            printed = run_python(content, names, name)
            return block.group()
        if kind == "text":
            return f"```text\n{printed}```"
        return f"```console\n{run_console(content)}```"

    page = (ROOT / name).read_text(encoding="utf-8")
    spark.catalog.dropTempView("people")
    actual = BLOCK.sub(run, page)
    spark.catalog.dropTempView("people")
    if os.environ.get("UPDATE_DOCS") == "1":
        (ROOT / name).write_text(actual, encoding="utf-8")
    assert actual == page or os.environ.get("UPDATE_DOCS") == "1"


@pytest.mark.parametrize("page", RUN)
def test_examples_of_other_pages_run(
    spark: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
) -> None:
    data = encode_with_pyjelly([s for s in people() if not isinstance(s.o, Quoted)], QUADS)
    for name in (
        "data.jelly",
        "products.jelly",
        "data/products.jelly",
        *(f"{name}/a.jelly" for name in FOLDERS),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    if page == "docs/reference/rdf.md":
        (tmp_path / "data" / "a.nt.gz").write_bytes(gzip.compress(b"<x:s> <x:p> <x:o> .\n"))
    (tmp_path / "dumps").mkdir()
    (tmp_path / "dumps" / "a.ttl").write_text("<s> a <http://example.org/T> .\n")
    monkeypatch.chdir(tmp_path)
    for catalog, implementation in CATALOGS.items():
        spark.conf.set(catalog, implementation)
    spark.sql(f"CREATE DATABASE page LOCATION '{tmp_path}/page'")
    spark.sql("USE page")
    spark.read.format("jelly").load(str(tmp_path)).drop("g").createOrReplaceTempView(
        "new_statements"
    )
    names: dict[str, Any] = {"spark": spark, "sf": sf}
    count = 0
    for kind, content in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        # Spark resolves relative paths from the folder where its JVM was started.
        code = re.sub(r"(?<=[\"'`])/?(?=(data|incoming|checkpoint)\b)", f"{tmp_path}/", content)
        if "kafka" in code:
            compile(code, page, "exec")  # test_kafka.py runs the same with a broker
        elif kind == "python":
            run_python(code, names, page)
            for query in spark.streams.active:
                query.processAllAvailable()
                query.stop()
        elif kind == "sql":
            for statement in filter(str.strip, code.split(";\n")):
                spark.sql(statement).collect()
        count += kind in {"python", "sql"}
    assert count
    spark.catalog.dropTempView("statements")
    spark.catalog.dropTempView("new_statements")
    spark.sql("USE default")
    spark.sql("DROP DATABASE page CASCADE")
    spark.conf.unset("spark.sql.catalog.spark_catalog")
