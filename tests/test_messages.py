"""from_jelly and to_jelly in Python, compared with pyjelly."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import functions as sf

from encoders import QUADS, TRIPLES, decode_with_pyjelly, encode_with_pyjelly
from files import quads, triples
from jelly_bridge import from_jelly, to_jelly
from processes import spark_environment
from rdf import row_of, statement_of

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession


def messages(spark: SparkSession, *values: bytes | None) -> DataFrame:
    """Make a table of messages."""
    rows = [(None if value is None else bytearray(value),) for value in values]
    return spark.createDataFrame(rows, "value binary").coalesce(1)


def statements(df: DataFrame, decoded: Column) -> list[Any]:
    """Return the statements of all messages."""
    return [
        statement_of(row)
        for row in df.select(sf.explode(decoded).alias("st")).select("st.*").collect()
    ]


@pytest.mark.smoke
def test_from_jelly_reads_files_of_pyjelly(spark: SparkSession) -> None:
    one = encode_with_pyjelly(triples(), TRIPLES)
    other = encode_with_pyjelly(quads(), QUADS)
    df = messages(spark, one, None, other)
    decoded = from_jelly("value", blank_nodes="preserve", spark=spark)
    assert statements(df, decoded) == [row_of(s) for s in triples() + quads()]


@pytest.mark.smoke
def test_pyjelly_reads_the_output_of_to_jelly(spark: SparkSession) -> None:
    df = messages(spark, encode_with_pyjelly(quads(), QUADS))
    decoded = from_jelly("value", blank_nodes="preserve")
    frame = df.select(to_jelly(decoded, rdf_star=True, delimited=True)).head()
    assert frame is not None
    assert decode_with_pyjelly(bytes(frame[0])) == quads()


@pytest.mark.smoke
def test_to_jelly_as_an_aggregate(spark: SparkSession) -> None:
    df = messages(spark, encode_with_pyjelly(triples(), TRIPLES))
    decoded = from_jelly("value", blank_nodes="preserve")
    rows = df.select(sf.explode(decoded).alias("st")).select("st.*").repartition(3)
    frames = rows.groupBy("p").agg(to_jelly("s", "p", "o", rdfStar=True).alias("value"))
    found = statements(frames, decoded)
    assert sorted(map(str, found)) == sorted(str(row_of(s)) for s in triples())


def test_malformed_message_fails_or_is_null(spark: SparkSession) -> None:
    good = encode_with_pyjelly(triples(), TRIPLES)
    df = messages(spark, good, good[:-1])
    rows = df.select(sf.size(from_jelly("value", mode="PERMISSIVE"))).collect()
    assert [row[0] for row in rows] == [60, None]
    with pytest.raises(Exception, match="Malformed Jelly in a message"):
        df.select(from_jelly("value")).collect()


def test_wrong_calls_are_refused_with_a_fix(spark: SparkSession) -> None:
    with pytest.raises(ValueError, match="found 2 columns"):
        to_jelly("s", "p")
    with pytest.raises(Exception, match="did you mean 'maxNesting'"):
        messages(spark, b"x").select(from_jelly("value", maxNestin=1)).collect()


def test_functions_are_known_in_sql_afterwards(spark: SparkSession) -> None:
    messages(spark, encode_with_pyjelly(triples(), TRIPLES)).createOrReplaceTempView("messages")
    from_jelly("value", spark=spark)
    row = spark.sql("SELECT size(jelly_bridge.from_jelly(value)) FROM messages").head()
    assert row is not None
    assert row[0] == 60
    spark.catalog.dropTempView("messages")


EXTENDED = """
import sys
from pyspark.sql import SparkSession
from jelly_bridge import configure

spark = (
    configure(SparkSession.builder.master("local[1]"))
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.sql.extensions", "io.github.jellybridge.spark.JellyBridgeExtensions")
    .getOrCreate()
)
rows = [(bytearray(bytes.fromhex(sys.argv[1])),)]
spark.createDataFrame(rows, "value binary").createOrReplaceTempView("messages")
query = "SELECT explode(from_jelly(value, map('blankNodes', 'preserve'))) AS st FROM messages"
spark.sql(query).select("st.*").createOrReplaceTempView("statements")
print(spark.sql("SELECT count(*) FROM statements").head()[0])
query = "SELECT to_jelly(s, p, o, map('rdfStar', 'true', 'delimited', 'true')) FROM statements"
print(spark.sql(query).head()[0].hex())
query = "SELECT to_jelly(from_jelly(value), map('rdfStar', 'true')) FROM messages"
print(len(spark.sql(query).head()[0]) > 100)
"""


@pytest.mark.smoke
def test_session_extensions_give_plain_names() -> None:
    message = encode_with_pyjelly(triples(), TRIPLES)
    result = subprocess.run(
        [sys.executable, "-c", EXTENDED, message.hex()],
        check=False,
        capture_output=True,
        text=True,
        timeout=240,
        env=spark_environment(),
    )
    assert result.returncode == 0, result.stderr
    count, frame, whole = result.stdout.splitlines()
    assert count == "60"
    assert decode_with_pyjelly(bytes.fromhex(frame)) == triples()
    assert whole == "True"
