"""Statements to and from the graphs of other Python libraries: rdflib, pyoxigraph.

These graphs are in the memory of this process, so the number of statements brought here has a
limit. All other work stays in Spark. Rows are transferred as terms, not as text.
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
"""Default limit for the number of statements that are brought to this process."""


def to_rdflib(df: DataFrame, *, max_statements: int | None = MAX_STATEMENTS) -> rdflib.Graph:
    """Convert statements to an rdflib graph.

    Lexical forms do not change: `"01"` of `xsd:integer` does not become `"1"`. Blank node labels
    that are not valid in the syntaxes of RDF are replaced by labels that start with `jbx`, as in
    `to_ntriples`. rdflib treats literals whose language tags differ in case only as the same; it
    keeps the first one.

    Args:
        df: Statements: `s`, `p`, `o` and, if there are graphs, `g`.
        max_statements: Largest number to bring to this process; None for no limit.

    Returns:
        A `Dataset` if `df` has a column `g`, else a `Graph`. For the triples of all graphs in one
        `Graph`, drop the column: `to_rdflib(df.drop("g"))`.

    Raises:
        ValueError: There are more statements. Or a statement has a quoted triple, or a graph with
            the name of rdflib's default graph. Or a row is invalid: a term is missing, or has a
            language tag and a datatype, for example.
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
    """Return a named graph of a dataset.

    Raises:
        ValueError: The name is that of rdflib's default graph.
    """
    if str(name) == _rdflib.DEFAULT_GRAPH:
        msg = f"rdflib has no graph named <{name}>: it calls the default graph so"
        raise ValueError(msg)
    return dataset.graph(name)


def from_rdflib(graph: rdflib.Graph, *, spark: SparkSession | None = None) -> DataFrame:
    """Convert an rdflib graph or dataset to a DataFrame.

    Args:
        graph: A `Graph`, whose statements go to the default graph, or a `Dataset` or
            `ConjunctiveGraph`.
        spark: The session. Default: the active one, or else a new local one.

    Returns:
        The statements, with the columns `s`, `p`, `o` and `g`.

    Raises:
        ValueError: A term is not an RDF term, such as a variable or a formula.

    Example:
        >>> import rdflib
        >>> write_jelly(from_rdflib(rdflib.Graph().parse("people.ttl")), "people")
    """
    return frame_of(_rdflib.statements_of(graph), spark)


def to_pyoxigraph(
    df: DataFrame, *, max_statements: int | None = MAX_STATEMENTS
) -> pyoxigraph.Dataset:
    """Convert statements to a pyoxigraph dataset.

    Lexical forms do not change; but a `Store` changes those of numbers and dates when statements
    are added to it. pyoxigraph itself converts language tags to lower case.

    Args:
        df: Statements: `s`, `p`, `o` and, if there are graphs, `g`.
        max_statements: Largest number to bring to this process; None for no limit.

    Raises:
        ValueError: There are more statements. Or a statement does not belong to RDF 1.1: it has a
            quoted triple, a literal as subject or a relative IRI, for example. Or a row is invalid.
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
    """Convert statements that pyoxigraph holds or parses to a DataFrame.

    Args:
        quads: A `Store`, a `Dataset`, or any iterable of quads or triples.
        spark: The session. Default: the active one, or else a new local one.

    Returns:
        The statements, with the columns `s`, `p`, `o` and `g`.

    Raises:
        ValueError: The values are not quads or triples; or a term belongs to RDF 1.2: a triple, or
            a literal with a base direction.

    Example:
        >>> import pyoxigraph
        >>> df = from_pyoxigraph(pyoxigraph.parse(path="people.ttl"))
    """
    if not is_iterable(quads):
        msg = f"expected quads or triples of pyoxigraph, found {quads!r}"
        raise ValueError(msg)
    return frame_of(map(_oxigraph.statement_of, quads), spark)


def frame_of(statements: Iterable[Statement], spark: SparkSession | None = None) -> DataFrame:
    """Convert statements to a DataFrame.

    Args:
        statements: Tuples.
        spark: The session. Default: the active one, or else a new local one.
    """
    schema = "s {0}, p {0}, o {0}, g {0}".format(TERM_TYPE.simpleString())
    return session.session_or_local(spark).createDataFrame(list(statements), schema)


def _converted(
    df: DataFrame, node: Callable[[Term], Any], max_statements: int | None
) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Bring statements to this process, one after the other, and convert their terms."""
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
