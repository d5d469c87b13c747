"""Conversion of terms of pyoxigraph to tuples, and back."""

from __future__ import annotations

from typing import Any

from jelly_bridge._statements import XSD_STRING, Statement, Term, blank_node_label, checked


def term_of(node: Any) -> Term:  # noqa: ANN401  pyoxigraph need not be installed
    """Convert a term of pyoxigraph.

    Raises:
        ValueError: The term is a triple, or has a base direction; both belong to RDF 1.2.
    """
    kind = type(node).__name__
    if kind == "NamedNode":
        return Term("iri", node.value)
    if kind == "BlankNode":
        return Term("bnode", node.value)
    if kind != "Literal" or getattr(node, "direction", None) is not None:
        msg = f"an RDF 1.1 term is an IRI, a blank node or a literal, but this is {node}"
        raise ValueError(msg)
    if node.language is not None:
        return Term("literal", node.value, lang=node.language)
    datatype = node.datatype.value
    return Term("literal", node.value, datatype=None if datatype == XSD_STRING else datatype)


def statement_of(quad: Any) -> Statement:  # noqa: ANN401  a Quad or a Triple
    """Convert a quad or a triple.

    Raises:
        ValueError: The value is neither, or does not belong to RDF 1.1.
    """
    if type(quad).__name__ not in ("Quad", "Triple"):
        msg = f"expected a quad or a triple of pyoxigraph, found {quad!r}"
        raise ValueError(msg)
    name = getattr(quad, "graph_name", None)
    named = name is not None and type(name).__name__ != "DefaultGraph"
    return Statement(
        term_of(quad.subject),
        term_of(quad.predicate),
        term_of(quad.object),
        term_of(name) if named else None,
    )


def node_of(term: Term) -> Any:  # noqa: ANN401  as above
    """Convert a term to pyoxigraph.

    Raises:
        ValueError: The term is a quoted triple or invalid, or its IRI or language tag is malformed.
    """
    import pyoxigraph  # noqa: PLC0415  optional

    term = checked(term)
    try:
        if term.kind == "iri":
            return pyoxigraph.NamedNode(term.value)
        if term.kind == "bnode":
            return pyoxigraph.BlankNode(blank_node_label(term.value))
        if term.kind == "literal":
            datatype = None if term.datatype is None else pyoxigraph.NamedNode(term.datatype)
            return pyoxigraph.Literal(term.value, language=term.lang, datatype=datatype)
    except ValueError as error:
        msg = f"{error}: {term.lang or term.datatype or term.value}"
        raise ValueError(msg) from error
    msg = f"a quoted triple of RDF-star is no term of RDF 1.2: {term.value}"
    raise ValueError(msg)
