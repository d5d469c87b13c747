"""Runs the Java worker behind the command line: a small JVM of its own, without a Spark session."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import tempfile
import threading
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias, cast

from jelly_bridge import _jvm, _spark_defaults
from jelly_bridge._jar import jar_path
from jelly_bridge.errors import JellyBridgeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Answer: TypeAlias = dict[str, Any]
"""One answer of the worker: see the Java class Answers."""

_MAIN_CLASS: Final = "io.github.jellybridge.cli.Worker"
_JVM_FLAGS: Final = (
    # A short run with a small heap: take few threads.
    "-XX:+UseSerialGC",
    # No file for those who watch: with no room for it in /tmp, Java would crash.
    "-XX:-UsePerfData",
    # What the machine itself has to say must not end up in what is converted, nor among answers.
    "-XX:+DisplayVMOutputToStderr",
    "-Xlog:disable",
    "-Xlog:all=warning:stderr",
    # What libraries log is no message to the user; errors reach us as answers.
    "-Dlog4j2.level=OFF",
    "-Dorg.apache.logging.log4j.level=OFF",
    "-Dlog4j2.StatusLogger.level=OFF",
)


_OPEN_FILE: Final = re.compile(r"-|/dev/stdin|/(?:dev|proc/self)/fd/(\d+)")
"""Names of files that a process has open, in which each process means its own."""

_OPEN_FILES: Final = Path("/proc/self/fd")
"""Where Linux lists them."""


# Compiling for speed pays on large files only, and half of the time on a small file goes into it.
_QUICK_START: Final = "-XX:TieredStopAtLevel=1"
_SMALL_BYTES: Final = 16 << 20

_NEEDED: Final = "version 17 or newer"
_TOO_OLD: Final = ("UnsupportedClassVersionError", "Unrecognized option: -Xlog")
"""What Java says, from version 9 on and before, of what is for a newer one."""

_NO_REASON: Final = ("\tat ", "Picked up ", "NOTE: Picked up ")
"""How lines of Java start that do not tell what is wrong."""

_SECONDS_TO_END: Final = 5.0
_PIECE_BYTES: Final = 1 << 16


class WorkerError(JellyBridgeError):
    """The Java process could not be started, or died."""


@contextmanager
def answers(  # noqa: PLR0913  all but two by keyword
    command: str,
    paths: Sequence[str],
    *,
    strict: bool = True,
    progress: bool = False,
    limit: int = 0,
    output: int | None = None,
) -> Iterator[Iterator[Answer]]:
    """Run a command on files and give the answers as they come.

    Args:
        command: `inspect`, `head`, `count`, `index` or `validate`.
        paths: Files, folders or globs; anything that Hadoop can open.
        strict: Whether lenient violations are errors.
        progress: Whether to report progress.
        limit: How many statements `head` wants of each file.
        output: An open file of this process that the worker writes to when it is told to convert
            to `/dev/fd/OUTPUT`.

    Yields:
        The answers. Leaving the block ends the process.

    Raises:
        WorkerError: Java or a jar is missing, or the process died; or a name is no text.
    """
    for path in paths:
        _require_utf8(path)
    flags = [command, str(strict), str(progress), str(limit)]
    with _messages_file() as messages, ExitStack() as pipes:
        words = [_for_worker(path, output, pipes) for path in paths]
        names = dict(zip(words, paths, strict=True))
        if output == 1:
            names["/dev/fd/1"] = "standard output"
        java = _command(small=_are_small(paths))
        process, lines = _start([*java, *flags], words, output, messages)
        try:
            yield _read(lines, {theirs: own for theirs, own in names.items() if theirs != own})
            if process.wait() != 0:
                messages.seek(0)
                raise WorkerError(_reason(messages.read().decode(errors="replace"), process))
        finally:
            _end(process)
            lines.close()


def _require_utf8(path: str) -> None:
    """Refuse a name that Java would take for another one."""
    try:
        path.encode()
    except UnicodeEncodeError as error:
        name = os.fsencode(path).decode(errors="backslashreplace")
        msg = (
            f"{name}: the name is not UTF-8, and Java has no other names of files: "
            "give - and redirect standard input or output"
        )
        raise WorkerError(msg) from error


def _messages_file() -> IO[bytes]:
    """Give a file for messages of Java; not a pipe, which nobody reads while answers are read."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        # What is wrong, as a rule, is a disk that is full: no reason not to read from it.
        return Path(os.devnull).open("r+b")


def _start(
    command: list[str], words: list[str], output: int | None, messages: IO[bytes]
) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    """Start the worker: give its process, and the file that its answers are read from.

    Its standard input ends when this process does, even if it is killed, and the worker with it.
    If it has an output, that is its standard output: opened once more by a name, a file would be
    written to without moving where the next one to write to it goes on.
    """
    if output is None:
        process = subprocess.Popen(  # noqa: S603  our own program; the paths are only arguments
            [*command, "-", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=messages,
            env={**os.environ, **_jvm.locale_of_names()},
        )
        return process, cast("IO[bytes]", process.stdout)
    ours, theirs = os.pipe()
    lines = os.fdopen(ours, "rb")
    try:
        process = subprocess.Popen(  # noqa: S603  as above
            [*command, f"/dev/fd/{theirs}", *words],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=messages,
            env={**os.environ, **_jvm.locale_of_names()},
            pass_fds=(theirs,),
        )
    except BaseException:
        lines.close()
        raise
    finally:
        os.close(theirs)
    return process, lines


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the worker if it still runs: it deletes what it has not finished, unless it hangs."""
    try:
        process.terminate()
        process.wait(_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        pass
    finally:
        # Also when somebody presses Ctrl-C once more.
        process.kill()
        process.wait()
        if process.stdin is not None:
            process.stdin.close()


def _for_worker(path: str, output: int | None, pipes: ExitStack) -> str:
    """Give the name that another process knows an open file of this one by, where there is one.

    Opened by a name, a file would be read from its start. If somebody has read some of it, as the
    `read` of a shell does, a pipe gives the rest, for as long as `pipes` is open.
    """
    match = _OPEN_FILE.fullmatch(path)
    if match is None or path == f"/dev/fd/{output}" or not _OPEN_FILES.exists():
        return path
    number = int(match[1] or 0)
    try:
        os.read(number, 0)
        if stat.S_ISREG(os.fstat(number).st_mode) and os.lseek(number, 0, os.SEEK_CUR) > 0:
            number = _rest_of(number, pipes)
    except (OSError, OverflowError):
        # Not one that the other process, or this one, has for purposes of its own.
        number = -1
    return f"/proc/{os.getpid()}/fd/{number}"


def _rest_of(number: int, pipes: ExitStack) -> int:
    """Give the end of a pipe to read the rest of an open file from."""
    reading, writing = os.pipe()

    def copy() -> None:
        # Nobody reads any more when the pipe is closed.
        with suppress(BrokenPipeError), os.fdopen(writing, "wb") as pipe:
            while data := os.read(number, _PIECE_BYTES):
                pipe.write(data)

    pipes.callback(os.close, reading)
    threading.Thread(target=copy, daemon=True).start()
    return reading


def _read(lines: Iterable[bytes], names: dict[str, str]) -> Iterator[Answer]:
    """Give the answers of a process, in which some names stand for others."""
    for line in lines:
        if not line.endswith(b"\n"):
            # The process was killed amid an answer: its exit code tells.
            return
        answer = json.loads(line)
        for theirs, own in names.items():
            for key in answer.keys() & {"path", "message"}:
                answer[key] = answer[key].replace(theirs, own)
        yield answer


def _reason(messages: str, process: subprocess.Popen[bytes]) -> str:
    """Tell in one line why the process died."""
    if any(sign in messages for sign in _TOO_OLD):
        java = cast("list[str]", process.args)[0]
        return f"{java} is too old: install a Java runtime, {_NEEDED}"
    lines = [line for line in messages.splitlines() if line and not line.startswith(_NO_REASON)]
    known = [line for line in lines if "Error" in line or "Exception" in line]
    detail = (known or lines or ["no message"])[0]
    return f"Java failed with exit code {process.returncode}: {detail}"


def _are_small(paths: Sequence[str]) -> bool:
    """Tell whether all paths are files of this machine, and small ones."""
    try:
        stats = [Path(path).stat() for path in paths]
    except OSError:
        return False
    return all(map(stat.S_ISREG, (s.st_mode for s in stats))) and (
        sum(s.st_size for s in stats) <= _SMALL_BYTES
    )


def _command(*, small: bool) -> list[str]:
    """Give the start of the command line: Java, its flags, class path and main class."""
    jars = Path(_jvm.spark_home()) / "jars"
    if not jars.is_dir():
        msg = f"no folder {jars}: install pyspark (not pyspark-client), or set SPARK_HOME"
        raise WorkerError(msg)
    class_path = [str(jar_path()), os.environ.get("HADOOP_CONF_DIR", ""), str(jars / "*")]
    class_path += _other_jars()
    # By a file, as others may read the command line, and there may be secrets.
    flags = [*_JVM_FLAGS, f"-Djelly-bridge.settings={_spark_defaults.path()}"]
    if small:
        flags.append(_QUICK_START)
    return [_java(), *flags, "-cp", os.pathsep.join(filter(None, class_path)), _MAIN_CLASS]


def _other_jars() -> list[str]:
    """Give the jars that the user has told Spark of: those of file systems may be among them."""
    jars = [jar.strip() for jar in _spark_defaults.get("spark.jars").split(",")]
    return [
        _spark_defaults.get("spark.driver.extraClassPath"),
        *(re.sub("^(file|local):(//(?=/))?", "", jar) for jar in jars),
        os.environ.get("SPARK_DIST_CLASSPATH", ""),
    ]


def _java() -> str:
    """Find Java: in JAVA_HOME, else on the PATH."""
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=str(Path(home) / "bin")) if home else shutil.which("java")
    if java is None:
        where = f"in JAVA_HOME ({home})" if home else "on the PATH"
        msg = f"no Java {where}: install a Java runtime, {_NEEDED}"
        raise WorkerError(msg)
    return java
