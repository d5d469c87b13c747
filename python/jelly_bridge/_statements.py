"""Terms and statements as plain tuples, for small data outside of DataFrames."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

XSD_STRING: Final = "http://www.w3.org/2001/XMLSchema#string"
RDF_LANG_STRING: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
_OTHER_KINDS: Final = ("iri", "bnode", "triple")


class Term(NamedTuple):
    """A term, with the fields of `TERM_TYPE`.

    Attributes:
        kind: `iri`, `bnode` or `literal`; in rows also `triple`, with N-Triples text as value.
        value: The IRI, the label without `_:`, or the lexical form.
        lang: The language tag of a literal, with its base direction if it has one, or None.
        datatype: The IRI of the datatype of a literal, or None; also None for `xsd:string`.
    """

    kind: str
    value: str
    lang: str | None = None
    datatype: str | None = None


class Statement(NamedTuple):
    """A statement.

    Attributes:
        s: The subject.
        p: The predicate.
        o: The object.
        g: The name of the graph; None for the default graph.
    """

    s: Term
    p: Term
    o: Term
    g: Term | None = None


def split_direction(lang: str | None) -> tuple[str | None, str | None]:
    """Split a language tag such as `ar--rtl` into the tag and the base direction, or None."""
    if lang is not None and lang.endswith(("--ltr", "--rtl")):
        return lang[:-5], lang[-3:]
    return lang, None


def checked(term: Term) -> Term:
    """Return a term of a row, without the datatype that a language tag implies.

    Raises:
        ValueError: The term is invalid.
    """
    kind, value, lang, datatype = term
    if kind == "literal" and value is not None:
        if lang is None:
            return term
        if lang and datatype in (None, RDF_LANG_STRING):
            return term._replace(datatype=None)
    elif kind in _OTHER_KINDS and value is not None and lang is None and datatype is None:
        return term
    msg = (
        "expected a term, of a kind (iri, bnode, literal or triple) and a value, "
        f"if it is a literal also a language tag or a datatype; found {tuple(term)}"
    )
    raise ValueError(msg)


# RDF 1.1 Turtle, section 6.5: PN_CHARS_U with digits, PN_CHARS, BLANK_NODE_LABEL.
_START: Final = (
    r"A-Za-z0-9_"
    r"\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D"
    r"\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\U00010000-\U000EFFFF"
)
_PART: Final = _START + r"\-\u00B7\u0300-\u036F\u203F-\u2040"
_LABEL: Final = re.compile(rf"(?!jbx)[{_START}]([{_PART}.]*[{_PART}])?")


def blank_node_label(label: str) -> str:
    """Return a label that every syntax can write, as `to_ntriples` does."""
    return label if _LABEL.fullmatch(label) else f"jbx{label.encode().hex().upper()}"
