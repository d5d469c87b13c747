"""What scripts/release makes can be installed and used, and two builds give the same bytes."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyspark
import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from processes import spark_environment
from sbom import licences
from test_docs import BLOCK, tidy, write_files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

pytestmark = pytest.mark.long

ROOT: Final = Path(__file__).resolve().parents[1]
VERSION: Final = (ROOT / "VERSION").read_text().strip()
SPARK: Final = Path(pyspark.__file__).parent
GROUP: Final = "io/github/jellybridge"
BUILD_SECONDS: Final = 1500


def run(
    command: Sequence[str | Path],
    folder: Path,
    environment: Mapping[str, str] | None = None,
    stdin: str = "",
) -> str:
    """Run a program in a folder and return its output."""
    result = subprocess.run(
        command,
        cwd=folder,
        env={**spark_environment(), **(environment or {})},
        input=stdin,
        check=False,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="session")
def release(testrun_uid: str) -> Path:
    """Make a release once in this run, whichever process comes first."""
    folder = ROOT / "build"
    with (folder / "release.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() != testrun_uid:
            run([ROOT / "scripts" / "release", "--dry-run"], ROOT)
            lock.truncate(0)
            lock.write(testrun_uid)
    return folder / "release"


@pytest.fixture
def python(release: Path, tmp_path: Path) -> Path:
    """The Python of an environment that holds the wheel and nothing else."""
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    (wheel,) = (release / "python").glob("*.whl")
    run([python, "-m", "pip", "install", "--quiet", "--no-index", wheel], tmp_path)
    return python


@pytest.fixture
def cluster(tmp_path: Path) -> dict[str, str]:
    """Environment variables with the PySpark of a cluster."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    for name in ("pyspark", "py4j"):
        (folder / name).symlink_to(SPARK.parent / name)
    return {"PYTHONPATH": str(folder)}


def test_two_builds_in_two_folders_give_the_same_bytes() -> None:
    """Tests the last commit, not changes that are not committed."""
    run([ROOT / "scripts" / "release", "--check"], ROOT)


def test_the_wheel_runs_the_example_of_the_readme_with_the_spark_of_a_cluster(
    python: Path, cluster: dict[str, str], tmp_path: Path
) -> None:
    write_files(tmp_path)
    blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    (code,) = (text for kind, text in blocks if kind == "python")
    (output,) = (text for kind, text in blocks if kind == "text")
    assert tidy(run([python, "-c", code], tmp_path, cluster)) == output


def test_the_wheel_brings_no_spark_and_says_how_to_get_it(python: Path, tmp_path: Path) -> None:
    program = "try:\n  import jelly_bridge\nexcept ImportError as error: print(error)"
    message = run([python, "-c", program], tmp_path)
    assert "needs PySpark, which is not installed: run pip install 'jelly-bridge[spark]'" in message


def test_spark_is_an_extra_of_the_wheel(python: Path) -> None:
    (folder,) = python.parents[1].glob("lib/*/site-packages/jelly_bridge-*.dist-info")
    assert PathDistribution(folder).requires == ['pyspark<5,>=4.0; extra == "spark"']


def test_the_readme_on_pypi_has_absolute_links(python: Path) -> None:
    (folder,) = python.parents[1].glob("lib/*/site-packages/jelly_bridge-*.dist-info")
    links = re.findall(r"\]\(([^)]+)\)", (folder / "METADATA").read_text("utf-8"))
    assert len(links) > 20
    assert all(link.startswith("https://") for link in links)


def test_pyspark_gets_the_jar_from_a_maven_repository(release: Path, tmp_path: Path) -> None:
    write_files(tmp_path)
    settings = tmp_path / "ivysettings.xml"
    settings.write_text(
        '<ivysettings><settings defaultResolver="files"/><resolvers><ibiblio name="files"'
        f' m2compatible="true" root="{(release / "maven").as_uri()}"/></resolvers></ivysettings>'
    )
    program = 'print("people:", spark.read.format("jelly").load("people.jelly").count())\n'
    output = run(
        [
            SPARK / "bin" / "pyspark",
            *("--packages", f"{GROUP.replace('/', '.')}:jelly-bridge-spark_2.13:{VERSION}"),
            *("--conf", f"spark.jars.ivySettings={settings}"),
            *("--conf", f"spark.jars.ivy={tmp_path / 'ivy'}"),
        ],
        tmp_path,
        {"PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON_OPTS": "-i"},
        stdin=program,
    )
    assert re.search(r"^people: 8$", output, re.MULTILINE), output
    jars = [jar.name for jar in (tmp_path / "ivy" / "jars").iterdir()]
    assert jars == [f"io.github.jellybridge_jelly-bridge-spark_2.13-{VERSION}.jar"]


def test_gradle_gets_the_core_and_its_libraries(release: Path, tmp_path: Path) -> None:
    (tmp_path / "settings.gradle").write_text("rootProject.name = 'user'")
    (tmp_path / "build.gradle").write_text(f"""
        apply plugin: 'java'
        repositories {{
          maven {{ url = '{(release / "maven").as_uri()}' }}
          mavenCentral()
        }}
        dependencies {{ implementation 'io.github.jellybridge:jelly-bridge-core:{VERSION}' }}
        task jars {{ doLast {{ configurations.runtimeClasspath.each {{ println it.name }} }} }}
    """)
    jars = run(["gradle", "--no-daemon", "--offline", "-q", "jars"], tmp_path).split()
    assert f"jelly-bridge-core-{VERSION}.jar" in jars
    assert any(jar.startswith("commons-compress-") for jar in jars)
    assert not any("lz4" in jar or "spark" in jar for jar in jars)


@pytest.mark.parametrize("name", ["jelly-bridge-core", "jelly-bridge-spark_2.13"])
def test_each_maven_artefact_has_what_maven_central_demands(release: Path, name: str) -> None:
    folder = release / "maven" / GROUP / name / VERSION
    start = f"{name}-{VERSION}"
    parts = [f"{start}{end}" for end in (".jar", "-javadoc.jar", "-sources.jar", ".pom")]
    ends = ["", ".asc", ".md5", ".sha1", ".sha256"]
    assert {file.name for file in folder.iterdir()} == {p + end for p in parts for end in ends}
    for part, entry in (
        (f"{start}.jar", f"{GROUP}/jelly/JellyReader.class"),
        (f"{start}-sources.jar", f"{GROUP}/jelly/JellyReader.java"),
        (f"{start}-javadoc.jar", f"{GROUP}/jelly/JellyReader.html"),
    ):
        with zipfile.ZipFile(folder / part) as jar:
            assert {entry, "META-INF/LICENSE", "META-INF/NOTICE"} <= set(jar.namelist())


def test_signatures_and_checksums_are_those_of_the_files(release: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys.gpg"
    run(["gpg", "--batch", "--dearmor", "--output", keys, release / "KEY.asc"], tmp_path)
    signatures = list((release / "maven").rglob("*.asc"))
    assert len(signatures) == 8
    for signature in signatures:
        run(["gpgv", "--keyring", keys, signature, signature.with_suffix("")], tmp_path)
    checked = run(["sha256sum", "--check", "SHA256SUMS"], release)
    assert checked.count(": OK\n") == sum(f.is_file() for f in release.rglob("*")) - 1
    for file in (release / "maven").rglob("*.sha1"):
        line = f"{file.read_text()}  {file.with_suffix('').name}\n"
        run(["sha1sum", "--check", "--status"], file.parent, stdin=line)


def test_the_bill_of_materials_is_valid_and_agrees_with_the_notice(release: Path) -> None:
    (file,) = release.glob("*.cdx.json")
    text = file.read_text(encoding="utf-8")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    listed = {f"{c['group']}:{c['name']}" for c in json.loads(text)["components"]}
    assert listed == licences((ROOT / "NOTICE").read_text(encoding="utf-8")).keys()
    # Each library with a text of its licence in the jar is in the bill of materials.
    jar = release / "maven" / GROUP / "jelly-bridge-spark_2.13" / VERSION
    with zipfile.ZipFile(jar / f"jelly-bridge-spark_2.13-{VERSION}.jar") as archive:
        names = archive.namelist()
    kept = {name.split("/")[2] for name in names if name.startswith("META-INF/third-party/")}
    named = {f"{c['name']}-{c['version']}" for c in json.loads(text)["components"]}
    assert kept
    assert kept <= named


def test_release_notes_are_the_section_of_the_changelog(release: Path) -> None:
    notes = (release / "RELEASE_NOTES.md").read_text(encoding="utf-8")
    assert notes.startswith(f"# jelly-bridge {VERSION}\n")
    assert "### Added\n" in notes
    assert "\n## [" not in notes


def test_release_notes_name_the_tools_of_the_build(release: Path) -> None:
    last = (release / "RELEASE_NOTES.md").read_text(encoding="utf-8").splitlines()[-1]
    tools = r"Built with JDK 17[\w.+-]+, Gradle [\d.]+, Python 3\.[\d.]+, zlib [\w.-]+\."
    assert re.fullmatch(tools, last)


def test_a_release_with_a_key_demands_a_tag(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    run(["git", "clone", "--quiet", "--shared", ROOT, copy], tmp_path)
    result = subprocess.run(
        [copy / "scripts" / "release", "--key", "0000"],
        check=False,
        capture_output=True,
        text=True,
        env=dict(os.environ),
    )
    shutil.rmtree(copy)
    assert (result.returncode, result.stdout) == (1, "")
    assert f"does not have the tag v{VERSION}" in result.stderr
