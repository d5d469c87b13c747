"""The command line: file systems that the user has configured for Spark or Hadoop."""

from __future__ import annotations

import os
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from cli import COMMAND, objects, run, shell, start
from encoders import TRIPLES, encode_with_pyjelly
from files import triples
from jelly_bridge import cli

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOUNTED = "viewfs://here/data/a.jelly"
"""A file in a file system of Hadoop that is empty without settings."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a file of seven statements, beside a folder for settings."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "a.jelly").write_bytes(encode_with_pyjelly(triples(7), TRIPLES))
    (tmp_path / "conf").mkdir()
    return folder


@pytest.fixture
def web(data: Path) -> Iterator[str]:
    """The address of a server that has the files of the folder."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(data))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def mount(folder: Path) -> dict[str, str]:
    """Return the settings that mount a folder as the parent of `MOUNTED`."""
    return {"fs.viewfs.mounttable.here.link./data": folder.as_uri()}


def site(settings: dict[str, str]) -> str:
    """Return settings in the form of Hadoop's configuration files."""
    properties = (
        f"<property><name>{name}</name><value>{value}</value></property>"
        for name, value in settings.items()
    )
    return f"<configuration>{''.join(properties)}</configuration>"


def count(path: str | Path, /, **environment: str | Path) -> tuple[int, str]:
    """Count the statements of a file; return the exit code and all output."""
    variables = {name: str(value) for name, value in environment.items()}
    done = start("count", path, cwd=None, **variables) if variables else run("count", path)
    return done.returncode, done.stdout + done.stderr


def test_settings_of_hadoop(data: Path) -> None:
    conf = data.parent / "conf"
    (conf / "core-site.xml").write_text(site(mount(data)))
    assert count(MOUNTED, HADOOP_CONF_DIR=conf) == (0, f"7\t{MOUNTED}\n")


def test_settings_of_hadoop_for_spark(data: Path) -> None:
    defaults = data.parent / "conf" / "spark-defaults.conf"
    lines = [f"spark.hadoop.{name}  {value}\n" for name, value in mount(data).items()]
    defaults.write_text("".join(["# mine\n", "spark.master local\n", *lines]))
    assert count(MOUNTED, SPARK_CONF_DIR=defaults.parent) == (0, f"7\t{MOUNTED}\n")
    defaults.unlink()
    code, said = count(MOUNTED, SPARK_CONF_DIR=defaults.parent)
    assert code == 2
    assert said.startswith(f"jelly-bridge: {MOUNTED}: ")


def test_settings_need_not_be_utf_8(data: Path) -> None:
    lines = [f"spark.hadoop.{name}  {value}\n" for name, value in mount(data).items()]
    text = "".join(["# caf\u00e9\n", *lines])
    (data.parent / "conf" / "spark-defaults.conf").write_bytes(text.encode("latin-1"))
    assert count(MOUNTED, SPARK_CONF_DIR=data.parent / "conf") == (0, f"7\t{MOUNTED}\n")


def test_jars_of_spark(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    conf = data.parent / "conf"
    jar = conf / "a file system.jar"
    with zipfile.ZipFile(jar, "w") as entries:
        entries.writestr("core-site.xml", site(mount(data)))
    assert count(MOUNTED, SPARK_DIST_CLASSPATH=jar) == (0, f"7\t{MOUNTED}\n")
    (conf / "spark-defaults.conf").write_text(f"spark.jars file://{jar},local:/none.jar")
    assert count(MOUNTED, SPARK_CONF_DIR=conf) == (0, f"7\t{MOUNTED}\n")
    monkeypatch.setenv("SPARK_CONF_DIR", str(conf))
    for line in (
        f"spark.jars /none.jar, {jar}",
        f"spark.jars file:{jar}",
        f"spark.jars file://{jar},local:/none.jar",
        f"spark.driver.extraClassPath={jar}",
    ):
        (conf / "spark-defaults.conf").write_text(line)
        *_, class_path, _ = cli._command({}, small=True)  # noqa: SLF001
        assert str(jar) in class_path.split(os.pathsep), line


def test_a_name_without_a_scheme_is_one_of_this_machine(data: Path) -> None:
    conf = data.parent / "conf"
    (conf / "core-site.xml").write_text(site({"fs.defaultFS": "viewfs://here"}))
    file = data / "a.jelly"
    assert count(file, HADOOP_CONF_DIR=conf) == (0, f"7\t{file}\n")


def test_a_file_system_that_is_not_there(data: Path) -> None:
    conf = data.parent / "conf"
    (conf / "spark-defaults.conf").write_text("spark.hadoop.fs.far.impl org.example.FarFileSystem")
    code, said = count("far://here/a.jelly", SPARK_CONF_DIR=conf)
    assert code == 2
    assert said == (
        "jelly-bridge: far://here/a.jelly: Class org.example.FarFileSystem not found: add its jar"
        " to spark.jars in spark-defaults.conf, or to SPARK_DIST_CLASSPATH\n"
    )


def test_users_without_a_name_read_and_write_files(data: Path) -> None:
    without_name = "unshare --user --map-user=54321"
    if shell(f"{without_name} true").returncode != 0:
        pytest.skip("SKIPPED: this system does not allow users without a name")
    done = shell(f"cd {data} && {without_name} {' '.join(COMMAND)} convert a.jelly b.nt")
    assert (done.returncode, done.stderr) == (0, "")
    assert len((data / "b.nt").read_text().splitlines()) == 7


def test_files_of_a_web_server_have_a_size_and_no_index(data: Path, web: str) -> None:
    (info,) = objects(run("inspect", "--json", f"{web}/a.jelly").stdout)
    assert info["bytes"] == (data / "a.jelly").stat().st_size
    assert (info["path"], info["statements"]) == (f"{web}/a.jelly", 7)
    assert count(f"{web}/b.jelly") == (2, f"jelly-bridge: {web}/b.jelly: no such file\n")
    result = run("index", f"{web}/a.jelly")
    assert (result.returncode, result.stdout) == (2, "")
    message = "cannot be indexed: its size is not known"
    assert result.stderr == f"jelly-bridge: {web}/a.jelly: {message}\n"
