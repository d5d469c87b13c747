"""A reader and a writer of RDF/Borsh directly from its specification, with the package `lz4`."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import lz4.block
import lz4.frame

from rdf import Statement, Term

if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = {1: "iri", 2: "bnode", 3: "literal", 4: "literal", 5: "literal"}
LARGEST = 1 << 26


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def _entry(term: Any) -> bytes:  # noqa: ANN401  a Term; the format has no quoted triples
    if term.kind in ("iri", "bnode"):
        return bytes([1 if term.kind == "iri" else 2]) + _text(term.value)
    if term.lang is not None:
        return b"\x05" + _text(term.value) + _text(term.lang)
    if term.datatype is not None:
        return b"\x04" + _text(term.value) + _text(term.datatype)
    return b"\x03" + _text(term.value)


def encode(
    statements: Iterable[Statement], *, version: int = 1, frame: bool = False, **options: object
) -> bytes:
    """Write a file: two raw blocks, or one frame as the Rust implementation writes it."""
    ids: dict[Any, int] = {}
    quads = []
    for st in statements:
        s, p, o = (ids.setdefault(term, len(ids) + 1) for term in (st.s, st.p, st.o))
        g = 0 if st.g is None else ids.setdefault(st.g, len(ids) + 1)
        quads.append(struct.pack("<4H", g, s, p, o))
    terms = struct.pack("<I", len(ids)) + b"".join(map(_entry, ids))
    block = struct.pack("<I", len(quads)) + b"".join(quads)
    header = b"RDFB" + struct.pack("<BBI", version, 0b111, len(quads))
    if frame:
        compressed: bytes = lz4.frame.compress(terms + block, **options)
        return header + compressed
    packed = [lz4.block.compress(b, mode="high_compression", store_size=False, **options)
              for b in (terms, block)]  # fmt: skip
    return header + b"".join(struct.pack("<I", len(b)) + b for b in packed)


def decode(data: bytes) -> list[Statement]:
    """Read a file of two raw blocks."""
    magic, version, flags, count = struct.unpack_from("<4sBBI", data)
    assert (magic, flags) == (b"RDFB", 0b111)
    assert version in (1, 0x31)
    blocks = []
    at = 10
    for _ in range(2):
        (size,) = struct.unpack_from("<I", data, at)
        packed = data[at + 4 : at + 4 + size]
        blocks.append(lz4.block.decompress(packed, uncompressed_size=LARGEST))
        at += 4 + size
    assert at == len(data)
    terms: list[Term | None] = [None, *_terms(blocks[0])]
    assert struct.unpack_from("<I", blocks[1]) == (count,)
    assert len(blocks[1]) == 4 + 8 * count
    found = []
    for g, s, p, o in struct.iter_unpack("<4H", blocks[1][4:]):
        subject, predicate, object_ = terms[s], terms[p], terms[o]
        assert subject is not None
        assert predicate is not None
        assert object_ is not None
        found.append(Statement(subject, predicate, object_, terms[g]))
    return found


def _terms(block: bytes) -> list[Term]:
    at = 4

    def text() -> str:
        nonlocal at
        (size,) = struct.unpack_from("<I", block, at)
        at += 4 + size
        return block[at - size : at].decode()

    terms = []
    for _ in range(struct.unpack_from("<I", block)[0]):
        kind = block[at]
        at += 1
        value = text()
        lang = text() if kind == 5 else None
        terms.append(Term(KINDS[kind], value, lang, text() if kind == 4 else None))
    assert at == len(block)
    return terms
