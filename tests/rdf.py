"""RDF terms and statements of the tests as plain tuples, and their conversion from rows."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, TypeAlias

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


class Term(NamedTuple):
    """A term as in a row: kind, value, lang, datatype. A quoted triple's value is its text."""

    kind: str
    value: str
    lang: str | None = None
    datatype: str | None = None


class Quoted(NamedTuple):
    """A quoted triple."""

    s: AnyTerm
    p: AnyTerm
    o: AnyTerm


class Statement(NamedTuple):
    """A quad; `g` is None in the default graph."""

    s: AnyTerm
    p: AnyTerm
    o: AnyTerm
    g: AnyTerm | None


AnyTerm: TypeAlias = Term | Quoted


def as_row(term: AnyTerm | None) -> Term | None:
    """Return a term as it appears in a row."""
    return Term("triple", ntriples(term)) if isinstance(term, Quoted) else term


def row_of(statement: Statement) -> Statement:
    """Return a statement as it appears in a row."""
    s, p, o, g = (as_row(term) for term in statement)
    assert s is not None
    assert p is not None
    assert o is not None
    return Statement(s, p, o, g)


def statement_of(row: Any) -> Statement:  # noqa: ANN401  a Row, or the same as a dict
    """Make a statement from a row, or from a JSON object of `jelly-bridge head --json`."""
    s, p, o, g = (_term_of(row[name]) for name in Statement._fields)
    assert s is not None
    assert p is not None
    assert o is not None
    return Statement(s, p, o, g)


def _term_of(struct: Any) -> Term | None:  # noqa: ANN401  as above
    """Make a term from a struct."""
    return None if struct is None else Term(*(struct[name] for name in Term._fields))


def ntriples(term: AnyTerm) -> str:
    """Write canonical N-Triples."""
    if isinstance(term, Quoted):
        return f"<<( {ntriples(term.s)} {ntriples(term.p)} {ntriples(term.o)} )>>"
    if term.kind == "iri":
        return _iri(term.value)
    if term.kind == "bnode":
        # Labels that are not a BLANK_NODE_LABEL are written in hexadecimal.
        fits = _LABEL.fullmatch(term.value)
        return f"_:{term.value}" if fits else f"_:jbx{term.value.encode().hex().upper()}"
    text = "".join(_ESCAPES.get(c, c) for c in term.value)
    if term.lang is not None:
        return f'"{text}"@{term.lang}'
    return f'"{text}"' if term.datatype is None else f'"{text}"^^{_iri(term.datatype)}'


def nquads(statement: Statement) -> str:
    """Write a line of canonical N-Quads-star, without its end."""
    return " ".join([*(ntriples(term) for term in statement if term is not None), "."])


_START = (
    r"A-Za-z0-9_"
    r"\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D"
    r"\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD"
    r"\U00010000-\U000EFFFF"
)
_PART = _START + r"\-\u00B7\u0300-\u036F\u203F-\u2040"
_LABEL = re.compile(rf"(?!jbx)[{_START}]([{_PART}.]*[{_PART}])?")
# RDF 1.2 N-Triples, section 4.
_ESCAPES = {
    **{chr(c): f"\\u{c:04X}" for c in [*range(0x20), 0x7F, 0xFFFE, 0xFFFF]},
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
}


def _iri(text: str) -> str:
    escaped = (
        f"\\u{ord(c):04X}" if c <= " " or c in '<>"{}|^`\\' else c for c in text
    )  # fmt: skip
    return f"<{''.join(escaped)}>"
