"""Files of Jelly-RDF 1.2 that jelly-bridge writes, in Spark and on the command line."""

from __future__ import annotations

import gzip
from collections import Counter
from typing import TYPE_CHECKING, Any, get_args

import pytest
from pyspark.errors import IllegalArgumentException
from pyspark.sql import functions as sf

import cli
from jelly_bridge import from_jelly, inspect_jelly, read_jelly, to_jelly, write_jelly
from jelly_bridge.writer import ProtocolVariant
from people import people
from protos import message
from rdf import row_of, statement_of

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

STATEMENTS = [row_of(statement) for statement in people()]
SCHEMA = ", ".join(
    f"{name} struct<kind string, value string, lang string, datatype string>" for name in "spog"
)


def table(spark: SparkSession) -> DataFrame:
    """Make one partition of the statements, with a triple term and named graphs."""
    return spark.createDataFrame(STATEMENTS, SCHEMA).coalesce(1)


def only_file(folder: Path) -> Path:
    """Return the only file of a folder."""
    (file,) = folder.glob("*.jelly")
    return file


def frames(file: Path) -> list[Any]:
    """Parse the frames of a file."""
    found = []
    data = file.read_bytes()
    while data:
        length = 0
        for shift in range(0, 35, 7):
            byte, data = data[0], data[1:]
            length |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
        found.append(message("jellybridge.columns.RdfStreamFrame").FromString(data[:length]))
        data = data[length:]
    return found


@pytest.mark.parametrize("variant", get_args(ProtocolVariant))
def test_spark_writes_columns(spark: SparkSession, tmp_path: Path, variant: Any) -> None:  # noqa: ANN401
    write_jelly(
        table(spark),
        tmp_path / "new",
        protocol_version="1.2",
        protocol_variant=variant,
        rdf_version="1.2",
        namespaces={"foaf": "http://xmlns.com/foaf/0.1/"},
    )
    (frame,) = frames(only_file(tmp_path / "new"))
    kind = f"RdfStreamOptions{variant.upper()}"
    options = message(f"jellybridge.columns.{kind}").FromString(frame.rows[0].options)
    assert (options.version, options.rdf_version) == (3, 3)
    assert frame.columns.row_count == len(STATEMENTS)
    assert [entry.name for entry in frame.columns.namespaces] == ["foaf"]
    assert len(frame.columns.objects.triple_terms) == 1
    df = read_jelly(tmp_path / "new", spark=spark, blank_nodes="preserve")
    assert [statement_of(row) for row in df.collect()] == STATEMENTS
    info = inspect_jelly(only_file(tmp_path / "new"), spark=spark)
    assert (info.layout, info.version) == ("1.2", 3)


def test_frame_columns_end_messages(spark: SparkSession, tmp_path: Path) -> None:
    df = table(spark).where("g IS NULL").drop("g")
    write_jelly(
        df,
        tmp_path / "new",
        protocol_version="1.2",
        stream_type="messages",
        frame_columns="s",
    )
    (frame,) = frames(only_file(tmp_path / "new"))
    assert max(frame.columns.message_lengths_a) == 3
    rows = read_jelly(tmp_path / "new", spark=spark).select("s.value", "_metadata.message")
    assert len({row.message for row in rows.collect()}) == 2
    assert len(rows.distinct().collect()) == 2


def test_a_message_is_one_frame(spark: SparkSession) -> None:
    df = table(spark)
    encoded = df.agg(to_jelly("s", "p", "o", "g", protocol_version="1.2").alias("value"))
    frame = message("jellybridge.columns.RdfStreamFrame").FromString(
        bytes(encoded.collect()[0]["value"])
    )
    assert frame.columns.row_count == len(STATEMENTS)
    rows = encoded.select(sf.explode(from_jelly("value", blank_nodes="preserve")).alias("x"))
    assert {statement_of(row) for row in rows.select("x.*").collect()} == set(STATEMENTS)


def test_a_stream_writes_columns(spark: SparkSession, tmp_path: Path) -> None:
    write_jelly(table(spark), tmp_path / "old", rdf_star=True)
    query = (
        spark.readStream.format("jelly")
        .option("blankNodes", "preserve")
        .load(str(tmp_path / "old"))
        .writeStream.format("jelly")
        .option("protocolVersion", "1.2")
        .option("checkpointLocation", str(tmp_path / "state"))
        .trigger(availableNow=True)
        .start(str(tmp_path / "new"))
    )
    query.awaitTermination()
    df = read_jelly(tmp_path / "new", spark=spark, blank_nodes="preserve")
    assert {statement_of(row) for row in df.collect()} == set(STATEMENTS)
    assert inspect_jelly(only_file(tmp_path / "new"), spark=spark).version == 3


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            {"logical_type": "FLAT_QUADS"},
            "Option 'logicalType' does not go with protocolVersion 1.2",
        ),
        ({"physical_type": "graphs"}, "physicalType GRAPHS does not go with protocolVersion 1.2"),
        ({"rdf_star": True}, "rdfStar does not go with protocolVersion 1.2"),
        ({"generalized": True}, "generalized does not go with protocolVersion 1.2"),
        ({"max_name_table_size": 100}, "maxNameTableSize must be 128 to"),
        ({"protocol_version": "1", "stream_type": "flat"}, "streamType needs protocolVersion 1.2"),
    ],
)
def test_options_that_do_not_go_together(
    spark: SparkSession,
    tmp_path: Path,
    options: dict[str, Any],
    expected: str,
) -> None:
    with pytest.raises(IllegalArgumentException, match=expected):
        write_jelly(table(spark), tmp_path / "new", **{"protocol_version": "1.2"} | options)


def test_base_directions_need_version_1_2(spark: SparkSession, tmp_path: Path) -> None:
    directed = (
        ("iri", "http://e/s", None, None),
        ("iri", "http://e/p", None, None),
        ("literal", "x", "ar--rtl", None),
    )
    df = spark.createDataFrame([directed], SCHEMA.rsplit(", g ", 1)[0])
    with pytest.raises(Exception, match=r"only Jelly-RDF with protocolVersion 1\.2 has"):
        write_jelly(df, tmp_path / "old")
    write_jelly(df, tmp_path / "new", protocol_version="1.2")
    assert read_jelly(tmp_path / "new", spark=spark).collect()[0]["o"]["lang"] == "ar--rtl"


def test_the_command_line_converts_between_versions(tmp_path: Path) -> None:
    old, new, back = (tmp_path / name for name in ("old.jelly", "new.jelly", "back.jelly"))
    lines = tmp_path / "lines.nq"
    lines.write_text(
        '<http://e/s> <http://e/p> "x"@en <http://e/g> .\n<http://e/s> <http://e/p> _:b .\n'
    )
    assert cli.run("convert", lines, old).returncode == 0
    assert cli.run("convert", "--protocol-version", "1.2", old, new).returncode == 0
    assert "layout:        1.2, version tag 3" in cli.run("inspect", new).stdout
    assert "valid" in cli.run("validate", new).stdout
    assert cli.run("convert", new, back).returncode == 0
    assert cli.run("head", back).stdout == cli.run("head", old).stdout
    variant = tmp_path / "b.jelly"
    words = ("--protocol-version", "1.2", "--protocol-variant", "b")
    assert cli.run("convert", *words, old, variant).returncode == 0
    assert frames(variant)[0].rows[0].options != frames(new)[0].rows[0].options
    refused = cli.run("convert", "--protocol-variant", "b", old, tmp_path / "c.jelly")
    assert refused.returncode == 2
    assert "--protocol-variant needs --protocol-version 1.2" in refused.stderr
    refused = cli.run("convert", "--protocol-version", "1.1", old, tmp_path / "c.jelly")
    assert refused.returncode == 2
    assert "expected 1 or 1.2, not '1.1'" in refused.stderr


def test_releases_of_schema_org(schema_org: list[Path], tmp_path: Path) -> None:
    for source in schema_org:
        name = source.name.removesuffix(".nq.gz")
        new, old, lines = (tmp_path / f"{name}{end}" for end in (".jelly", "-1.jelly", ".nq"))
        assert cli.run("convert", "--protocol-version", "1.2", source, new).returncode == 0
        assert cli.run("convert", new, old).returncode == 0
        assert cli.run("convert", old, lines).returncode == 0
        assert new.stat().st_size < 0.8 * old.stat().st_size
        expected = gzip.decompress(source.read_bytes()).decode().splitlines()
        assert shapes(lines.read_text().splitlines()) == shapes(expected)


def shapes(lines: list[str]) -> Counter[str]:
    """Count lines, with the labels of blank nodes left out."""
    return Counter(
        " ".join("_:" if word.startswith("_:") else word for word in line.split(" "))
        for line in lines
        if line
    )
