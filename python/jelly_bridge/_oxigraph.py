"""Conversion of terms of pyoxigraph to tuples, and back."""

from __future__ import annotations

from typing import Any

from jelly_bridge._statements import (
    XSD_STRING,
    Statement,
    Term,
    blank_node_label,
    checked,
    split_direction,
)


def term_of(node: Any) -> Term:  # noqa: ANN401  pyoxigraph need not be installed
    """Convert a term of pyoxigraph.

    Raises:
        ValueError: The term is a triple.
    """
    kind = type(node).__name__
    if kind == "NamedNode":
        return Term("iri", node.value)
    if kind == "BlankNode":
        return Term("bnode", node.value)
    if kind != "Literal":
        msg = f"expected an IRI, a blank node or a literal of pyoxigraph, found {node}"
        raise ValueError(msg)
    if node.language is not None:
        direction = getattr(node, "direction", None)
        ending = "" if direction is None else f"--{direction}"
        return Term("literal", node.value, lang=node.language + ending)
    datatype = node.datatype.value
    return Term("literal", node.value, datatype=None if datatype == XSD_STRING else datatype)


def statement_of(quad: Any) -> Statement:  # noqa: ANN401  a Quad or a Triple
    """Convert a quad or a triple.

    Raises:
        ValueError: The value is neither, or contains a triple term.
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
        ValueError: The term is a triple term or invalid, or its IRI or language tag is malformed.
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
            lang, direction = split_direction(term.lang)
            # Older versions have no directions.
            directed = {"direction": pyoxigraph.BaseDirection(direction)} if direction else {}
            return pyoxigraph.Literal(term.value, language=lang, datatype=datatype, **directed)
    except ValueError as error:
        msg = f"{error}: {term.lang or term.datatype or term.value}"
        raise ValueError(msg) from error
    msg = f"triple terms are not converted to pyoxigraph: {term.value}"
    raise ValueError(msg)
