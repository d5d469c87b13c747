"""The command line: the output of its commands, and their progress."""

from __future__ import annotations

import fcntl
import gzip
import json
import os
import pty
import struct
import subprocess
import termios
from pathlib import Path

import pytest

from cli import COMMAND, objects, run, start
from encoders import TRIPLES, encode_with_pyjelly
from files import NAMESPACES, triples, write_all
from rdf import Statement, ntriples, row_of, statement_of

# ---- inspect ----


def test_inspect_describes_files_of_every_kind(folder: Path) -> None:
    result = run("inspect", "--json", folder / "good")
    assert (result.returncode, result.stderr) == (0, "")
    infos = {Path(info["path"]).name: info for info in objects(result.stdout)}
    assert {n: i["statements"] for n, i in infos.items()} == json.loads(
        (folder / "contents.json").read_text()
    )
    assert {n: i["bytes"] for n, i in infos.items()} == {
        file.name: file.stat().st_size for file in (folder / "good").iterdir()
    }
    assert {n: i["compression"] for n, i in infos.items() if i["compression"]} == {
        "gzip.jelly.gz": "gzip",
        "zstd.jelly.zst": "zstd",
        "bzip2.jelly.bz2": "bzip2",
    }
    assert [n for n, i in infos.items() if not i["delimited"]] == ["bare.jelly"]
    assert {n for n, i in infos.items() if i["layout"] == "1.0.0-draft"} == {
        "draft-triples.jelly",
        "draft-quads.jelly",
        "draft-graphs.jelly",
    }
    options = {n: i["options"] for n, i in infos.items()}
    assert options["pyjelly-graphs.jelly"] == {
        "stream_name": "",
        "physical_type": "GRAPHS",
        "logical_type": "FLAT_QUADS",
        "version": 1,
        "generalized_statements": True,
        "rdf_star": True,
        "max_name_table_size": 4000,
        "max_prefix_table_size": 150,
        "max_datatype_table_size": 32,
        "stream_type": None,
        "rdf_version": None,
    }
    assert options["draft-quads.jelly"]["physical_type"] == "QUADS"
    assert options["draft-quads.jelly"]["logical_type"] == "UNSPECIFIED"
    assert options["pyjelly-namespaces.jelly"]["version"] == 2
    assert infos["pyjelly-namespaces.jelly"]["namespaces"] == [
        {"name": name, "iri": iri} for name, iri in NAMESPACES
    ]
    assert infos["gzip.jelly.gz"]["uncompressed_bytes"] == infos["pyjelly-triples.jelly"]["bytes"]
    assert infos["bare.jelly"]["frames"] == 1


def test_inspect_reports_compression(folder: Path) -> None:
    file = folder / "good" / "gzip.jelly.gz"
    with gzip.open(file) as stream:
        size = len(stream.read())
    described = f"{file.stat().st_size} bytes, gzip; {size} bytes uncompressed\n"
    assert described in run("inspect", file).stdout


def test_inspect_without_json_is_for_people(folder: Path) -> None:
    result = run("inspect", folder / "good" / "pyjelly-namespaces.jelly")
    assert result.returncode == 0
    lines = [line.split(maxsplit=1) for line in result.stdout.splitlines()]
    assert ["layout:", "1.x, version tag 2"] in lines
    assert ["namespace:", "ex: <http://example.org/>"] in lines
    assert ["statements:", "60"] in lines


# ---- head ----


@pytest.mark.parametrize("name", ["pyjelly-quads.jelly", "draft-graphs.jelly", "gzip.jelly.gz"])
def test_head_prints_nquads_and_rows(folder: Path, name: str, tmp_path: Path) -> None:
    expected = write_all(tmp_path)[name]
    text = run("head", "-n", "1000", folder / "good" / name)
    assert text.stdout.splitlines() == [nquads(statement) for statement in expected]
    rows = run("head", "-n", "7", "--json", folder / "good" / name)
    assert [statement_of(row) for row in objects(rows.stdout)] == [row_of(s) for s in expected[:7]]


def nquads(statement: Statement) -> str:
    """Write a line of N-Quads-star."""
    return " ".join(ntriples(term) for term in statement if term is not None) + " ."


def test_head_prints_ten_statements_by_default(folder: Path) -> None:
    file = folder / "good" / "v1-triples.jelly"
    assert len(run("head", file).stdout.splitlines()) == 10
    assert run("head", "-n", "0", file).stdout == ""


@pytest.mark.parametrize("words", [["head"], ["head", "--json"]])
def test_nquads_and_json_are_utf8_in_every_locale(tmp_path: Path, words: list[str]) -> None:
    line = '<x:s> <x:p> "\u00e9\u6f22" .'
    (tmp_path / "a.nt").write_text(f"{line}\n", encoding="utf-8")
    result = start(*words, tmp_path / "a.nt", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    if "--json" in words:
        assert [row["o"]["value"] for row in objects(result.stdout)] == ["\u00e9\u6f22"]
    else:
        assert result.stdout == f"{line}\n"


def test_head_prints_the_statements_before_an_error(folder: Path) -> None:
    result = run("head", "-n", "1000", folder / "cut.jelly")
    assert len(result.stdout.splitlines()) > 40
    assert result.returncode == 1
    assert "cut.jelly: frame" in result.stderr


# ---- count ----


def test_count_prints_one_number_or_each_and_the_total(folder: Path) -> None:
    file = folder / "good" / "zstd.jelly.zst"
    assert run("count", file).stdout == f"60\t{file}\n"
    many = run("count", file, folder / "good" / "v1-*.jelly").stdout.splitlines()
    assert [line.split("\t")[0] for line in many] == ["60", "60", "60", "60", "240"]
    assert many[-1] == "240\ttotal"
    assert objects(run("count", "--json", file).stdout) == [{"path": str(file), "statements": 60}]


def test_hidden_files_are_left_out_as_spark_does(tmp_path: Path) -> None:
    (tmp_path / "_staging").mkdir()
    names = ("a.nt", "_k=1.nt", "_SUCCESS", ".a.nt.index", "b.nt._COPYING_", "_staging/c.nt")
    for name in names:
        (tmp_path / name).write_text("<x:a> <x:p> <x:o> .\n")
    for path in (tmp_path, tmp_path / "*"):
        result = run("count", path)
        lines = [f"1\t{tmp_path / name}" for name in ("_k=1.nt", "a.nt")]
        assert (result.stdout.splitlines(), result.stderr) == ([*lines, "2\ttotal"], "")
    # Hidden files are read if the path names them.
    (tmp_path / "_odd.nt").write_text("<x:a> <x:p> <x:o> .\n")
    assert run("count", tmp_path / "_o*").stdout == f"1\t{tmp_path / '_odd.nt'}\n"


def test_of_a_job_that_has_not_published_all_files_none_counts(tmp_path: Path) -> None:
    for name in ("old.nt", "new.nt"):
        (tmp_path / name).write_text("<x:a> <x:p> <x:o> .\n")
    staging = tmp_path / "_jelly-bridge-staging-job"
    staging.mkdir()
    journal = {"added": ["new.nt", "newer.nt"], "replaced": ["old.nt"], "commitFile": None}
    (staging / "_adding").write_text(json.dumps(journal))
    assert run("count", tmp_path).stdout == f"1\t{tmp_path / 'old.nt'}\n"
    (staging / "_adding").rename(staging / "_replacing")
    assert run("count", tmp_path).stdout == f"1\t{tmp_path / 'new.nt'}\n"


# ---- validate ----


def test_validate_reports_on_each_file(folder: Path) -> None:
    good = folder / "good" / "pyjelly-triples.jelly"
    result = run("validate", good, folder / "cut.jelly", folder / "cut.jelly.gz")
    lines = result.stdout.splitlines()
    assert lines[0] == f"{good}: valid, 60 statements in 4 frames"
    assert lines[1].startswith(f"{folder / 'cut.jelly'}: invalid: frame ")
    assert lines[2].startswith(f"{folder / 'cut.jelly.gz'}: invalid: ")
    assert (result.returncode, result.stderr) == (1, "")


def test_validate_gives_the_position_in_json(folder: Path) -> None:
    (report,) = objects(run("validate", "--json", folder / "cut.jelly").stdout)
    size = (folder / "cut.jelly").stat().st_size
    assert report["valid"] is False
    assert report["frame"] == 3
    assert 0 < report["byte_offset"] <= size
    assert report["expected"] == f"a frame that ends at byte {size + 3}"
    assert report["found"] == "the end of the file, 3 bytes short"


def test_lenient_lets_pass_and_counts(tmp_path: Path) -> None:
    data = bytearray(encode_with_pyjelly(triples(), TRIPLES))
    # Options row: field 4 (rdf_star) is the byte pair 20 01.
    at = data.index(b"\x20\x01")
    data[at + 1] = 0
    file = tmp_path / "undeclared.jelly"
    file.write_bytes(data)
    assert run("validate", file).returncode == 1
    result = run("validate", "--lenient", file)
    assert result.returncode == 0
    assert result.stdout.endswith(" violations accepted\n")
    passed = json.loads(run("validate", "--lenient", "--json", file).stdout)["violations"]
    assert passed > 0
    inspected = run("inspect", "--lenient", file).stdout
    assert f"violations:    {passed} accepted\n" in inspected


# ---- progress ----


def test_progress_goes_to_standard_error_when_asked_for(folder: Path) -> None:
    file = folder / "good" / "v1-quads.jelly"
    quiet, loud = run("count", file), run("count", "--progress", file)
    assert quiet.stderr == ""
    assert f"%  {file}" in loud.stderr
    assert loud.stdout == quiet.stdout


def test_progress_is_shown_on_a_terminal(folder: Path) -> None:
    file = folder / "good" / "v1-quads.jelly"
    terminal, other_end = pty.openpty()
    result = subprocess.run(
        [*COMMAND, "validate", str(file)],
        check=False,
        stdout=subprocess.PIPE,
        stderr=other_end,
        timeout=120,
    )
    os.close(other_end)
    shown = os.read(terminal, 65536).decode()
    os.close(terminal)
    assert result.stdout.decode().startswith(f"{file}: valid, 60 statements in ")
    assert "%  0.0 M statements" in shown
    # The bar is erased at the end.
    assert shown.rsplit("\r", maxsplit=2)[1].strip() == ""


def test_progress_stays_on_its_line(folder: Path) -> None:
    terminal, other_end = pty.openpty()
    fcntl.ioctl(other_end, termios.TIOCSWINSZ, struct.pack("4H", 24, 60, 0, 0))
    file = "/".join(["good", *["." for _ in range(40)], "v1-quads.jelly"])
    subprocess.run([*COMMAND, "count", file], check=True, cwd=folder, stderr=other_end, timeout=120)
    os.close(other_end)
    shown = os.read(terminal, 65536).decode()
    os.close(terminal)
    assert "%" in shown
    assert max(map(len, shown.split("\r"))) < 60


# ---- options ----


@pytest.mark.parametrize(
    "words",
    [
        ["--from", "nt", "--to", "nq", "in", "out"],
        ["in", "out", "--from", "nt", "--to", "nq"],
        ["in", "--from", "nt", "out", "--to=nq"],
        ["--to", "nq", "in", "--from=nt", "--", "out"],
    ],
)
def test_options_of_convert_may_follow_files(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "in").write_text("<x:s> <x:p> <x:o> .\n")
    paths = {"in": str(tmp_path / "in"), "out": str(tmp_path / "out")}
    result = run("convert", *(paths.get(word, word) for word in words))
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{tmp_path / 'out'}\n", "")
    assert (tmp_path / "out").read_text() == "<x:s> <x:p> <x:o> .\n"


def test_options_may_follow_the_files_to_read(folder: Path) -> None:
    file = folder / "good" / "v1-triples.jelly"
    assert run("head", file, "-n", "2").stdout == run("head", "-n", "2", file).stdout
    assert run("count", file, "--json", file).stdout == run("count", "--json", file, file).stdout


def test_words_after_two_hyphens_are_files(here: Path) -> None:
    (here / "--json").write_text("<x:s> <x:p> <x:o> .\n")
    assert run("count", "--from", "nt", "--", "--json").stdout == "1\t--json\n"
