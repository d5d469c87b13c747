"""`inspect_jelly`: the same results as the command line, through the session's JVM."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from encoders import TRIPLES, Encoder, encode_with_pyjelly
from files import NAMESPACES, quads, triples, write_all
from jelly_bridge import (
    JellyBridgeError,
    JellyParseError,
    LookupUse,
    Namespace,
    inspect_jelly,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pytest import MonkeyPatch  # noqa: PT013  only a type


@pytest.mark.smoke
def test_files_of_every_kind(spark: SparkSession, tmp_path: Path) -> None:
    for name, statements in write_all(tmp_path).items():
        info = inspect_jelly(tmp_path / name, spark=spark)
        assert info.path == str(tmp_path / name)
        assert info.statements == len(statements)
        assert info.bytes == (tmp_path / name).stat().st_size
        assert info.layout == ("1.0.0-draft" if name.startswith("draft") else "1.x")
        assert info.delimited is (name != "bare.jelly")
        assert info.version == (2 if "namespaces" in name else 1)
        kind = name.removesuffix(".jelly").rsplit("-", maxsplit=1)[-1].upper()
        assert info.physical_type == (kind if kind in {"QUADS", "GRAPHS"} else "TRIPLES")
        assert info.violations == 0


def test_namespaces(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "data.jelly"
    file.write_bytes(encode_with_pyjelly(triples(), TRIPLES, namespaces=NAMESPACES))
    info = inspect_jelly(file, spark=spark)
    assert info.namespaces == tuple(Namespace(name, iri) for name, iri in NAMESPACES)
    assert info.logical_type == "FLAT_TRIPLES"


def test_lookup_use_and_frames_are_those_of_the_rows(spark: SparkSession, tmp_path: Path) -> None:
    encoder = Encoder(TRIPLES, Random(7), names=24)  # noqa: S311  no secret
    encoder.write(quads(500))
    file = tmp_path / "data.jelly"
    file.write_bytes(encoder.bytes())
    rows = [row.WhichOneof("row") for frame in encoder.frames for row in frame.rows]
    info = inspect_jelly(file, spark=spark)
    assert info.lookups == LookupUse(
        names=rows.count("name"), prefixes=rows.count("prefix"), datatypes=rows.count("datatype")
    )
    assert info.lookups.names > 24
    assert info.frames == len(encoder.frames)
    assert info.statements == rows.count("triple") == 500


def test_compression(spark: SparkSession, tmp_path: Path) -> None:
    write_all(tmp_path)
    info = inspect_jelly(tmp_path / "zstd.jelly.zst", spark=spark)
    assert info.compression == "zstd"
    assert info.uncompressed_bytes == (tmp_path / "pyjelly-triples.jelly").stat().st_size


def test_the_answer_is_frozen_and_can_be_made_a_dict(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "data.jelly"
    file.write_bytes(encode_with_pyjelly(triples(), TRIPLES))
    info = inspect_jelly(file, spark=spark)
    assert info.to_dict()["options"]["physical_type"] == "TRIPLES"
    with pytest.raises(dataclasses.FrozenInstanceError):
        info.frames = 0  # type: ignore[misc]


def test_relative_paths_and_the_active_session(
    spark: SparkSession, tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    (tmp_path / "data.jelly").write_bytes(encode_with_pyjelly(triples(), TRIPLES))
    monkeypatch.chdir(tmp_path)
    assert spark is not None
    assert inspect_jelly("data.jelly").statements == 60


def test_errors(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.jelly: no such file"):
        inspect_jelly(tmp_path / "none.jelly", spark=spark)
    with pytest.raises(JellyBridgeError, match="is a folder, expected a file"):
        inspect_jelly(tmp_path, spark=spark)
    if Path("/proc/self/mem").exists():  # fails to be read, as a disk that is broken
        with pytest.raises(JellyBridgeError, match="/proc/self/mem: Input/output error"):
            inspect_jelly("/proc/self/mem", spark=spark)
    cut = tmp_path / "cut.jelly"
    cut.write_bytes(encode_with_pyjelly(triples(), TRIPLES)[:-3])
    with pytest.raises(JellyParseError, match="3 bytes short") as error:
        inspect_jelly(cut, spark=spark)
    found = error.value
    assert isinstance(found, ValueError)
    assert found.path == str(cut)
    assert (found.frame, found.found) == (0, "the end of the file, 3 bytes short")
    assert found.expected is not None
    assert found.expected.startswith("a frame that ends at byte ")


def test_lenient(spark: SparkSession, tmp_path: Path) -> None:
    data = bytearray(encode_with_pyjelly(triples(), TRIPLES))
    data[data.index(b"\x20\x01") + 1] = 0
    file = tmp_path / "undeclared.jelly"
    file.write_bytes(data)
    with pytest.raises(JellyParseError, match="rdf_star is not set"):
        inspect_jelly(file, spark=spark)
    # One statement in five has a quoted triple.
    assert inspect_jelly(file, spark=spark, strict=False).violations == 12
