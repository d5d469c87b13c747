"""Calls of our SQL functions, for sessions that may not know them yet.

Spark finds the functions through a catalog, which is set on the running session when it is first
needed, on classic sessions and on Spark Connect. In SQL the functions are then
`jelly_bridge.from_jelly(…)`, `jelly_bridge.rdf_value(…)` and so on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyspark.errors import PySparkException
from pyspark.sql import functions as sf

from jelly_bridge import _jvm, session
from jelly_bridge._checks import column_of
from jelly_bridge._options import option_texts
from jelly_bridge.errors import JarNotAttachedError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyspark.sql import Column, SparkSession

    from jelly_bridge._options import OptionValue

CATALOG: Final = "jelly_bridge"
"""Name of the catalog with the functions."""

_CATALOG_CLASS: Final = "io.github.jellybridge.spark.JellyFunctionCatalog"


def call(
    name: str,
    columns: Sequence[Column | str],
    options: Mapping[str, OptionValue] | None = None,
    spark: SparkSession | None = None,
) -> Column:
    """Return the call of a function, after registering the functions in the session.

    Args:
        name: The function.
        columns: Its arguments: columns, or their names.
        options: Its options, the last argument; no argument if empty.
        spark: The session. Default: the active one.

    Returns:
        The column with the results of the function.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        ValueError: An argument is neither a column nor the name of one.
    """
    _register(session.session_or_local(spark))
    arguments = [column_of(column) for column in columns]
    texts = [text for pair in option_texts(options or {}).items() for text in pair]
    if texts:
        arguments.append(sf.create_map(*map(sf.lit, texts)))
    return sf.call_function(f"{CATALOG}.{name}", *arguments)


def is_available() -> bool:
    """Tell whether the functions can be called in the active session without giving it the jar."""
    spark = _jvm.running_session()
    if spark is None:
        return False
    if _jvm.is_connect(spark):
        return spark.conf.get(f"spark.sql.catalog.{CATALOG}", None) is not None
    return _jvm.knows_source(spark)


def _register(spark: SparkSession) -> None:
    """Register the functions in a session that does not know them yet."""
    key = f"spark.sql.catalog.{CATALOG}"
    if not _jvm.is_connect(spark):
        session.attach(spark)
        if spark.conf.get(key, None) is None:
            spark.conf.set(key, _CATALOG_CLASS)
        return
    if spark.conf.get(key, None) is not None:
        return
    session.offer_to_server(spark)
    spark.conf.set(key, _CATALOG_CLASS)
    if _server_knows(spark):
        return
    try:
        session.attach_to_server(spark)
    except JarNotAttachedError:
        spark.conf.unset(key)
        raise


def _server_knows(spark: SparkSession) -> bool:
    """Ask a Spark Connect server whether it finds the class of the catalog."""
    try:
        spark.sql(f"SELECT {CATALOG}.from_jelly(CAST(NULL AS BINARY))").schema  # noqa: B018
    except PySparkException as error:
        if "CATALOG" in str(error).upper() or "ClassNotFound" in str(error):
            return False
        raise
    return True
