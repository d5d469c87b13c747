"""Text RDF Patch on the command line: converted both ways, and as strict as Jelly-Patch."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cli import run
from jelly_bridge import read_jelly_patch

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

PATCH = """H id <urn:patch:1> .
TX .
PA "ex" "http://example.org/" .
A <http://example.org/a> <http://example.org/p> "x"@en .
D <http://example.org/a> <http://example.org/p> _:b <http://example.org/g> .
TC .
"""


def test_command_line_converts_text_both_ways(tmp_path: Path) -> None:
    text, patch, back = (tmp_path / name for name in ("a.rdfp", "a.jellyp", "b.rdfp"))
    text.write_text(PATCH)
    result = run("convert", text, patch)
    assert (result.returncode, result.stdout) == (0, f"{patch}\n"), result.stderr
    assert run("convert", patch, back).returncode == 0
    assert [line.split()[:3] for line in back.read_text().splitlines()] == [
        line.split()[:3] for line in PATCH.splitlines()
    ]
    inspected = json.loads(run("inspect", "--json", patch).stdout)
    assert inspected["operations"] == {"A": 1, "D": 1, "PA": 1, "TX": 1, "TC": 1, "H": 1}
    assert (inspected["patches"], inspected["options"]["stream_type"]) == (1, "PUNCTUATED")
    assert "1 A, 1 D, 1 PA" in run("inspect", text, patch).stdout
    validated = run("validate", text, patch).stdout
    assert validated.count(": valid, 6 operations in 1 patch\n") == 2
    report = json.loads(run("validate", "--json", patch).stdout)
    expected = {"valid": True, "operations": 6, "patches": 1, "violations": 0}
    assert report == {"path": str(patch), **expected}
    wrong = run("convert", patch, tmp_path / "a.jelly")
    assert (wrong.returncode, "ends in .rdfp" in wrong.stderr) == (2, True)


def test_command_line_takes_no_patch_for_statements(tmp_path: Path) -> None:
    """Reading a patch as statements would add those that it deletes."""
    text, patch, lines = (tmp_path / name for name in ("a.rdfp", "a.jellyp", "a.nt"))
    text.write_text("A <x:s> <x:p> <x:added> .\nD <x:s> <x:p> <x:deleted> .\n")
    lines.write_text("<x:s> <x:p> <x:o> .\n")
    assert run("convert", text, patch).returncode == 0
    for source in (patch, text):
        for sources in ((lines, source), (source, lines)):
            result = run("convert", *sources, tmp_path / "b.nt")
            assert (result.returncode, f"{source}: is a patch" in result.stderr) == (2, True)
    result = run("convert", "--to", "jelly", text, tmp_path / "b.jellyp")
    assert (result.returncode, f"{text}: is a patch" in result.stderr) == (2, True)
    assert not list(tmp_path.glob("b.*"))


def test_command_line_reports_errors_of_a_patch(tmp_path: Path) -> None:
    text, patch = tmp_path / "a.rdfp", tmp_path / "a.jellyp"
    text.write_text(PATCH)
    assert run("convert", text, patch).returncode == 0
    patch.write_bytes(patch.read_bytes()[:-3])
    text.write_text("TX\nX <urn:a> .\n")
    result = run("validate", patch, text)
    lines = result.stdout.splitlines()
    assert result.returncode == 1
    assert [line.split(": ")[1] for line in lines] == ["invalid", "invalid"]
    assert "a.jellyp: invalid: frame 0" in lines[0]


def test_command_line_takes_texts_as_strictly_as_patches(tmp_path: Path) -> None:
    text = tmp_path / "A.RDFP"
    text.write_text(PATCH)
    assert run("count", text).stdout == f"6\t{text}\n"
    for rows, wrong in (
        ("TX .\nA <urn:a> <urn:p> _:b .\n", "operation 2: expected TC or TA before the end"),
        ("TC .\n", "operation 0: expected TX before TC"),
        ("TX .\nTX .\nTC .\n", "operation 1: expected the end of a transaction"),
        ('A <urn:a> <urn:p> "x"', "no RDF Patch: expected '.' at the end of a row"),
    ):
        text.write_text(rows)
        validated = run("validate", text)
        assert (validated.returncode, validated.stderr) == (1, "")
        assert validated.stdout.startswith(f"{text}: invalid: {wrong}")
        converted = run("convert", text, tmp_path / "b.jellyp")
        assert (converted.returncode, wrong in converted.stderr) == (1, True)
    assert not list(tmp_path.glob("*b.jellyp*"))


def test_blank_nodes_of_texts_keep_their_labels(spark: SparkSession, tmp_path: Path) -> None:
    text, patch = tmp_path / "a.rdfp", tmp_path / "a.jellyp"
    text.write_text("A _:a <urn:p> _:b .\nD <_:c> <urn:p> _:long .\n")
    assert run("convert", text, patch).returncode == 0
    rows = read_jelly_patch(patch, spark=spark).select("s.value", "o.value").collect()
    assert [tuple(row) for row in rows] == [("a", "b"), ("c", "long")]
