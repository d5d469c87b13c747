"""The tutorial works: its blocks, run in order in an empty folder, print the output on the page.

`UPDATE_DOCS=1 pytest tests/test_tutorial.py` writes the output and the chart into the page.
"""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import threading
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).resolve().parents[1] / "docs" / "tutorial.md"
PICTURE = PAGE.parent / "img" / "tutorial.png"
BLOCK = re.compile(
    r'^```(python|text|console)(?: title="([\w.]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL
)
UPDATE = os.environ.get("UPDATE_DOCS") == "1"
SECONDS = 300


class InteractivePython:
    """Python as a user starts it: it reads lines, and prints the values of expressions."""

    def __init__(self, folder: Path, errors: Path) -> None:
        """Start Python in a folder. Its messages go to the file `errors`."""
        self._errors = errors
        with errors.open("w") as stderr:
            self._process = subprocess.Popen(
                ["python", "-i", "-q"],  # noqa: S607  from the PATH, as on the page
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                encoding="utf-8",
            )
        self._timer = threading.Timer(SECONDS, self._process.kill)
        self._timer.start()

    def run(self, code: str) -> str:
        """Run the lines of a block and return their output."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin
        assert stdout
        stdin.write(f"{code}\nprint('end of', 'block')\n")
        stdin.flush()
        lines: list[str] = []
        while (line := stdout.readline()) != "end of block\n":
            assert line, f"Python ended in this block:\n{code}{self._messages()}"
            lines.append(line)
        messages = self._messages()
        assert not re.search(r"^(Traceback|\w+Error\b)", messages, re.MULTILINE), messages
        return "".join(lines)

    def _messages(self) -> str:
        # Spark and the prompt of Python write to the same line.
        return self._errors.read_text(encoding="utf-8").replace(">>> ", "").replace("... ", "")

    def close(self) -> None:
        """End Python, and with it Spark."""
        self._process.communicate(timeout=SECONDS)
        self._timer.cancel()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder; the commands of this environment are the first on the PATH."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    result = tmp_path / "tutorial"
    result.mkdir()
    return result


@pytest.fixture
def python(folder: Path, tmp_path: Path) -> Iterator[InteractivePython]:
    """Python, started in the folder."""
    process = InteractivePython(folder, tmp_path / "errors.txt")
    yield process
    process.close()


def console(text: str, folder: Path) -> str:
    """Run the commands of a console block and return the block with their output."""
    lines = []
    for command in re.findall(r"^\$ (.*)$", text, re.MULTILINE):
        result = subprocess.run(
            ["bash", "-c", command],  # noqa: S607  as on the page
            cwd=folder,
            check=False,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
        assert (result.returncode, result.stderr) == (0, ""), command
        lines += [f"$ {command}\n", result.stdout]
    return "".join(lines)


def pixels(png: bytes) -> tuple[tuple[int, int], bytes]:
    """Return the width and height of a PNG file, and its decompressed image data."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    start, data = 8, b""
    while start < len(png):
        length, kind = struct.unpack(">I4s", png[start : start + 8])
        if kind == b"IDAT":
            data += png[start + 8 : start + 8 + length]
        start += length + 12
    return (width, height), zlib.decompress(data)


def test_every_block_prints_the_output_on_the_page_and_the_last_one_draws_the_chart(
    folder: Path, python: InteractivePython
) -> None:
    printed = ""

    def run(block: re.Match[str]) -> str:
        nonlocal printed
        kind, name, content = block.groups()
        if kind == "text":
            assert printed, "the output of no block"
            output, printed = printed, ""
            return f"```text\n{output}```"
        assert printed == "", "the page lacks the output of a block"
        if kind == "console":
            return f"```console\n{console(content, folder)}```"
        if name:
            (folder / name).write_text(content, encoding="utf-8")
        else:
            # Only line ends differ: Spark's tables end with an empty line.
            printed = re.sub(r"\n+\Z", "\n", python.run(content))
        return block.group()

    page = PAGE.read_text(encoding="utf-8")
    actual = BLOCK.sub(run, page)
    assert printed == ""
    picture = (folder / "loans.png").read_bytes()
    size, data = pixels(picture)
    assert min(size) > 200
    assert len(set(data)) > 50
    if UPDATE:
        PAGE.write_text(actual, encoding="utf-8")
        PICTURE.write_bytes(picture)
    assert pixels(PICTURE.read_bytes())[0] == size
    assert actual == page or UPDATE
