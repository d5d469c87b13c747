"""Runs the command line on a folder with a file of every kind."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway

from files import write_all
from jelly_bridge import cli

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
    *words: str | Path,
    data: bytes = b"",
    out: str | Path | None = None,
    err: str | Path | None = None,
    file_blocks: int = 0,
) -> subprocess.CompletedProcess[str]:
    """Run the command line in a Java process that all tests share, as starting one is slow.

    Relative names are those of files in `here`.

    Args:
    words: The words after the command's name.
    data: Standard input.
    out: A file that standard output goes to.
    err: A file that standard error goes to.
    file_blocks: Largest size of any file, in KiB; 0 for no limit.
    """
    java = shared_java(file_blocks)
    array = java.new_array(java.jvm.java.lang.String, len(words))
    for i, word in enumerate(words):
        array[i] = str(word)
    streams = java.jvm.java.io
    buffers = [streams.ByteArrayOutputStream() for _ in range(2)]
    outputs = [
        buffer if file is None else _opened(java, str(file))
        for file, buffer in zip((out, err), buffers, strict=True)
    ]
    stdin = streams.ByteArrayInputStream(data)
    code = java.jvm.io.github.jellybridge.cli.CliMain.run(stdin, *outputs, array)
    stdout, stderr = (buffer.toByteArray().decode() for buffer in buffers)
    return subprocess.CompletedProcess(words, code, stdout, stderr)


def _opened(java: JavaGateway, file: str) -> Any:  # noqa: ANN401  a proxy of Py4J
    """Open a file for writing; for a FIFO, after its reader has closed it."""
    if not Path(file).is_fifo():
        return java.jvm.java.io.FileOutputStream(file)
    reader = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    stream = java.jvm.java.io.FileOutputStream(file)
    os.close(reader)
    return stream


@cache
def here() -> Path:
    """Return the current folder of `run`, whose name has special characters."""
    return Path(tempfile.mkdtemp(prefix="here #1 50% "))


@cache
def shared_java(file_blocks: int = 0) -> JavaGateway:
    """Start a Java process with the flags and the class path of the command line."""
    java, *flags, _, class_path, _ = cli._command(dict(os.environ), small=True)  # noqa: SLF001
    if file_blocks:
        program = here().with_name(f"{here().name} java")
        program.write_text(f"#!/bin/bash\nulimit -f {file_blocks}\nexec '{java}' \"$@\"\n")
        program.chmod(0o755)
        java = str(program)
    port, token = launch_gateway(
        classpath=class_path,
        javaopts=[flag for flag in flags if not flag.startswith("-Djelly-bridge.")],
        java_path=java,
        cwd=here(),
        die_on_exit=True,
        enable_auth=True,
    )
    return JavaGateway(gateway_parameters=GatewayParameters(port=port, auth_token=token))


def start(
    *words: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
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
    """Parse one JSON object per line."""
    return [json.loads(line) for line in text.splitlines()]
