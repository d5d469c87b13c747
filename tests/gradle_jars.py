"""Jars that tests add to Spark, which Gradle puts into a folder of the build."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]


def fetch(task: str, folder: Path) -> None:
    """Let a task of Gradle fill a folder, unless it has done so since its last change."""
    changed = (ROOT / "build.gradle").stat().st_mtime
    folder.parent.mkdir(exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.is_dir() and folder.stat().st_mtime > changed:
            return
        gradle = shutil.which("gradle")
        assert gradle, "Gradle is missing: run scripts/setup"
        subprocess.run(
            [gradle, "--no-daemon", "-q", task],
            cwd=ROOT,
            check=True,
            capture_output=True,
            timeout=300,
        )
        folder.touch()
