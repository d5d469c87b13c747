"""Functions on columns of RDF terms: text, values, languages and IRIs.

They are SQL functions of the jar with the same names. In SQL, `jelly_bridge.rdf_value(…)` and the
others can be used once one of them was called here. They work on classic sessions and on Spark
Connect. Null arguments give null. All functions use the session `spark`, by default the active one.
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
"""The fields of the struct that `rdf_value` returns."""


def rdf_term(
    column: Column | str, *, mode: MessageMode = "FAILFAST", spark: SparkSession | None = None
) -> Column:
    """Parse N-Triples text into terms.

    Args:
        column: A string column, or its name.
        mode: Reaction to a text that is not a term. `FAILFAST` fails the query; `PERMISSIVE` gives
            null.
        spark: The session.

    Returns:
        A column of `TERM_TYPE`.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

    Example:
        >>> texts.select(rdf_term("text").alias("o")).where("o.lang = 'en'")
    """
    return _catalog.call("rdf_term", [column], {"mode": mode}, spark)


def rdf_ntriples(column: Column | str, *, spark: SparkSession | None = None) -> Column:
    """Write terms as canonical N-Triples text, the inverse of `rdf_term`.

    `to_ntriples` returns the same text, and also works in a session without the jar.

    Args:
        column: A column of terms, or its name.
        spark: The session.

    Returns:
        A string column.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

    Example:
        >>> df.select(rdf_ntriples("o")).show()
    """
    return _catalog.call("rdf_ntriples", [column], None, spark)


def rdf_value(
    column: Column | str, as_type: ValueType | None = None, *, spark: SparkSession | None = None
) -> Column:
    """Return the values of literals, by the lexical rules of their XSD datatypes.

    A number has a value of each type that can hold it: an integer of `long`, `decimal` and
    `double`, a decimal of `decimal` and `double`, a float or double only of `double`. Timestamps
    without a time zone are in the zone of the session.

    Args:
        column: A column of terms, or its name.
        as_type: The type to return; by default, all types.
        spark: The session.

    Returns:
        A column of the type (`decimal(38,18)` for `decimal`), null for values of other types;
        without a type, a column of structs with a field for each type. Null for terms that are not
        literals, and for literals that are malformed or have an unknown datatype.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

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

    A base direction (`ar--rtl`) is ignored.

    Args:
        column: A column of terms or of language tags, or its name.
        language_range: A range of RFC 4647 such as `de` or `de-AT`, whose case does not matter; `*`
            means any tag. Or a column of ranges.
        spark: The session.

    Returns:
        A boolean column: false for literals without a tag, null for terms that are not literals.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

    Example:
        >>> df.where(rdf_lang_matches("o", "de"))
    """
    return _catalog.call(
        "rdf_lang_matches", [column, _constant("language_range", language_range)], None, spark
    )


def rdf_direction(column: Column | str, *, spark: SparkSession | None = None) -> Column:
    """Return the base directions of literals (RDF 1.2), `ltr` or `rtl`.

    Args:
        column: A column of terms or of language tags, or its name.
        spark: The session.

    Returns:
        A string column: null for literals without a direction, and for terms that are not literals.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

    Example:
        >>> df.where(rdf_direction("o") == "rtl")
    """
    return _catalog.call("rdf_direction", [column], None, spark)


def rdf_local_name(column: Column | str, *, spark: SparkSession | None = None) -> Column:
    """Return the parts of IRIs after their namespaces; see `rdf_namespace`.

    Args:
        column: A column of terms or of IRIs, or its name.
        spark: The session.

    Returns:
        A string column: null for terms that are not IRIs.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

    Example:
        >>> df.groupBy(rdf_local_name("p")).count()
    """
    return _catalog.call("rdf_local_name", [column], None, spark)


def rdf_namespace(column: Column | str, *, spark: SparkSession | None = None) -> Column:
    """Return the namespaces of IRIs: up to the `#`, or else the last `/`, or else the last `:`.

    Args:
        column: A column of terms or of IRIs, or its name.
        spark: The session.

    Returns:
        A string column: null for terms that are not IRIs.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

    Example:
        >>> df.select(rdf_namespace("p")).distinct()
    """
    return _catalog.call("rdf_namespace", [column], None, spark)


def rdf_skolemize(
    column: Column | str, base: Column | str, *, spark: SparkSession | None = None
) -> Column:
    """Replace blank nodes by IRIs, also in quoted triples (RDF 1.1 Concepts, section 3.5).

    Args:
        column: A column of terms, or its name.
        base: Scheme and host of the IRIs, such as `https://example.org`, or a column of such bases.
        spark: The session.

    Returns:
        A column of `TERM_TYPE`: `https://example.org/.well-known/genid/LABEL` for blank nodes;
        other terms are unchanged.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

    Example:
        >>> df.withColumn("s", rdf_skolemize("s", "https://example.org"))
    """
    return _catalog.call("rdf_skolemize", [column, _constant("base", base)], None, spark)


def _constant(name: str, value: Column | str) -> Column:
    """Convert a text to a constant column; return columns unchanged.

    Raises:
        ValueError: The value is neither.
    """
    if isinstance(value, Column):
        return value
    require_text(name, value)
    return sf.lit(value)
