"""The command line: target files of conversions beside other writers, or ended by signals."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from cli import COMMAND, run, shell
from encoders import TRIPLES, encode_with_pyjelly
from files import triples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MANY = 20_000


@pytest.fixture(autouse=True)
def _signals_are_not_ignored() -> Iterator[None]:
    """Let processes start as in a terminal, also under nohup or with an `&` in a script."""
    before = {n: signal.getsignal(n) for n in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)}
    ignored = [number for number, handler in before.items() if handler is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


class Conversion:
    """A conversion of a pipe to a file, which pauses in the middle."""

    def __init__(self, folder: Path, source: str, target: str) -> None:
        """Start the conversion and return when it has begun its target."""
        before = temporary_files(folder)
        os.mkfifo(folder / source)
        self.process = subprocess.Popen(
            [*COMMAND, "convert", "--from", "nt", source, target],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.pipe = (folder / source).open("w")
        self.text = "".join(f"<x:{source}-{i}> <x:p> <x:o> .\n" for i in range(MANY))
        self.pipe.write(self.text)
        self.pipe.flush()
        wait_until(lambda: temporary_files(folder) > before)

    def finish(self) -> tuple[int, str]:
        """Let the conversion finish; return its exit code and messages."""
        self.pipe.close()
        _, messages = self.process.communicate(timeout=60)
        return self.process.returncode, messages

    def end(self, number: int) -> tuple[int, str]:
        """Send the conversion a signal; return its exit code and messages."""
        self.process.send_signal(number)
        _, messages = self.process.communicate(timeout=60)
        return self.process.returncode, messages


def temporary_files(folder: Path) -> set[str]:
    """Return the names of hidden files."""
    return {file.name for file in folder.iterdir() if file.name.startswith(".")}


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for a condition, for a limited time."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_of_two_conversions_to_one_target_the_first_to_end_gets_it(tmp_path: Path) -> None:
    first = Conversion(tmp_path, "a.nt", "out.nt")
    second = Conversion(tmp_path, "b.nt", "out.nt")
    assert len(temporary_files(tmp_path)) == 2
    assert first.finish() == (0, "")
    assert second.finish() == (
        2,
        "jelly-bridge: out.nt: exists already; delete it, or choose another name\n",
    )
    assert (tmp_path / "out.nt").read_text() == first.text
    assert temporary_files(tmp_path) == set()


def test_a_file_of_the_user_with_the_name_of_a_former_temporary_file_stays(tmp_path: Path) -> None:
    (tmp_path / ".out.nt.part").write_text("mine")
    assert Conversion(tmp_path, "a.nt", "out.nt").finish() == (0, "")
    assert (tmp_path / ".out.nt.part").read_text() == "mine"


@pytest.mark.parametrize(("umask", "mode"), [("077", 0o600), ("002", 0o664)])
def test_the_umask_decides_who_may_read_new_files(tmp_path: Path, umask: str, mode: int) -> None:
    (tmp_path / "a.jelly").write_bytes(encode_with_pyjelly(triples(1), TRIPLES))
    command = " ".join(COMMAND)
    done = shell(
        f"cd {tmp_path} && umask {umask} && {command} index a.jelly"
        f" && {command} convert a.jelly a.nt"
    )
    assert done.returncode == 0, done.stderr
    for name in (".a.jelly.index", "a.nt"):
        assert (tmp_path / name).stat().st_mode & 0o777 == mode, name


def test_names_of_temporary_files_are_never_too_long(here: Path) -> None:
    # In the last name, the longest prefix would end in half of a surrogate pair.
    for name in ("n" * 250 + ".nt", "\u6f22" * 80 + ".nt", "n" * 49 + "\U0001f600.nt"):
        source = here / "small.nt"
        source.write_text("<x:a> <x:p> <x:o> .\n")
        result = run("convert", source, name)
        assert (result.returncode, result.stderr) == (0, "")
        assert (here / name).read_text() == source.read_text()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_conversion_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    conversion = Conversion(tmp_path, "a.nt", "out.nt")
    assert conversion.end(number) == (128 + number, "")
    assert [file.name for file in tmp_path.iterdir()] == ["a.nt"]


@pytest.mark.parametrize("name", ["SIGKILL", "SIGQUIT"])
def test_killing_python_ends_java_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    conversion = Conversion(tmp_path, "a.nt", "out.nt")
    conversion.end(getattr(signal, name))
    wait_until(lambda: not temporary_files(tmp_path))
    # Java has closed its input as well.
    wait_until(lambda: is_broken(conversion))
    assert [file.name for file in tmp_path.iterdir()] == ["a.nt"]


def is_broken(conversion: Conversion) -> bool:
    """Return whether the pipe of a conversion has lost its reader."""
    try:
        os.write(conversion.pipe.fileno(), b"#\n")
    except BrokenPipeError:
        return True
    return False


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    former = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        conversion = Conversion(tmp_path, "a.nt", "out.nt")
    finally:
        signal.signal(signal.SIGHUP, former)
    conversion.process.send_signal(signal.SIGHUP)
    assert conversion.finish() == (0, "")
    assert (tmp_path / "out.nt").read_text() == conversion.text


# ---- full disks ----


@pytest.mark.parametrize("name", ["out.nt", "out.nt.gz", "out.jelly", "out.rt", "out.rdfb"])
def test_a_full_disk_is_one_line_that_names_the_target(tmp_path: Path, name: str) -> None:
    source = tmp_path / "many.nt"
    source.write_text("".join(f"<x:{i * i}> <x:p> <x:o> .\n" for i in range(MANY)))
    result = run("convert", source, tmp_path / name, file_blocks=8)
    assert result.stderr == f"jelly-bridge: {tmp_path / name}: File too large\n"
    assert (result.returncode, result.stdout) == (3, "")
    assert [file.name for file in tmp_path.iterdir()] == ["many.nt"]


@pytest.mark.parametrize("name", ["out.rdfp", "out.rdfp.gz", "out.jellyp"])
def test_a_full_disk_is_one_line_that_names_the_patch(tmp_path: Path, name: str) -> None:
    text, binary = tmp_path / "many.rdfp", tmp_path / "many.jellyp"
    text.write_text("".join(f"A <x:{i * i}> <x:p> <x:o> .\n" for i in range(MANY)))
    assert run("convert", text, binary).returncode == 0
    source = text if name.endswith(".jellyp") else binary
    result = run("convert", source, tmp_path / name, file_blocks=8)
    assert result.stderr == f"jelly-bridge: {tmp_path / name}: File too large\n"
    assert (result.returncode, result.stdout) == (3, "")
    assert {file.name for file in tmp_path.iterdir()} == {"many.rdfp", "many.jellyp"}


def test_a_full_disk_is_one_line_that_names_the_indexed_file(tmp_path: Path) -> None:
    source = tmp_path / "a.jelly"
    source.write_bytes(encode_with_pyjelly(triples(), TRIPLES))
    result = shell(f"ulimit -f 0; {' '.join(COMMAND)} index {source}")
    assert result.stderr == (
        f"jelly-bridge: {source}: cannot write its index .a.jelly.index: File too large\n"
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert [file.name for file in tmp_path.iterdir()] == ["a.jelly"]
