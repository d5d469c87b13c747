"""Errors of sessions, of the Python package and of the command line."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from copy import copy
from types import SimpleNamespace
from typing import Any, Final

import pyspark
import pytest

from cli import COMMAND, run, start
from error_cases import Cases, Place
from jelly_bridge import _jvm, _requirements, inspect_jelly, read_jelly, session

TOOLS: Final = Cases()

# ---- sessions ----


@TOOLS.add("The session does not have the jar")
def _(at: Place) -> object:
    jvm: Any = at.spark._jvm  # noqa: SLF001  the one way to the JVM
    thread = jvm.java.lang.Thread.currentThread()
    loader = thread.getContextClassLoader()
    # That of Spark alone, as in a session that was started without the jar.
    thread.setContextClassLoader(jvm.ClassLoader.getSystemClassLoader())
    try:
        return at.spark.read.format("jelly").load(str(at.jelly()))
    finally:
        thread.setContextClassLoader(loader)


@TOOLS.add("The session does not accept the jar")
def _(at: Place) -> object:
    at.monkeypatch.setattr(_jvm, "knows_source", lambda _: False)
    at.monkeypatch.setattr(_jvm, "add_jar", lambda *_: None)
    at.monkeypatch.setattr(session, "jar_path", lambda: at / "jelly-bridge-VERSION.jar")
    return read_jelly(at.jelly(), spark=at.spark)


@TOOLS.add("PySpark is not installed")
def _(at: Place) -> object:
    at.monkeypatch.setitem(sys.modules, "pyspark", None)
    return importlib.reload(_requirements)


@TOOLS.add("PySpark is too old")
def _(at: Place) -> object:
    at.monkeypatch.setattr(pyspark, "__version__", "3.5.4")
    return importlib.reload(_requirements)


@TOOLS.add("Only pyspark-client is installed")
def _(at: Place) -> object:
    at.monkeypatch.setattr(_jvm, "is_remote_only", lambda: True)
    at.monkeypatch.setattr(_jvm, "running_session", lambda: None)
    return read_jelly(at.jelly())


@TOOLS.add("The session was stopped")
def _(at: Place) -> object:
    stopped: Any = copy(at.spark)
    # Stopping the session would end the tests.
    stopped._sc = SimpleNamespace(_jsc=None)  # noqa: SLF001
    return read_jelly(at.jelly(), spark=stopped)


@TOOLS.add("A function needs the JVM, and this is Spark Connect")
def _(at: Place) -> object:
    remote: Any = type(
        "SparkSession", (), {"__module__": "pyspark.sql.connect.session", "readStream": None}
    )()
    return inspect_jelly(at.jelly(), spark=remote)


# ---- Python ----


@TOOLS.add("inspect_jelly finds the file malformed")
def _(at: Place) -> object:
    file = at.jelly()
    file.write_bytes(file.read_bytes()[:-20])
    return inspect_jelly(file)


# ---- the command line ----


@TOOLS.add("The command is unknown")
def _(_: Place) -> object:
    return run("counts", "people.jelly")


@TOOLS.add("An option of the command is unknown")
def _(_: Place) -> object:
    return run("count", "--form", "nt", "people.jelly")


@TOOLS.add("The value of an option of the command is not allowed")
def _(_: Place) -> object:
    return run("count", "--from", "n3", "people.jelly")


@TOOLS.add("A file does not exist")
def _(at: Place) -> object:
    return run("count", at / "people.jelly")


@TOOLS.add("A file may not be read")
def _(at: Place) -> object:
    file = at.jelly()
    file.chmod(0)
    words = [*COMMAND, "count", str(file)]
    if os.geteuid() == 0:
        # Nothing is forbidden to the superuser, except without these capabilities.
        if shutil.which("setpriv") is None:
            pytest.skip("SKIPPED: the superuser may read all files")
        words = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *words]
    return subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)


@TOOLS.add("The format of a file is unknown")
def _(at: Place) -> object:
    return run("count", at.write("people.n3", "<x:s> <x:p> <x:o> .\n"))


@TOOLS.add("A file is malformed")
def _(at: Place) -> object:
    return run("head", at.write("people.nt", "<x:s> <x:p> .\n"))


@TOOLS.add("The target of convert exists")
def _(at: Place) -> object:
    return run("convert", at.jelly(), at.write("people.nt", ""))


@TOOLS.add("The extension of the target is unknown")
def _(at: Place) -> object:
    return run("convert", at.jelly(), at / "people.n3")


@TOOLS.add("The format of the target cannot hold a statement")
def _(at: Place) -> object:
    file = at.write("people.nq", "<x:s> <x:p> <x:o> <x:g> .\n")
    return run("convert", file, at / "people.nt")


@TOOLS.add("The output cannot be written")
def _(at: Place) -> object:
    return run("count", at.jelly(), out="/dev/full")


@TOOLS.add("Java is missing")
def _(_: Place) -> object:
    return start("count", "people.jelly", PATH="/nowhere", JAVA_HOME="")


@TOOLS.add("Java is too old")
def _(at: Place) -> object:
    home = at / "java-11"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "java").write_text("#!/bin/sh\n")
    (home / "bin" / "java").chmod(0o755)
    (home / "release").write_text('JAVA_VERSION="11.0.21"\n')
    return start("count", "people.jelly", JAVA_HOME=str(home))
