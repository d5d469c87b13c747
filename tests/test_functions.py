"""The functions on terms in Python; Java tests compare their results with Jena."""

from __future__ import annotations

from datetime import date, datetime, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import functions as sf

from jelly_bridge import (
    TERM_TYPE,
    literal,
    rdf_direction,
    rdf_lang_matches,
    rdf_local_name,
    rdf_namespace,
    rdf_ntriples,
    rdf_skolemize,
    rdf_term,
    rdf_value,
    to_ntriples,
)
from rdf import XSD

if TYPE_CHECKING:
    from pyspark.sql import Column, SparkSession

TEXTS = [
    "<http://example.org/ns#name>",
    "_:b0",
    '"plain \\" \\\\ \\n"',
    '"Grüße"@de-AT',
    f'"+27"^^<{XSD}integer>',
    "<<( _:b0 <http://example.org/p> <http://example.org/o> )>>",
    '"x\\t\\u0001"@ar--rtl',
]


def evaluated(spark: SparkSession, column: Column, *texts: str | None) -> list[Any]:
    """Evaluate a column on a table with the column `x`."""
    df = spark.createDataFrame([(text,) for text in texts], "x string").coalesce(1)
    return [row[0] for row in df.select(column).collect()]


@pytest.mark.smoke
def test_terms_and_texts_are_each_other_s_inverse(spark: SparkSession) -> None:
    assert evaluated(spark, rdf_ntriples(rdf_term("x", spark=spark)), *TEXTS, None) == [
        *TEXTS,
        None,
    ]
    assert evaluated(spark, to_ntriples(rdf_term("x")), *TEXTS) == TEXTS
    term = evaluated(spark, rdf_term("x"), TEXTS[3])[0]
    assert term.asDict() == {
        "kind": "literal",
        "value": "Grüße",
        "lang": "de-AT",
        "datatype": None,
    }
    column = rdf_term(sf.lit("<a:b>")).alias("t")
    found = spark.range(1).select(column).schema["t"].dataType
    assert found.simpleString() == TERM_TYPE.simpleString()


def test_arguments_that_are_no_texts_are_refused(spark: SparkSession) -> None:
    half: Any
    for half, what in (("\ud800", "a Unicode text, without halves"), (None, "a text, not None")):
        for call in (rdf_term, rdf_ntriples, rdf_value, rdf_namespace, to_ntriples):
            with pytest.raises(ValueError, match=f"the name of a column must be {what}"):
                call(half)
        with pytest.raises(ValueError, match=f"language_range must be {what}"):
            rdf_lang_matches("x", half, spark=spark)
        with pytest.raises(ValueError, match=f"base must be {what}"):
            rdf_skolemize("x", half, spark=spark)


def test_no_term_fails_or_is_null(spark: SparkSession) -> None:
    with pytest.raises(Exception, match="not a term of N-Triples: 27"):
        evaluated(spark, rdf_term("x"), "27")
    assert evaluated(spark, rdf_term("x", mode="PERMISSIVE"), "27") == [None]


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("text", "datatype", "field", "value"),
    [
        ("+27", "integer", "long", 27),
        ("+27", "integer", "double", 27.0),
        ("-.50", "decimal", "decimal", Decimal("-0.5")),
        ("-INF", "float", "double", float("-inf")),
        ("1", "boolean", "boolean", True),
        ("2024-02-29Z", "date", "date", date(2024, 2, 29)),
        ("30", "byte", "string", None),
        ("300", "byte", "long", None),
    ],
)
def test_values_are_those_of_python(
    spark: SparkSession, text: str, datatype: str, field: str, value: object
) -> None:
    column = rdf_value(literal(text, datatype=XSD + datatype), field)  # type: ignore[arg-type]
    assert evaluated(spark, column, "x") == [value]


@pytest.mark.smoke
def test_timestamps_and_whole_values(spark: SparkSession) -> None:
    instant = datetime(2024, 2, 29, 12, 0, 0, 123456, tzinfo=timezone.utc)
    stamp = literal("2024-02-29T14:00:00.1234567+02:00", datatype=XSD + "dateTime")
    seconds = rdf_value(stamp, "timestamp").cast("double")
    assert evaluated(spark, seconds, "x") == [pytest.approx(instant.timestamp(), abs=1e-6)]
    whole = evaluated(spark, rdf_value(literal("27")), "x")[0]
    assert {k: v for k, v in whole.asDict().items() if v is not None} == {"string": "27"}


@pytest.mark.smoke
def test_languages_and_iris(spark: SparkSession) -> None:
    term = rdf_term("x")
    assert evaluated(spark, rdf_lang_matches(term, "DE"), *TEXTS) == [
        None,
        None,
        False,
        True,
        False,
        None,
        False,
    ]
    assert evaluated(spark, rdf_lang_matches(term, "ar"), TEXTS[-1]) == [True]
    assert evaluated(spark, rdf_direction(term), *TEXTS[-3:]) == [None, None, "rtl"]
    assert evaluated(spark, rdf_direction("x"), "ar--rtl", "ar") == ["rtl", None]
    assert evaluated(spark, rdf_lang_matches("x", sf.lit("*")), "de", "") == [True, False]
    assert evaluated(spark, rdf_local_name(term), *TEXTS[:2]) == ["name", None]
    assert evaluated(spark, rdf_namespace("x"), "http://example.org/a/b") == [
        "http://example.org/a/"
    ]
    skolem = rdf_ntriples(rdf_skolemize(term, "https://example.org"))
    genid = "<https://example.org/.well-known/genid/b0>"
    assert evaluated(spark, skolem, *TEXTS) == [text.replace("_:b0", genid) for text in TEXTS]
