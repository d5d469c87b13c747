"""Runs the command line, on a folder with a file of every kind."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from files import write_all

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = [sys.executable, "-m", "jelly_bridge"]


def write_files(folder: Path) -> None:
    """Write a file of every kind, and some broken ones."""
    (folder / "good").mkdir()
    contents = write_all(folder / "good")
    (folder / "contents.json").write_text(json.dumps({k: len(v) for k, v in contents.items()}))
    data = (folder / "good" / "pyjelly-triples.jelly").read_bytes()
    (folder / "cut.jelly").write_bytes(data[:-3])
    (folder / "cut.jelly.gz").write_bytes((folder / "good" / "gzip.jelly.gz").read_bytes()[:-3])
    (folder / "text.jelly").write_text("<a> <b> <c> .\n")
    (folder / "empty").mkdir()


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


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash."""
    return subprocess.run(
        [shutil.which("bash") or "bash", "-c", command],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )


def objects(text: str) -> list[dict[str, Any]]:
    """Parse one JSON object a line."""
    return [json.loads(line) for line in text.splitlines()]
