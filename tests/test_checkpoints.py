"""pyjelly reads files with checkpoints, and with their list at the end, as plain Jelly."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

import pytest

from encoders import decode_frames_with_pyjelly, decode_with_pyjelly
from files import quads
from jelly_bridge import write_jelly
from test_write import parts, rows

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

    from rdf import Statement

COUNT = 600


def written(
    spark: SparkSession,
    folder: Path,
    statements: list[Statement],
    **options: Any,  # noqa: ANN401  those of write_jelly
) -> bytes:
    """Write statements to one file and check that it lists its checkpoints."""
    df = rows(spark, statements).coalesce(1)
    write_jelly(df, folder, rdf_star=True, checkpoint_bytes=1500, **options)
    (file,) = parts(folder)
    data = file.read_bytes()
    assert data.endswith(b"JBCKPT02")
    assert data.count(b"jelly-bridge.checkpoint\x12") > 3
    return data


@pytest.mark.parametrize("physical", ["triples", "quads", "graphs"])
def test_others_read_flat_files_with_checkpoints(
    spark: SparkSession, tmp_path: Path, physical: str
) -> None:
    expected = [s._replace(g=None) if physical == "triples" else s for s in quads(COUNT)]
    data = written(spark, tmp_path / "x", expected, physical_type=physical, max_frame_bytes=400)
    assert decode_with_pyjelly(data) == expected


@pytest.mark.parametrize(
    ("physical", "logical"),
    [
        ("triples", "GRAPHS"),
        ("triples", "SUBJECT_GRAPHS"),
        ("quads", "DATASETS"),
        ("graphs", "DATASETS"),
        ("graphs", "NAMED_GRAPHS"),
    ],
)
def test_grouped_files_frame_by_frame(
    spark: SparkSession, tmp_path: Path, physical: str, logical: str
) -> None:
    triples = physical == "triples"
    expected = [s._replace(g=None) if triples else s for s in quads(COUNT)]
    column = "s" if triples else "g"
    options = {"physical_type": physical, "logical_type": logical, "frame_columns": [column]}
    data = written(spark, tmp_path / "x", expected, **options)
    frames = decode_frames_with_pyjelly(data)
    assert frames == [list(group) for _, group in groupby(expected, lambda s: getattr(s, column))]
