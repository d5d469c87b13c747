"""Streams of Jelly files: small ones, and releases of the schema.org vocabulary."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import rdflib

from encoders import QUADS, TRIPLES, encode_with_pyjelly
from files import triples
from rdf import row_of, statement_of
from test_real_data import statements_of

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession


def run(stream: DataFrame, checkpoint: Path) -> list[list[Any]]:
    """Read the available files and return the rows of each trigger."""
    batches: list[list[Any]] = []
    query = (
        stream.writeStream.foreachBatch(lambda batch, _: batches.append(batch.collect()))
        .option("checkpointLocation", str(checkpoint))
        .trigger(availableNow=True)
        .start()
    )
    try:
        assert query.awaitTermination(120)
    finally:
        query.stop()
    return batches


@pytest.mark.smoke
def test_new_files_one_a_trigger_and_none_twice(spark: SparkSession, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / name).write_bytes(encode_with_pyjelly(triples(), TRIPLES))
    stream = (
        spark.readStream.format("jelly")
        .options(maxFilesPerTrigger=1, blankNodes="preserve")
        .load(str(folder))
    )
    batches = run(stream, tmp_path / "checkpoint")
    expected = [row_of(statement) for statement in triples()]
    assert [[statement_of(row) for row in rows] for rows in batches] == [expected, expected]
    (folder / "c").write_bytes(encode_with_pyjelly(triples(20), TRIPLES))
    named = stream.select("_metadata.file_name", "_metadata.statement")
    (rows,) = run(named, tmp_path / "checkpoint")
    assert [tuple(row) for row in rows] == [("c", i) for i in range(20)]
    assert run(stream, tmp_path / "checkpoint") == []


def test_releases_of_schema_org_one_a_trigger(
    spark: SparkSession, schema_org: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rdflib, "NORMALIZE_LITERALS", False)
    folder = tmp_path / "in"
    folder.mkdir()
    expected = []
    for release in schema_org:
        statements = statements_of(release)
        expected.append(Counter(statements))
        file = folder / f"{release.name}.jelly"
        file.write_bytes(encode_with_pyjelly(statements, QUADS))
    stream = (
        spark.readStream.format("jelly")
        .options(maxFilesPerTrigger=1, blankNodes="preserve")
        .load(str(folder))
    )
    batches = run(stream, tmp_path / "checkpoint")
    assert [Counter(statement_of(row) for row in rows) for rows in batches] == expected
