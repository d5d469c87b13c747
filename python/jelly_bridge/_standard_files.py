"""The standard files of the command line: closed, full, in another encoding, or read by nobody."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

from jelly_bridge.errors import JellyBridgeError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO


def reopen() -> None:
    """Let standard files that are closed, as with `>&-`, fail when they are used, and only then.

    The next file to be opened would get the number of one of them, and be taken for it.
    """
    for number, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        if not is_open(number):
            # Gets the lowest number that is free.
            os.open(os.devnull, flags)
    # Python has none for those that were closed when it started.
    if cast("object", sys.stdout) is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if cast("object", sys.stderr) is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def write_utf8() -> None:
    """Let standard output be UTF-8, which N-Quads and JSON are, whatever the locale says."""
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper) and codecs.lookup(out.encoding).name != "utf-8":
        out.reconfigure(encoding="utf-8")


def is_open(number: int) -> bool:
    """Tell whether this process has an open file of a number."""
    try:
        os.fstat(number)
    except (OSError, OverflowError):
        return False
    return True


@contextlib.contextmanager
def disk_may_be_full() -> Iterator[None]:
    """Let pass that a message cannot be written, unless nobody reads any more.

    Raises:
        BrokenPipeError: Nobody does.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError:
        pass


def complain(message: str) -> None:
    """Print a message to standard error, on one line; the exit code has to do if it is full."""
    with disk_may_be_full():
        print(f"jelly-bridge: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201


def flush_messages() -> None:
    """Let messages that cannot be written go nowhere: the interpreter would try once more."""
    try:
        sys.stderr.flush()
    except OSError:
        forget(sys.stderr)


def say(text: str) -> None:
    """Print data."""
    with _writing():
        sys.stdout.write(text + "\n")


def flush() -> None:
    """Print what is still in memory."""
    with _writing():
        sys.stdout.flush()


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    """Tell a full disk from all else that fails.

    Raises:
        JellyBridgeError: Standard output cannot be written.
        BrokenPipeError: Nobody reads it any more.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        forget(sys.stdout)
        msg = f"cannot write to standard output: {error.strerror}"
        raise JellyBridgeError(msg) from error


def forget(stream: TextIO) -> None:
    """Let the interpreter's last flush of a stream go nowhere: it would fail once more."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
