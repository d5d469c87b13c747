"""Column helpers: constants that equal terms, and N-Triples text that other parsers can read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import functions as sf
from pyspark.sql.types import StructField, StructType
from rdflib import Graph, Literal, URIRef

from jelly_bridge import TERM_TYPE, bnode, iri, literal, to_ntriples
from jelly_bridge.functions import rdf_ntriples
from jelly_bridge.terms import ntriples_text
from tiers import tier

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Term: TypeAlias = tuple[str, str, str | None, str | None]

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def frame(spark: SparkSession, terms: list[Term | None]) -> DataFrame:
    """Make a DataFrame with one column of terms."""
    schema = StructType([StructField("t", TERM_TYPE)])
    return spark.createDataFrame([(term,) for term in terms], schema)


def rendered(spark: SparkSession, terms: list[Term | None]) -> list[str | None]:
    """Render terms with `to_ntriples`."""
    table = frame(spark, terms).select(to_ntriples("t"), ntriples_text(sf.col("t")))
    rows = table.collect()
    assert all(text == same for text, same in rows)
    return [text for text, _ in rows]


# ---- constants ----

TERMS: list[Term | None] = [
    ("iri", "http://example.org/a", None, None),
    ("literal", "http://example.org/a", None, None),
    ("literal", "a", "en", None),
    ("literal", "a", "EN", None),
    ("literal", "a", None, XSD + "token"),
    ("literal", "a", None, None),
    ("bnode", "a", None, None),
    None,
]


def test_a_constant_equals_its_term_and_no_other(spark: SparkSession) -> None:
    constants = {
        "iri": iri("http://example.org/a"),
        "literal that looks like an iri": literal("http://example.org/a"),
        "language": literal("a", lang="en"),
        "language in capitals": literal("a", lang="EN", datatype=RDF + "langString"),
        "datatype": literal("a", datatype=XSD + "token"),
        "plain": literal("a"),
        "xsd:string": literal("a", datatype=XSD + "string"),
        "bnode": bnode("a"),
    }
    matches = [
        sf.array_agg(sf.when(sf.col("t") == constant, sf.col("t"))).alias(name)
        for name, constant in constants.items()
    ]
    row = frame(spark, TERMS).select(*matches).first()
    assert row is not None
    assert {name: [tuple(term) for term in row[name]] for name in constants} == {
        name: [TERMS[expected]]
        for name, expected in zip(constants, [0, 1, 2, 3, 4, 5, 5, 6], strict=True)
    }


def test_a_base_direction_is_the_end_of_the_tag(spark: SparkSession) -> None:
    tags = spark.createDataFrame([("ar",), (None,)], "tag string").coalesce(1)
    row = literal("a", lang="ar", direction="rtl"), literal("a", lang=tags.tag, direction="ltr")
    found = tags.select(row[0].alias("a"), row[1].alias("b")).collect()
    assert [(r.a.lang, r.b.lang) for r in found] == [("ar--rtl", "ar--ltr"), ("ar--rtl", None)]


def test_terms_of_columns(spark: SparkSession) -> None:
    rows = [
        ("a", None, None),
        ("a", "en", None),
        ("a", "en", RDF + "langString"),
        ("a", None, XSD + "string"),
        ("a", None, XSD + "token"),
        (None, "en", None),
    ]
    parts = spark.createDataFrame(rows, "value string, lang string, datatype string").coalesce(1)
    made = parts.select(
        literal(parts.value, lang=parts.lang, datatype=parts.datatype).alias("all"),
        literal(parts.value, lang=parts.lang).alias("lang"),
        literal(parts.value, datatype=parts.datatype).alias("datatype"),
        literal("a", lang=parts.lang, datatype=XSD + "string").alias("constant"),
        iri(sf.concat(sf.lit("http://example.org/"), parts.value)).alias("iri"),
        bnode(parts.value).alias("bnode"),
    )
    assert {made.schema[name].dataType.simpleString() for name in made.columns} == {
        TERM_TYPE.simpleString()
    }
    columns = {
        name: [row[name] and tuple(row[name]) for row in made.collect()] for name in made.columns
    }
    plain = ("literal", "a", None, None)
    english = ("literal", "a", "en", None)
    token = ("literal", "a", None, XSD + "token")
    assert columns == {
        "all": [plain, english, english, plain, token, None],
        "lang": [plain, english, english, plain, plain, None],
        "datatype": [plain, plain, (*plain[:3], RDF + "langString"), plain, token, None],
        "constant": [plain, english, english, plain, plain, english],
        "iri": [*[("iri", "http://example.org/a", None, None)] * 5, None],
        "bnode": [*[("bnode", "a", None, None)] * 5, None],
    }


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"lang": ""}, "not empty"),
        ({"lang": "de", "datatype": XSD + "token"}, "no other datatype"),
        ({"datatype": RDF + "langString"}, "has a language tag"),
        ({"datatype": f"<{XSD}token>"}, "without angle brackets"),
    ],
)
@pytest.mark.usefixtures("spark")
def test_constant_parts_beside_columns_are_checked(parts: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        literal(sf.lit("a"), **parts)


def test_comparison_with_no_term_is_null_and_null_safe_comparison_is_false(
    spark: SparkSession,
) -> None:
    constant = iri("http://example.org/a")
    row = (
        frame(spark, [None])
        .select(sf.col("t") == constant, sf.col("t").eqNullSafe(constant))
        .first()
    )
    assert row is not None
    assert tuple(row) == (None, False)


def test_constants_have_the_type_of_the_columns(spark: SparkSession) -> None:
    row = spark.range(1).select(iri("a").alias("i"), literal("b", lang="c").alias("l"))
    assert [field.dataType.simpleString() for field in row.schema] == [
        TERM_TYPE.simpleString(),
        TERM_TYPE.simpleString(),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"lang": "en", "datatype": XSD + "token"}, "no other datatype"),
        ({"datatype": RDF + "langString"}, "has a language tag"),
        ({"lang": ""}, "is not empty"),
        ({"direction": "rtl"}, "has a language tag: give lang"),
        ({"lang": "ar", "direction": "RTL"}, "direction must be one of ltr, rtl, not 'RTL'"),
    ],
)
def test_literals_that_rdf_does_not_have_are_refused(
    arguments: dict[str, str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        literal("a", **arguments)


def test_parts_of_terms_that_would_equal_nothing_are_refused(spark: SparkSession) -> None:
    assert spark.range(1).select(iri("")).count() == 1
    part: Any
    for part in (None, 5, b"x:a"):
        for make in (iri, bnode, literal):
            with pytest.raises(ValueError, match=r"value of a term must be a text, not (N|5|b)"):
                make(part)
    for make in (iri, lambda text: literal("5", datatype=text)):
        with pytest.raises(ValueError, match="an IRI without angle brackets: 'x:a', not '<x:a>'"):
            make("<x:a>")
    with pytest.raises(ValueError, match="the lang of a term must be a text, not 5"):
        literal("a", lang=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the datatype of a term must be a text, not 5"):
        literal("5", datatype=5)  # type: ignore[arg-type]


@pytest.mark.usefixtures("spark")
def test_halves_of_surrogate_pairs_are_no_text() -> None:
    for make in (iri, bnode, literal):
        with pytest.raises(ValueError, match=r"value of a term must be a Unicode text.*'a\\ud800'"):
            make("a\ud800")
    with pytest.raises(ValueError, match="lang of a term must be a Unicode text"):
        literal("a", lang="\udc00")
    with pytest.raises(ValueError, match="datatype of a term must be a Unicode text"):
        literal("a", datatype="x:\udc00")


# ---- N-Triples text ----


CASES: list[tuple[Term | None, str | None]] = [
    (("iri", "http://example.org/ü", None, None), "<http://example.org/ü>"),
    (("iri", 'a b<>"{}|^`\\\n\x00', None, None),
     "<a\\u0020b\\u003C\\u003E\\u0022\\u007B\\u007D\\u007C\\u005E\\u0060\\u005C\\u000A\\u0000>"),
    (("iri", "😀 ", None, None), "<😀\\u0020>"),
    (("iri", "", None, None), "<>"),
    (("bnode", "b0", None, None), "_:b0"),
    (("bnode", "a b", None, None), "_:jbx612062"),
    (("bnode", "-a", None, None), "_:jbx2D61"),
    (("bnode", "a:b", None, None), "_:jbx613A62"),
    (("bnode", "a.", None, None), "_:jbx612E"),
    (("bnode", "é\U00010000·", None, None), "_:é\U00010000·"),
    (("bnode", "😀", None, None), "_:😀"),
    (("bnode", "a\u00d7b", None, None), "_:jbx61C39762"),
    (("bnode", "jbx41", None, None), "_:jbx6A62783431"),
    (("bnode", "a\n", None, None), "_:jbx610A"),
    (("bnode", "", None, None), "_:jbx"),
    (("literal", "", None, None), '""'),
    (("literal", 'a"b\\c\nd\re\tf', None, None), '"a\\"b\\\\c\\nd\\re\\tf"'),
    (("literal", "\0\b\x0b\x0c\x1c\x7f\x85\u2028\u2029", None, None),
     '"\\u0000\\b\\u000B\\f\\u001C\\u007F\x85\u2028\u2029"'),
    (("literal", "\ufffd\ufffe\uffff", None, None), '"\ufffd\\uFFFE\\uFFFF"'),
    (("literal", "a", "ar-EG--rtl", None), '"a"@ar-EG--rtl'),
    (("literal", "a", "en-GB", None), '"a"@en-GB'),
    (("literal", "1", None, XSD + "integer"), f'"1"^^<{XSD}integer>'),
    (("literal", "a", "en", RDF + "langString"), '"a"@en'),
    (("literal", "a", None, RDF + "langString"), f'"a"^^<{RDF}langString>'),
    (("literal", "1", None, "a b"), '"1"^^<a\\u0020b>'),
    (("triple", '<<( <a> <b> "c" )>>', None, None), '<<( <a> <b> "c" )>>'),
    (None, None),
]  # fmt: skip


def test_text_is_canonical_ntriples(spark: SparkSession) -> None:
    assert rendered(spark, [term for term, _ in CASES]) == [text for _, text in CASES]


def test_a_datatype_that_is_the_default_is_left_out(spark: SparkSession) -> None:
    written_out = ("literal", "a", None, XSD + "string")
    assert rendered(spark, [written_out]) == ['"a"']
    assert frame(spark, [written_out]).select(rdf_ntriples("t")).first() == ('"a"',)


@pytest.mark.parametrize(
    "wrong",
    [
        ("uri", "a", None, None),
        (None, "a", None, None),
        ("iri", None, None, None),
        ("literal", None, None, None),
        ("literal", "x", "en", "x:d"),
        ("literal", "x", "en", XSD + "string"),
        ("literal", "x", "", None),
        ("literal", "x", "en_US", None),
        ("literal", "x", "en-\n", None),
        ("literal", "x", "9", None),
        ("literal", "x", "en--LTR", None),
        ("literal", "x", "en-abcdefghi", None),
        ("literal", "x", "", RDF + "langString"),
        ("iri", "x:a", None, "x:d"),
        ("iri", "x:a", "en", None),
        ("bnode", "a", "en", None),
        ("triple", "<<( <a> <b> <c> )>>", "en", None),
    ],
)
def test_a_struct_that_is_no_term_is_refused(
    spark: SparkSession, wrong: tuple[str | None, ...]
) -> None:
    schema = "t struct<kind: string, value: string, lang: string, datatype: string>"
    df = spark.createDataFrame([(wrong,)], schema)
    for text in (to_ntriples("t"), rdf_ntriples("t"), ntriples_text(sf.col("t"))):
        with pytest.raises((PySparkException, Py4JJavaError), match="expected a term, of a kind"):
            df.select(text).collect()


def test_a_column_may_be_given_as_such(spark: SparkSession) -> None:
    df = frame(spark, [("iri", "a", None, None)])
    assert df.select(to_ntriples(df.t).alias("x")).first() == ("<a>",)
    assert df.select(to_ntriples(df.t)).columns == ["to_ntriples(t)"]
    assert df.select(to_ntriples("t")).columns == ["to_ntriples(t)"]


def read_back(text: str) -> Term:
    """Read a term with rdflib's N-Triples parser."""
    (term,) = Graph().parse(data=f"<s:s> <p:p> {text} .", format="nt").objects()
    if isinstance(term, Literal):
        return ("literal", str(term), term.language, term.datatype and str(term.datatype))
    assert isinstance(term, URIRef)
    return ("iri", str(term), None, None)


# rdflib takes more characters than N-Triples for line ends (and, in an IRI, for spaces), and
# changes language tags to lower case.
ENDS_OF_LINES = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=ENDS_OF_LINES))
absolute_iris = st.text(
    st.characters(
        exclude_categories=["Cs", "Z"], include_characters=" ", exclude_characters=ENDS_OF_LINES
    )
).map("x:{}".format)
literals = st.one_of(
    st.tuples(st.just("literal"), texts, st.none(), st.none()),
    st.tuples(st.just("literal"), texts, st.sampled_from(["en", "de-at"]), st.none()),
    st.tuples(st.just("literal"), texts, st.none(), absolute_iris),
)
iris = st.tuples(st.just("iri"), absolute_iris, st.none(), st.none())


@settings(max_examples=tier(5, 20), deadline=None)
@given(st.lists(st.one_of(iris, literals), min_size=1, max_size=60))
def test_rdflib_reads_the_text_back_to_the_same_terms(
    spark: SparkSession, terms: list[Term | None]
) -> None:
    assert [read_back(text) for text in rendered(spark, terms) if text] == terms
