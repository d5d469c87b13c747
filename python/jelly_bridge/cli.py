"""The command `jelly-bridge`: inspects, converts and queries RDF files.

The commands are implemented in the jar, in the Java class `CliMain`. This module finds Java, the
jar and the jars of Spark, and runs that class on the standard files of this process.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jelly_bridge import _jvm, _spark_defaults
from jelly_bridge._jar import jar_path
from jelly_bridge.errors import JellyBridgeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

INVALID: Final = 1
USAGE: Final = 2
FAILED: Final = 3
BROKEN_PIPE: Final = 128 + 13  # SIGPIPE, which has no name on Windows
SIGNALS: Final = ("SIGHUP", "SIGINT", "SIGTERM")
"""Signals that end a command. The exit code is 128 and the number of the signal."""

_EXIT_CODES: Final = {1: FAILED, 65: INVALID}
"""Exit codes of the process that are translated: Java exits with 1 if it cannot start."""

_MAIN_CLASS: Final = "io.github.jellybridge.cli.CliMain"
_JVM_FLAGS: Final = (
    # Few threads are enough for a short run with a small heap.
    "-XX:+UseSerialGC",
    # No file for monitoring tools: Java would crash if /tmp is full.
    "-XX:-UsePerfData",
    # Messages of the JVM must not appear in the data.
    "-XX:+DisplayVMOutputToStderr",
    "-Xlog:disable",
    "-Xlog:all=warning:stderr",
    # Users do not need the logs of libraries, and loading Log4j takes a quarter of the start.
    "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider",
    "-Dslf4j.internal.verbosity=WARN",
)
_SPARK_FLAGS: Final = (
    *(
        f"--add-opens=java.base/{package}=ALL-UNNAMED"
        for package in (
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "jdk.internal.ref",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar",
        )
    ),
    "-Djdk.reflect.useDirectMethodHandle=false",
)
"""Flags that Spark needs; they slow down the start of Java."""

_QUICK_START: Final = "-XX:TieredStopAtLevel=1"
"""Optimized compilation pays off on large files only; on a small one it takes half of the time."""

_SMALL_BYTES: Final = 16 << 20
_JAVA_VERSION: Final = 17
_JAVA_OPTIONS: Final = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
"""Variables whose value Java would print if it used them."""

_OPEN_FILE: Final = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The words after the command's name. Default: those of this process.

    Returns:
        The exit code.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = _check_open_files(words)
        return _run(words) if code is None else code
    except JellyBridgeError as error:
        return _complain(str(error), FAILED)
    except KeyboardInterrupt:
        # Before Java has started.
        return 128 + signal.SIGINT


def _complain(message: str, code: int) -> int:
    """Print a message to standard error; return the exit code."""
    try:
        os.write(2, f"jelly-bridge: {' '.join(message.split())}\n".encode())
    except BrokenPipeError:
        return BROKEN_PIPE
    except OSError:
        # The message is lost, for example on a full disk, but the exit code still reports the
        # failure.
        pass
    return code


def _check_open_files(words: list[str]) -> int | None:
    """Check the names of open files, as in `/dev/fd/3`: Java would take them for its own.

    Returns:
        The exit code if a file is not open.

    Raises:
        JellyBridgeError: A name is not UTF-8, and Java would take it for another name.
    """
    for number, word in enumerate(words, 1):
        if any("\ud800" <= character <= "\udfff" for character in word):
            name = os.fsencode(word).decode(errors="backslashreplace")
            msg = (
                f"{name}: the name is not UTF-8, and Java has no other names of files: "
                "give - and redirect standard input or output"
            )
            raise JellyBridgeError(msg)
        is_target = words[0] == "convert" and number == len(words)
        match = _OPEN_FILE.fullmatch(word)
        if match is not None:
            file = int(match[1])
        elif word in {"-", "/dev/stdin"} and not is_target:
            file = 0
        else:
            continue
        if not _is_open(file):
            if is_target:
                return _complain(f"cannot write to {word}: Bad file descriptor", FAILED)
            return _complain(f"{word}: no such file", USAGE)
    return None


def _is_open(number: int) -> bool:
    """Tell whether this process has an open file of this number."""
    try:
        os.fstat(number)
    except (OSError, OverflowError):
        return False
    return True


def _run(words: list[str]) -> int:
    """Run Java on the standard files of this process; return the exit code.

    Raises:
        JellyBridgeError: Java or a jar is missing.
    """
    environment = {**os.environ, **_jvm.locale_of_names()}
    needs_spark = words[:1] == ["query"]
    command = _command(environment, small=_are_small(words), spark=needs_spark) + words
    _reopen()
    # Java also inherits files that the shell has opened, as for <(…).
    process = subprocess.Popen(command, env=environment, close_fds=False)  # noqa: S603  our program
    with _forwarded_signals(process) as forwarded:
        code = process.wait()
    if code >= 0:
        return _EXIT_CODES.get(code, code)
    if -code in forwarded:
        return 128 - code
    return _complain(f"Java was ended by signal {-code}", FAILED)


def _reopen() -> None:
    """Make closed standard files, as with `>&-`, fail when they are used, and only then.

    Otherwise the next file that Java opens would get the number of a closed one, and be used in its
    place.
    """
    for number, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        if not _is_open(number):
            # Gets the lowest free number.
            os.set_inheritable(os.open(os.devnull, flags), True)  # noqa: FBT003


@contextlib.contextmanager
def _forwarded_signals(process: subprocess.Popen[bytes]) -> Iterator[set[int]]:
    """Forward signals to a process, which then deletes temporary files and exits.

    Yields:
        The numbers of the signals that were forwarded.
    """
    forwarded: set[int] = set()

    def forward(number: int, _: object) -> None:
        forwarded.add(number)
        process.send_signal(number)

    # Only the main thread may set handlers. Java leaves ignored signals ignored.
    main_thread = threading.current_thread() is threading.main_thread()
    numbers = [getattr(signal, name) for name in SIGNALS if main_thread and hasattr(signal, name)]
    former = {n: signal.getsignal(n) for n in numbers if signal.getsignal(n) != signal.SIG_IGN}
    try:
        for number in former:
            signal.signal(number, forward)
        yield forwarded
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _are_small(words: list[str]) -> bool:
    """Tell whether all named files are local, and small in total."""
    total = 0
    for word in words:
        try:
            info = Path(word).stat()
        except (OSError, ValueError):
            # An option, the target of a conversion, a missing file, or a name of possibly many
            # files.
            if word == "-" or re.search(r"[*?\[{]|://", word):
                return False
            continue
        if not stat.S_ISREG(info.st_mode):
            return False
        total += info.st_size
    return total <= _SMALL_BYTES


def _command(environment: dict[str, str], *, small: bool, spark: bool = False) -> list[str]:
    """Return the start of the command line: Java, its flags, class path and main class.

    Raises:
        JellyBridgeError: Java or a jar is missing.
    """
    jars = Path(_jvm.spark_home()) / "jars"
    if not jars.is_dir():
        msg = f"no folder {jars}: install pyspark (not pyspark-client), or set SPARK_HOME"
        raise JellyBridgeError(msg)
    class_path = [str(jar_path()), os.environ.get("HADOOP_CONF_DIR", "")]
    # The jars of Hadoop first, because Java opens the jars in order until it finds a class.
    class_path += [*map(str, sorted(jars.glob("hadoop-client-*.jar"))), str(jars / "*")]
    class_path += _other_jars()
    # Settings are passed in a file, because other users can read a command line with secrets.
    flags = [
        f"-Djelly-bridge.settings={_spark_defaults.path()}",
        f"-Djelly-bridge.parent={os.getpid()}",
    ]
    with contextlib.suppress(OSError):
        flags.append(f"-Djelly-bridge.columns={os.get_terminal_size(2).columns}")
    if small:
        flags.append(_QUICK_START)
    if spark:
        flags += _SPARK_FLAGS
    for name in _JAVA_OPTIONS:
        flags += shlex.split(environment.pop(name, ""))
    jars_of_all = os.pathsep.join(filter(None, class_path))
    return [_java(), *_JVM_FLAGS, *flags, "-cp", jars_of_all, _MAIN_CLASS]


def _other_jars() -> list[str]:
    """Return the jars that are configured for Spark, such as those of file systems."""
    jars = [jar.strip() for jar in _spark_defaults.get("spark.jars").split(",")]
    return [
        _spark_defaults.get("spark.driver.extraClassPath"),
        *(re.sub("^(file|local):(//(?=/))?", "", jar) for jar in jars),
        os.environ.get("SPARK_DIST_CLASSPATH", ""),
    ]


def _java() -> str:
    """Find Java: in JAVA_HOME, else on the PATH.

    Raises:
        JellyBridgeError: Java is missing or too old.
    """
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=str(Path(home) / "bin")) if home else shutil.which("java")
    needed = f"install a Java runtime, version {_JAVA_VERSION} or newer"
    if java is None:
        where = f"in JAVA_HOME ({home})" if home else "on the PATH"
        msg = f"no Java {where}: {needed}"
        raise JellyBridgeError(msg)
    if _version(java) < _JAVA_VERSION:
        msg = f"{java} is too old: {needed}"
        raise JellyBridgeError(msg)
    return java


def _version(java: str) -> int:
    """Return the version of Java in the file `release` of its installation."""
    # In a JDK 8, Java may be in the folder jre.
    for folder in Path(java).resolve().parents[1:3]:
        with contextlib.suppress(OSError):
            release = (folder / "release").read_text(encoding="utf-8", errors="replace")
            version = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', release, re.MULTILINE)
            if version is not None:
                return int(version[1])
    return _JAVA_VERSION
