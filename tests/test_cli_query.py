"""`jelly-bridge query` prints answers in each format, and mistakes on one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cli import start

if TYPE_CHECKING:
    from pathlib import Path

TURTLE = """
PREFIX : <http://example.org/>
:ann :name "Ann"@en ; :age 42 .
:bob :name "Bob" .
"""
NAMES = """
PREFIX : <http://example.org/>
SELECT ?name ?age { ?s :name ?name OPTIONAL { ?s :age ?age } } ORDER BY ?name
"""
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files and queries."""
    folder = tmp_path_factory.mktemp("query #1")
    (folder / "people.ttl").write_text(TURTLE)
    (folder / "more [1].nq").write_text(
        "<http://example.org/cleo> <http://example.org/name> <a:b> <http://example.org/g> .\n"
    )
    (folder / "names.rq").write_text(NAMES)
    (folder / "ask.rq").write_text('ASK { ?s ?p "Bob" }')
    (folder / "made.rq").write_text(
        "CONSTRUCT { ?s <a:is> ?o } { ?s <http://example.org/name> ?o }"
    )
    (folder / "wrong.rq").write_text("SELECT * {\n ?s ?p }")
    (folder / "broken.nt").write_text("<a:s> <a:p> oops .\n")
    return folder


def answer(folder: Path, *words: str) -> str:
    """Return the output of the command."""
    result = start("query", *words, cwd=folder)
    assert (result.stderr, result.returncode) == ("", 0)
    return result.stdout


def test_select_prints_a_table_or_a_format_of_the_w3c(folder: Path) -> None:
    table = answer(folder, "names.rq", "people.ttl")
    assert '| "Ann"@en | 42  |' in table
    csv = answer(folder, "--csv", "names.rq", "people.ttl")
    # Lines end with CR LF, which text mode turns into LF.
    assert csv == "name,age\nBob,\nAnn,42\n"
    tsv = answer(folder, "names.rq", "people.ttl", "--tsv")
    assert tsv == '?name\t?age\n"Bob"\t\n"Ann"@en\t42\n'
    bindings = json.loads(answer(folder, "--json", "names.rq", "people.ttl"))["results"]["bindings"]
    assert bindings[1] == {
        "name": {"type": "literal", "value": "Ann", "xml:lang": "en"},
        "age": {"type": "literal", "value": "42", "datatype": INTEGER},
    }


def test_ask_and_construct(folder: Path) -> None:
    assert json.loads(answer(folder, "--json", "ask.rq", "people.ttl"))["boolean"] is True
    made = answer(folder, "made.rq", "people.ttl")
    assert sorted(made.splitlines()) == [
        '<http://example.org/ann> <a:is> "Ann"@en .',
        '<http://example.org/bob> <a:is> "Bob" .',
    ]


def test_several_files_and_the_union_of_graphs(folder: Path) -> None:
    files = ("people.ttl", "more [1].nq")
    assert len(answer(folder, "--csv", "names.rq", *files).splitlines()) == 3
    assert len(answer(folder, "--csv", "--union", "names.rq", *files).splitlines()) == 4


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("wrong.rq", "people.ttl"), 1, "wrong.rq: SPARQL: "),
        (("names.rq", "no.ttl"), 2, "no.ttl: no such file"),
        (("no.rq", "people.ttl"), 2, "no.rq: no such file"),
        (("ask.rq", "broken.nt"), 1, "broken.nt: "),
        (("--csv", "made.rq", "people.ttl"), 2, "CONSTRUCT prints N-Triples"),
        (("ask.rq", "-"), 2, "-: a query reads files more than once"),
    ],
)
def test_mistakes_are_one_line(
    folder: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    result = start("query", *words, cwd=folder)
    assert (result.returncode, result.stdout) == (code, "")
    assert message in result.stderr
    assert len([line for line in result.stderr.splitlines() if "jelly-bridge: " in line]) == 1
    if words[0] == "wrong.rq":
        assert "line 2, column 8" in result.stderr
