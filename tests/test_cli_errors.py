"""The command line: messages of one line on standard error, documented exit codes."""

from __future__ import annotations

import gzip
import os
import subprocess
from pathlib import Path

import pytest

from cli import COMMAND, objects, run, shell
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
    assert (result.returncode, result.stderr) == (2, "jelly-bridge: .: exists already\n")


def test_names_that_are_none_are_one_line_and_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / "small.nt").write_text("<x:a> <x:p> <x:o> .\n")
    for words in (["convert", "small.nt", ""], ["convert", "", "a.nt"], ["count", ""]):
        result = run(*words, cwd=tmp_path)
        assert (result.returncode, result.stdout, result.stderr) == (
            2,
            "",
            "jelly-bridge: expected the name of a file, found an empty one\n",
        )
    result = run("convert", "--to", "nt", "small.nt", "nowhere:///x", cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr.startswith("jelly-bridge: nowhere:///x: No FileSystem for scheme")


def test_a_link_to_no_file_is_no_target(tmp_path: Path) -> None:
    (tmp_path / "small.nt").write_text("<x:a> <x:p> <x:o> .\n")
    (tmp_path / "link.nt").symlink_to("none.nt")
    for target in (tmp_path / "link.nt", Path("link.nt")):
        result = run("convert", "small.nt", target, cwd=tmp_path)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == f"jelly-bridge: {target}: is a link to no file\n"
    assert (tmp_path / "link.nt").is_symlink()
    assert not (tmp_path / "none.nt").exists()


def test_names_may_have_a_colon_and_a_line_feed(tmp_path: Path) -> None:
    (tmp_path / "a:\nb.nt").write_text("<x:a> <x:p> <x:o> .\n")
    assert run("count", "a:\nb.nt", cwd=tmp_path).stdout == "1\ta:\nb.nt\n"
    assert run("convert", "a:\nb.nt", "c:\n.nt", cwd=tmp_path).returncode == 0
    assert (tmp_path / "c:\n.nt").read_text() == "<x:a> <x:p> <x:o> .\n"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_pipes_have_a_size_and_cannot_be_indexed(folder: Path) -> None:
    good, command = folder / "good" / "pyjelly-triples.jelly", " ".join(COMMAND)
    (info,) = objects(shell(f"cat {good} | {command} inspect --json -").stdout)
    assert info["bytes"] == info["uncompressed_bytes"] == good.stat().st_size
    for line in (f"cat {good} | {command} index -", f"{command} index - < {good}"):
        result = shell(line)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith("jelly-bridge: -: cannot be indexed: ")


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
    "words",
    [
        [],
        ["frobnicate"],
        ["count"],
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


def test_names_that_are_not_ascii_are_for_every_locale(tmp_path: Path) -> None:
    (tmp_path / "\u010de\u0161tina.nt").write_text("<x:a> <x:p> <x:o> .\n")
    for variables in ({"LC_ALL": "C"}, {"LC_ALL": "xx_YY"}, {"LC_ALL": "", "LANG": "C"}):
        target = f"\u6f22-{variables['LC_ALL']}.nt"
        converted = run("convert", "\u010de\u0161tina.nt", target, cwd=tmp_path, **variables)
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
    """Make a Java of a few lines of shell; give its JAVA_HOME."""
    program = folder / "bin" / "java"
    program.parent.mkdir()
    program.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    program.chmod(0o755)
    return str(folder)


def test_java_that_is_killed_amid_an_answer_is_one_line_and_exit_code_3(
    folder: Path, tmp_path: Path
) -> None:
    home = java(tmp_path, """printf '{"event": "row", "s": {"kind": "i'""", "kill -9 $$")
    result = run("head", folder / "good" / "v1-quads.jelly", JAVA_HOME=home)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "jelly-bridge: Java failed with exit code -9: no message\n"


@pytest.mark.parametrize("options", ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"])
def test_options_of_java_are_no_reason_why_it_failed(folder: Path, options: str) -> None:
    given = "-XX:+HeapDumpOnOutOfMemoryError -XX:NoSuchOption"
    result = shell(f"{options}='{given}' {' '.join(COMMAND)} count {folder / 'cut.jelly'}")
    assert result.returncode == 3
    assert len(result.stderr.splitlines()) == 1
    assert "Picked up" not in result.stderr


@pytest.mark.parametrize(
    "message",
    [
        "Error: LinkageError\n\tjava.lang.UnsupportedClassVersionError: made for a newer Java",
        "Unrecognized option: -Xlog:disable\nError: Could not create the Java Virtual Machine.",
    ],
    ids=["11", "8"],
)
def test_java_that_is_too_old_is_said_to_be_so(folder: Path, tmp_path: Path, message: str) -> None:
    home = java(tmp_path, f"cat >&2 <<'END'\n{message}\nEND", "exit 1")
    result = run("count", folder / "good" / "v1-quads.jelly", JAVA_HOME=home)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == (
        f"jelly-bridge: {tmp_path / 'bin' / 'java'} is too old: install a Java runtime, version 17"
        " or newer\n"
    )


# ---- when nothing can be written ----


@pytest.mark.parametrize("words", ["--help", "--version", "count --help"])
def test_help_that_cannot_be_printed_is_as_other_output(words: str) -> None:
    # Without a buffer, argparse itself lets pass what fails.
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [*COMMAND, *words.split()],
        check=False,
        stdout=writing,
        stderr=subprocess.PIPE,
        env=buffered,
    )
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")
    if Path("/dev/full").exists():
        full = shell(f"PYTHONUNBUFFERED= {' '.join(COMMAND)} {words} > /dev/full")
        assert full.returncode == 3
        assert full.stderr.startswith("jelly-bridge: cannot write to standard output: No space")


@pytest.mark.parametrize("home", [None, "/nowhere"], ids=["file", "Java"])
def test_messages_that_nobody_reads_are_as_output_that_nobody_reads(
    folder: Path, home: str | None
) -> None:
    environment = {**os.environ, **({"JAVA_HOME": home} if home else {})}
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [*COMMAND, "count", folder / "cut.jelly"], check=False, stderr=writing, env=environment
    )
    os.close(writing)
    assert result.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
def test_messages_that_cannot_be_written_leave_the_exit_code(folder: Path, tmp_path: Path) -> None:
    command, good = " ".join(COMMAND), folder / "good" / "v1-quads.jelly"
    for words, code in ((f"count {tmp_path}/none.nt {good}", 2), (f"count --progress {good}", 0)):
        result = shell(f"{command} {words} 2> /dev/full")
        assert (result.returncode, result.stdout.splitlines()[0]) == (code, f"60\t{good}")


def test_of_several_sources_the_one_that_is_wrong_is_named(tmp_path: Path) -> None:
    line = b"<x:a> <x:p> <x:o> .\n"
    (tmp_path / "a.nt").write_bytes(line)
    (tmp_path / "cut.nt.gz").write_bytes(gzip.compress(line * 99)[:-3])
    (tmp_path / "named.nq").write_bytes(b"<x:a> <x:p> <x:o> <x:g> .\n")
    result = run("convert", "a.nt", "cut.nt.gz", "out.nt", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("jelly-bridge: cut.nt.gz: is not a whole gzip file: ")
    # Statements of the target, which are counted there, are its own.
    result = run("convert", "a.nt", "named.nq", "out.nt", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("jelly-bridge: out.nt: cannot write statement 1 as N-Triples")
    assert not (tmp_path / "out.nt").exists()


def test_what_is_compressed_without_a_word_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_bytes(gzip.compress(b"<x:a> <x:p> <x:o> .\n" * 999))
    result = run("count", "a.nt", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("jelly-bridge: a.nt: line 1, column 2 (byte 1): expected ")
