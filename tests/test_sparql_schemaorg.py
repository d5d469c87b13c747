"""Twenty questions about two releases of schema.org have the answers of ARQ in memory."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest
from pyspark.sql import DataFrame

from jelly_bridge import read_rdf, sparql

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

Term: TypeAlias = "tuple[str, str, str | None, str | None] | None"

PREFIXES: Final = {
    "s": "https://schema.org/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
OLD: Final = "<https://schema.org/#9.0>"
NEW: Final = "<https://schema.org/20.0>"
QUERIES: Final = {
    "classes of the new release": f"SELECT ?c {{ GRAPH {NEW} {{ ?c a rdfs:Class }} }}",
    "classes without a label": f"""
        SELECT ?c {{ GRAPH {NEW} {{ ?c a rdfs:Class FILTER NOT EXISTS {{ ?c rdfs:label ?l }} }} }}
    """,
    "counts by type": f"""
        SELECT ?t (COUNT(*) AS ?n) {{ GRAPH {NEW} {{ ?s a ?t }} }} GROUP BY ?t HAVING (COUNT(*) > 5)
    """,
    "all superclasses": f"""
        SELECT ?c {{ GRAPH {NEW} {{ s:MobilePhoneStore rdfs:subClassOf+ ?c }} }}
    """,
    "all subclasses with their labels": f"""
        SELECT ?c ?l {{ GRAPH {NEW} {{ ?c rdfs:subClassOf* s:Place ; rdfs:label ?l }} }}
    """,
    "properties of a class and its superclasses": f"""
        SELECT DISTINCT ?p {{ GRAPH {NEW} {{
          s:Restaurant rdfs:subClassOf*/^s:domainIncludes ?p }} }}
    """,
    "new classes": f"""
        SELECT ?c {{ GRAPH {NEW} {{ ?c a rdfs:Class }} MINUS {{ GRAPH {OLD} {{ ?c a ?t }} }} }}
    """,
    "changed comments": f"""
        SELECT ?s {{ GRAPH {OLD} {{ ?s rdfs:comment ?old }} GRAPH {NEW} {{ ?s rdfs:comment ?new }}
          FILTER(STR(?old) != STR(?new)) }}
    """,
    "statements of each graph": "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g",
    "terms in one release only": """
        SELECT (COUNT(DISTINCT ?s) AS ?n) { GRAPH ?g { ?s a rdf:Property }
          FILTER NOT EXISTS { GRAPH ?h { ?s a rdf:Property } FILTER(?h != ?g) } }
    """,
    "properties with several ranges": f"""
        SELECT ?p (COUNT(?r) AS ?n) {{ GRAPH {NEW} {{ ?p s:rangeIncludes ?r }} }}
        GROUP BY ?p HAVING (COUNT(?r) >= 5)
    """,
    "the ten most used classes": f"""
        SELECT ?r ?n {{ {{ SELECT ?r (COUNT(*) AS ?n) {{ GRAPH {NEW} {{ ?p s:rangeIncludes ?r }} }}
          GROUP BY ?r }} }} ORDER BY DESC(?n) ?r LIMIT 10
    """,
    "comments about restaurants": f"""
        SELECT ?s {{ GRAPH {NEW} {{ ?s rdfs:comment ?c FILTER(REGEX(?c, "restaurant", "i")) }} }}
    """,
    "labels with a prefix": f"""
        SELECT ?l {{ GRAPH {NEW} {{ ?s rdfs:label ?l FILTER(STRSTARTS(STR(?l), "Health")) }} }}
    """,
    "what replaced terms": f"""
        SELECT ?old ?new ?l {{ GRAPH {NEW} {{ ?old s:supersededBy ?new
          OPTIONAL {{ ?new rdfs:label ?l }} }} }}
    """,
    "domains and ranges": f"""
        SELECT ?p ?x {{ GRAPH {NEW} {{ {{ ?p s:domainIncludes s:Person BIND("from" AS ?x) }}
          UNION {{ ?p s:rangeIncludes s:Person BIND("to" AS ?x) }} }} }}
    """,
    "siblings": f"""
        SELECT ?c {{ GRAPH {NEW} {{ s:Bakery rdfs:subClassOf ?up . ?c rdfs:subClassOf ?up
          FILTER(?c != s:Bakery) }} }}
    """,
    "lengths of comments": f"""
        SELECT (MAX(STRLEN(?c)) AS ?most) (MIN(STRLEN(?c)) AS ?least) (SUM(STRLEN(?c)) AS ?all)
        {{ GRAPH {NEW} {{ ?s rdfs:comment ?c }} }}
    """,
    "given terms": f"""
        SELECT ?c ?up {{ VALUES ?c {{ s:Person s:Place s:Nothing }}
          OPTIONAL {{ GRAPH {NEW} {{ ?c rdfs:subClassOf ?up }} }} }}
    """,
    "inverse properties in either direction": f"""
        SELECT ?a ?b {{ GRAPH {NEW} {{ ?a s:inverseOf|^s:inverseOf ?b }} }}
    """,
}


@pytest.fixture(scope="module")
def files(shared: Path) -> list[Path]:
    """Two releases."""
    return [shared / "data" / "schemaorg" / f"{name}.0.nq.gz" for name in (9, 20)]


@pytest.fixture(scope="module")
def statements(spark: SparkSession, files: list[Path]) -> Iterator[DataFrame]:
    """Their statements, in memory."""
    df = read_rdf(files, spark=spark, blank_nodes="preserve").cache()
    yield df
    df.unpersist()


@pytest.fixture(scope="module")
def jena(statements: DataFrame, files: list[Path]) -> Any:  # noqa: ANN401  a Py4J proxy
    """Jena's packages, and the same statements as its dataset."""
    jvm: Any = statements.sparkSession._jvm  # noqa: SLF001  the one way to the JVM
    packages = jvm.org.apache.jena
    dataset = packages.query.DatasetFactory.create()
    for file in files:
        packages.riot.RDFDataMgr.read(dataset, file.as_uri())
    return jvm, dataset


def answer_of_arq(jena: Any, query: str) -> list[tuple[Term, ...]]:  # noqa: ANN401
    """Return the solutions of a query in ARQ."""
    jvm, dataset = jena
    prologue = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in PREFIXES.items())
    execution = jvm.org.apache.jena.query.QueryExecutionFactory.create(prologue + query, dataset)
    out = jvm.java.io.ByteArrayOutputStream()
    jvm.org.apache.jena.query.ResultSetFormatter.outputAsJSON(out, execution.execSelect())
    answer = json.loads(out.toString("UTF-8"))
    return [
        tuple(
            None if (term := row.get(name)) is None else _term(term)
            for name in answer["head"]["vars"]
        )
        for row in answer["results"]["bindings"]
    ]


def _term(term: dict[str, str]) -> Term:
    kind = {"uri": "iri"}.get(term["type"], term["type"])
    return (kind, term["value"], term.get("xml:lang"), term.get("datatype"))


@pytest.mark.parametrize("name", QUERIES)
def test_questions_have_the_answers_of_arq(
    statements: DataFrame,
    jena: Any,  # noqa: ANN401  a Py4J proxy
    name: str,
) -> None:
    query = QUERIES[name]
    wanted = answer_of_arq(jena, query)
    answer = sparql(query, statements, prefixes=PREFIXES)
    assert isinstance(answer, DataFrame)
    found = [
        tuple(None if term is None else tuple(term) for term in row) for row in answer.collect()
    ]
    if "ORDER BY" in query:
        assert found == wanted
    assert Counter(found) == Counter(wanted)
    assert wanted or name == "classes without a label"
