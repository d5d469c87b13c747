"""The command line: files that the shell has opened, under the shell's names for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli import COMMAND, run, shell
from encoders import TRIPLES, encode_with_pyjelly
from files import triples


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
def test_open_files_are_read_from_where_the_shell_has_got_to(tmp_path: Path) -> None:
    lines = [f"<a:{i}> <a:p> <a:o> .\n" for i in range(20_000)]
    (tmp_path / "x.nt").write_text("".join(lines))
    command = " ".join(COMMAND)
    read = f"{{ read first; {command} convert --from nt --to nt - -; }}"
    result = shell(f"{read} < {tmp_path / 'x.nt'}")
    assert (result.stderr, result.stdout) == ("", "".join(lines[1:]))
    # These are other names of standard input.
    for name in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
        data = "".join(lines).encode()
        result = run("convert", "--from", "nt", "--to", "nt", name, "-", data=data)
        assert (result.stderr, result.stdout) == ("", "".join(lines))
    # Far more than a pipe holds: the command must not wait for the shell to read the rest.
    (tmp_path / "x.jelly").write_bytes(b"\n" + encode_with_pyjelly(triples(20_000), TRIPLES))
    result = shell(f"{{ read first; {command} head -n 1 -; }} < {tmp_path / 'x.jelly'}")
    assert (result.returncode, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 1


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_convert_reads_standard_input_and_writes_standard_output(
    folder: Path, tmp_path: Path
) -> None:
    command = " ".join(COMMAND)
    good = folder / "good" / "pyjelly-triples.jelly"
    assert run("convert", good, tmp_path / "expected.nt").returncode == 0
    expected = (tmp_path / "expected.nt").read_text()
    lines = f"{command} convert --from jelly --to nt - - < {good}"
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
@pytest.mark.parametrize("redirection", [">", ">>", "| cat >"])
def test_output_after_a_conversion_to_standard_output_follows_it(
    tmp_path: Path, redirection: str
) -> None:
    small, both = tmp_path / "small.nt", tmp_path / "both.txt"
    small.write_text("".join(f'<x:{i}> <x:p> "1" .\n' for i in range(5)))
    command = " ".join(COMMAND)
    both.write_text("")
    lines = f"{command} head -n 2 {small}; {command} convert --to nt {small} -; echo the end"
    assert shell(f"( {lines} ) {redirection} {both}").stderr == ""
    text = small.read_text()
    assert both.read_text() == "".join(text.splitlines(keepends=True)[:2]) + text + "the end\n"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_relative_iris_of_open_files_start_at_the_folder_as_those_of_riot(
    here: Path, tmp_path: Path
) -> None:
    data = b"<a> <#b> <?c> . <> <../d> <x:e> ."
    (tmp_path / "x.ttl").write_bytes(data)

    def expected(folder: Path) -> str:
        base = folder.as_uri()
        parent = folder.parent.as_uri()
        return f"<{base}/a> <{base}/#b> <{base}/?c> .\n<{base}/> <{parent}/d> <x:e> .\n"

    convert = ["convert", "--from", "ttl", "--to", "nt"]
    for name in ("-", "/dev/stdin"):
        result = run(*convert, name, "-", data=data)
        assert (result.returncode, result.stdout) == (0, expected(here))
    result = shell(f"cd {tmp_path}; {' '.join([*COMMAND, *convert])} <(cat x.ttl) -")
    assert (result.returncode, result.stdout) == (0, expected(tmp_path))
    based = run(*convert, "--base", "x:y/z", "-", "-", data=data)
    assert based.stdout.startswith("<x:y/a> <x:y/z#b> ")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_a_file_is_not_converted_to_its_own_end(tmp_path: Path) -> None:
    # The file would grow while it is read. It is larger than the part that is read ahead.
    text = "".join(f"<x:{i}> <x:p> <x:o> .\n" for i in range(100_000))
    file, link = tmp_path / "x.nt", tmp_path / "link.nt"
    file.write_text(text)
    link.symlink_to(file)
    empty = tmp_path / "empty.nt"
    empty.touch()
    command = f"{' '.join(COMMAND)} convert"
    for words, name in (
        (f"--to nt {file} -", file),
        (f"--to nt {empty} {link} /dev/fd/7 7>> {file}", link),
        ("--from nt --to nt - /dev/stdout", "-"),
    ):
        result = shell(f"{command} {words} < {file} >> {file}")
        assert result.stderr == f"jelly-bridge: {name}: is also the target\n"
        assert result.returncode == 2
        assert file.read_text() == text


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_open_files_are_written_under_the_names_that_shells_have_for_them(tmp_path: Path) -> None:
    small = tmp_path / "small.nt"
    small.write_text("<x:a> <x:p> <x:o> .\n")
    convert = f"{' '.join(COMMAND)} convert --to nt {small}"
    for line in (
        f"{convert} /dev/fd/1",
        f"{convert} /dev/stderr 2>&1",
        f"{convert} /dev/fd/7 7>&1",
        f"{convert} >(cat) | cat",
    ):
        result = shell(line)
        assert (result.returncode, result.stdout, result.stderr) == (0, small.read_text(), "")
    result = shell(f"{convert} /dev/fd/77")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "jelly-bridge: cannot write to /dev/fd/77: Bad file descriptor\n"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_convert_to_standard_output_reports_an_error_in_one_line(
    folder: Path, tmp_path: Path
) -> None:
    command = " ".join(COMMAND)
    many = tmp_path / "many.nt"
    many.write_text("".join(f"<x:{i}> <x:p> <x:o> .\n" for i in range(70_000)))
    cut = folder / "cut.jelly"
    failures = {
        f"convert {many} -": (None, 2, "standard output: expected a name that ends in"),
        f"convert --to nt {cut} -": (None, 1, f"{cut}: frame "),
        **{
            f"convert --to {to} {many} -": ("/dev/full", 3, "standard output: No space")
            for to in ("nt", "thrift", "protobuf")
        },
        f"convert --to rdfb {many} -": ("/dev/null", 2, "more than one RDF/Borsh"),
    }
    for words, (out, code, message) in failures.items():
        result = run(*words.split(), out=out)
        assert (result.returncode, message in result.stderr) == (code, True), result.stderr
        assert len(result.stderr.splitlines()) == 1
    result = shell(f"set -o pipefail; {command} convert --to nt {many} - | head -n 1")
    assert (result.returncode, result.stderr) == (141, "")
    assert len(result.stdout.splitlines()) == 1
