"""The command line: messages of one line on standard error, documented exit codes, open files."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli import COMMAND, objects, run, shell, write_files
from encoders import TRIPLES, encode_with_pyjelly
from files import triples

if TYPE_CHECKING:
    from pytest import TempPathFactory  # noqa: PT013  only the name of a type


@pytest.fixture(scope="module")
def folder(tmp_path_factory: TempPathFactory) -> Path:
    """A folder with a file of every kind, and some broken ones."""
    folder = tmp_path_factory.mktemp("cli")
    write_files(folder)
    return folder


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
    for name in ("-", "/dev/stdin", "/dev/fd/0"):
        read = f"{{ read first; {command} convert --from nt --to nt {name} -; }}"
        result = shell(f"{read} < {tmp_path / 'x.nt'}")
        assert (result.stderr, result.stdout) == ("", "".join(lines[1:]))
    # Far more than a pipe holds: what is not wanted must not keep anybody waiting.
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
@pytest.mark.parametrize("redirection", [">", ">>", "| cat >"])
def test_what_is_written_behind_a_conversion_to_standard_output_stands_behind_it(
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
def test_relative_iris_of_open_files_start_at_the_folder_as_those_of_riot(tmp_path: Path) -> None:
    folder = tmp_path / "at home"
    folder.mkdir()
    (folder / "x.ttl").write_text("<a> <#b> <?c> . <> <../d> <x:e> .")
    here = (folder / "").as_uri()
    expected = f"<{here}/a> <{here}/#b> <{here}/?c> .\n<{here}/> <{tmp_path.as_uri()}/d> <x:e> .\n"
    convert = f"cd '{folder}'; {' '.join(COMMAND)} convert --from ttl --to nt"
    for words in ("- - < x.ttl", "/dev/stdin - < x.ttl", "<(cat x.ttl) -"):
        result = shell(f"{convert} {words}")
        assert (result.returncode, result.stdout) == (0, expected)
    assert shell(f"{convert} --base x:y/z - - < x.ttl").stdout.startswith("<x:y/a> <x:y/z#b> ")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names open files as Linux does")
def test_a_file_is_not_converted_to_its_own_end(tmp_path: Path) -> None:
    # Which would never come: more than is read ahead.
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
        assert result.stderr == f"jelly-bridge: {name}: is what is written to, too\n"
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
        **{
            f"{command} convert --to {to} {many} - > /dev/full": (3, "standard output: No space")
            for to in ("nt", "thrift", "protobuf")
        },
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
