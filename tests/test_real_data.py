"""Real data: releases of the schema.org vocabulary, read by rdflib and encoded by pyjelly."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
import rdflib
from pyspark.sql import functions as sf

from encoders import GRAPHS, QUADS, encode_with_pyjelly
from jelly_bridge import inspect_jelly, iri, read_jelly
from rdf import AnyTerm, Statement, Term, statement_of

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
RDFS_CLASS = "http://www.w3.org/2000/01/rdf-schema#Class"


def term(node: rdflib.term.Node) -> AnyTerm:
    """Make a term of a node of rdflib."""
    if isinstance(node, rdflib.URIRef):
        return Term("iri", str(node))
    if isinstance(node, rdflib.BNode):
        return Term("bnode", str(node))
    assert isinstance(node, rdflib.Literal)
    datatype = None if node.datatype in (None, rdflib.XSD.string) else str(node.datatype)
    return Term("literal", str(node), node.language, None if node.language else datatype)


def statements_of(file: Path) -> list[Statement]:
    """Read N-Quads with rdflib, sorted by graph and subject, so that each graph is contiguous."""
    data = rdflib.Dataset()
    data.parse(data=gzip.decompress(file.read_bytes()), format="nquads")
    found = [
        Statement(term(s), term(p), term(o), None if g is None else term(g))
        for s, p, o, g in data.quads()
    ]
    return sorted(found, key=lambda statement: (str(statement.g), str(statement.s)))


@pytest.mark.parametrize("release", ["10.0", pytest.param("16.0", marks=pytest.mark.long)])
def test_releases_of_schema_org(
    spark: SparkSession,
    shared: Path,
    release: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rdflib, "NORMALIZE_LITERALS", False)
    expected = statements_of(shared / "data" / "schemaorg" / f"{release}.nq.gz")
    assert len(expected) > 15_000
    for name, physical in (("quads", QUADS), ("graphs", GRAPHS)):
        file = tmp_path / f"{name}.jelly"
        file.write_bytes(encode_with_pyjelly(expected, physical))
        df = read_jelly(file, spark=spark, blank_nodes="preserve")
        rows = df.orderBy("_metadata.statement").collect()
        assert [statement_of(row) for row in rows] == expected
        assert inspect_jelly(file, spark=spark).statements == len(expected)
        classes = df.where((df.p == iri(RDF_TYPE)) & (df.o == iri(RDFS_CLASS)))
        assert classes.count() == sum(
            s.p == Term("iri", RDF_TYPE) and s.o == Term("iri", RDFS_CLASS) for s in expected
        )
        by_predicate = df.groupBy("p.value").agg(sf.count("*")).collect()
        assert dict(map(tuple, by_predicate)) == _counts(expected)


def _counts(statements: list[Statement]) -> dict[str, int]:
    """Count statements by predicate."""
    counts: dict[str, int] = {}
    for statement in statements:
        assert isinstance(statement.p, Term)
        counts[statement.p.value] = counts.get(statement.p.value, 0) + 1
    return counts
