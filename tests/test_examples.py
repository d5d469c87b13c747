"""The scripts and notebooks of docs/examples run without errors."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import rdflib
from rdflib.namespace import RDF, VOID

from encoders import QUADS, encode_with_pyjelly
from people import people
from rdf import Statement, Term

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"


@pytest.fixture
def folder(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a file to work on."""
    assert spark.version
    (tmp_path / "data.jelly").write_bytes(encode_with_pyjelly(people(), QUADS))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, name: str, *words: str) -> None:
    """Run a script as Python runs it."""
    monkeypatch.setattr(sys, "argv", [name, *words])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")


def test_every_example_is_tested() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    names = [file.name for file in EXAMPLES.iterdir() if file.is_file()]
    assert len(names) > 5
    assert [name for name in names if f'"{name}"' not in source] == []


def test_query(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "01_query.py", str(folder / "data.jelly"))
    printed = capsys.readouterr().out
    assert "|http://xmlns.com/foaf/0.1/Person|2    |" in printed
    assert "|http://xmlns.com/foaf/0.1/age                  |1    |" in printed


def test_property_table(folder: Path, monkeypatch: pytest.MonkeyPatch, spark: SparkSession) -> None:
    run(monkeypatch, "02_property_table.py", str(folder / "data.jelly"), str(folder / "out"))
    table = spark.read.parquet(str(folder / "out"))
    assert table.columns == ["s", "says", "type", "age", "knows", "name"]
    anna = table.where("s LIKE '%anna'").collect()
    assert [(row.name, row.age) for row in anna] == [("Anna", "27")]


def test_report(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "03_report.py", "data.jelly", "report.html", "void.ttl")
    assert "statements             8" in capsys.readouterr().out
    assert "<svg" in (folder / "report.html").read_text(encoding="utf-8")
    void = rdflib.Graph().parse(folder / "void.ttl")
    assert len(list(void.subjects(RDF.type, VOID.Dataset))) == 1


def test_reachable(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    a, b, c, d, p = (Term("iri", f"http://example.org/{name}") for name in "abcdp")
    chain = [Statement(s, p, o, None) for s, o in ((a, b), (b, c), (c, b), (d, a))]
    (folder / "chain.jelly").write_bytes(encode_with_pyjelly(chain, QUADS))
    run(monkeypatch, "04_reachable.py", "chain.jelly", "http://example.org/a")
    assert capsys.readouterr().out.startswith("2 nodes\n")


@pytest.mark.usefixtures("folder")
def test_sparql(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run(monkeypatch, "05_sparql.py", "data.jelly", "http://example.org/anna")
    assert "http://xmlns.com/foaf/0.1/name 1" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_notebook() -> None:
    notebook = json.loads((EXAMPLES / "explore.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        assert not cell.get("outputs")
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)  # noqa: S102  the project's own notebook
    assert sorted(names["table"].columns) == ["age", "knows", "name", "s", "says", "type"]
    assert len(names["table"]) == 3
    assert "<svg" in names["description"].to_html()
