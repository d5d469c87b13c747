"""The jar in the package is self-contained, and none of its classes conflicts with Spark's."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pyspark
import pytest

pytestmark = pytest.mark.smoke

SPARK_JARS = Path(pyspark.__file__).parent / "jars"
# All packages visible to users; every other one is moved below the first.
OWN_PACKAGES = ("io/github/jellybridge/", "org/apache/jena/", "eu/neverblink/")
# Libraries in the jar of which Spark or its dependencies also have a version.
MOVED = (
    b"com/apicatalog/",
    b"com/github/benmanes/",
    b"com/google/gson/",
    b"com/google/protobuf/",
    b"jakarta/json/",
    b"org/apache/commons/",
    b"org/apache/thrift/",
    b"org/glassfish/json/",
    b"org/roaringbitmap/",
    b"picocli/",
)


@pytest.fixture(scope="module")
def jar() -> Path:
    """The jar that the installed package carries."""
    package = find_spec("jelly_bridge")
    assert package
    found = [f for d in package.submodule_search_locations or [] for f in Path(d).glob("jars/*")]
    assert [f.name for f in found] == [f"jelly-bridge-{version('jelly-bridge')}.jar"]
    return found[0]


def classes(path: Path) -> set[str]:
    """Return the class names in a jar; those for one Java release count as the plain class."""
    with zipfile.ZipFile(path) as archive:
        return {
            re.sub(r"^META-INF/versions/\d+/", "", name)
            for name in archive.namelist()
            if name.endswith(".class") and not name.endswith("module-info.class")
        }


def test_no_class_has_the_name_of_a_class_of_spark(jar: Path) -> None:
    ours = classes(jar)
    spark = {name: other.name for other in SPARK_JARS.glob("*.jar") for name in classes(other)}
    assert len(spark) > 10_000
    assert sorted((name, spark[name]) for name in ours & spark.keys()) == []


def test_only_packages_of_ours_of_jena_and_of_jelly_jvm_are_visible(jar: Path) -> None:
    assert [name for name in sorted(classes(jar)) if not name.startswith(OWN_PACKAGES)] == []


def test_no_resource_at_the_root_changes_how_spark_logs_or_is_configured(jar: Path) -> None:
    with zipfile.ZipFile(jar) as archive:
        top = {name for name in archive.namelist() if "/" not in name}
    assert top <= {"ont-policy.rdf"}


def test_no_class_mentions_the_old_name_of_a_moved_library(jar: Path) -> None:
    # Longer paths are not mentions, whether new names or addresses; Commons Logging is Spark's.
    mention = re.compile(rb"(?<![\w/$.])(?:" + b"|".join(MOVED) + rb")(?!logging/)\w+")
    found: set[tuple[str, bytes]] = set()
    with zipfile.ZipFile(jar) as archive:
        for name in archive.namelist():
            if name.endswith(".class"):
                found |= {(name, m) for m in mention.findall(archive.read(name))}
    assert sorted(found) == []


def test_services_of_all_libraries_are_merged(jar: Path) -> None:
    with zipfile.ZipFile(jar) as archive:
        names = set(archive.namelist())
        service = "META-INF/services/org.apache.jena.sys.JenaSubsystemLifecycle"
        providers = archive.read(service).decode().split()
        providers_of_all = [
            line
            for name in names
            if name.startswith("META-INF/services/")
            for line in archive.read(name).decode().split()
        ]
    assert any(p.startswith("eu.neverblink.jelly.") for p in providers)
    assert "org.apache.jena.riot.system.InitRIOT" in providers
    assert len(providers) == len(set(providers))
    missing = [p for p in providers_of_all if p.replace(".", "/") + ".class" not in names]
    assert missing == []


def test_licences_of_all_libraries_are_kept(jar: Path) -> None:
    with zipfile.ZipFile(jar) as archive:
        names = archive.namelist()
    assert {"META-INF/LICENSE", "META-INF/NOTICE"} <= set(names)
    kept = {name.split("/")[2] for name in names if name.startswith("META-INF/third-party/")}
    for library in ("jena-core", "libthrift", "jakarta.json", "commons-io", "caffeine"):
        assert any(re.match(rf"{library}-\d", k) for k in kept), library


def test_jena_and_jelly_jvm_work_after_the_jars_of_spark(jar: Path) -> None:
    java = shutil.which("java")
    assert java
    program = Path(__file__).parent / "java" / "RiotSmoke.java"
    run = subprocess.run(
        # Spark's jars come first, as with a jar that was added with spark.jars.
        [java, "-Xmx1g", "-cp", f"{SPARK_JARS}/*:{jar}", str(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    syntaxes = run.stdout.count("ok ")
    assert syntaxes == len(run.stdout.splitlines()) == 13
