"""Graphs of rdflib and pyoxigraph become DataFrames and return unchanged, term by term."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pyoxigraph
import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import functions as sf
from rdflib.compare import isomorphic

from encoders import QUADS, encode_with_pyjelly
from jelly_bridge import (
    borsh,
    from_pyoxigraph,
    from_rdflib,
    iri,
    read_jelly,
    to_pyoxigraph,
    to_rdflib,
    write_jelly,
)
from rdf import XSD, Quoted, Statement, Term, nquads, statement_of
from strategies import literals
from tiers import tier

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

TURTLE = r"""
@base <http://example.org/> .
@prefix : <#> .
:s :p :o , _:b , "text\n\"\\" , "café"@fr-FR , "01"^^<http://www.w3.org/2001/XMLSchema#integer> ;
   :q [ :nested ( 1 2.0 "x" ) ] , "\U0001F600" , "" .
"""
names = st.sampled_from([Term("iri", f"http://example.org/{name}") for name in "abcd"])
resources = st.one_of(names, st.sampled_from([Term("bnode", label) for label in ("b0", "é.x")]))
objects = literals.filter(lambda term: (term.datatype or "http").startswith("http"))
statement_lists = st.lists(
    st.builds(
        Statement, resources, names, st.one_of(resources, objects), st.one_of(st.none(), names)
    ),
    max_size=20,
)


@pytest.fixture(scope="module")
def release(shared: Path) -> bytes:
    """The N-Quads of one release of schema.org."""
    return gzip.decompress((shared / "data" / "schemaorg" / "9.0.nq.gz").read_bytes())


def lines(statements: Any) -> set[str]:  # noqa: ANN401  a graph of rdflib or pyoxigraph
    """Return the statements as lines of N-Quads, written by rdflib or pyoxigraph."""
    if isinstance(statements, rdflib.Graph):
        text = statements.serialize(format="nquads", encoding="utf-8")
    else:
        text = pyoxigraph.serialize(statements, format=pyoxigraph.RdfFormat.N_QUADS) or b""
    return {line for line in text.decode().splitlines() if line}


def rows(df: DataFrame) -> list[Statement]:
    """Return the statements of a DataFrame."""
    return sorted(map(statement_of, df.collect()), key=str)


@settings(max_examples=tier(3, 10), deadline=None, suppress_health_check=list(HealthCheck))
@given(statement_lists)
def test_random_statements_keep_every_term(
    spark: SparkSession, tmp_path: Path, statements: list[Statement]
) -> None:
    expected = set(statements)
    (tmp_path / "a.jelly").write_bytes(encode_with_pyjelly(statements, QUADS))
    df = read_jelly(tmp_path / "a.jelly", spark=spark, blank_nodes="preserve")
    assert set(rows(from_rdflib(to_rdflib(df)))) == expected
    # pyoxigraph changes language tags to lower case.
    assert set(rows(from_pyoxigraph(to_pyoxigraph(df)))) == {lower(s) for s in expected}


def lower(statement: Statement) -> Statement:
    """Return the statement with its language tag in lower case."""
    o = statement.o
    if isinstance(o, Quoted) or o.lang is None:
        return statement
    return statement._replace(o=o._replace(lang=o.lang.lower()))


def test_turtle_of_rdflib_comes_back_isomorphic(spark: SparkSession, tmp_path: Path) -> None:
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    df = from_rdflib(graph, spark=spark)
    assert df.columns == ["s", "p", "o", "g"]
    assert df.where("g IS NOT NULL").count() == 0
    write_jelly(df, tmp_path / "out")
    back = to_rdflib(read_jelly(tmp_path / "out", spark=spark).drop("g"))
    assert type(back) is rdflib.Graph
    assert isomorphic(back, graph)


def test_a_release_of_schema_org_in_rdflib_and_pyoxigraph(
    spark: SparkSession, tmp_path: Path, release: bytes
) -> None:
    expected = {line for line in release.decode().splitlines() if line}
    df = from_pyoxigraph(
        pyoxigraph.parse(release, format=pyoxigraph.RdfFormat.N_QUADS), spark=spark
    )
    write_jelly(df, tmp_path / "out")
    df = read_jelly(tmp_path / "out", spark=spark)
    assert lines(to_pyoxigraph(df)) == expected
    dataset = to_rdflib(df)
    assert isinstance(dataset, rdflib.Dataset)
    assert set(map(nquads, rows(from_rdflib(dataset)))) == expected


def test_lexical_forms_stay_as_they_are(spark: SparkSession) -> None:
    integer = pyoxigraph.NamedNode(XSD + "integer")
    subject, predicate = pyoxigraph.BlankNode("b"), pyoxigraph.NamedNode("x:p")
    triple = pyoxigraph.Triple(subject, predicate, pyoxigraph.Literal("01", datatype=integer))
    df = from_pyoxigraph([triple], spark=spark)
    assert [str(o) for o in to_rdflib(df).objects()] == ["01"]
    assert [quad.object.value for quad in to_pyoxigraph(df)] == ["01"]


@pytest.mark.parametrize("name", ["token", "normalizedString"])
def test_white_space_of_literals_stays_as_it_is(spark: SparkSession, name: str) -> None:
    """The library rdflib removes this white space even if it must not normalise literals."""
    datatype = pyoxigraph.NamedNode(XSD + name)
    literal = pyoxigraph.Literal(" a\n  b ", datatype=datatype)
    triple = pyoxigraph.Triple(pyoxigraph.BlankNode("b"), pyoxigraph.NamedNode("x:p"), literal)
    graph = to_rdflib(from_pyoxigraph([triple], spark=spark))
    assert [o.n3() for o in graph.objects()] == [f'""" a\n  b """^^<{XSD}{name}>']
    assert next(iter(to_pyoxigraph(from_rdflib(graph, spark=spark)))).object == literal


def test_labels_that_no_syntax_can_write_are_written_in_hexadecimal(spark: SparkSession) -> None:
    odd = (rdflib.BNode("a b"), rdflib.RDF.type, rdflib.RDFS.Class)
    df = from_rdflib(rdflib.Graph().add(odd), spark=spark)
    assert [str(s) for s in to_rdflib(df).subjects()] == ["jbx612062"]
    assert [quad.subject.value for quad in to_pyoxigraph(df)] == ["jbx612062"]


def test_more_statements_than_allowed_are_refused(spark: SparkSession) -> None:
    term = iri("x:p")
    df = spark.range(11).select(
        term.withField("value", sf.concat(sf.lit("x:"), "id")).alias("s"),
        term.alias("p"),
        term.alias("o"),
    )
    assert len(to_rdflib(df, max_statements=11)) == 11
    assert len(to_pyoxigraph(df, max_statements=None)) == 11
    for convert in (to_rdflib, to_pyoxigraph):
        with pytest.raises(ValueError, match="more than 10 statements"):
            convert(df, max_statements=10)
        with pytest.raises(ValueError, match="a whole number, 0 or more, not -1"):
            convert(df, max_statements=-1)


TERM = "struct<kind: string, value: string, lang: string, datatype: string>"
IRI = ("iri", "x:a", None, None)


@pytest.mark.parametrize(
    ("object_", "message"),
    [
        (None, "an object, but o is null"),
        (("IRI", "x:a", None, None), r"found \('IRI', 'x:a'"),
        ((None, "x:a", None, None), "expected a term, of a kind"),
        (("iri", None, None, None), "expected a term, of a kind"),
        (("literal", None, "en", None), "expected a term, of a kind"),
        (("literal", "x", "en", "x:d"), "a language tag or a datatype; found"),
        (("literal", "x", "", None), "a language tag or a datatype; found"),
        (("iri", "x:a", "en", None), "a language tag or a datatype; found"),
        (("bnode", "a", None, "x:d"), "a language tag or a datatype; found"),
    ],
)
def test_rows_that_are_no_statements_are_refused(
    spark: SparkSession, object_: tuple[str | None, ...] | None, message: str
) -> None:
    df = spark.createDataFrame([(IRI, IRI, object_)], f"s {TERM}, p {TERM}, o {TERM}")
    for convert in (to_rdflib, to_pyoxigraph):
        with pytest.raises(ValueError, match=message):
            convert(df)


def test_a_language_tag_may_have_the_datatype_of_language_tags(spark: SparkSession) -> None:
    tagged = ("literal", "x", "en", str(rdflib.RDF.langString))
    df = spark.createDataFrame([(IRI, IRI, tagged)], f"s {TERM}, p {TERM}, o {TERM}")
    assert list(to_rdflib(df).objects()) == [rdflib.Literal("x", lang="en")]
    assert [quad.object for quad in to_pyoxigraph(df)] == [pyoxigraph.Literal("x", language="en")]


def test_base_directions_go_to_pyoxigraph_and_back(spark: SparkSession) -> None:
    literal = pyoxigraph.Literal("x", language="ar", direction=pyoxigraph.BaseDirection.RTL)
    triple = pyoxigraph.Triple(pyoxigraph.BlankNode("b"), pyoxigraph.NamedNode("x:p"), literal)
    df = from_pyoxigraph([triple], spark=spark)
    assert df.select("o.lang").first() == ("ar--rtl",)
    assert [quad.object for quad in to_pyoxigraph(df)] == [literal]
    with pytest.raises(ValueError, match="rdflib has no base directions: 'x', ar--rtl"):
        to_rdflib(df)


def test_a_graph_may_have_an_empty_name(spark: SparkSession) -> None:
    empty = ("iri", "", None, None)
    df = spark.createDataFrame(
        [(IRI, IRI, IRI, empty), (IRI, IRI, IRI, None)], f"s {TERM}, p {TERM}, o {TERM}, g {TERM}"
    )
    assert sorted(row.g is None for row in from_rdflib(to_rdflib(df)).collect()) == [False, True]


def test_the_default_graph_has_no_name_whatever_rdflib_calls_it(spark: SparkSession) -> None:
    triple = (rdflib.URIRef("x:s"), rdflib.URIRef("x:p"), rdflib.URIRef("x:o"))
    with pytest.warns(DeprecationWarning, match="ConjunctiveGraph is deprecated"):
        conjunctive = rdflib.ConjunctiveGraph()
    for graph in (conjunctive, rdflib.Dataset(), rdflib.Dataset(default_union=True)):
        graph.add(triple)
        graph.get_context(rdflib.URIRef("x:g")).add(triple)
        names = [row.g and row.g.value for row in from_rdflib(graph, spark=spark).collect()]
        assert sorted(names, key=str) == [None, "x:g"]
    taken = ("iri", "urn:x-rdflib:default", None, None)
    df = spark.createDataFrame([(IRI, IRI, IRI, taken)], f"s {TERM}, p {TERM}, o {TERM}, g {TERM}")
    with pytest.raises(ValueError, match="no graph named <urn:x-rdflib:default>"):
        to_rdflib(df)


def test_the_default_graph_is_found_in_older_versions_of_rdflib(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    df = spark.createDataFrame([(IRI, IRI, IRI, None)], f"s {TERM}, p {TERM}, o {TERM}, g {TERM}")
    # Up to rdflib 7.4, only the other name exists.
    with monkeypatch.context() as older:
        older.delattr(rdflib.Dataset, "default_graph")
        with pytest.warns(DeprecationWarning, match="default_context"):
            dataset = to_rdflib(df)
    assert [row.g for row in from_rdflib(dataset, spark=spark).collect()] == [None]


class Product(rdflib.URIRef):
    """A user's own class of IRIs."""


def test_subclasses_of_terms_are_read_as_the_class_they_extend(
    spark: SparkSession, tmp_path: Path
) -> None:
    product = Product("x:a")
    df = from_rdflib(rdflib.Graph().add((product, product, product)), spark=spark)
    node = Term("iri", "x:a")
    assert rows(df) == [Statement(node, node, node, None)]
    borsh.dump([(product, product, product)], tmp_path / "a.rdfb", spark=spark)
    assert [statement.o.value for statement in borsh.load(tmp_path / "a.rdfb")] == ["x:a"]


def test_terms_that_the_libraries_cannot_hold_are_refused(
    spark: SparkSession, tmp_path: Path
) -> None:
    s, p = Term("iri", "http://example.org/s"), Term("iri", "http://example.org/p")
    star = [Statement(Quoted(s, p, s), p, s, None)]
    (tmp_path / "star.jelly").write_bytes(encode_with_pyjelly(star, QUADS))
    df = read_jelly(tmp_path / "star.jelly", spark=spark)
    with pytest.raises(
        ValueError, match=r"rdflib has no triple terms: <<\( <http://example\.org/s>"
    ):
        to_rdflib(df)
    with pytest.raises(ValueError, match="triple terms are not converted"):
        to_pyoxigraph(df)
    relative = from_rdflib(
        rdflib.Graph().add((rdflib.URIRef("a"), rdflib.RDF.type, rdflib.XSD.int))
    )
    with pytest.raises(ValueError, match=r"No scheme found in an absolute IRI: a$"):
        to_pyoxigraph(relative)
    literal = [Statement(Term("literal", "a"), p, s, None)]
    (tmp_path / "literal.jelly").write_bytes(encode_with_pyjelly(literal, QUADS))
    with pytest.raises(ValueError, match=r"not a statement of RDF 1\.1"):
        to_pyoxigraph(read_jelly(tmp_path / "literal.jelly", spark=spark))
    node = pyoxigraph.NamedNode("x:a")
    with pytest.raises(
        ValueError, match="expected an IRI, a blank node or a literal of pyoxigraph"
    ):
        from_pyoxigraph([pyoxigraph.Triple(node, node, pyoxigraph.Triple(node, node, node))])
    with pytest.raises(ValueError, match="expected a quad or a triple of pyoxigraph, found 5"):
        from_pyoxigraph([5])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="expected quads or triples of pyoxigraph, found None"):
        from_pyoxigraph(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="three or four terms, but this is 'p'"):
        from_rdflib("people.ttl")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="this is a Variable"):
        from_rdflib(rdflib.Graph().add((rdflib.Variable("v"), rdflib.RDF.type, rdflib.RDFS.Class)))
    # The JVM would encode any two of them as the same question mark.
    for half in (
        rdflib.BNode("a\ud800"),
        rdflib.URIRef("x:\udc00"),
        rdflib.Literal("a\ud800b"),
        rdflib.Literal("a", datatype=rdflib.URIRef("x:\ud800")),
    ):
        with pytest.raises(ValueError, match="without halves of surrogate pairs, not "):
            from_rdflib([(rdflib.BNode("b"), rdflib.RDF.value, half)], spark=spark)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="read with term_format='struct'"):
        to_rdflib(read_jelly(tmp_path / "star.jelly", spark=spark, term_format="ntriples"))
