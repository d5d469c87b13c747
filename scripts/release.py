"""Packs and signs the files of a release in build/release; part of scripts/release.

Reads build/release-parts, written by the Gradle task `releaseParts`, and the wheel and the source
distribution in build/release/python. All files get the date SOURCE_DATE_EPOCH.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
import zlib
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sbom import bill_of_materials

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).resolve().parents[1]
VERSION: Final = (ROOT / "VERSION").read_text().strip()
PARTS: Final = ROOT / "build" / "release-parts"
OUT: Final = ROOT / "build" / "release"
GROUP: Final = "io.github.jellybridge"
URL: Final = "https://github.com/jellybridge/jelly-bridge"
ARTEFACTS: Final = {
    "jelly-bridge-core": "Codecs for Jelly, RDF/Borsh and N-Triples, without Spark.",
    "jelly-bridge-spark_2.13": "RDF as Spark tables: one jar with all libraries that Spark lacks.",
}
POM: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>{group}</groupId>
  <artifactId>{name}</artifactId>
  <version>{version}</version>
  <name>{name}</name>
  <description>{description}</description>
  <url>{url}</url>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>
    </license>
  </licenses>
  <developers>
    <developer>
      <name>The jelly-bridge authors</name>
      <url>{url}</url>
    </developer>
  </developers>
  <scm>
    <connection>scm:git:{url}.git</connection>
    <url>{url}</url>
  </scm>
  <dependencies>
{dependencies}  </dependencies>
</project>
"""
DEPENDENCY: Final = """\
    <dependency>
      <groupId>{group}</groupId>
      <artifactId>{name}</artifactId>
      <version>{version}</version>
      {scope}
    </dependency>
"""


def main() -> int:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="release.py", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("pack", help="everything except signatures and SHA256SUMS")
    sign = commands.add_parser("sign", help="sign the Maven artefacts, and add all checksums")
    sign.add_argument("--key", required=True, help="the key of GPG")
    arguments = parser.parse_args()
    if arguments.command == "pack":
        pack()
    else:
        add_signatures(arguments.key)
    return 0


def pack() -> None:
    """Write all files of the release that do not depend on a key."""
    parts = json.loads((PARTS / "parts.json").read_text())
    for wheel in (OUT / "python").glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            entries = [(name, archive.read(name)) for name in archive.namelist()]
        write_zip(wheel, entries)
    for sdist in (OUT / "python").glob("*.tar.gz"):
        rewrite_tar(sdist)
    for name, description in ARTEFACTS.items():
        start = folder_of(name) / f"{name}-{VERSION}"
        start.parent.mkdir(parents=True)
        shutil.copyfile(PARTS / name / "classes.jar", f"{start}.jar")
        for kind in ("sources", "javadoc"):
            write_zip(Path(f"{start}-{kind}.jar"), jar_entries(PARTS / name / kind))
        pom = pom_of(name, description, parts["dependencies"][name])
        Path(f"{start}.pom").write_text(pom, encoding="utf-8")
    bill = bill_of_materials(parts["bundled"], f"{GROUP}:jelly-bridge-spark_2.13:{VERSION}", ROOT)
    (OUT / f"jelly-bridge-spark_2.13-{VERSION}.cdx.json").write_text(json.dumps(bill, indent=2))
    (OUT / "RELEASE_NOTES.md").write_text(release_notes(), encoding="utf-8")


def add_signatures(key: str) -> None:
    """Sign each file of the Maven repository and write checksums; pack it for Maven Central."""
    for file in files(OUT / "maven"):
        subprocess.run(  # noqa: S603  our own files
            ["gpg", "--batch", "--quiet", "--armor", "--local-user", key, "--detach-sign", file],  # noqa: S607
            check=True,
        )
        for kind in ("md5", "sha1", "sha256"):
            Path(f"{file}.{kind}").write_text(hashlib.new(kind, file.read_bytes()).hexdigest())
    write_zip(
        OUT / f"maven-{VERSION}.zip",
        ((str(f.relative_to(OUT / "maven")), f.read_bytes()) for f in files(OUT / "maven")),
    )
    public = ["gpg", "--batch", "--armor", "--export", key]
    (OUT / "KEY.asc").write_bytes(subprocess.run(public, check=True, stdout=-1).stdout)  # noqa: S603
    sums = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(OUT)}\n"
        for file in files(OUT)
    ]
    (OUT / "SHA256SUMS").write_text("".join(sums))


def folder_of(name: str) -> Path:
    """Return the folder of an artefact in the Maven repository."""
    return OUT / "maven" / Path(*GROUP.split("."), name, VERSION)


def files(folder: Path) -> list[Path]:
    """Return all files below a folder, in a fixed order."""
    return sorted(file for file in folder.rglob("*") if file.is_file())


def jar_entries(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Return the entries of a jar: its manifest, licences, and the files of a folder."""
    yield "META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\n\r\n"
    for name in ("LICENSE", "NOTICE"):
        yield f"META-INF/{name}", (ROOT / name).read_bytes()
    for file in files(folder):
        yield str(file.relative_to(folder)), file.read_bytes()


def epoch() -> int:
    """Return the date of all files, in seconds since 1970."""
    return int(os.environ["SOURCE_DATE_EPOCH"])


def write_zip(path: Path, entries: Iterable[tuple[str, bytes]]) -> None:
    """Write a zip file whose bytes depend on its entries and SOURCE_DATE_EPOCH alone."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in entries:
            entry = zipfile.ZipInfo(name, time.gmtime(epoch())[:6])
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def rewrite_tar(path: Path) -> None:
    """Rewrite a tar.gz file with sorted names, one date, one owner and plain permissions."""
    packed = io.BytesIO()
    with (
        tarfile.open(path) as source,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as target,
    ):
        for old in sorted(source.getmembers(), key=lambda member: member.name):
            new = tarfile.TarInfo(old.name)
            new.type, new.size, new.mtime = old.type, old.size, epoch()
            new.mode = 0o755 if old.isdir() or old.mode & 0o100 else 0o644
            target.addfile(new, source.extractfile(old))
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=epoch()))


def pom_of(name: str, description: str, dependencies: list[dict[str, str]]) -> str:
    """Return the POM of an artefact."""
    written = ""
    for dependency in dependencies:
        scope = dependency["scope"]
        text = "<optional>true</optional>" if scope == "optional" else f"<scope>{scope}</scope>"
        written += DEPENDENCY.format(**{**dependency, "scope": text})
    return POM.format(
        group=GROUP,
        name=name,
        version=VERSION,
        description=escape(description),
        url=URL,
        dependencies=written,
    )


def release_notes() -> str:
    """Return the section of this version in the changelog, or else that of unreleased changes."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    pattern = re.compile(r"^## \[(.*?)\][^\n]*\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    sections = dict(pattern.findall(changelog))
    notes: str = sections.get(VERSION) or sections["Unreleased"]
    return f"# jelly-bridge {VERSION}\n\n{notes.strip()}\n\n{tools()}\n"


def tools() -> str:
    """Name the programs that the bytes of a build depend on."""
    java = first_match(r"build ([\w.+-]+)", ["java", "-version"])
    gradle = first_match(r"Gradle ([\w.-]+)", ["gradle", "--version"])
    python = f"Python {platform.python_version()}, zlib {zlib.ZLIB_RUNTIME_VERSION}"
    return f"Built with JDK {java}, Gradle {gradle}, {python}."


def first_match(pattern: str, command: list[str]) -> str:
    """Return the group of a pattern in the output of a program."""
    done = subprocess.run(command, check=True, stdout=-1, stderr=-2, text=True)  # noqa: S603
    found = re.search(pattern, done.stdout)
    if found is None:
        raise SystemExit(f"error: {' '.join(command)} printed no version: {done.stdout}")
    return found[1]


if __name__ == "__main__":
    sys.exit(main())
