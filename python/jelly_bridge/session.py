"""Gets a Spark session that knows the `jelly` data source, whatever the state of Spark."""

from __future__ import annotations

import os
import re
import shlex
import sys
import warnings
from argparse import ArgumentParser
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from jelly_bridge import _jvm, _spark_defaults
from jelly_bridge._checks import path_text
from jelly_bridge._jar import jar_path
from jelly_bridge.errors import JarNotAttachedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")

_LOOPBACK = "127.0.0.1"
_SUBMIT_ARGUMENTS = "PYSPARK_SUBMIT_ARGS"
_SHELL = "pyspark-shell"  # what PySpark submits
_CONNECT_ADDRESS = "spark.connect.grpc.binding.address"

_CLASS_PATHS = ("spark.jars", "spark.jars.packages", "spark.driver.extraClassPath")
"""The settings with the jars of a server."""

_offered: set[str] = set()
"""The ids of the sessions of Spark Connect whose server has the jar or was sent it."""


def configure(builder: SparkSession.Builder) -> SparkSession.Builder:
    """Add the jelly-bridge jar to a session builder.

    The jar is appended to the `spark.jars` of the builder, or else to those that Spark was started
    with (by `spark-submit`, `PYSPARK_SUBMIT_ARGS` or `spark-defaults.conf`), which a value of the
    builder would hide. No jar is removed. If `PYSPARK_SUBMIT_ARGS` contains jars, this one is also
    added there. Calling it again changes nothing. It has no effect on a running session:
    `read_jelly` handles that.

    Args:
        builder: The builder, changed in place.

    Returns:
        The same builder.

    Example:
        >>> from pyspark.sql import SparkSession
        >>> from jelly_bridge import configure
        >>> spark = configure(SparkSession.builder.appName("rdf")).getOrCreate()

    Raises:
        ValueError: The argument is not a builder, but a session, for example.
    """
    if not isinstance(builder, SparkSession.Builder):
        msg = f"expected a builder such as SparkSession.builder, found {builder!r}"
        raise ValueError(msg)  # noqa: TRY004  as for all other invalid arguments
    jar = str(jar_path())
    # Needed even if the builder has its own jars, because the driver also needs ours.
    started_with = _jvm.jars_of_running_jvm(jar)
    if started_with is None:
        started_with = _submit(jar) or _spark_defaults.get(_jvm.JARS)
    # The builder has no public getter for its options.
    options: dict[str, object] = builder._options  # noqa: SLF001
    known = str(options[_jvm.JARS] or "") if _jvm.JARS in options else started_with
    return builder.config(_jvm.JARS, _with(jar, known))


def _with(jar: str, known: str) -> str:
    """Append a jar to others, separated by commas."""
    jars = [known_jar for known_jar in known.split(",") if known_jar.strip()]
    # Of two jars with the same name, Spark uses the first and logs a warning about the other.
    if Path(jar).name not in (known_jar.strip().rsplit("/", maxsplit=1)[-1] for known_jar in jars):
        jars.append(jar)
    return ",".join(jars)


def _submit(jar: str) -> str:
    """Append a jar to those in PYSPARK_SUBMIT_ARGS, the only ones the driver sees; return them.

    Returns:
        Jars separated by commas. Empty if there were no jars; then none is appended.
    """
    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--jars", default="")
    parser.add_argument("--conf", "-c", action="append", default=[])
    words = shlex.split(os.environ.get(_SUBMIT_ARGUMENTS, ""))
    arguments = parser.parse_known_args(words)[0]
    settings = dict(setting.partition("=")[::2] for setting in arguments.conf)
    known = str(arguments.jars or settings.get(_jvm.JARS, ""))
    jars = _with(jar, known)
    if known and jars != known and _SHELL in words:
        end = words.index(_SHELL)
        # Spark uses the last of several --jars.
        words[end:end] = ["--jars", jars]
        os.environ[_SUBMIT_ARGUMENTS] = shlex.join(words)
    return known


def session_or_local(spark: SparkSession | None) -> SparkSession:
    """Return the given session, the active one, or else a new local one with the jar.

    Args:
        spark: The session that the caller named, if any.

    Returns:
        A session. One that was already running may still lack the jar: see `attach`.

    Raises:
        JvmRequiredError: A local session is needed, and there is no local Spark.
        ValueError: What the caller named is no session.
    """
    if spark is not None and not hasattr(type(spark), "readStream"):
        msg = f"spark must be a SparkSession, not {spark!r}"
        raise ValueError(msg)
    session = spark or _jvm.running_session()
    if session is not None:
        return session
    builder = SparkSession.builder
    remote = os.environ.get("SPARK_REMOTE")
    if remote is not None and not remote.startswith("local"):
        return builder.getOrCreate()
    # Here, or as the server of Spark Connect that is started for this process.
    _jvm.require_local_spark()
    # A JVM that this call starts binds its ports to this machine alone.
    builder = builder.config(_CONNECT_ADDRESS, _LOOPBACK)
    environment = {"SPARK_LOCAL_IP": _LOOPBACK}
    if "MASTER" not in os.environ and _SUBMIT_ARGUMENTS not in os.environ:
        if remote is None:
            builder = builder.master("local[*]")
        # Python functions run in this Python, not in the first one on the PATH, which may well be
        # another version or lack modules that they import: PyArrow, on Spark 4.3.
        environment["PYSPARK_PYTHON"] = sys.executable
    builder = configure(builder.appName("jelly_bridge"))
    missing = {name: value for name, value in environment.items() if name not in os.environ}
    with _environment({**missing, **_jvm.locale_of_names()}), warnings.catch_warnings():
        # The client cannot set these settings again on a server that it has started with them.
        warnings.filterwarnings("ignore", "Failed to set spark", UserWarning)
        return builder.config("spark.driver.host", _LOOPBACK).getOrCreate()


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    """Set environment variables temporarily."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def attach(spark: SparkSession) -> None:
    """Make the `jelly` data source known to a running classic session, also for this thread.

    Args:
        spark: A session of classic Spark (not Connect).

    Raises:
        JarNotAttachedError: Spark rejected the jar.
        ValueError: The session was stopped.
    """
    if _jvm.is_stopped(spark):
        msg = "this Spark session was stopped: create another one, and read the data again with it"
        raise ValueError(msg)
    if _jvm.knows_source(spark):
        return
    jar = jar_path()
    try:
        _jvm.add_jar(spark, str(jar))
        known = _jvm.knows_source(spark)
    except _jvm.SPARK_ERRORS as error:
        raise JarNotAttachedError(_how_to_attach(jar)) from error
    if not known:
        raise JarNotAttachedError(_how_to_attach(jar))


def attach_to_server(spark: SparkSession) -> None:
    """Send the jar to the server of a Spark Connect session.

    Args:
        spark: A Spark Connect session whose server does not know the `jelly` data source.

    Raises:
        JarNotAttachedError: The server rejected the jar.
    """
    jar = jar_path()
    try:
        spark.addArtifacts(str(jar))
    except Exception as error:  # whatever gRPC or the server reports, the remedy is the same
        raise JarNotAttachedError(_how_to_attach(jar, server=True)) from error


def offer_to_server(spark: SparkSession) -> None:
    """Send the jar to the server of a Spark Connect session once, unless its settings name the jar.

    Looking a source up that is not there would be an error in the log of the server. A server that
    refuses the jar may have it all the same, among the jars of its installation.
    """
    session_id = spark.session_id  # type: ignore[attr-defined]  # of Spark Connect only
    if session_id in _offered:
        return
    _offered.add(session_id)
    settings: list[str | None] = []
    # Servers may keep their settings to themselves.
    with suppress(PySparkException):
        settings += [spark.conf.get(name, "") for name in _CLASS_PATHS]
    if not any(re.search("jelly-?bridge", setting or "") for setting in settings):
        with suppress(JarNotAttachedError):
            attach_to_server(spark)


def with_source(spark: SparkSession, action: Callable[[], Result]) -> Result:
    """Run an action that needs one of our data sources; add the jar if the session lacks it.

    Args:
        spark: A session of either kind.
        action: What to do. On Spark Connect it is done again if the server does not know the
            source.

    Returns:
        The result of the action.

    Raises:
        JarNotAttachedError: The session lacks the jar and does not accept it.
    """
    if not _jvm.is_connect(spark):
        attach(spark)
        return action()
    offer_to_server(spark)
    try:
        return action()
    except PySparkException as error:
        if "DATA_SOURCE_NOT_FOUND" not in str(error):
            raise
    attach_to_server(spark)
    return action()


def _how_to_attach(jar: Path, *, server: bool = False) -> str:
    """Return a message that names the line to add, and where."""
    if server:
        return (
            "the Spark Connect server does not have the jelly-bridge jar and did not take it from "
            f"here; start the server with: --jars {jar}"
        )
    return (
        "this Spark session does not have the jelly-bridge jar and did not let it be added; "
        "create the session with one of these lines:\n"
        "    spark = jelly_bridge.configure(SparkSession.builder).getOrCreate()\n"
        f'    spark = SparkSession.builder.config("spark.jars", "{jar}").getOrCreate()\n'
        f"or start Spark with: --jars {jar}"
    )


def spark_paths(spark: SparkSession, *paths: str | os.PathLike[str]) -> list[str]:
    """Return paths in the form to pass to Spark.

    Local paths are made absolute, because the JVM does not notice when Python changes its folder.

    Args:
        spark: The session that is going to use the paths. A Spark Connect server may be on another
            machine, so paths for it are not changed.
        *paths: Paths.

    Raises:
        ValueError: One of them is not a path.
    """
    texts = [path_text(path) for path in paths]
    if _jvm.is_connect(spark) or not _jvm.has_local_default_fs(spark):
        return texts
    return [_absolute(text) for text in texts]


def _absolute(text: str) -> str:
    """Resolve a local path."""
    if not text or "://" in text or text.startswith("file:") or Path(text).is_absolute():
        return text
    # Not pathlib, which would remove a trailing slash.
    return os.path.join(os.getcwd(), text)  # noqa: PTH109,PTH118
