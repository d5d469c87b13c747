"""SPARQL over DataFrames: every kind of query, graphs, forms of terms, streams, and refusals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyoxigraph
import pytest
from pyspark.sql import DataFrame

from jelly_bridge import from_pyoxigraph, read_jelly, read_rdf, sparql, to_pyoxigraph, write_jelly

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

DATA = """
PREFIX : <http://example.org/>
:ann :name "Ann"@en ; :age 42 ; :knows :bob .
:bob :name "Bob" ; :age 17 ; :knows :ann , :cleo .
:cleo :name "Cleo" .
:g { :cleo :age 7 }
"""
PREFIXES = {"": "http://example.org/"}


@pytest.fixture(scope="module")
def people(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> DataFrame:
    """Statements of a Jelly file."""
    folder = tmp_path_factory.mktemp("people")
    quads = list(pyoxigraph.parse(DATA, format=pyoxigraph.RdfFormat.TRIG))
    write_jelly(from_pyoxigraph(quads, spark=spark).coalesce(1), folder / "data")
    return read_jelly(folder / "data", spark=spark)


def select(query: str, df: DataFrame, **options: object) -> list[tuple[str | None, ...]]:
    """Return the sorted values of the solutions."""
    answer = sparql(query, df, prefixes=PREFIXES, terms="value", **options)  # type: ignore[arg-type]
    assert isinstance(answer, DataFrame)
    return sorted(map(tuple, answer.collect()), key=str)


def test_select_gives_a_column_of_terms_for_each_variable(people: DataFrame) -> None:
    answer = sparql(
        "SELECT ?name ?age { ?s :name ?name OPTIONAL { ?s :age ?age } }", people, prefixes=PREFIXES
    )
    assert isinstance(answer, DataFrame)
    assert answer.columns == ["name", "age"]
    rows = {row["name"]["value"]: row for row in answer.collect()}
    assert rows["Ann"]["name"].asDict() == {
        "kind": "literal",
        "value": "Ann",
        "lang": "en",
        "datatype": None,
    }
    assert rows["Bob"]["age"]["datatype"] == "http://www.w3.org/2001/XMLSchema#integer"
    assert rows["Cleo"]["age"] is None


def test_terms_can_be_text(people: DataFrame) -> None:
    query = "SELECT ?name { :ann :name ?name }"
    ntriples = sparql(query, people, prefixes=PREFIXES, terms="ntriples")
    assert isinstance(ntriples, DataFrame)
    assert ntriples.first() == ('"Ann"@en',)
    assert select(query, people) == [("Ann",)]


def test_ask_gives_a_bool(people: DataFrame) -> None:
    assert sparql("ASK { ?s :age ?age FILTER(?age > 40) }", people, prefixes=PREFIXES) is True
    assert sparql("ASK { ?s :age ?age FILTER(?age > 50) }", people, prefixes=PREFIXES) is False


def test_construct_gives_statements_that_can_be_written(people: DataFrame, tmp_path: Path) -> None:
    query = "CONSTRUCT { ?b :knownBy ?a } { ?a :knows ?b }"
    made = sparql(query, people, prefixes=PREFIXES)
    assert isinstance(made, DataFrame)
    write_jelly(made, tmp_path / "made")
    back = to_pyoxigraph(read_jelly(tmp_path / "made", spark=people.sparkSession))
    store = pyoxigraph.Store()
    store.bulk_extend(to_pyoxigraph(people))
    wanted = {str(triple) for triple in store.query(query, prefixes=PREFIXES)}  # type: ignore[union-attr]
    assert {str(quad.triple) for quad in back} == wanted


def test_graphs(people: DataFrame) -> None:
    query = "SELECT ?age { ?s :age ?age }"
    assert select(query, people) == [("17",), ("42",)]
    assert select(query, people, graphs="union") == [("17",), ("42",), ("7",)]
    assert select("SELECT ?g ?age { GRAPH ?g { ?s :age ?age } }", people) == [
        ("http://example.org/g", "7")
    ]
    assert select("SELECT ?age FROM :g { ?s :age ?age }", people) == [("7",)]
    named = "SELECT ?g ?age FROM NAMED :g { GRAPH ?g { ?s :age ?age } }"
    assert select(named, people) == [("http://example.org/g", "7")]
    assert select("SELECT ?age FROM NAMED :g { ?s :age ?age }", people) == []


def test_repeated_statements_count_once(people: DataFrame) -> None:
    twice = people.union(people)
    query = "SELECT (COUNT(*) AS ?n) { ?s :knows ?o }"
    assert select(query, twice) == [("3",)]
    assert select(query, twice, unique_statements=True) == [("6",)]


def test_paths(people: DataFrame) -> None:
    reached = [
        ("http://example.org/ann",),
        ("http://example.org/bob",),
        ("http://example.org/cleo",),
    ]
    assert select("SELECT ?x { :ann :knows+ ?x }", people) == reached
    with pytest.raises(Exception, match=r"more than 1 steps; .*raise maxPathLength"):
        select("SELECT ?x { :ann :knows+ ?x }", people, max_path_length=1)


def test_tables_of_ntriples_text(people: DataFrame, tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_text('<a:s> <a:p> "o" .\n')
    df = read_rdf(tmp_path / "a.nt", spark=people.sparkSession, term_format="ntriples")
    assert select("SELECT ?o { <a:s> ?p ?o }", df) == [("o",)]


def test_constants_are_pushed_into_the_scan(people: DataFrame) -> None:
    answer = sparql("SELECT ?n { ?s :name ?n ; :age 42 }", people, prefixes=PREFIXES)
    assert isinstance(answer, DataFrame)
    plan = answer._jdf.queryExecution().executedPlan().toString()  # noqa: SLF001
    assert "http://example.org/name" in plan
    scans = re.findall(r"BatchScan.*", str(plan))
    assert len(scans) == 2
    assert all("http://example.org/" in scan for scan in scans)


def test_streams_answer_queries_without_state(people: DataFrame, tmp_path: Path) -> None:
    spark = people.sparkSession
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.nt").write_text('<a:s> <a:p> "1" .\n<a:s> <a:q> "2" .\n')
    stream = spark.readStream.format("rdf").load(str(tmp_path / "in"))
    answer = sparql("SELECT ?x { ?s <a:p> ?o BIND(STR(?o) AS ?x) }", stream, terms="value")
    assert isinstance(answer, DataFrame)
    query = (
        answer.writeStream.format("memory").queryName("sparql_answers").trigger(availableNow=True)
    ).start()
    query.awaitTermination()
    assert spark.table("sparql_answers").collect() == [("1",)]
    with pytest.raises(ValueError, match="Line 1, column 21: OPTIONAL on a stream is not"):
        sparql("SELECT * { ?s ?p ?o OPTIONAL { ?o ?q ?x } }", stream)
    with pytest.raises(ValueError, match="Line 2, column 1: a number of triple patterns other"):
        sparql("SELECT *\n{ ?s ?p ?o . ?o ?q ?x }", stream)
    with pytest.raises(ValueError, match="Line 1, column 1: ASK on a stream is not"):
        sparql("ASK { ?s ?p ?o }", stream)


def test_filtered_and_cached_tables(people: DataFrame) -> None:
    query = "SELECT ?o { ?s :age ?o }"
    assert select(query, people.where("s.value like '%ann'")) == [("42",)]
    cached = people.cache()
    try:
        assert select(query, cached) == [("17",), ("42",)]
        answer = sparql(query, cached, prefixes=PREFIXES)
        assert isinstance(answer, DataFrame)
        plan = answer._jdf.queryExecution().executedPlan().toString()  # noqa: SLF001
        assert "InMemoryTableScan" in plan
    finally:
        cached.unpersist()


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT * {\n ?s ?p }", "line 2, column 8"),
        ("DESCRIBE <a:b>", "Line 1, column 1: DESCRIBE is not supported"),
        ("ASK { SERVICE <a:b> {} }", "Line 1, column 7: SERVICE is not supported"),
        ("ASK { FILTER(<a:f>(1)) }", "Line 1, column 14: the function <a:f> is not supported"),
        ("ASK { ?s x:y ?o }", "x:y"),
    ],
)
def test_mistakes_and_unsupported_constructs_are_refused(
    people: DataFrame, query: str, message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        sparql(query, people)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"graphs": "all"}, "graphs must be one of union, not 'all'"),
        ({"terms": "rows"}, "terms must be one of struct, ntriples, value, not 'rows'"),
        ({"prefixes": ["a"]}, "prefixes must be a mapping"),
        ({"prefixes": {"a": "b"}}, "the namespace of prefix 'a' must be an absolute IRI"),
        ({"max_path_length": -1}, "max_path_length must be a whole number"),
        ({"unique_statements": 1}, "unique_statements must be True or False"),
    ],
)
def test_wrong_arguments(people: DataFrame, options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sparql("ASK {}", people, **options)  # type: ignore[arg-type]
