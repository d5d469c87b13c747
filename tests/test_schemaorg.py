"""Releases of schema.org: N-Quads text, DataFrame, Jelly and back, in batches and in streams.

The lines of the releases are canonical N-Quads without duplicates, so both sides are compared as
sets of lines.
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from pyspark.sql import functions as sf

from encoders import decode_with_pyjelly
from jelly_bridge import read_jelly, write_jelly
from rdf import nquads, ntriples
from test_write import parts

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

COLUMNS = ["s", "p", "o", "g"]
QUAD = r"^(\S+) (\S+) (.+) (\S+) \.$"


@pytest.fixture(scope="module")
def releases(schema_org: list[Path]) -> dict[str, set[str]]:
    """The lines of each release, by the name of its graph."""
    found = {}
    for file in schema_org:
        text = gzip.decompress(file.read_bytes()).decode()
        lines = [line for line in text.split("\n") if line]
        assert len(set(lines)) == len(lines) > 15_000
        (graph,) = {line.split(" ")[-2] for line in lines}
        found[graph] = set(lines)
    assert len(found) == len(schema_org)
    return found


def quads(text: DataFrame) -> DataFrame:
    """Split lines of N-Quads into columns of N-Triples text, which the writer parses."""
    return text.where("value != ''").select(
        *(sf.regexp_extract("value", QUAD, i + 1).alias(name) for i, name in enumerate(COLUMNS))
    )


def lines(df: DataFrame) -> list[str]:
    """Join rows of N-Triples text to lines of N-Quads."""
    return [row[0] for row in df.select(sf.concat_ws(" ", *COLUMNS, sf.lit("."))).collect()]


def test_one_data_set_of_named_graphs(
    spark: SparkSession, schema_org: list[Path], tmp_path: Path, releases: dict[str, set[str]]
) -> None:
    text = spark.read.text(list(map(str, schema_org)))
    write_jelly(quads(text), tmp_path / "x")
    expected = set().union(*releases.values())
    read = read_jelly(tmp_path / "x", spark=spark, term_format="ntriples")
    found = lines(read)
    assert len(found) == len(expected)
    assert set(found) == expected
    sizes = {row["g"]: row["count"] for row in read.groupBy("g").count().collect()}
    assert sizes == {graph: len(lines) for graph, lines in releases.items()}


def test_a_stream_of_one_release_a_trigger(
    spark: SparkSession, schema_org: list[Path], tmp_path: Path, releases: dict[str, set[str]]
) -> None:
    text = (
        spark.readStream.option("maxFilesPerTrigger", 1)
        .option("pathGlobFilter", f"{{{','.join(file.name for file in schema_org)}}}")
        .text(str(schema_org[0].parent))
    )
    query = (
        quads(text)
        .writeStream.format("jelly")
        .option("checkpointLocation", str(tmp_path / "writing"))
        .trigger(availableNow=True)
        .start(str(tmp_path / "x"))
    )
    assert query.awaitTermination(240)
    files = parts(tmp_path / "x")
    assert len(files) == len(schema_org)
    # pyjelly needs a few seconds for each file.
    others = decode_with_pyjelly(files[0].read_bytes())
    (graph,) = {ntriples(s.g) for s in others if s.g}
    assert set(map(nquads, others)) == releases[graph]
    stream = (
        spark.readStream.format("jelly")
        .options(maxFilesPerTrigger=1, termFormat="ntriples")
        .load(str(tmp_path / "x"))
    )
    batches: list[list[str]] = []
    query = (
        stream.writeStream.foreachBatch(lambda batch, _: batches.append(lines(batch)))
        .option("checkpointLocation", str(tmp_path / "reading"))
        .trigger(availableNow=True)
        .start()
    )
    assert query.awaitTermination(240)
    assert len(batches) == len(schema_org)
    assert {batch[0].split(" ")[-2] for batch in batches} == releases.keys()
    for batch in batches:
        (graph,) = {line.split(" ")[-2] for line in batch}
        assert len(batch) == len(releases[graph])
        assert set(batch) == releases[graph]
