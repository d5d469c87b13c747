"""Functions on columns of RDF terms: their text, their values, their languages, their IRIs.

They are SQL functions of the jar, with the same names: `jelly_bridge.rdf_value(…)` in SQL, once one
of them was called here. They work on classic sessions and on Spark Connect. Arguments that are null
give null. Each function takes the session as `spark`; without it, it is the active one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from pyspark.sql import Column
from pyspark.sql import functions as sf

from jelly_bridge import _catalog
from jelly_bridge._checks import require_one_of, require_text

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from jelly_bridge.messages import MessageMode

ValueType: TypeAlias = Literal[
    "string", "boolean", "long", "decimal", "double", "date", "timestamp"
]
"""The fields of what `rdf_value` gives."""


def rdf_term(
    column: Column | str, *, mode: MessageMode = "FAILFAST", spark: SparkSession | None = None
) -> Column:
    """Make terms of N-Triples text.

    Args:
        column: A string column, or its name.
        mode: Reaction to a text that is not a term. `FAILFAST` fails the query; `PERMISSIVE` gives
            null.
        spark: The session.

    Returns:
        A column of `TERM_TYPE`.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not take it.

    Example:
        >>> texts.select(rdf_term("text").alias("o")).where("o.lang = 'en'")
    """
    return _catalog.call("rdf_term", [column], {"mode": mode}, spark)


def rdf_ntriples(column: Column | str, *, spark: SparkSession | None = None) -> Column:
    """Write terms as canonical N-Triples text, the inverse of `rdf_term`.

    `to_ntriples` gives the same text, also in a session without the jar.

    Args:
        column: A column of terms, or its name.
        spark: The session.

    Returns:
        A string column.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not take it.

    Example:
        >>> df.select(rdf_ntriples("o")).show()
    """
    return _catalog.call("rdf_ntriples", [column], None, spark)


def rdf_value(
    column: Column | str, as_type: ValueType | None = None, *, spark: SparkSession | None = None
) -> Column:
    """Give the values of literals, as the lexical rules of their XSD datatypes have them.

    A number has all types that hold it: an integer is `long`, `decimal` and `double`, a decimal the
    latter two, a float or double the last one. Dates with a time but no time zone are in that of
    the session.

    Args:
        column: A column of terms, or its name.
        as_type: The type that is wanted; all that there are if none.
        spark: The session.

    Returns:
        A column of the type (`decimal(38,18)` for `decimal`), null for values of others; without a
        type, of a struct with a field for each. Null for what is no literal, is malformed, or has a
        datatype that is not known.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not take it.

    Example:
        >>> df.where(rdf_value("o", "double") > 25).select("s.value", rdf_value("o").alias("value"))
    """
    if as_type is not None:
        require_one_of("as_type", as_type, get_args(ValueType))
    value = _catalog.call("rdf_value", [column], None, spark)
    return value if as_type is None else value.getField(as_type)


def rdf_lang_matches(
    column: Column | str, language_range: Column | str, *, spark: SparkSession | None = None
) -> Column:
    """Tell whether language tags are in a range, as `langMatches` of SPARQL does.

    Args:
        column: A column of terms or of language tags, or its name.
        language_range: A range of RFC 4647 such as `de` or `de-AT`, whose case does not matter; `*`
            for any tag. Or a column of ranges.
        spark: The session.

    Returns:
        A boolean column: false for literals without a tag, null for terms that are no literals.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not take it.

    Example:
        >>> df.where(rdf_lang_matches("o", "de"))
    """
    return _catalog.call(
        "rdf_lang_matches", [column, _constant("language_range", language_range)], None, spark
    )


def rdf_local_name(column: Column | str, *, spark: SparkSession | None = None) -> Column:
    """Give what stands in IRIs behind their namespaces; see `rdf_namespace`.

    Args:
        column: A column of terms or of IRIs, or its name.
        spark: The session.

    Returns:
        A string column: null for terms that are no IRIs.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not take it.

    Example:
        >>> df.groupBy(rdf_local_name("p")).count()
    """
    return _catalog.call("rdf_local_name", [column], None, spark)


def rdf_namespace(column: Column | str, *, spark: SparkSession | None = None) -> Column:
    """Give the namespaces of IRIs: all up to the `#`, or else the last `/`, or else the last `:`.

    Args:
        column: A column of terms or of IRIs, or its name.
        spark: The session.

    Returns:
        A string column: null for terms that are no IRIs.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not take it.

    Example:
        >>> df.select(rdf_namespace("p")).distinct()
    """
    return _catalog.call("rdf_namespace", [column], None, spark)


def rdf_skolemize(
    column: Column | str, base: Column | str, *, spark: SparkSession | None = None
) -> Column:
    """Put IRIs in place of blank nodes, also in quoted triples (RDF 1.1 Concepts, section 3.5).

    Args:
        column: A column of terms, or its name.
        base: Scheme and host of the IRIs, such as `https://example.org`, or a column of such.
        spark: The session.

    Returns:
        A column of `TERM_TYPE`: `https://example.org/.well-known/genid/LABEL` for blank nodes, all
        others as they are.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not take it.

    Example:
        >>> df.withColumn("s", rdf_skolemize("s", "https://example.org"))
    """
    return _catalog.call("rdf_skolemize", [column, _constant("base", base)], None, spark)


def _constant(name: str, value: Column | str) -> Column:
    """Make a text a column, unless it is one.

    Raises:
        ValueError: It is neither.
    """
    if isinstance(value, Column):
        return value
    require_text(name, value)
    return sf.lit(value)
