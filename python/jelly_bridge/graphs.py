"""Statements to and from the graphs of other Python libraries: rdflib, pyoxigraph.

Their graphs live in the memory of this process, so what is brought here has a limit. Everything
else stays in Spark; rows come and go as terms, not as text.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from jelly_bridge import _oxigraph, _rdflib, session
from jelly_bridge._checks import column_names, is_iterable, limited, require_whole
from jelly_bridge._statements import Statement, Term
from jelly_bridge.terms import TERM_TYPE, require_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pyoxigraph
    import rdflib
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import Row

MAX_STATEMENTS: Final = 1_000_000
"""How many statements are brought to this process unless told otherwise."""


def to_rdflib(df: DataFrame, *, max_statements: int | None = MAX_STATEMENTS) -> rdflib.Graph:
    """Make a graph of rdflib.

    Lexical forms stay as they are: `"01"` of `xsd:integer` does not become `"1"`. A blank node
    label that no syntax can write becomes one that starts with `jbx`, as `to_ntriples` has it.
    rdflib holds no two literals whose language tags differ in case only: the first one counts.

    Args:
        df: Statements: `s`, `p`, `o` and, if there are graphs, `g`.
        max_statements: The most to bring to this process; None for no limit.

    Returns:
        A `Dataset` if `df` has a column `g`, else a `Graph`. For the triples of all graphs alike,
        drop the column: `to_rdflib(df.drop("g"))`.

    Raises:
        ValueError: There are more statements, or one with a quoted triple, or in a graph that has
            the name of rdflib's default graph; or a row that is none: a term is missing, or is
            none, such as a literal with a language tag and a datatype.
        ImportError: rdflib is not installed.

    Example:
        >>> to_rdflib(df.where("s.value = 'http://example.org/anna'").drop("g")).serialize()
    """
    import rdflib  # noqa: PLC0415  optional

    has_graphs = "g" in column_names(df)
    node = functools.lru_cache(1 << 16)(_rdflib.node_of)
    graph = rdflib.Dataset() if has_graphs else rdflib.Graph()
    statements = _converted(df, node, max_statements)
    if isinstance(graph, rdflib.Dataset):
        named = functools.lru_cache(1 << 16)(functools.partial(_named, graph))
        unnamed = _rdflib.default_graph_of(graph)
        graph.addN((s, p, o, unnamed if g is None else named(g)) for s, p, o, g in statements)
    else:
        graph.addN((s, p, o, graph) for s, p, o, _ in statements)
    return graph


def _named(dataset: rdflib.Dataset, name: Any) -> rdflib.Graph:  # noqa: ANN401  a node of rdflib
    """Give a named graph of a dataset.

    Raises:
        ValueError: rdflib has the name for the default graph.
    """
    if str(name) == _rdflib.DEFAULT_GRAPH:
        msg = f"rdflib has no graph named <{name}>: it calls the default graph so"
        raise ValueError(msg)
    return dataset.graph(name)


def from_rdflib(graph: rdflib.Graph, *, spark: SparkSession | None = None) -> DataFrame:
    """Make a DataFrame of a graph or dataset of rdflib.

    Args:
        graph: A `Graph`, whose statements go to the default graph, or a `Dataset` or
            `ConjunctiveGraph`.
        spark: The session. Default: the active one, or else a new local one.

    Returns:
        The statements, with the columns `s`, `p`, `o` and `g`.

    Raises:
        ValueError: A term is no RDF term, such as a variable or a formula.

    Example:
        >>> import rdflib
        >>> write_jelly(from_rdflib(rdflib.Graph().parse("people.ttl")), "people")
    """
    return frame_of(_rdflib.statements_of(graph), spark)


def to_pyoxigraph(
    df: DataFrame, *, max_statements: int | None = MAX_STATEMENTS
) -> pyoxigraph.Dataset:
    """Make a dataset of pyoxigraph.

    Lexical forms stay as they are, though a `Store` that they are put into changes those of numbers
    and dates. pyoxigraph itself puts language tags in lower case.

    Args:
        df: Statements: `s`, `p`, `o` and, if there are graphs, `g`.
        max_statements: The most to bring to this process; None for no limit.

    Raises:
        ValueError: There are more statements, or one that is not of RDF 1.1, such as one with a
            quoted triple, a literal as subject or a relative IRI; or a row that is none.
        ImportError: pyoxigraph is not installed.

    Example:
        >>> import pyoxigraph
        >>> store = pyoxigraph.Store()
        >>> store.bulk_extend(to_pyoxigraph(df))
        >>> store.query("SELECT (count(*) AS ?n) { ?s ?p ?o }")
    """
    import pyoxigraph  # noqa: PLC0415  optional

    node = functools.lru_cache(1 << 16)(_oxigraph.node_of)

    def quad(terms: tuple[Any, Any, Any, Any]) -> pyoxigraph.Quad:
        try:
            return pyoxigraph.Quad(*terms)
        except TypeError as error:
            msg = f"not a statement of RDF 1.1: {' '.join(map(str, terms))}"
            raise ValueError(msg) from error

    return pyoxigraph.Dataset(map(quad, _converted(df, node, max_statements)))


def from_pyoxigraph(
    quads: Iterable[pyoxigraph.Quad | pyoxigraph.Triple], *, spark: SparkSession | None = None
) -> DataFrame:
    """Make a DataFrame of what pyoxigraph holds or parses.

    Args:
        quads: A `Store`, a `Dataset`, or anything that gives quads or triples.
        spark: The session. Default: the active one, or else a new local one.

    Returns:
        The statements, with the columns `s`, `p`, `o` and `g`.

    Raises:
        ValueError: There are no quads or triples; or a term is of RDF 1.2: a triple, or a literal
            with a base direction.

    Example:
        >>> import pyoxigraph
        >>> df = from_pyoxigraph(pyoxigraph.parse(path="people.ttl"))
    """
    if not is_iterable(quads):
        msg = f"expected quads or triples of pyoxigraph, found {quads!r}"
        raise ValueError(msg)
    return frame_of(map(_oxigraph.statement_of, quads), spark)


def frame_of(statements: Iterable[Statement], spark: SparkSession | None = None) -> DataFrame:
    """Make a DataFrame of statements.

    Args:
        statements: Tuples.
        spark: The session. Default: the active one, or else a new local one.
    """
    schema = "s {0}, p {0}, o {0}, g {0}".format(TERM_TYPE.simpleString())
    return session.session_or_local(spark).createDataFrame(list(statements), schema)


def _converted(
    df: DataFrame, node: Callable[[Term], Any], max_statements: int | None
) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Bring statements here, one after the other, with their terms converted."""
    names = ("s", "p", "o", "g") if "g" in column_names(df) else ("s", "p", "o")
    require_terms(df, *names)
    rows = df.select(*names)
    if max_statements is not None:
        require_whole("max_statements", max_statements, 0)
        rows = limited(rows, max_statements + 1)

    def convert(struct: Row | None) -> Any:  # noqa: ANN401  a node of any library
        return None if struct is None else node(Term(*struct))

    for number, row in enumerate(rows.toLocalIterator()):
        if number == max_statements:
            msg = (
                f"more than {max_statements} statements: choose some of them first, or raise "
                "max_statements if the memory of this process has room"
            )
            raise ValueError(msg)
        for name in names[:3]:
            if row[name] is None:
                msg = f"a statement has a subject, a predicate and an object, but {name} is null: "
                raise ValueError(msg + str(row))
        s, p, o, *graph = map(convert, row)
        yield s, p, o, graph[0] if graph else None
