"""All calls into the JVM through Py4J; no other module of this package makes any.

These calls need a classic Spark session. A Spark Connect session has no JVM on this side, and
`require_jvm` raises an error that explains it.
"""

from __future__ import annotations

import locale
import os
import sys
from typing import TYPE_CHECKING, Any, Final

from pyspark.errors import IllegalArgumentException, PySparkException, PySparkRuntimeError
from pyspark.find_spark_home import _find_spark_home
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery
from pyspark.sql.utils import is_remote
from pyspark.util import is_remote_only

from jelly_bridge.errors import JvmRequiredError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

try:
    from py4j.protocol import Py4JError
except ImportError:  # the distribution pyspark-client supports Spark Connect only
    Py4JError = PySparkException

SPARK_ERRORS: Final[tuple[type[Exception], ...]] = (PySparkException, Py4JError)
"""Exceptions that a call into the JVM may raise."""

JARS: Final = "spark.jars"
"""The setting with the jars of a session."""

_SOURCE_CLASS: Final = "io.github.jellybridge.spark.jelly.JellyDataSource"
_SESSION_LOADER: Final = "NonClosableMutableURLClassLoader"
_DRIVER_LOADERS: Final = {"MutableURLClassLoader", "ChildFirstURLClassLoader"}
"""The second is used if users' classes take precedence (`spark.driver.userClassPathFirst`)."""

_ENTRY_POINT: Final = "io.github.jellybridge.cli.PythonEntryPoint"
_PATCH_OPERATIONS: Final = "io.github.jellybridge.spark.PatchOperations"
_SPARQL_QUERY: Final = "io.github.jellybridge.sparql.SparqlQuery"
_SOLUTION_TERMS: Final = "io.github.jellybridge.sparql.SolutionTerms"


def is_connect(spark: SparkSession) -> bool:
    """Tell whether a session is a Spark Connect session, which has no JVM on this side."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def require_jvm(spark: SparkSession, what: str, otherwise: str = "") -> None:
    """Raise `JvmRequiredError` when the session has no JVM.

    Args:
        spark: The session.
        what: The function that needs a JVM, for the message.
        otherwise: Alternatives to a classic session, for the message.

    Raises:
        JvmRequiredError: The session is a Spark Connect session.
    """
    if is_connect(spark):
        msg = (
            f"{what} calls the JVM through Py4J, which a Spark Connect session does not have; "
            f"use a classic session{otherwise}"
        )
        raise JvmRequiredError(msg)


def require_local_spark() -> None:
    """Check that a session can be started here.

    Raises:
        JvmRequiredError: The distribution pyspark-client is installed, which speaks to servers
            only.
    """
    if is_remote_only():
        msg = (
            "this installation has no local Spark, only pyspark-client: set SPARK_REMOTE to the "
            "URL of a Spark Connect server, pass a session as spark=…, or install pyspark"
        )
        raise JvmRequiredError(msg)


def spark_home() -> str:
    """Give the folder of the Spark installation that PySpark uses.

    Raises:
        JvmRequiredError: There is none.
    """
    # Where Spark finds no folder, it ends the process.
    if is_remote_only() and "SPARK_HOME" not in os.environ:
        msg = "no jars of Spark: install pyspark (not pyspark-client), or set SPARK_HOME"
        raise JvmRequiredError(msg)
    return str(_find_spark_home())


def locale_of_names() -> dict[str, str]:
    """Return environment variables that make Java encode file names as this process does.

    In a locale such as C, or in none, Python encodes them as UTF-8, but Java would only support
    ASCII names.
    """
    if sys.flags.utf8_mode and hasattr(locale, "nl_langinfo"):
        codeset = locale.nl_langinfo(locale.CODESET)
        if codeset.upper().replace("-", "") != "UTF8":
            return {"LC_ALL": "C.UTF-8"}
    return {}


def running_session() -> SparkSession | None:
    """Give the active session, or else the default one; None without both."""
    # Without Spark Connect no session of it runs. Importing it may end the process where Spark is
    # not installed: Spark then looks for itself in `python -c`.
    if is_remote() and "pyspark.sql.connect.session" not in sys.modules:
        return None
    return SparkSession.getActiveSession() or default_session()


def default_session() -> SparkSession | None:
    """Return the running session that `SparkSession.builder.getOrCreate()` would return, or None.

    `SparkSession.getActiveSession()` is not enough, because it only finds a session in the thread
    that created it. This also applies to Spark Connect.
    """
    if is_remote():
        try:
            return SparkSession.active()
        except PySparkRuntimeError:
            return None
    session: SparkSession | None = getattr(SparkSession, "_instantiatedSession", None)
    return None if session is None or is_stopped(session) else session


def is_stopped(spark: SparkSession) -> bool:
    """Tell whether a classic session was stopped."""
    return spark._sc._jsc is None  # noqa: SLF001  a stopped context has no _jsc


def knows_source(spark: SparkSession) -> bool:
    """Tell whether the calling thread and the tasks can find the data source.

    Spark finds data sources through the context class loader of the thread. In the JVM thread of
    another Python thread, this loader may not know a jar that was added at run time. In that case,
    the loader of the session is installed.
    """
    thread = _jvm(spark).java.lang.Thread.currentThread()
    found = _load(thread.getContextClassLoader())
    if found is not None and not _is_runtime_loader(found.getClassLoader()):
        return True
    shared = _java_session(spark).sharedState().jarClassLoader()
    # The parents of the loader may still provide a jar that was added to a session stopped since,
    # but the tasks of this session would not get it.
    if _load(shared) is None or not _has_added_jar(spark):
        return False
    thread.setContextClassLoader(shared)
    return True


def _has_added_jar(spark: SparkSession) -> bool:
    """Tell whether the jar is among those that Spark sends to tasks."""
    jars = _java_session(spark).sparkContext().listJars().mkString(",")
    return any("jelly-bridge" in jar.rsplit("/", maxsplit=1)[-1] for jar in str(jars).split(","))


def _load(loader: Any) -> Any:  # noqa: ANN401  Py4J proxies have no static type
    """Load the class of the data source with a class loader, or return None."""
    try:
        return loader.loadClass(_SOURCE_CLASS)
    except SPARK_ERRORS:
        return None


def _is_runtime_loader(loader: Any) -> bool:  # noqa: ANN401  a Py4J proxy
    """Tell whether a class loader holds the jars that were added to a session."""
    return str(loader.getClass().getSimpleName()) in {_SESSION_LOADER, *_DRIVER_LOADERS}


def add_jar(spark: SparkSession, jar: str) -> None:
    """Add a jar to a running session, for the driver (this thread) and for tasks.

    Args:
        spark: A classic session.
        jar: Absolute path.
    """
    # The method that the SQL command ADD JAR calls; the command itself cannot quote every path.
    _java_session(spark).sessionState().resourceLoader().addJar(jar)
    shared = _java_session(spark).sharedState().jarClassLoader()
    _jvm(spark).java.lang.Thread.currentThread().setContextClassLoader(shared)
    # Spark's own threads, such as those that read the errors of tasks, use the loader that the
    # driver was started with. Without our classes they report every error as UnknownReason.
    _add_to_driver(_jvm(spark), shared.getParent(), jar)


def jars_of_running_jvm(jar: str) -> str | None:
    """Return the `spark.jars` of the JVM that the next session starts in, and add our jar to it.

    Under `spark-submit`, or after another session was stopped, the JVM runs before the session. A
    session then only sends the jars of its builder to tasks.

    Args:
        jar: Absolute path of the jar that the driver also needs.

    Returns:
        Jars separated by commas, or None if the session is going to start the JVM.
    """
    if is_remote():
        return None
    # Imported here, because the distribution pyspark-client has neither.
    from pyspark import SparkConf, SparkContext  # noqa: PLC0415

    if SparkContext._gateway is None and "PYSPARK_GATEWAY_PORT" not in os.environ:  # noqa: SLF001
        return None
    SparkContext._ensure_initialized()  # noqa: SLF001  connects to the running one
    jvm: Any = SparkContext._jvm  # noqa: SLF001
    _add_to_driver(jvm, jvm.java.lang.Thread.currentThread().getContextClassLoader(), jar)
    return SparkConf().get(JARS, "")


def _add_to_driver(jvm: Any, loader: Any, jar: str) -> None:  # noqa: ANN401  Py4J proxies
    """Add a jar to the class loader that the driver was started with, a parent of the given one."""
    while loader is not None:
        if str(loader.getClass().getSimpleName()) in _DRIVER_LOADERS:
            loader.addURL(jvm.java.io.File(jar).toURI().toURL())
        loader = loader.getParent()


def has_local_default_fs(spark: SparkSession) -> bool:
    """Tell whether paths without a scheme are paths on this machine."""
    uri = _jvm(spark).org.apache.hadoop.fs.FileSystem.getDefaultUri(_hadoop_conf(spark))
    return str(uri.getScheme()) == "file"


def joins_by_hash(statements: DataFrame, net: DataFrame) -> bool:
    """Tell whether to join statements with a patch by hash; False without the jar."""
    spark = statements.sparkSession
    if not knows_source(spark):
        return False
    operations = _load_class(spark, _PATCH_OPERATIONS)
    return bool(operations.hashes(statements._jdf, net._jdf))  # noqa: SLF001  the only way


def sparql(  # noqa: PLR0913  the options of a query, by keyword
    query: str,
    statements: DataFrame,
    prefixes: dict[str, str],
    *,
    terms: str,
    union: bool,
    unique: bool,
    max_path_length: int,
) -> DataFrame | bool:
    """Answer a SPARQL query.

    Args:
        query: The text.
        statements: A table of a classic session that has the jar.
        prefixes: Namespaces by prefixes.
        terms: The form of terms in solutions: a value of the Java enum, in lower case.
        union: Whether the default graph is the union of all graphs.
        unique: Whether the table has each statement once.
        max_path_length: Largest number of steps of a path.

    Returns:
        The table of solutions or statements, or the answer of ASK.

    Raises:
        ValueError: The query is malformed or not supported.
    """
    spark = statements.sparkSession
    frame = statements._jdf  # noqa: SLF001  the only way
    try:
        java = _load_class(spark, _SPARQL_QUERY).parse(query, prefixes)
        java = java.withMaxPathLength(max_path_length)
        java = java.withUnionGraph() if union else java
        java = java.withUniqueStatements() if unique else java
        if java.isAsk():
            return bool(java.ask(frame))
        if java.isConstruct():
            return _frame(java.construct(frame), spark)
        form = _load_class(spark, _SOLUTION_TERMS).valueOf(terms.upper())
        return _frame(java.select(frame, form), spark)
    except IllegalArgumentException as error:
        raise ValueError(str(error).removeprefix("SPARQL: ")) from error


def _frame(java: Any, spark: SparkSession) -> DataFrame:  # noqa: ANN401  a Py4J proxy
    # Imported here, because the distribution pyspark-client has no such class.
    from pyspark.sql.classic.dataframe import DataFrame as ClassicFrame  # noqa: PLC0415

    return ClassicFrame(java, spark)


def inspect(spark: SparkSession, path: str, *, strict: bool) -> str:
    """Inspect one file.

    Args:
        spark: A classic session that has the jar.
        path: Any path that Hadoop understands.
        strict: Whether lenient violations are errors.

    Returns:
        One JSON object: the content of the file, or a failure, which has a member `error`.
    """
    entry = _load_entry_point(spark)
    return str(entry.inspect(path, strict, _hadoop_conf(spark)))


def borsh_dump(
    spark: SparkSession, packed: bytes, level: int, version: int, name: str
) -> tuple[bytes, str | None]:
    """Encode an RDF/Borsh file.

    Args:
        spark: A classic session that has the jar.
        packed: Statements in the form of the Java class BorshMessages.
        level: Compression level.
        version: Version byte.
        name: File name, whose extension selects the compression.

    Returns:
        The file and None, or empty bytes and an error message about the statements.
    """
    return _bytes_or_error(_load_entry_point(spark).borshDump(packed, level, version, name))


def borsh_load(
    spark: SparkSession, data: bytes, name: str, *, as_named: bool
) -> tuple[bytes, str | None]:
    """Decode an RDF/Borsh file.

    Args:
        spark: A classic session that has the jar.
        data: The file.
        name: Its name, for messages.
        as_named: Whether its extension tells its compression.

    Returns:
        Statements in the form of the Java class BorshMessages and None, or empty bytes and an error
        message about the file.
    """
    return _bytes_or_error(_load_entry_point(spark).borshLoad(data, name, as_named))


def follow(
    spark: SparkSession,
    folders: tuple[str, str, str],
    processing_time: str | None,
    read_options: dict[str, str],
    write_options: dict[str, str],
) -> StreamingQuery:
    """Start a query that applies patches to a snapshot.

    Args:
        spark: A classic session that has the jar.
        folders: The folders of the patches, the snapshot and the checkpoint.
        processing_time: Interval of looking for patches, such as `10 seconds`; None to apply the
            existing patches and stop.
        read_options: Options of the data source `jelly-patch`.
        write_options: Options of the data source `jelly`.

    Returns:
        The running query.
    """
    patches, snapshot, checkpoint = folders
    jvm: Any = _jvm(spark)
    triggers = jvm.org.apache.spark.sql.streaming.Trigger
    if processing_time is None:
        trigger = triggers.AvailableNow()
    else:
        trigger = triggers.ProcessingTime(processing_time)
    writer = jvm.io.github.jellybridge.spark.PatchFollower.follow(
        _java_session(spark), patches, snapshot, read_options, write_options
    )
    writer = writer.option("checkpointLocation", checkpoint).trigger(trigger)
    return StreamingQuery(writer.start())


def _bytes_or_error(result: Any) -> tuple[bytes, str | None]:  # noqa: ANN401  bytes or a str
    return (b"", result) if isinstance(result, str) else (bytes(result), None)


def _load_entry_point(spark: SparkSession) -> Any:  # noqa: ANN401  a Py4J proxy
    """Return the Java class with our entry points as a Py4J proxy."""
    return _load_class(spark, _ENTRY_POINT)


def _load_class(spark: SparkSession, name: str) -> Any:  # noqa: ANN401  a Py4J proxy
    """Return a Java class as a Py4J proxy."""
    jvm: Any = _jvm(spark)
    for part in name.split("."):
        jvm = getattr(jvm, part)
    return jvm


def _hadoop_conf(spark: SparkSession) -> Any:  # noqa: ANN401  a Py4J proxy
    return _java_session(spark).sessionState().newHadoopConf()


def _java_session(spark: SparkSession) -> Any:  # noqa: ANN401  a Py4J proxy
    return spark._jsparkSession  # noqa: SLF001  the only way to the Java session


def _jvm(spark: SparkSession) -> Any:  # noqa: ANN401  a Py4J proxy
    return spark._jvm  # noqa: SLF001  the only way to the JVM
