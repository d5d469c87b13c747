"""Finds the jelly-bridge jar that belongs to this Python package."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path

from jelly_bridge.errors import JellyBridgeError

_PACKAGE = Path(__file__).resolve().parent
_PATTERN = "jelly-bridge-*.jar"


def jar_path() -> Path:
    """Give the absolute path of the jar to put on Spark's `spark.jars`.

    The installed package carries the jar. If it is imported from an archive (a wheel or zip file
    of `spark-submit --py-files`), the jar is unpacked for as long as this process runs. In a source
    checkout that has none inside the package, the one that `gradle build` left in `build/libs` is
    taken.

    Returns:
        The absolute path of an existing file.

    Raises:
        JellyBridgeError: There is no jar: the package was not built whole.

    Example:
        >>> from jelly_bridge import jar_path
        >>> jar_path().name.startswith("jelly-bridge-")
        True
    """
    checkout = _PACKAGE.parent.parent
    for folder in (_PACKAGE / "jars", checkout / "build" / "libs"):
        jars = [
            jar
            for jar in folder.glob(_PATTERN)
            if not jar.stem.endswith(("-sources", "-javadoc", "-plain"))
        ]
        if jars:
            # A checkout may hold the jars of several versions: the one built last counts.
            return max(jars, key=lambda jar: jar.stat().st_mtime)
    unpacked = _unpacked()
    if unpacked is not None:
        return unpacked
    msg = (
        f"no {_PATTERN} in {_PACKAGE / 'jars'}: "
        "install the jelly-bridge wheel, or run `gradle build` in the checkout"
    )
    raise JellyBridgeError(msg)


@cache
def _unpacked() -> Path | None:
    """Copy the jar out of the archive that this package is imported from, if there is one in it."""
    packed = files("jelly_bridge") / "jars"
    if isinstance(packed, Path) or not packed.is_dir():
        return None
    for jar in packed.iterdir():
        if jar.name.endswith(".jar"):
            folder = tempfile.mkdtemp(prefix="jelly-bridge-")
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            copy = Path(folder) / jar.name
            with jar.open("rb") as source, copy.open("wb") as target:
                shutil.copyfileobj(source, target)
            return copy
    return None
