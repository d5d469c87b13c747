"""The parts of the Python build that pyproject.toml cannot say.

The package carries the jar, and the links of its README lead to the repository.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
VERSION = (ROOT / "VERSION").read_text().strip()
JAR = f"jelly-bridge-{VERSION}.jar"
PAGES = f"https://github.com/jellybridge/jelly-bridge/blob/v{VERSION}/"
SOURCES = (
    "VERSION",
    "build.gradle",
    "settings.gradle",
    "buildSrc/src",
    "jvm/*/src/main",
    "jvm/*/build.gradle",
    "python/jelly_bridge/*.sql",
)


def out_of_date(jar: Path) -> bool:
    """Tell whether the jar is missing or older than a file it is made of."""
    if not jar.is_file():
        return True
    made = jar.stat().st_mtime
    sources = (path for pattern in SOURCES for path in ROOT.glob(pattern))
    files = (f for path in sources for f in [path, *path.rglob("*")] if f.is_file())
    return any(f.stat().st_mtime > made for f in files)


def provide_jar() -> None:
    """Put the jar into the package's source folder, building it when there is none yet.

    JELLY_BRIDGE_SKIP_JAR=1 leaves the folder as it is; scripts/setup uses that, since the other
    scripts keep the jar up to date themselves.

    Raises:
        SystemExit: there is no jar and Gradle is missing or fails.
    """
    if os.environ.get("JELLY_BRIDGE_SKIP_JAR") == "1":
        return
    packaged = ROOT / "python" / "jelly_bridge" / "jars" / JAR
    if not (ROOT / "build.gradle").is_file():
        # An unpacked source distribution: it has the jar and not the JVM sources.
        if not packaged.is_file():
            raise SystemExit(f"error: {packaged} is missing from this source distribution")
        return
    built = ROOT / "build" / "libs" / JAR
    gradle = shutil.which("gradle")
    if out_of_date(built) and (gradle or not built.is_file()):
        if gradle is None:
            raise SystemExit(
                f"error: {built} is not there and Gradle, which builds it, is not installed.\n"
                "Install Gradle and a JDK 17 or newer (Debian, Ubuntu: "
                "apt-get install gradle openjdk-17-jdk-headless), or run ./scripts/setup."
            )
        command = [gradle, "--no-daemon", "-q", "assemble"]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:  # noqa: S603
            raise SystemExit("error: `gradle assemble` failed; its messages are above")
    packaged.parent.mkdir(exist_ok=True)
    for old in packaged.parent.glob("jelly-bridge-*.jar"):
        old.unlink()
    shutil.copyfile(built, packaged)


def readme() -> str:
    """Return the README with absolute links: PyPI shows it without the other files."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)([^)]+)", rf"\1{PAGES}\2?raw=true", text)
    return re.sub(r"(\]\()(?!https?:)", rf"\1{PAGES}", text)


class BuildPy(build_py):
    """build_py with the jar among the package's data."""

    def run(self) -> None:
        """Provide the jar, drop jars of former builds, then copy the package."""
        provide_jar()
        if self.build_lib:
            shutil.rmtree(Path(self.build_lib) / "jelly_bridge", ignore_errors=True)
        # Computed before the jar was there.
        self.__dict__.pop("data_files", None)
        super().run()


class Sdist(sdist):
    """Source distribution that holds the jar instead of the JVM sources."""

    def run(self) -> None:
        """Provide the jar, then pack."""
        provide_jar()
        super().run()


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    cmdclass={"build_py": BuildPy, "sdist": Sdist},
    # Beside Gradle's own build/libs, not mixed with it.
    options={"build": {"build_base": "build/python"}},
)
