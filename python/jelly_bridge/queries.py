"""SPARQL queries over tables of statements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from jelly_bridge import _jvm, session
from jelly_bridge._checks import (
    require_absolute_iri,
    require_flag,
    require_frame,
    require_one_of,
    require_text,
    require_whole,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

DefaultGraph: TypeAlias = Literal["union"]
"""The default graph of a query: `union` of all graphs."""

SolutionTerms: TypeAlias = Literal["struct", "ntriples", "value"]
"""The form of terms in solutions: structs, N-Triples text, or plain values as text."""

MAX_PATH_LENGTH = 1000
"""Largest number of steps of a property path with `*` or `+`, by default."""

_LARGEST_INT = (1 << 31) - 1


def sparql(  # noqa: PLR0913  one query, options by keyword
    query: str,
    statements: DataFrame,
    *,
    graphs: DefaultGraph | None = None,
    terms: SolutionTerms = "struct",
    prefixes: Mapping[str, str] | None = None,
    unique_statements: bool = False,
    max_path_length: int = MAX_PATH_LENGTH,
) -> DataFrame | bool:
    """Answer a SPARQL 1.1 query over a table of statements.

    The query becomes a plan of Spark, which runs when the answer is used. ASK, and property paths
    with `*` or `+`, run at once. Statements without a graph are the default graph.

    Args:
        query: A SELECT, ASK or CONSTRUCT query.
        statements: `s`, `p`, `o` and, if there are graphs, `g`. May be a stream if the query has
            one triple pattern, FILTER and BIND only.
        graphs: `union` makes the default graph the union of all graphs.
        terms: For SELECT: `struct` gives terms, `ntriples` their N-Triples text, `value` IRIs,
            labels of blank nodes and lexical forms.
        prefixes: Namespaces by prefixes that the query may use without declaring them.
        unique_statements: Whether the table is known to have each statement once. Otherwise
            duplicates are removed where they would count, which takes a shuffle.
        max_path_length: Largest number of steps of a property path with `*` or `+`; a longer path
            is an error.

    Returns:
        SELECT: a DataFrame with a column for each variable, null where it is unbound. CONSTRUCT:
        statements, each once, with the columns `s`, `p`, `o` and `g`. ASK: True or False.

    Raises:
        ValueError: The query is malformed, or has a construct that is not supported: SERVICE,
            DESCRIBE or an unknown function.
        py4j.protocol.Py4JJavaError: A path has more steps than `max_path_length`.
        JvmRequiredError: The session is a Spark Connect session.
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

    Example:
        >>> df = sparql("SELECT ?name { ?person foaf:name ?name }", people, prefixes=FOAF)
    """
    require_text("query", query)
    require_frame(statements)
    if graphs is not None:
        require_one_of("graphs", graphs, get_args(DefaultGraph))
    require_one_of("terms", terms, get_args(SolutionTerms))
    require_flag("unique_statements", unique_statements)
    require_whole("max_path_length", max_path_length, 0, _LARGEST_INT)
    spark = statements.sparkSession
    _jvm.require_jvm(spark, "sparql", ", or run `jelly-bridge query`")
    session.attach(spark)
    return _jvm.sparql(
        query,
        statements,
        _namespaces(prefixes),
        terms=terms,
        union=graphs is not None,
        unique=bool(unique_statements),
        max_path_length=int(max_path_length),
    )


def _namespaces(prefixes: Mapping[str, str] | None) -> dict[str, str]:
    """Check prefixes.

    Raises:
        ValueError: They are no mapping of texts to absolute IRIs.
    """
    if prefixes is None:
        return {}
    if not isinstance(prefixes, Mapping):
        msg = f"prefixes must be a mapping of prefixes to IRIs, not {prefixes!r}"
        raise ValueError(msg)  # noqa: TRY004  as for all other invalid arguments
    for prefix, namespace in prefixes.items():
        require_text("a prefix", prefix)
        require_absolute_iri(f"the namespace of prefix {prefix!r}", namespace)
    return dict(prefixes)
