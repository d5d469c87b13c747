"""Statistics of datasets, compared with SPARQL in pyoxigraph."""

from __future__ import annotations

import gzip
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import pyoxigraph
import pytest
import rdflib
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from rdflib.namespace import RDF, VOID

from jelly_bridge import Description, describe, from_pyoxigraph, from_rdflib, to_rdflib

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

STATEMENTS = "{ { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"


@pytest.fixture(scope="module")
def store(shared: Path) -> pyoxigraph.Store:
    """One release of schema.org in a database."""
    data = gzip.decompress((shared / "data" / "schemaorg" / "9.0.nq.gz").read_bytes())
    store = pyoxigraph.Store()
    store.load(data, format=pyoxigraph.RdfFormat.N_QUADS)
    return store


@pytest.fixture(scope="module")
def description(spark: SparkSession, store: pyoxigraph.Store) -> Description:
    """Our description of the release."""
    return describe(from_pyoxigraph(store, spark=spark).cache())


def ask(store: pyoxigraph.Store, query: str) -> list[list[str]]:
    """Return the values of the solutions of a query."""
    solutions = store.query(query)
    assert isinstance(solutions, pyoxigraph.QuerySolutions)
    return [[str(getattr(term, "value", None)) for term in solution] for solution in solutions]


def test_totals(description: Description, store: pyoxigraph.Store) -> None:
    queries = {
        "statements": "(count(*) AS ?n)",
        "subjects": "(count(DISTINCT ?s) AS ?n)",
        "predicates": "(count(DISTINCT ?p) AS ?n)",
        "objects": "(count(DISTINCT ?o) AS ?n)",
        "graphs": "(count(DISTINCT ?g) AS ?n)",
    }
    expected = {
        name: int(ask(store, f"SELECT {what} {STATEMENTS}")[0][0]) for name, what in queries.items()
    }
    found = description.totals()
    classes = found.pop("classes")
    assert found == expected
    assert classes == len(description.top("class", 1_000)) > 1


@pytest.mark.parametrize(
    ("statistic", "query"),
    [
        ("predicate", "SELECT ?p (count(*) AS ?n) { %s } GROUP BY ?p"),
        ("class", "SELECT ?o (count(DISTINCT ?s) AS ?n) { %s FILTER(?p = rdf:type) } GROUP BY ?o"),
        ("datatype", "SELECT ?i (count(*) AS ?n) { %s BIND(datatype(?o) AS ?i) } GROUP BY ?i"),
        ("language", "SELECT ?i (count(*) AS ?n) { %s BIND(lang(?o) AS ?i) } GROUP BY ?i"),
        ("graph", "SELECT ?g (count(*) AS ?n) { %s } GROUP BY ?g"),
    ],
)
def test_counts_by_item(
    description: Description, store: pyoxigraph.Store, statistic: str, query: str
) -> None:
    prefix = "PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> "
    found = ask(store, prefix + query % STATEMENTS)
    # Only literals have a datatype, and only some of these have a language.
    expected = {item: int(count) for item, count in found if item not in ("None", "")}
    assert dict(description.top(statistic, 10_000)) == expected
    assert expected or statistic == "language"


def test_void_graph(description: Description) -> None:
    graph = to_rdflib(description.to_void("http://example.org/data").drop("g"))
    whole = rdflib.URIRef("http://example.org/data")
    totals = description.totals()
    assert (whole, RDF.type, VOID.Dataset) in graph
    for property_, name in (
        (VOID.triples, "statements"),
        (VOID.distinctSubjects, "subjects"),
        (VOID.distinctObjects, "objects"),
        (VOID.properties, "predicates"),
        (VOID.classes, "classes"),
    ):
        assert [str(o) for o in graph.objects(whole, property_)] == [str(totals[name])]
    for partition, key, count, statistic in (
        (VOID.propertyPartition, VOID.property, VOID.triples, "predicate"),
        (VOID.classPartition, VOID["class"], VOID.entities, "class"),
    ):
        found = {
            str(graph.value(node, key)): int(str(graph.value(node, count)))
            for node in graph.objects(whole, partition)
        }
        assert found == dict(description.top(statistic, 10_000))


def test_report_is_one_page_with_charts(description: Description, tmp_path: Path) -> None:
    page = description.to_html(tmp_path / "report.html", title="<schema.org>", most=5)
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page
    assert "<title>&lt;schema.org&gt;</title>" in page
    body = ET.fromstring(page[page.index("<body>") : page.index("</body>") + 7])  # noqa: S314  our own
    charts = {svg.get("aria-label"): svg for svg in body.iter("svg")}
    bars = charts["Statements by predicate"].findall("rect")
    counts = [count for _, count in description.top("predicate", 5)]
    assert [round(360 * count / counts[0]) for count in counts] == [
        int(bar.get("width", "")) for bar in bars
    ]
    assert "http" not in page.split("<body>")[0]
    assert "<svg" in description._repr_html_()


def test_kinds_and_terms_that_are_no_iris(spark: SparkSession) -> None:
    term = "struct<kind:string,value:string,lang:string,datatype:string>"
    kind = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
    rows = [
        (("iri", "x:a", None, None), ("iri", kind, None, None), ("bnode", "b", None, None)),
        (("iri", "x:a", None, None), ("iri", kind, None, None), ("iri", "x:T", None, None)),
        (("triple", "<<( <x:a> <x:p> <x:b> )>>", None, None),)
        + 2 * (("literal", "<&>", "EN", None),),
    ]
    df = spark.createDataFrame(rows, f"s {term}, p {term}, o {term}")
    found = describe(df)
    assert found.totals() == {
        "statements": 3,
        "subjects": 2,
        "predicates": 2,
        "objects": 3,
        "classes": 2,
    }
    assert found.top("class") == [("_:b", 1), ("x:T", 1)]
    assert found.top("predicate") == [(kind, 2), ('"<&>"@EN', 1)]
    assert found.top("language") == [("en", 1)]
    assert found.top("subject kind") == [("iri", 2), ("triple", 1)]
    assert found.top("object kind") == [("bnode", 1), ("iri", 1), ("literal", 1)]
    assert "&lt;&amp;&gt;" in found.to_html()
    void = to_rdflib(found.to_void("x:data").drop("g"))
    assert len(list(void.triples((None, VOID["class"], None)))) == 1


@pytest.mark.parametrize(("lang", "datatype"), [("", None), ("en", "x:d")])
def test_literals_that_rdf_does_not_have_are_refused(
    spark: SparkSession, lang: str, datatype: str | None
) -> None:
    a = ("iri", "x:a", None, None)
    term = "struct<kind:string,value:string,lang:string,datatype:string>"
    rows = [(a, a, ("literal", "x", lang, datatype))]
    with pytest.raises((PySparkException, Py4JJavaError), match=f"datatype; found '{lang}'"):
        describe(spark.createDataFrame(rows, f"s {term}, p {term}, o {term}"))


def test_arguments_that_mean_nothing_are_refused(spark: SparkSession) -> None:
    found = describe(from_rdflib(rdflib.Graph(), spark=spark))
    assert found.top("graph") == []
    with pytest.raises(ValueError, match=r"must be one of predicate, .*, not 'predicates'"):
        found.top("predicates")
    most: Any
    for most in (-1, "5", 1.5):
        for call in (found.top, found.to_void):
            with pytest.raises(ValueError, match="must be a whole number, 0 or more, not "):
                call("predicate", **{"most" if call == found.top else "max_partitions": most})
    with pytest.raises(ValueError, match="dataset must be a text, not None"):
        found.to_void(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="dataset is an IRI without angle brackets"):
        found.to_void("<http://example.org/>")
    with pytest.raises(ValueError, match="title must be a text, not None"):
        found.to_html(title=None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong", ["http://example.org/my data", "people", "", "http://example.org/{id}"]
)
def test_a_dataset_is_an_absolute_iri(description: Description, wrong: str) -> None:
    with pytest.raises(ValueError, match="dataset must be an absolute IRI"):
        description.to_void(wrong)


def test_a_report_changes_nothing_around_it_in_a_notebook(description: Description) -> None:
    page = description._repr_html_()
    rules = page[page.index("<style>") + 7 : page.index("</style>")].split("}")[:-1]
    selectors = [part.strip() for rule in rules for part in rule.split("{")[0].split(",")]
    assert selectors
    assert [part for part in selectors if not part.startswith(".jelly-bridge-report")] == []
    body = ET.fromstring(page[page.index("<body>") : page.index("</body>") + 7])  # noqa: S314  our own
    assert [part.get("class") for part in body] == ["jelly-bridge-report"]


def test_void_graphs_of_several_datasets_can_be_put_together(description: Description) -> None:
    one, other = (description.to_void(f"http://example.org/{name}") for name in ("a", "b"))
    graph = to_rdflib(one.union(other).drop("g"))
    for partition in (VOID.propertyPartition, VOID.classPartition):
        nodes = list(graph.objects(None, partition))
        assert len(nodes) == len(set(nodes)) > 2
