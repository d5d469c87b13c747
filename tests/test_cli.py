"""The command line: data on standard output, messages on standard error, documented exit codes."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from encoders import TRIPLES, encode_with_pyjelly
from files import NAMESPACES, triples, write_all
from rdf import Statement, ntriples, row_of, statement_of

if TYPE_CHECKING:
    from pytest import TempPathFactory  # noqa: PT013  only the name of a type

COMMAND = [sys.executable, "-m", "jelly_bridge"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: TempPathFactory) -> Path:
    """A folder with a file of every kind, and some broken ones."""
    folder = tmp_path_factory.mktemp("cli")
    (folder / "good").mkdir()
    contents = write_all(folder / "good")
    (folder / "contents.json").write_text(json.dumps({k: len(v) for k, v in contents.items()}))
    data = (folder / "good" / "pyjelly-triples.jelly").read_bytes()
    (folder / "cut.jelly").write_bytes(data[:-3])
    (folder / "cut.jelly.gz").write_bytes((folder / "good" / "gzip.jelly.gz").read_bytes()[:-3])
    (folder / "text.jelly").write_text("<a> <b> <c> .\n")
    (folder / "empty").mkdir()
    return folder


def run(
    *words: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        cwd=cwd,
        env={**os.environ, **environment},
    )


def objects(text: str) -> list[dict[str, Any]]:
    """Parse one JSON object a line."""
    return [json.loads(line) for line in text.splitlines()]


# ---- inspect ----


def test_inspect_tells_what_is_in_files_of_every_kind(folder: Path) -> None:
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
    }
    assert options["draft-quads.jelly"]["physical_type"] == "QUADS"
    assert options["draft-quads.jelly"]["logical_type"] == "UNSPECIFIED"
    assert options["pyjelly-namespaces.jelly"]["version"] == 2
    assert infos["pyjelly-namespaces.jelly"]["namespaces"] == [
        {"name": name, "iri": iri} for name, iri in NAMESPACES
    ]
    assert infos["gzip.jelly.gz"]["uncompressed_bytes"] == infos["pyjelly-triples.jelly"]["bytes"]
    assert infos["bare.jelly"]["frames"] == 1


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


def test_head_prints_ten_statements_unless_told_otherwise(folder: Path) -> None:
    file = folder / "good" / "v1-triples.jelly"
    assert len(run("head", file).stdout.splitlines()) == 10
    assert run("head", "-n", "0", file).stdout == ""


def test_head_prints_what_precedes_an_error(folder: Path) -> None:
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


# ---- validate ----


def test_validate_gives_a_verdict_on_each_file(folder: Path) -> None:
    good = folder / "good" / "pyjelly-triples.jelly"
    result = run("validate", good, folder / "cut.jelly", folder / "cut.jelly.gz")
    lines = result.stdout.splitlines()
    assert lines[0] == f"{good}: valid, 60 statements in 4 frames"
    assert lines[1].startswith(f"{folder / 'cut.jelly'}: invalid: frame ")
    assert lines[2].startswith(f"{folder / 'cut.jelly.gz'}: invalid: ")
    assert (result.returncode, result.stderr) == (1, "")


def test_validate_names_the_place_in_json(folder: Path) -> None:
    (verdict,) = objects(run("validate", "--json", folder / "cut.jelly").stdout)
    size = (folder / "cut.jelly").stat().st_size
    assert verdict["valid"] is False
    assert verdict["frame"] == 3
    assert 0 < verdict["byte_offset"] <= size
    assert verdict["expected"] == f"a frame that ends at byte {size + 3}"
    assert verdict["found"] == "the end of the file, 3 bytes short"


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
    assert result.stdout.endswith(" violations let pass\n")


# ---- exit codes and messages ----


@pytest.mark.parametrize("command", ["inspect", "head", "count", "index", "validate"])
def test_a_missing_file_is_one_line_and_exit_code_2(folder: Path, command: str) -> None:
    result = run(command, folder / "none.jelly")
    assert result.stderr == f"jelly-bridge: {folder / 'none.jelly'}: no such file\n"
    assert (result.returncode, result.stdout) == (2, "")


@pytest.mark.parametrize(
    ("path", "message"),
    [("empty", "there is no file in this folder"), ("nowhere:///x", "No FileSystem for scheme")],
)
def test_what_cannot_be_opened_is_one_line_and_exit_code_2(
    folder: Path, path: str, message: str
) -> None:
    result = run("count", path if ":" in path else folder / path)
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_invalid_data_is_one_line_and_exit_code_1(folder: Path) -> None:
    result = run("count", folder / "text.jelly")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"jelly-bridge: {folder / 'text.jelly'}: frame 0, byte ")
    assert len(result.stderr.splitlines()) == 1


def test_a_target_that_cannot_be_made_is_named_and_exit_code_3(folder: Path) -> None:
    good = folder / "good" / "v1-quads.jelly"
    target = folder / "text.jelly" / "out.jelly"
    result = run("convert", good, target)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith(f"jelly-bridge: {target}: ")
    assert len(result.stderr.splitlines()) == 1
    result = run("convert", "--to", "nq", good, ".")
    assert (result.returncode, result.stderr) == (2, "jelly-bridge: .: exists already\n")


def test_what_is_not_jelly_by_its_name_cannot_be_indexed(tmp_path: Path) -> None:
    names = ("a.nt", "a.ttl", "a.rdfb", "a.jellyp", "a.rdfp")
    for name in names:
        (tmp_path / name).write_text("")
    result = run("index", *(tmp_path / name for name in names))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        f"jelly-bridge: {tmp_path / name}: cannot be indexed: by its name it is not Jelly-RDF"
        for name in names
    ]


def test_one_bad_file_does_not_keep_the_others_from_being_read(folder: Path) -> None:
    good = folder / "good" / "v1-quads.jelly"
    result = run("count", folder / "none.jelly", folder / "cut.jelly", good)
    assert result.stdout == f"60\t{good}\n"
    assert len(result.stderr.splitlines()) == 2
    assert result.returncode == 2


@pytest.mark.parametrize(
    "words", [[], ["frobnicate"], ["count"], ["head", "-n", "-1", "x"], ["head", "-n", "x", "x"]]
)
def test_wrong_usage_is_exit_code_2(words: list[str]) -> None:
    result = run(*words)
    assert result.returncode == 2
    assert result.stderr.startswith("usage: jelly-bridge")
    assert "Traceback" not in result.stderr
    assert "_count" not in result.stderr


def test_without_java_there_is_one_line_and_exit_code_3(folder: Path) -> None:
    result = run("count", folder / "cut.jelly", PATH="/nowhere", JAVA_HOME="")
    assert result.returncode == 3
    assert result.stderr.startswith("jelly-bridge: no Java on the PATH: install")
    assert len(result.stderr.splitlines()) == 1


def test_help_has_examples_and_exit_codes() -> None:
    for words in ([], ["inspect"], ["head"], ["count"], ["index"], ["validate"]):
        text = run(*words, "--help").stdout
        assert "examples:\n  jelly-bridge " in text
        assert "exit codes:\n  0 " in text


def test_nobody_reading_any_more_is_no_error_message(tmp_path: Path) -> None:
    file = tmp_path / "many.jelly"
    file.write_bytes(encode_with_pyjelly(triples(20_000), TRIPLES))
    command = f"set -o pipefail; {' '.join(COMMAND)} head -n 20000 {file} | head -n 1"
    result = shell(command)
    assert (result.returncode, result.stderr) == (141, "")
    assert len(result.stdout.splitlines()) == 1


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash."""
    return subprocess.run(
        [shutil.which("bash") or "bash", "-c", command],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_open_files_are_read_under_the_names_that_shells_have_for_them(folder: Path) -> None:
    command = " ".join(COMMAND)
    good, cut = folder / "good" / "pyjelly-triples.jelly", folder / "cut.jelly"
    count = run("count", good).stdout.split("\t")[0]
    for given in (
        f"{command} count /dev/stdin < {good}",
        f"cat {good} | {command} count /dev/fd/0",
    ):
        result = shell(given)
        assert result.stdout.split("\t")[0] == count
        assert result.stdout.split("\t")[1].startswith("/dev/")
    result = shell(f"{command} validate <(cat {good}) <(cat {cut})")
    first, second = result.stdout.splitlines()
    assert first.startswith("/dev/fd/")
    assert ": valid, " in first
    assert second.startswith("/dev/fd/")
    assert ": invalid: frame " in second


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_convert_reads_standard_input_and_writes_standard_output(
    folder: Path, tmp_path: Path
) -> None:
    command = " ".join(COMMAND)
    good = folder / "good" / "pyjelly-triples.jelly"
    assert run("convert", good, tmp_path / "expected.nt").returncode == 0
    expected = (tmp_path / "expected.nt").read_text()
    lines = f"{command} convert --from jelly --to nt - - < {good}"
    assert shell(lines).stdout == expected
    assert shell(f"{lines} | cat").stdout == expected
    there = tmp_path / "there.nt"
    there.write_text("# here before\n")
    assert shell(f"{lines} >> {there}").returncode == 0
    assert there.read_text() == "# here before\n" + expected
    back = f"{command} convert --from nt --to jelly - -"
    assert (
        shell(f"set -o pipefail; {lines} | {back} > {there.with_suffix('.jelly')}").returncode == 0
    )
    whole = [run("head", "-n", "999", file).stdout for file in (good, there.with_suffix(".jelly"))]
    assert whole[0] == whole[1]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_convert_to_standard_output_says_what_is_wrong_in_one_line(
    folder: Path, tmp_path: Path
) -> None:
    command = " ".join(COMMAND)
    many = tmp_path / "many.nt"
    many.write_text("".join(f"<x:{i}> <x:p> <x:o> .\n" for i in range(70_000)))
    cut = folder / "cut.jelly"
    failures = {
        f"{command} convert {many} -": (2, "standard output: expected a name that ends in"),
        f"{command} convert --to nt {cut} -": (1, f"{cut}: frame "),
        f"{command} convert --to nt {many} - > /dev/full": (3, "No space left"),
        f"{command} convert --to rdfb {many} - > /dev/null": (2, "more terms than one RDF/Borsh"),
    }
    for line, (code, message) in failures.items():
        result = shell(line)
        assert (result.returncode, message in result.stderr) == (code, True), result.stderr
        assert len(result.stderr.splitlines()) == 1
    result = shell(f"set -o pipefail; {command} convert --to nt {many} - | head -n 1")
    assert (result.returncode, result.stderr) == (141, "")
    assert len(result.stdout.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
@pytest.mark.parametrize("words", ["head -n 20000", "validate", "count --json"])
def test_output_that_cannot_be_written_is_one_line_and_exit_code_3(
    tmp_path: Path, words: str
) -> None:
    file = tmp_path / "many.jelly"
    file.write_bytes(encode_with_pyjelly(triples(20_000), TRIPLES))
    result = shell(f"{' '.join(COMMAND)} {words} {file} > /dev/full")
    assert result.returncode == 3
    assert result.stderr.startswith("jelly-bridge: cannot write to standard output: No space")
    assert len(result.stderr.splitlines()) == 1


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
    # Nothing is left of the bar.
    assert shown.rsplit("\r", maxsplit=2)[1].strip() == ""
