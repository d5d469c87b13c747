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
    """Return the absolute path of the jar, for Spark's setting `spark.jars`.

    The installed package contains the jar. If the package is imported from an archive (a wheel or
    zip file of `spark-submit --py-files`), the jar is unpacked for the life of this process. A
    source checkout has no jar inside the package; then the jar that `gradle build` has written to
    `build/libs` is used.

    Returns:
        The absolute path of an existing file.

    Raises:
        JellyBridgeError: There is no jar, because the package was not built completely.

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
            # A checkout may hold the jars of several versions; use the newest file.
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
    """Copy the jar out of the archive that this package is imported from, if it contains one."""
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
