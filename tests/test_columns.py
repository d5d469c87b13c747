"""Files of Jelly-RDF 1.2, whose statements are stored column by column, in Spark and outside."""

from __future__ import annotations

import json
import os
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.sql import functions as sf

import cli
from jelly_bridge import from_jelly, inspect_jelly, iri, read_jelly
from people import FOAF, people
from protos import message
from rdf import Quoted, Statement, Term, statement_of

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from jelly_bridge.reader import Split

STATEMENTS = [statement for statement in people() if not isinstance(statement.o, Quoted)]
NAMES = sorted({t.value for s in STATEMENTS for t in s if isinstance(t, Term) and t.kind == "iri"})
DATATYPES = sorted({s.o.datatype for s in STATEMENTS if isinstance(s.o, Term) and s.o.datatype})


def column(terms: list[Any]) -> Any:  # noqa: ANN401  a class that protoc makes
    """Encode a column. Repeated terms and rows without a term are runs."""
    encoded = message("jellybridge.columns.RdfColumn")()
    values: list[Term] = []
    skip = 0
    for term, rows in groupby(terms):
        length = len(list(rows))
        if term is not None:
            values.append(term)
        if term is not None and length == 1:
            skip += 1
        else:
            run = length - 1 if term is None else length - 2
            assert run < 15
            encoded.layouts.append(skip << 5 | (term is None) << 4 | run)
            skip = 0
    kinds = [("iri", "literal", "bnode").index(term.kind) for term in values]
    encoded.kinds = bytes(
        sum(kind << 2 * i for i, kind in enumerate(kinds[at : at + 4]))
        for at in range(0, len(kinds), 4)
    )
    for term in values:
        if term.kind == "iri":
            encoded.name_ids.append(NAMES.index(term.value) + 1)
        elif term.kind == "bnode":
            encoded.bnodes.append(term.value)
        else:
            encoded.lex_values.append(term.value)
            kind = 0
            if term.lang is not None:
                encoded.langtags.append(term.lang)
                kind = 2 * len(encoded.langtags)
            elif term.datatype is not None:
                kind = 2 * DATATYPES.index(term.datatype) + 1
            encoded.literal_kinds.append(kind)
    return encoded


def frame(statements: list[Statement], *, messages: bool = False, restates: bool = True) -> bytes:
    """Encode a frame; with `messages` each statement is a message, and the last one stays open.

    Without `restates` the frame has no options and needs the lookup entries of earlier frames.
    """
    options = message("jellybridge.columns.RdfStreamOptionsB")(
        statement_type=2,
        stream_type=int(messages),
        max_name_table_size=128,
        max_datatype_table_size=16,
        version=3,
    )
    packed = message("jellybridge.columns.RdfLookupEntryPacked")
    batch = message("jellybridge.columns.RdfColumnBatch")(
        row_count=len(statements),
        names=[packed(values=NAMES)] if restates else [],
        datatypes=[packed(values=DATATYPES)] if restates else [],
        subjects=column([s.s for s in statements]),
        predicates=column([s.p for s in statements]),
        objects=column([s.o for s in statements]),
        graphs=column([s.g for s in statements]),
        message_lengths_b=[1] * (len(statements) - 1) if messages else [],
    )
    row = message("jellybridge.columns.RdfStreamRow")(options=options.SerializeToString())
    whole = message("jellybridge.columns.RdfStreamFrame")(
        rows=[row] if restates else [], columns=batch
    )
    data: bytes = whole.SerializeToString()
    return data


def delimited(*frames: bytes) -> bytes:
    """Put the length of each frame before it."""
    data = b""
    for content in frames:
        length = len(content)
        while length > 0x7F:
            data += bytes([length & 0x7F | 0x80])
            length >>= 7
        data += bytes([length]) + content
    return data


def test_spark_reads_the_statements(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "data.jelly"
    file.write_bytes(delimited(frame(STATEMENTS), frame(STATEMENTS[:3])))
    df = read_jelly(file, spark=spark, blank_nodes="preserve")
    assert [statement_of(row) for row in df.collect()] == STATEMENTS + STATEMENTS[:3]
    assert df.count() == len(STATEMENTS) + 3
    counts = {row.value: row["count"] for row in df.groupBy("p.value").count().collect()}
    assert counts[FOAF + "name"] == 3
    names = df.where(df.p == iri(FOAF + "name")).select("o.value")
    assert sorted(row.value for row in names.collect()) == ["Anna", "Anna", "Bob"]
    assert df.limit(2).count() == 2


def test_messages_are_numbered(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "messages").mkdir()
    data = delimited(frame(STATEMENTS, messages=True), frame(STATEMENTS[:2], messages=True))
    (tmp_path / "messages" / "data.jelly").write_bytes(data)
    df = read_jelly(tmp_path / "messages", spark=spark)
    rows = df.select("_metadata.message", "_metadata.frame").collect()
    assert [row.message for row in rows] == list(range(len(STATEMENTS) + 2))
    assert [row.frame for row in rows] == [0] * len(STATEMENTS) + [1] * 2
    (tmp_path / "flat.jelly").write_bytes(delimited(frame(STATEMENTS)))
    flat = read_jelly(tmp_path / "flat.jelly", spark=spark)
    assert flat.where("_metadata.message IS NULL").count() == len(STATEMENTS)


@pytest.mark.parametrize("every", [1, 1500, 3000], ids=["always", "sometimes", "never"])
@pytest.mark.parametrize("messages", [False, True], ids=["flat", "messages"])
@pytest.mark.usefixtures("small_tasks")
def test_several_tasks_read_an_indexed_file(
    spark: SparkSession, tmp_path: Path, *, messages: bool, every: int
) -> None:
    file = tmp_path / "data.jelly"
    statements = [*STATEMENTS, STATEMENTS[0]._replace(o=Term("literal", "é" * 500))]
    restating, other = (
        delimited(frame(statements, messages=messages, restates=restates))
        for restates in (True, False)
    )
    file.write_bytes(b"".join(other if i % every else restating for i in range(3000)))

    def read(split: Split) -> DataFrame:
        df = read_jelly(file, spark=spark, split=split, blank_nodes="frame")
        numbers = ("frame", "statement", "message")
        return df.select("*", *(f"_metadata.{number}" for number in numbers))

    assert read("auto").rdd.getNumPartitions() == 1
    result = cli.run("index", "--json", file)
    assert (result.returncode, result.stderr) == (0, "")
    points = json.loads(result.stdout)["split_points"]
    assert points >= 2
    shared = read("auto")
    assert shared.rdd.getNumPartitions() == points + 1
    assert shared.count() == 3000 * len(statements)
    assert shared.collect() == read("none").collect()
    # Lookups of other content are refused. Frames that restate the options need none.
    time = file.stat().st_mtime_ns
    file.write_bytes(file.read_bytes().replace(b"foaf/0.1", b"foaf/9.9"))
    os.utime(file, ns=(time, time))
    if every == 1:
        assert read("auto").collect() == read("none").collect()
    else:
        with pytest.raises(Py4JJavaError, match=r"found another .*read with split=none"):
            read("auto").collect()


def test_a_cut_file_keeps_its_whole_frames(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "cut.jelly"
    file.write_bytes(delimited(frame(STATEMENTS), frame(STATEMENTS))[:-10])
    df = read_jelly(file, spark=spark, mode="DROPMALFORMED", blank_nodes="preserve")
    assert [statement_of(row) for row in df.collect()] == STATEMENTS


def test_a_message_is_a_bare_frame(spark: SparkSession) -> None:
    df = spark.createDataFrame([(bytearray(frame(STATEMENTS)),)], "value binary")
    decoded = df.select(sf.explode(from_jelly("value", blank_nodes="preserve")).alias("x"))
    rows = decoded.select("x.*").collect()
    assert [statement_of(row) for row in rows] == STATEMENTS


def test_inspect_shows_the_options_of_the_layout(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "data.jelly"
    file.write_bytes(delimited(frame(STATEMENTS, messages=True)))
    info = inspect_jelly(file, spark=spark)
    assert (info.layout, info.version, info.statements) == ("1.2", 3, len(STATEMENTS))
    assert info.options.stream_type == "MESSAGES"
    assert info.options.rdf_version == "UNSPECIFIED"
    shown = cli.run("inspect", file).stdout
    assert "layout:        1.2, version tag 3" in shown
    assert "stream type:   MESSAGES" in shown


def test_the_command_line_reads_the_layout(tmp_path: Path) -> None:
    file = tmp_path / "data.jelly"
    file.write_bytes(delimited(frame(STATEMENTS)))
    assert cli.run("count", file).stdout == f"{len(STATEMENTS)}\t{file}\n"
    assert "valid" in cli.run("validate", file).stdout
    head = cli.run("head", "--json", file).stdout.splitlines()
    assert len(head) == len(STATEMENTS)
    assert json.loads(head[0])["p"] == dict(zip(Term._fields, STATEMENTS[0].p, strict=True))
    older = tmp_path / "older.jelly"
    assert cli.run("convert", file, older).returncode == 0
    assert cli.run("count", older).stdout == f"{len(STATEMENTS)}\t{older}\n"
