"""Finds the jelly-bridge jar that belongs to this Python package."""

from __future__ import annotations

from pathlib import Path

from jelly_bridge.errors import JellyBridgeError

_PACKAGE = Path(__file__).resolve().parent
_PATTERN = "jelly-bridge-*.jar"


def jar_path() -> Path:
    """Give the absolute path of the jar to put on Spark's `spark.jars`.

    The installed package carries the jar. In a source checkout that has none inside the
    package, the one that `gradle build` left in `build/libs` is taken.

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
    msg = (
        f"no {_PATTERN} in {_PACKAGE / 'jars'}: "
        "install the jelly-bridge wheel, or run `gradle build` in the checkout"
    )
    raise JellyBridgeError(msg)
