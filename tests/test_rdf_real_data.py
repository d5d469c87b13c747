"""Releases of schema.org in every syntax, read and written, compared with pyoxigraph."""

from __future__ import annotations

import bz2
import gzip
from typing import TYPE_CHECKING

import pyoxigraph
import pytest

from cli import run
from jelly_bridge import read_rdf, write_rdf
from test_schemaorg import lines, releases

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from jelly_bridge.rdf import WrittenSyntax

__all__ = ["releases"]  # a fixture

SYNTAXES = {
    "nt": pyoxigraph.RdfFormat.N_TRIPLES,
    "nq": pyoxigraph.RdfFormat.N_QUADS,
    "ttl": pyoxigraph.RdfFormat.TURTLE,
    "trig": pyoxigraph.RdfFormat.TRIG,
    "rdfxml": pyoxigraph.RdfFormat.RDF_XML,
    "jsonld": pyoxigraph.RdfFormat.JSON_LD,
}
EXTENSIONS = {"rdfxml": "rdf"}
QUADS = ("nq", "trig", "jsonld")


def read(spark: SparkSession, path: Path | list[Path]) -> DataFrame:
    """Read files as N-Triples text."""
    return read_rdf(path, spark=spark, term_format="ntriples")


@pytest.fixture(scope="module")
def release(shared: Path) -> bytes:
    """The N-Quads of one release."""
    return gzip.decompress((shared / "data" / "schemaorg" / "9.0.nq.gz").read_bytes())


def expected(release: bytes, syntax: str) -> set[str]:
    """Return the lines of the release; without graphs for a syntax of triples."""
    text = [line for line in release.decode().split("\n") if line]
    return set(text) if syntax in QUADS else {f"{line.rsplit(' ', 2)[0]} ." for line in text}


def test_all_releases_at_once(
    spark: SparkSession, schema_org: list[Path], releases: dict[str, set[str]]
) -> None:
    every = set().union(*releases.values())
    df = read(spark, schema_org)
    found = lines(df)
    assert len(found) == len(every)
    assert set(found) == every
    assert df.count() == len(every)


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_files_of_pyoxigraph_are_read(
    spark: SparkSession, tmp_path: Path, release: bytes, syntax: str
) -> None:
    quads = pyoxigraph.parse(release, format=pyoxigraph.RdfFormat.N_QUADS)
    statements = quads if syntax in QUADS else (quad.triple for quad in quads)
    file = tmp_path / f"a.{EXTENSIONS.get(syntax, syntax)}"
    pyoxigraph.serialize(statements, file, format=SYNTAXES[syntax])
    df = read(spark, file)
    assert set(lines(df)) == expected(release, syntax)
    assert df.count() == len(expected(release, syntax))


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_pyoxigraph_reads_written_files(
    spark: SparkSession, tmp_path: Path, release: bytes, syntax: WrittenSyntax
) -> None:
    (tmp_path / "a.nq.bz2").write_bytes(bz2.compress(release))
    df = read(spark, tmp_path / "a.nq.bz2")
    write_rdf(df if syntax in QUADS else df.drop("g"), tmp_path / "out", syntax=syntax)
    found = {
        str(quad) + " ." if syntax in QUADS else str(quad.triple) + " ."
        for file in (tmp_path / "out").glob("part-*")
        for quad in pyoxigraph.parse(path=file, format=SYNTAXES[syntax])
    }
    assert found == expected(release, syntax)


def test_converted_to_jelly_and_back(tmp_path: Path, release: bytes) -> None:
    source, jelly, back = (tmp_path / name for name in ("a.nq", "a.jelly", "b.nq"))
    source.write_bytes(release)
    assert run("convert", source, jelly).returncode == 0
    assert run("convert", jelly, back).returncode == 0
    assert set(back.read_text(encoding="utf-8").split("\n")) - {""} == expected(release, "nq")
