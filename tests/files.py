"""The same small data in files of every kind, for tests that need any file."""

from __future__ import annotations

import bz2
import gzip
from random import Random
from typing import TYPE_CHECKING

import zstandard

from encoders import GRAPHS, QUADS, TRIPLES, DraftEncoder, Encoder, encode_with_pyjelly
from rdf import XSD, AnyTerm, Quoted, Statement, Term

if TYPE_CHECKING:
    from pathlib import Path

NAMESPACES = [("ex", "http://example.org/"), ("xsd", XSD)]
_GRAPHS: list[AnyTerm | None] = [None, Term("iri", "http://example.org/g"), Term("bnode", "g")]


def quads(count: int = 60) -> list[Statement]:
    """Make statements with terms of every kind."""
    return [
        Statement(_subject(i), Term("iri", f"http://example.org/p{i % 5}"), _object(i), _graph(i))
        for i in range(count)
    ]


def _subject(i: int) -> AnyTerm:
    """Make the subject of a statement: a few statements in a row share it."""
    if i % 4 == 3:
        return Term("bnode", f"b{i % 3}")
    return Term("iri", f"http://example.org/s{i // 4}")


def _object(i: int) -> AnyTerm:
    """Make the object of a statement."""
    objects: list[AnyTerm] = [
        Term("literal", f'text "{i}"\n'),
        Term("literal", f"Text {i}", lang="de-AT"),
        Term("literal", str(i), datatype=XSD + "integer"),
        Term("iri", "http://example.com/o#ö"),
        Quoted(_subject(i - 1), Term("iri", "http://example.org/p1"), Term("literal", "said")),
    ]
    return objects[i % len(objects)]


def _graph(i: int) -> AnyTerm | None:
    """Make the graph of a statement: a few graphs, one after the other."""
    return _GRAPHS[i // 20 % len(_GRAPHS)]


def triples(count: int = 60) -> list[Statement]:
    """Make the same in the default graph."""
    return [statement._replace(g=None) for statement in quads(count)]


def write_all(folder: Path) -> dict[str, list[Statement]]:
    """Write a file for each layout, physical type, framing and compression.

    Returns:
    The statements of each file, by file name.
    """
    contents: dict[str, bytes] = {
        f"pyjelly-{name}.jelly": encode_with_pyjelly(quads(), physical, frame_size=25)
        for name, physical in (("triples", TRIPLES), ("quads", QUADS), ("graphs", GRAPHS))
    }
    for name, physical in (("triples", TRIPLES), ("quads", QUADS), ("graphs", GRAPHS)):
        for prefix, kind in (("v1", Encoder), ("draft", DraftEncoder)):
            encoder = kind(physical, Random(1))  # noqa: S311  no secret
            encoder.write(quads())
            contents[f"{prefix}-{name}.jelly"] = encoder.bytes()
    contents["pyjelly-namespaces.jelly"] = encode_with_pyjelly(
        quads(), TRIPLES, namespaces=NAMESPACES
    )
    bare = encode_with_pyjelly(quads(), TRIPLES, frame_size=10_000)
    contents["bare.jelly"] = _without_delimiter(bare)
    plain = contents["pyjelly-triples.jelly"]
    contents["gzip.jelly.gz"] = gzip.compress(plain)
    contents["zstd.jelly.zst"] = zstandard.compress(plain)
    contents["bzip2.jelly.bz2"] = bz2.compress(plain)
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    quad_files = ("quads.jelly", "graphs.jelly")
    return {name: quads() if name.endswith(quad_files) else triples() for name in contents}


def _without_delimiter(data: bytes) -> bytes:
    """Remove the length from a file of one frame."""
    start = next(i for i, byte in enumerate(data) if byte < 0x80) + 1
    return data[start:]
