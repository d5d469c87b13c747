"""Adds the Javadoc in build/javadoc to the documentation site; MkDocs calls this module.

Links from pages to the Javadoc are then checked as links between pages are.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

JAVADOC: Final = Path(__file__).resolve().parents[1] / "build" / "javadoc"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files of the Javadoc to those of the site."""
    if not (JAVADOC / "index.html").exists():
        msg = f"no Javadoc in {JAVADOC}: build the site with ./scripts/docs, which makes it"
        raise PluginError(msg)
    for path in sorted(JAVADOC.rglob("*")):
        if path.is_file():
            name = f"javadoc/{path.relative_to(JAVADOC).as_posix()}"
            file = File.generated(
                config, name, abs_src_path=str(path), inclusion=InclusionLevel.NOT_IN_NAV
            )
            files.append(file)
    return files
