"""A progress bar on one line of a terminal."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from jelly_bridge._standard_files import disk_may_be_full

if TYPE_CHECKING:
    from typing import TextIO

_WIDTH: Final = 24


class ProgressBar:
    """Shows how far reading has got; shows nothing unless told to."""

    def __init__(self, stream: TextIO, *, shown: bool) -> None:
        """Make a bar that is not visible yet.

        Args:
            stream: Where to draw.
            shown: Whether to draw at all.
        """
        self.shown = shown
        self._stream = stream
        self._drawn = 0
        self._path = ""
        self._start = 0.0

    def update(self, path: str, done: int, total: int, statements: int) -> None:
        """Draw the bar.

        Args:
            path: The file being read.
            done: Bytes read.
            total: Bytes of the file.
            statements: Statements read; negative if not known.
        """
        if not self.shown:
            return
        if path != self._path:
            self._path = path
            self._start = time.monotonic()
        part = min(done / total, 1.0) if total > 0 else 0.0
        filled = int(part * _WIDTH)
        seconds = time.monotonic() - self._start
        text = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {part:4.0%}"
        if statements >= 0:
            text += f"  {statements / 1e6:.1f} M statements"
        if seconds >= 1:
            text += f"  {done / seconds / 2**20:.0f} MiB/s"
        text = f"{text}  {path}"[: self._columns()]
        self._write("\r" + text.ljust(self._drawn))
        self._drawn = len(text)

    def _columns(self) -> int | None:
        """Give how much fits on a line, as what is on a second one would stay; None for all."""
        try:
            columns = os.get_terminal_size(self._stream.fileno()).columns
        except (OSError, ValueError):
            return None
        return columns - 1 if columns > 0 else None

    def clear(self) -> None:
        """Take the bar away, so that something else can be printed."""
        if self._drawn:
            self._write("\r" + " " * self._drawn + "\r")
            self._drawn = 0

    def _write(self, text: str) -> None:
        with disk_may_be_full():
            self._stream.write(text)
            self._stream.flush()
