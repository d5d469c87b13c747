"""Statements without a DataFrame, and their exchange with the JVM, for RDF/Borsh."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final

from jelly_bridge._checks import utf8
from jelly_bridge._rdflib import graph_name_of, is_rdflib, quads_of, term_of
from jelly_bridge._statements import RDF_LANG_STRING, Statement, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# The format of the Java class BorshMessages: entries of a dictionary, with three more types.
_NOTHING: Final = 0
_IRI: Final = 1
_BNODE: Final = 2
_PLAIN: Final = 3
_TYPED: Final = 4
_TAGGED: Final = 5
_NTRIPLES: Final = 6
_KINDS: Final = {_IRI: "iri", _BNODE: "bnode"}
_LENGTH: Final = struct.Struct("<I")
_QUAD: Final = 4
_FIELDS: Final = 4


def pack(statements: Iterable[Any]) -> bytes:
    """Pack statements for the JVM.

    Args:
        statements: Tuples of terms, or a graph or dataset of rdflib.

    Raises:
        ValueError: A statement is invalid.
    """
    return b"".join(_packed(terms) for terms in quads_of(statements))


def _packed(terms: tuple[Any, ...]) -> bytes:
    """Pack the three or four terms of a statement."""
    graph = terms[3] if len(terms) == _QUAD else None
    name = graph_name_of(graph) if is_rdflib(graph) else graph
    packed = [_packed_term(term) for term in terms[:3]]
    return b"".join([*packed, bytes([_NOTHING]) if name is None else _packed_term(name)])


def _packed_term(term: Any) -> bytes:  # noqa: ANN401  as above
    """Pack a term."""
    if is_rdflib(term):
        return _packed_term(tuple(term_of(term)))
    if isinstance(term, str):
        return _entry(_NTRIPLES, term)
    kind, value, lang, datatype = _fields(term)
    if kind == "literal":
        return _packed_literal(value, lang, datatype)
    if lang is not None or datatype is not None:
        msg = f"expected no language and no datatype, as the kind is {kind}, found {term!r}"
        raise ValueError(msg)
    return _entry(_IRI if kind == "iri" else _BNODE, value)


def _fields(term: Any) -> tuple[str, str, str | None, str | None]:  # noqa: ANN401  as above
    """Return kind, value, language tag and datatype of a tuple."""
    fields = term if isinstance(term, (tuple, list)) else ()
    kind, value, lang, datatype = (*fields, None, None, None, None)[:4]
    texts = isinstance(value, str) and all(
        text is None or isinstance(text, str) for text in (lang, datatype)
    )
    if len(fields) <= _FIELDS and kind in ("iri", "bnode", "literal") and texts:
        return kind, value, lang, datatype
    msg = f"expected a term of kind iri, bnode or literal with a text, found {term!r}"
    raise ValueError(msg)


def _packed_literal(value: str, lang: str | None, datatype: str | None) -> bytes:
    """Pack a literal."""
    if lang is None:
        return _entry(_PLAIN, value) if datatype is None else _entry(_TYPED, value, datatype)
    if datatype not in (None, RDF_LANG_STRING):
        msg = f"expected a literal with a language or a datatype, found both, {lang}, {datatype}"
        raise ValueError(msg)
    return _entry(_TAGGED, value, lang)


def _entry(kind: int, *texts: str) -> bytes:
    """Pack an entry."""
    encoded = [utf8("a part of a term", text) for text in texts]
    return bytes([kind]) + b"".join(_LENGTH.pack(len(text)) + text for text in encoded)


def unpack(packed: bytes) -> Iterator[Statement]:
    """Return the statements of a message."""
    at = 0

    def text() -> str:
        nonlocal at
        (length,) = _LENGTH.unpack_from(packed, at)
        at += _LENGTH.size + length
        return packed[at - length : at].decode()

    def term() -> Term:
        nonlocal at
        kind = packed[at]
        at += 1
        if kind in _KINDS:
            return Term(_KINDS[kind], text())
        value = text()
        lang = text() if kind == _TAGGED else None
        return Term("literal", value, lang, text() if kind == _TYPED else None)

    def graph() -> Term | None:
        nonlocal at
        if packed[at] == _NOTHING:
            at += 1
            return None
        return term()

    while at < len(packed):
        yield Statement(term(), term(), term(), graph())
