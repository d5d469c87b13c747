"""The command line: messages of one line on standard error, and documented exit codes."""

from __future__ import annotations

import gzip
import os
import subprocess
from pathlib import Path

import pytest

from cli import COMMAND, objects, run, shell, start
from encoders import TRIPLES, encode_with_pyjelly
from files import triples

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
def test_a_file_that_cannot_be_opened_is_one_line_and_exit_code_2(
    folder: Path, path: str, message: str
) -> None:
    result = run("count", path if ":" in path else folder / path)
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_invalid_data_is_one_line_and_exit_code_1(folder: Path) -> None:
    result = run("count", folder / "text.jelly")
    assert (result.returncode, result.stdout) == (1, "")
    place = f"{folder / 'text.jelly'}: frame 0, byte 0"
    assert result.stderr.startswith(
        f"jelly-bridge: {place}: expected a Jelly stream, found text that starts with "
    )
    assert len(result.stderr.splitlines()) == 1


def test_a_compressed_file_that_breaks_off_is_named_once(folder: Path, tmp_path: Path) -> None:
    whole = gzip.compress((folder / "good" / "v1-quads.jelly").read_bytes())
    cut = tmp_path / "cut.jelly.gz"
    cut.write_bytes(whole[:-3])
    broken = "is not a whole gzip file: decompression failed after "
    counted = run("count", cut)
    assert counted.returncode == 1
    assert counted.stderr.startswith(f"jelly-bridge: {cut}: {broken}")
    assert str(cut) not in counted.stderr.removeprefix(f"jelly-bridge: {cut}")
    validated = run("validate", cut)
    assert validated.stdout.startswith(f"{cut}: invalid: {broken}")
    assert str(cut) not in validated.stdout.removeprefix(str(cut))


def test_a_target_that_cannot_be_made_is_named_and_exit_code_3(folder: Path) -> None:
    good = folder / "good" / "v1-quads.jelly"
    target = folder / "text.jelly" / "out.jelly"
    result = run("convert", good, target)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith(f"jelly-bridge: {target}: ")
    assert len(result.stderr.splitlines()) == 1
    result = run("convert", "--to", "nq", good, ".")
    assert (result.returncode, result.stderr) == (
        2,
        "jelly-bridge: .: exists already; delete it, or choose another name\n",
    )


def test_names_that_are_none_are_one_line_and_exit_code_2(here: Path) -> None:
    (here / "small.nt").write_text("<x:a> <x:p> <x:o> .\n")
    for words in (["convert", "small.nt", ""], ["convert", "", "a.nt"], ["count", ""]):
        result = run(*words)
        assert (result.returncode, result.stdout, result.stderr) == (
            2,
            "",
            "jelly-bridge: expected the name of a file, found an empty one\n",
        )
    result = run("convert", "--to", "nt", "small.nt", "nowhere:///x")
    assert result.returncode == 2
    assert result.stderr.startswith("jelly-bridge: nowhere:///x: No FileSystem for scheme")


def test_a_link_to_no_file_is_no_target(here: Path) -> None:
    (here / "small.nt").write_text("<x:a> <x:p> <x:o> .\n")
    (here / "link.nt").symlink_to("none.nt")
    for target in (here / "link.nt", Path("link.nt")):
        result = run("convert", "small.nt", target)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == f"jelly-bridge: {target}: is a link to no file\n"
    assert (here / "link.nt").is_symlink()
    assert not (here / "none.nt").exists()


def test_names_may_have_a_colon_and_a_line_feed(here: Path) -> None:
    (here / "a:\nb.nt").write_text("<x:a> <x:p> <x:o> .\n")
    assert run("count", "a:\nb.nt").stdout == "1\ta:\nb.nt\n"
    assert run("convert", "a:\nb.nt", "c:\n.nt").returncode == 0
    assert (here / "c:\n.nt").read_text() == "<x:a> <x:p> <x:o> .\n"


def test_pipes_have_a_size_and_cannot_be_indexed(folder: Path) -> None:
    good = folder / "good" / "pyjelly-triples.jelly"
    data, command = good.read_bytes(), " ".join(COMMAND)
    (info,) = objects(run("inspect", "--json", "-", data=data).stdout)
    assert info["bytes"] == info["uncompressed_bytes"] == good.stat().st_size
    for result in (run("index", "-", data=data), shell(f"{command} index - < {good}")):
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith("jelly-bridge: -: cannot be indexed: ")


def test_a_file_that_is_not_jelly_by_its_name_cannot_be_indexed(tmp_path: Path) -> None:
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
    "words",
    [
        [],
        ["frobnicate"],
        ["count"],
        ["convert"],
        ["convert", "x.nt"],
        ["convert", "x.nt", "--to", "nq"],
        ["head", "-n", "-1", "x"],
        ["head", "-n", "x", "x"],
        ["head", "-n", "9223372036854775808", "x"],
    ],
)
def test_wrong_usage_is_exit_code_2(words: list[str]) -> None:
    result = run(*words)
    assert result.returncode == 2
    assert result.stderr.startswith("usage: jelly-bridge")
    assert "Traceback" not in result.stderr
    assert "_count" not in result.stderr


def test_without_java_there_is_one_line_and_exit_code_3(folder: Path) -> None:
    result = start("count", folder / "cut.jelly", PATH="/nowhere", JAVA_HOME="")
    assert result.returncode == 3
    assert result.stderr.startswith("jelly-bridge: no Java on the PATH: install")
    assert len(result.stderr.splitlines()) == 1


def test_help_has_examples_and_exit_codes() -> None:
    for words in ([], ["inspect"], ["head"], ["count"], ["index"], ["validate"]):
        text = run(*words, "--help").stdout
        assert "examples:\n  jelly-bridge " in text
        assert "exit codes:\n  0 " in text


def test_closed_standard_output_is_no_error_message(tmp_path: Path) -> None:
    file = tmp_path / "many.jelly"
    file.write_bytes(encode_with_pyjelly(triples(20_000), TRIPLES))
    command = f"set -o pipefail; {' '.join(COMMAND)} head -n 20000 {file} | head -n 1"
    result = shell(command)
    assert (result.returncode, result.stderr) == (141, "")
    assert len(result.stdout.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
@pytest.mark.parametrize("words", ["head -n 20000", "validate", "count --json"])
def test_output_that_cannot_be_written_is_one_line_and_exit_code_3(
    tmp_path: Path, words: str
) -> None:
    file = tmp_path / "many.jelly"
    file.write_bytes(encode_with_pyjelly(triples(20_000), TRIPLES))
    result = run(*words.split(), file, out="/dev/full")
    assert result.returncode == 3
    assert result.stderr.startswith("jelly-bridge: cannot write to standard output: No space")
    assert len(result.stderr.splitlines()) == 1


def test_names_that_are_not_ascii_are_for_every_locale(tmp_path: Path) -> None:
    (tmp_path / "\u010de\u0161tina.nt").write_text("<x:a> <x:p> <x:o> .\n")
    for variables in ({"LC_ALL": "C"}, {"LC_ALL": "xx_YY"}, {"LC_ALL": "", "LANG": "C"}):
        target = f"\u6f22-{variables['LC_ALL']}.nt"
        converted = start("convert", "\u010de\u0161tina.nt", target, cwd=tmp_path, **variables)
        assert (converted.returncode, converted.stdout) == (0, f"{target}\n"), converted.stderr
        assert (tmp_path / target).exists()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names files as Linux does")
def test_names_that_are_not_utf_8_are_refused_for_input_and_output(tmp_path: Path) -> None:
    small = tmp_path / "small.nt"
    small.write_text("<x:a> <x:p> <x:o> .\n")
    command, odd = " ".join(COMMAND), "$'odd\\xff.nt'"
    for words in (f"count {odd}", f"convert {small} {odd}", f"convert {odd} to.nt"):
        result = shell(f"cd {tmp_path} && cp {small} {odd} && {command} {words}; ls | wc -l")
        assert result.stdout == "2\n"
        assert result.stderr.startswith("jelly-bridge: odd\\xff.nt: the name is not UTF-8")
        assert len(result.stderr.splitlines()) == 1
    result = shell(f"cd {tmp_path} && {command} convert --from nt --to nt - - < {odd} > {odd}2")
    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "odd\udcff.nt2").read_text() == small.read_text()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_closed_standard_files_are_one_line_when_they_are_used(tmp_path: Path) -> None:
    small = tmp_path / "small.nt"
    small.write_text("<x:a> <x:p> <x:o> .\n")
    command = " ".join(COMMAND)
    no_output = "jelly-bridge: cannot write to standard output: Bad file descriptor\n"
    results = {
        f"{command} count {small} >&-": (3, "", no_output),
        f"{command} convert --to nt {small} - >&-": (
            3,
            "",
            "jelly-bridge: standard output: Bad file descriptor\n",
        ),
        f"{command} count {small} {tmp_path}/none.nt 2>&-": (2, f"1\t{small}\n", ""),
        f"{command} count --progress {small} 2>&-": (0, f"1\t{small}\n", ""),
        f"{command} count - <&-": (2, "", "jelly-bridge: -: no such file\n"),
        f"{command} count /dev/fd/9 9<&-": (2, "", "jelly-bridge: /dev/fd/9: no such file\n"),
        f"{command} count {small} <&-": (0, f"1\t{small}\n", ""),
        f"{command} convert --from nt --to nt - - < {small} 2>&-": (0, small.read_text(), ""),
        f"{command} count {small} <&- >&- 2>&-": (3, "", ""),
    }
    for line, (code, output, messages) in results.items():
        result = shell(line)
        assert (result.returncode, result.stdout, result.stderr) == (code, output, messages), line


# ---- when Java fails ----


def java(folder: Path, *lines: str) -> str:
    """Make a fake Java of a few shell lines; return its JAVA_HOME."""
    program = folder / "bin" / "java"
    program.parent.mkdir()
    program.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    program.chmod(0o755)
    return str(folder)


def test_java_that_is_killed_is_one_line_and_exit_code_3(folder: Path, tmp_path: Path) -> None:
    home = java(tmp_path, "kill -9 $$")
    result = start("head", folder / "good" / "v1-quads.jelly", JAVA_HOME=home)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "jelly-bridge: Java was ended by signal 9\n"


@pytest.mark.parametrize("options", ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"])
def test_options_of_java_are_used_without_a_message(folder: Path, options: str) -> None:
    given = {options: "-XX:+HeapDumpOnOutOfMemoryError -XX:NoSuchOption"}
    result = start("count", folder / "cut.jelly", cwd=None, **given)
    assert result.returncode == 3
    assert result.stderr.splitlines()[0] == "Unrecognized VM option 'NoSuchOption'"
    assert "Picked up" not in result.stderr


@pytest.mark.parametrize("version", ["11.0.21", "1.8.0_392"])
def test_java_that_is_too_old_is_said_to_be_so(folder: Path, tmp_path: Path, version: str) -> None:
    home = java(tmp_path, "exit 1")
    (tmp_path / "release").write_text(f'IMPLEMENTOR="Debian"\nJAVA_VERSION="{version}"\n')
    result = start("count", folder / "good" / "v1-quads.jelly", JAVA_HOME=home)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == (
        f"jelly-bridge: {tmp_path / 'bin' / 'java'} is too old: install a Java runtime, version 17"
        " or newer\n"
    )


# ---- when nothing can be written ----


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A pipe without a reader once it is open."""
    os.mkfifo(tmp_path / "closed")
    return tmp_path / "closed"


@pytest.mark.parametrize("words", ["--help", "--version", "count --help"])
def test_help_that_cannot_be_printed_is_as_other_output(closed: Path, words: str) -> None:
    result = run(*words.split(), out=closed)
    assert (result.returncode, result.stderr) == (141, "")
    if Path("/dev/full").exists():
        full = run(*words.split(), out="/dev/full")
        assert full.returncode == 3
        assert full.stderr.startswith("jelly-bridge: cannot write to standard output: No space")


def test_closed_standard_error_ends_like_closed_standard_output(folder: Path, closed: Path) -> None:
    assert run("count", folder / "cut.jelly", err=closed).returncode == 141
    # This includes messages of Python, such as for a missing Java.
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [*COMMAND, "count", folder / "cut.jelly"],
        check=False,
        stderr=writing,
        env={**os.environ, "JAVA_HOME": "/nowhere"},
    )
    os.close(writing)
    assert result.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
def test_messages_that_cannot_be_written_leave_the_exit_code(folder: Path, tmp_path: Path) -> None:
    good = folder / "good" / "v1-quads.jelly"
    for word, code in ((tmp_path / "none.nt", 2), ("--progress", 0)):
        result = run("count", word, good, err="/dev/full")
        assert (result.returncode, result.stdout.splitlines()[0]) == (code, f"60\t{good}")


def test_of_several_sources_the_one_that_is_wrong_is_named(here: Path) -> None:
    line = b"<x:a> <x:p> <x:o> .\n"
    (here / "a.nt").write_bytes(line)
    (here / "cut.nt.gz").write_bytes(gzip.compress(line * 99)[:-3])
    (here / "named.nq").write_bytes(b"<x:a> <x:p> <x:o> <x:g> .\n")
    result = run("convert", "a.nt", "cut.nt.gz", "out.nt")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("jelly-bridge: cut.nt.gz: is not a whole gzip file: ")
    # An invalid statement counts as an error of the target, by its number there.
    result = run("convert", "a.nt", "named.nq", "out.nt")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("jelly-bridge: out.nt: cannot write statement 1 as N-Triples")
    assert not (here / "out.nt").exists()


def test_compressed_streams_without_words_are_not_counted(here: Path) -> None:
    (here / "a.nt").write_bytes(gzip.compress(b"<x:a> <x:p> <x:o> .\n" * 999))
    result = run("count", "a.nt")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("jelly-bridge: a.nt: line 1, column 2 (byte 1): expected ")


# ---- names that tell no format ----

KNOWN = (
    "name the format with --from (nt, nq, ttl, trig, rdfxml, jsonld, thrift, protobuf, jelly or"
    " rdfb); known extensions are .nt, .nq, .ttl, .trig, .rdf, .xml, .owl, .jsonld, .rt, .trdf,"
    " .rpb, .pbrdf, .jelly, .rdfb, .jellyp, .rdfp\n"
)


@pytest.mark.parametrize("command", ["inspect", "head", "count", "validate", "convert"])
@pytest.mark.parametrize(
    ("name", "told", "content"),
    [
        ("x.ndjsonld", "unknown extension .ndjsonld", '{"@id": "x:s", "x:p": "o"}'),
        ("x.turtle.gz", "unknown extension .turtle", "<x:s> <x:p> <x:o> ."),
        ("x.N3", "unknown extension .n3", "<x:s> <x:p> <x:o> ."),
        ("x.bin", "unknown extension .bin", "\x00\x01\x02 garbage"),
        ("x.rdfpatch", "unknown extension .rdfpatch", "TX .\n"),
        ("statements", "no extension", "<x:s> <x:p> <x:o> ."),
        ("empty.dat", "unknown extension .dat", ""),
    ],
)
def test_a_name_without_a_known_extension_is_an_error(
    here: Path, command: str, name: str, told: str, content: str
) -> None:
    data = content.encode()
    (here / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    result = run(command, name, *(["out.nt"] if command == "convert" else []))
    assert (result.returncode, result.stdout) == (2, "")
    start = f"jelly-bridge: {name}: {told}, and the content is not Jelly (byte "
    assert result.stderr.startswith(start)
    assert result.stderr.endswith(KNOWN)
    assert not (here / "out.nt").exists()


@pytest.mark.parametrize("command", ["inspect", "head", "count", "validate", "convert"])
def test_standard_input_without_a_format_names_the_option(here: Path, command: str) -> None:
    words = ["-", "out.nt"] if command == "convert" else ["-"]
    result = run(command, *words, data=b"<x:s> <x:p> <x:o> .\n")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(
        "jelly-bridge: -: no extension, and the content is not Jelly (byte 0: expected a Jelly"
        " stream, found text that starts with <x:s> <x:p> <x:o> .): name the format with --from"
    )
    named = run(command, "--from", "nt", *words, data=b"<x:s> <x:p> <x:o> .\n")
    assert (named.returncode, named.stderr) == (0, "")
    assert not command.startswith("convert") or (here / "out.nt").exists()


def test_jelly_is_read_under_every_name(here: Path) -> None:
    for name in ("statements", "x.bin"):
        (here / name).write_bytes(encode_with_pyjelly(triples(), TRIPLES))
        assert run("count", name).stdout == f"60\t{name}\n"
        # A fault after the start gives the same error as in other files.
        (here / name).write_bytes(encode_with_pyjelly(triples(), TRIPLES)[:-3])
        result = run("count", name)
        assert result.returncode == 1
        assert result.stderr.startswith(f"jelly-bridge: {name}: frame ")


def test_the_option_names_the_format_of_files_in_every_command(here: Path) -> None:
    (here / "x.ndjsonld").write_text('{"@id": "x:s", "x:p": "o"}')
    for command, output in (
        ("count", "1\tx.ndjsonld\n"),
        ("head", '<x:s> <x:p> "o" .\n'),
        ("validate", "x.ndjsonld: valid, 1 statements\n"),
    ):
        assert run(command, "--from", "jsonld", "x.ndjsonld").stdout == output
    result = run("index", "--from", "jsonld", "x.ndjsonld")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("jelly-bridge: x.ndjsonld: cannot be indexed: ")
    assert run("index", "x.ndjsonld").stderr.endswith(KNOWN)
    wrong = run("count", "--from", "ndjson", "x.ndjsonld")
    assert wrong.returncode == 2
    assert "expected nt, nq, ttl, trig, rdfxml, jsonld, thrift, protobuf, jelly" in wrong.stderr


def test_a_target_without_a_known_extension_lists_the_known_ones(here: Path) -> None:
    (here / "a.nt").write_text("<x:a> <x:p> <x:o> .\n")
    for target in ("b.ndjsonld", "b", "b.txt.gz", "b.jellyp"):
        result = run("convert", "a.nt", target)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == (
            f"jelly-bridge: {target}: expected a name that ends in .rdfb, .jelly, .nt, .nq, .ttl,"
            " .trig, .rdf, .xml, .owl, .jsonld, .rt, .trdf, .rpb or .pbrdf, or the option --to\n"
        )
