"""Property tables, vertical partitions and tables for GraphFrames, compared with rdflib."""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import pytest
import rdflib
from pyspark.sql import functions as sf

from jelly_bridge import (
    apply_patch,
    compact,
    describe,
    diff,
    from_rdflib,
    invert,
    property_table,
    readable,
    to_graphframe_tables,
    to_pyoxigraph,
    to_rdflib,
    vertical_partitions,
    write_jelly,
    write_jelly_patch,
    write_rdf,
    write_rdf_borsh,
)
from jelly_bridge._statements import Statement, Term
from jelly_bridge.graphs import frame_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

SCHEMA = "https://schema.org/"
RDFS = str(rdflib.RDFS)
TURTLE = """
@prefix : <http://example.org/> .
:anna :name "Anna" ; :knows :bob , :carl ; :age 27 .
:bob :name "Bob"@en , "Robert"@en .
:carl <http://other.example/name> "Carl" ; <http://other.example/ns#> "odd" .
[] :knows :anna .
"""
EX = "http://example.org/"


@pytest.fixture(scope="module")
def graph(shared: Path) -> rdflib.Graph:
    """One release of schema.org, with its graphs merged."""
    data = gzip.decompress((shared / "data" / "schemaorg" / "9.0.nq.gz").read_bytes())
    dataset = rdflib.Dataset()
    dataset.parse(data=data, format="nquads")
    together = rdflib.Graph()
    for s, p, o, _ in dataset.quads():
        together.add((s, p, o))
    return together


@pytest.fixture(scope="module")
def df(spark: SparkSession, graph: rdflib.Graph) -> DataFrame:
    """The release as a table."""
    return from_rdflib(graph, spark=spark).cache()


@pytest.fixture(scope="module")
def people(spark: SparkSession) -> DataFrame:
    """Some people."""
    return from_rdflib(rdflib.Graph().parse(data=TURTLE), spark=spark).cache()


def test_property_table_of_schema_org(df: DataFrame, graph: rdflib.Graph) -> None:
    columns = {"comment": RDFS + "comment", "domain": SCHEMA + "domainIncludes", "none": "x:none"}
    expected: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name, predicate in columns.items():
        for s, o in graph.subject_objects(rdflib.URIRef(predicate)):
            expected[s.n3()][name].add(str(o))
    table = property_table(df, columns, cells="value")
    assert table.dtypes == [
        ("s", "string"),
        ("comment", "string"),
        ("domain", "array<string>"),
        ("none", "string"),
    ]
    found = {f"<{row.s}>": row for row in table.collect()}
    assert found.keys() == expected.keys()
    assert len(found) > 1_000
    for subject, row in found.items():
        assert row.domain == sorted(expected[subject]["domain"])
        assert {row.comment} - {None} == expected[subject]["comment"]
        assert row.none is None


def test_property_table_takes_all_predicates_and_names_them(people: DataFrame) -> None:
    table = property_table(people, cells="ntriples")
    assert table.columns == ["s", "age", "knows", "name", "name_2", "ns"]
    rows = {row.s: row.asDict() for row in table.collect()}
    assert len(rows) == 4
    anna = rows[f"<{EX}anna>"]
    assert anna["knows"] == [f"<{EX}bob>", f"<{EX}carl>"]
    assert anna["age"] == '"27"^^<http://www.w3.org/2001/XMLSchema#integer>'
    assert anna["name"] == ['"Anna"']
    assert rows[f"<{EX}bob>"]["name"] == ['"Bob"@en', '"Robert"@en']
    assert rows[f"<{EX}bob>"]["knows"] == []
    assert (rows[f"<{EX}carl>"]["name_2"], rows[f"<{EX}carl>"]["ns"]) == ('"Carl"', '"odd"')


def test_texts_of_a_property_table_are_made_once_a_statement(people: DataFrame) -> None:
    # One call for the subject and one for the object, whatever the number of predicates.
    table = property_table(people, cells="ntriples")
    plan = table._jdf.queryExecution().optimizedPlan().toString()  # noqa: SLF001
    assert (len(table.columns), plan.count("rdf_ntriples.invoke(")) == (6, 2)


def test_property_table_of_terms_and_arrays_only(people: DataFrame) -> None:
    table = property_table(people, [EX + "age"], multiple="always")
    (row,) = table.collect()
    assert row.s.value == EX + "anna"
    assert [cell.value for cell in row.age] == ["27"]
    assert property_table(people, EX + "age").schema["age"].dataType == people.schema["o"].dataType


def test_property_table_explains_errors(people: DataFrame) -> None:
    with pytest.raises(ValueError, match="more than 2 predicates"):
        property_table(people, max_predicates=2)
    with pytest.raises(ValueError, match="two columns of one name"):
        property_table(people, {"Name": EX + "name", "name": EX + "age"})
    with pytest.raises(ValueError, match="no predicate"):
        property_table(people.limit(0))
    with pytest.raises(ValueError, match="expected a column s of terms"):
        property_table(people.select("p", "o"))
    with pytest.raises(ValueError, match="cells must be one of term, ntriples, value, not 'typo'"):
        property_table(people, cells="typo")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="multiple must be one of auto, always, not 'never'"):
        property_table(people, multiple="never")  # type: ignore[arg-type]
    for most in (0, "5", 1.5, True):
        with pytest.raises(ValueError, match="max_predicates must be a whole number, 1 or more"):
            property_table(people, max_predicates=most)  # type: ignore[arg-type]


def test_predicates_that_would_never_be_found_are_refused(people: DataFrame) -> None:
    predicates: Any
    for predicates in ([5], [None], {"name": None}, {"name": EX + "name", "age": 5}):
        with pytest.raises(ValueError, match=r"a predicate must be a text, not (5|None)"):
            property_table(people, predicates)
    with pytest.raises(ValueError, match="the name of a column must be a text, not 5"):
        property_table(people, {5: EX + "name"})  # type: ignore[dict-item]
    for predicates in (5, {"name": EX + "name"}):
        with pytest.raises(ValueError, match=r"the IRIs of predicates, found (5|\{'name)"):
            vertical_partitions(people, predicates)
    with pytest.raises(ValueError, match="a predicate must be a text, not None"):
        vertical_partitions(people, [None])  # type: ignore[list-item]
    for function in (property_table, vertical_partitions):
        with pytest.raises(ValueError, match="a predicate is an IRI without angle brackets"):
            function(people, f"<{EX}name>")


def test_vertical_partitions_are_all_statements(df: DataFrame, graph: rdflib.Graph) -> None:
    tables = vertical_partitions(df)
    assert list(tables) == sorted(str(p) for p in set(graph.predicates()))
    counts = {iri: table.count() for iri, table in tables.items()}
    assert counts == Counter(str(p) for p in graph.predicates())
    assert tables[RDFS + "comment"].columns == ["s", "o", "g"]
    dotted = vertical_partitions(df.withColumn("a.`b", sf.lit(1)), RDFS + "label")
    assert dotted[RDFS + "label"].columns == ["s", "o", "g", "a.`b"]
    (only,) = vertical_partitions(df, [RDFS + "label"])
    assert list(vertical_partitions(df, RDFS + "label")) == [RDFS + "label"]
    assert only == RDFS + "label"


def test_vertices_and_edges(df: DataFrame, graph: rdflib.Graph) -> None:
    vertices, edges = to_graphframe_tables(df)
    assert vertices.columns[:3] == ["id", "kind", "value"]
    links = {(s, p, o) for s, p, o in graph if not isinstance(o, rdflib.Literal)}
    assert {(row.src, row.relationship, row.dst) for row in edges.collect()} == {
        (s.n3(), str(p), o.n3()) for s, p, o in links
    }
    ids = [row.id for row in vertices.collect()]
    assert len(ids) == len(set(ids))
    assert set(ids) == {node.n3() for s, _, o in links for node in (s, o)}


def test_literals_may_be_vertices_and_edges_have_their_graph(spark: SparkSession) -> None:
    dataset = rdflib.Dataset()
    graph = dataset.graph(rdflib.URIRef("x:g"))
    graph.add((rdflib.URIRef("x:s"), rdflib.URIRef("x:p"), rdflib.Literal("a\nb")))
    df = from_rdflib(dataset, spark=spark)
    vertices, edges = to_graphframe_tables(df, literals=True)
    assert sorted(row.id for row in vertices.collect()) == [r'"a\nb"', "<x:s>"]
    (edge,) = edges.collect()
    assert tuple(edge) == ("<x:s>", r'"a\nb"', "x:p", "<x:g>")
    assert to_graphframe_tables(df).edges.count() == 0
    edges = to_graphframe_tables(df.drop("g"), literals=True).edges
    assert [row.graph for row in edges.collect()] == [None]


def test_readable_columns_for_pandas(people: DataFrame) -> None:
    ages = people.where("p.value LIKE '%age'").selectExpr("*", "1 AS `a.b`")
    frame: Any = readable(ages).toPandas()
    assert frame.to_dict("records") == [
        {
            "s": f"<{EX}anna>",
            "p": f"<{EX}age>",
            "o": '"27"^^<http://www.w3.org/2001/XMLSchema#integer>',
            "g": None,
            "a.b": 1,
        }
    ]


@pytest.fixture(scope="module")
def no_tables(people: DataFrame) -> list[Any]:
    """Values that are not tables of Spark."""
    return [None, "people.jelly", people.limit(1).toPandas()]


@pytest.mark.parametrize(
    "call",
    [
        lambda table, _: readable(table),
        lambda table, _: property_table(table),
        lambda table, _: vertical_partitions(table),
        lambda table, _: to_graphframe_tables(table),
        lambda table, _: describe(table),
        lambda table, _: to_rdflib(table),
        lambda table, _: to_pyoxigraph(table),
        lambda table, _: compact(table),
        diff,
        lambda table, people: diff(people, table),
        apply_patch,
        invert,
        lambda table, _: write_jelly(table, "x"),
        lambda table, _: write_jelly_patch(table, "x"),
        lambda table, _: write_rdf(table, "x", syntax="nt"),
        lambda table, _: write_rdf_borsh(table, "x"),
    ],
)
def test_a_value_that_is_no_dataframe_is_refused(
    people: DataFrame,
    no_tables: list[Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    call: Callable[[Any, DataFrame], object],
) -> None:
    monkeypatch.chdir(tmp_path)
    for wrong in no_tables:
        with pytest.raises(ValueError, match="expected a DataFrame of Spark, found <class '"):
            call(wrong, people)
    assert not (tmp_path / "x").exists()


def test_columns_are_found_as_the_session_takes_names(spark: SparkSession) -> None:
    term = Term("iri", "x:a")
    lower = frame_of([Statement(term, term, term, Term("iri", "x:g"))], spark)
    upper = lower.toDF("S", "P", "O", "G")
    names = {row.g.value for row in diff(upper.limit(0), upper).where("op = 'A'").collect()}
    assert names == {"x:g"}
    assert apply_patch(upper, diff(upper, upper)).first() == lower.first()
    assert [str(name) for _, _, _, name in to_rdflib(upper).quads()] == ["x:g"]  # type: ignore[attr-defined]
    assert [quad.graph_name.value for quad in to_pyoxigraph(upper)] == ["x:g"]
    assert describe(upper).totals()["graphs"] == 1
    vertices, edges = to_graphframe_tables(upper)
    assert vertices.columns == ["id", "kind", "value", "lang", "datatype"]
    assert edges.select("graph").first() == ("<x:g>",)
    assert property_table(upper, "x:a", cells="value").first() == ("x:a", "x:a")
    assert vertical_partitions(upper)["x:a"].columns == ["S", "O", "G"]


def test_literals_of_one_meaning_are_one_vertex(spark: SparkSession) -> None:
    xsd_string, lang_string = str(rdflib.XSD.string), str(rdflib.RDF.langString)
    objects = [
        Term("literal", "a"),
        Term("literal", "a", None, xsd_string),
        Term("literal", "a", "en"),
        Term("literal", "a", "en", lang_string),
    ]
    s = Term("iri", "x:s")
    df = frame_of([Statement(s, s, o) for o in objects], spark)
    vertices, edges = to_graphframe_tables(df, literals=True)
    assert sorted(row.id for row in vertices.collect()) == ['"a"', '"a"@en', "<x:s>"]
    assert {row.datatype for row in vertices.collect()} == {None}
    assert edges.count() == 4


@pytest.mark.parametrize("cells", ["term", "ntriples", "value"])
def test_literals_of_one_meaning_are_once_in_an_array(spark: SparkSession, cells: str) -> None:
    s, p = Term("iri", "x:s"), Term("iri", "x:p")
    objects = [Term("literal", "a"), Term("literal", "a", None, str(rdflib.XSD.string))]
    df = frame_of([Statement(s, p, o) for o in (*objects, Term("literal", "b"))], spark)
    (row,) = property_table(df, "x:p", cells=cells, multiple="always").collect()  # type: ignore[arg-type]
    assert len(row.p) == 2


def test_names_of_graphs_are_terms(people: DataFrame) -> None:
    with pytest.raises(ValueError, match="in column g, found string"):
        to_graphframe_tables(people.withColumn("g", sf.lit("<x:g>")))


def test_arrays_of_a_property_table_are_sorted(spark: SparkSession) -> None:
    s, p = Term("iri", "x:s"), Term("iri", "x:p")
    objects = [Term("bnode", "z"), Term("literal", "a b"), Term("literal", "a"), Term("iri", "b:c")]
    df = frame_of([Statement(s, p, o) for o in objects], spark)
    (row,) = property_table(df, "x:p", cells="value").collect()
    assert row.p == ["a", "a b", "b:c", "z"]
    (row,) = property_table(df, "x:p", cells="ntriples").collect()
    assert row.p == ['"a b"', '"a"', "<b:c>", "_:z"]


@pytest.mark.parametrize("flag", ["TRUE", "true"])
def test_names_of_two_cases_are_two_columns_if_the_session_says_so(
    spark: SparkSession, flag: str
) -> None:
    term = Term("iri", "x:a")
    df = frame_of([Statement(term, term, term)], spark)
    spark.conf.set("spark.sql.caseSensitive", flag)
    try:
        df = df.select(sf.lit(1).alias("S"), "s", "p", "o", sf.lit(2).alias("G"))
        assert describe(df).totals()["subjects"] == 1
    finally:
        spark.conf.unset("spark.sql.caseSensitive")
