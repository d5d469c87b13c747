"""Conversion of terms of rdflib to tuples, which works without rdflib, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from jelly_bridge._checks import is_iterable, utf8
from jelly_bridge._statements import (
    XSD_STRING,
    Statement,
    Term,
    blank_node_label,
    checked,
    split_direction,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_GRAPH: Final = "urn:x-rdflib:default"
"""The name that rdflib gives to the default graph of a dataset."""

_NODES: Final = ("URIRef", "BNode", "Literal")
_SIZES: Final = (3, 4)


def is_rdflib(term: object) -> bool:
    """Tell whether a value is an rdflib object."""
    return any(base.__module__.startswith("rdflib") for base in type(term).__mro__)


def term_of(node: Any) -> Term:  # noqa: ANN401  rdflib need not be installed
    """Convert a node of rdflib.

    Raises:
        ValueError: The node is not an IRI, blank node or literal, or contains half of a surrogate
            pair.
    """
    kind = type(node).__name__
    if kind not in _NODES:
        kind = next((base.__name__ for base in type(node).__mro__ if base.__name__ in _NODES), kind)
    if kind == "URIRef":
        return Term("iri", _text(node))
    if kind == "BNode":
        return Term("bnode", _text(node))
    if kind != "Literal":
        msg = f"an RDF term is an IRI, a blank node or a literal, but this is a {kind}: {node!r}"
        raise ValueError(msg)
    if node.language is not None:
        return Term("literal", _text(node), lang=_text(node.language))
    datatype = None if node.datatype is None else _text(node.datatype)
    return Term("literal", _text(node), datatype=None if datatype == XSD_STRING else datatype)


def _text(part: Any) -> str:  # noqa: ANN401  as above
    """Return the text of a part of a term; Python allows halves of surrogate pairs in it."""
    text = str(part)
    if not text.isascii():
        utf8("an RDF term", text)
    return text


def graph_name_of(name: Any) -> Term | None:  # noqa: ANN401  a graph, its name, or None
    """Return the graph name of a statement, or None for rdflib's name of the default graph."""
    # Some versions of rdflib return graphs, others their names.
    name = getattr(name, "identifier", name)
    return None if name is None or str(name) == DEFAULT_GRAPH else term_of(name)


def quads_of(graph: Any) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401  a Graph or a Dataset
    """Return the statements of a graph or dataset as tuples of nodes.

    Raises:
        ValueError: The object holds no statements.
    """
    quads = getattr(graph, "quads", None)
    statements = quads((None, None, None, None)) if callable(quads) else graph
    if not is_iterable(statements):
        msg = f"expected a graph or statements, found {graph!r}"
        raise ValueError(msg)
    # The default graph of a ConjunctiveGraph is named by a blank node.
    unnamed = getattr(default_graph_of(graph), "identifier", None)
    for statement in statements:
        # Other iterables are rejected: a set has no order, and a text or a dict contains no terms.
        if not isinstance(statement, (tuple, list)) or len(statement) not in _SIZES:
            msg = f"a statement is a tuple of three or four terms, but this is {statement!r}"
            raise ValueError(msg)
        s, p, o, *rest = statement
        named = rest and (unnamed is None or getattr(rest[0], "identifier", rest[0]) != unnamed)
        yield (s, p, o, *rest) if named else (s, p, o)


def default_graph_of(graph: Any) -> Any:  # noqa: ANN401  as above
    """Return the default graph of a dataset, or None; its attribute was renamed in rdflib 7.5."""
    for name in ("default_graph", "default_context"):
        default = getattr(graph, name, None)
        if default is not None:
            return default
    return None


def statements_of(graph: Any) -> Iterator[Statement]:  # noqa: ANN401  a Graph or a Dataset
    """Return the statements of a graph or dataset."""
    for s, p, o, *rest in quads_of(graph):
        name = graph_name_of(rest[0]) if rest else None
        yield Statement(term_of(s), term_of(p), term_of(o), name)


def node_of(term: Term) -> Any:  # noqa: ANN401  as above
    """Convert a term to a node of rdflib, with its lexical form unchanged.

    Raises:
        ValueError: The term is a triple term, has a base direction, or is invalid.
    """
    import rdflib  # noqa: PLC0415  optional

    term = checked(term)
    if term.kind == "iri":
        return rdflib.URIRef(term.value)
    if term.kind == "bnode":
        return rdflib.BNode(blank_node_label(term.value))
    if term.kind == "literal":
        if split_direction(term.lang)[1]:
            msg = f"rdflib has no base directions: {term.value!r}, {term.lang}"
            raise ValueError(msg)
        datatype = None if term.datatype is None else rdflib.URIRef(term.datatype)
        # Normalizing would turn "01" into "1".
        node = rdflib.Literal(term.value, lang=term.lang, datatype=datatype, normalize=False)
        if str(node) != term.value:
            # rdflib replaces white space in xsd:token and xsd:normalizedString nevertheless.
            node = rdflib.Literal(term.value)
            node.__setstate__((None, {"language": None, "datatype": datatype}))
        return node
    msg = f"rdflib has no triple terms: {term.value}"
    raise ValueError(msg)
