"""Independent encoders of Jelly: pyjelly, and message classes generated from `proto/`.

The encoders over message classes make, at random, every choice that the specification leaves to a
writer: explicit or implied ids, repeated or written terms, where frames end.
"""

from __future__ import annotations

import io
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, ClassVar

from google.protobuf.internal.encoder import _VarintBytes
from pyjelly import jelly
from pyjelly.integrations.generic import generic_sink as sink
from pyjelly.integrations.generic.parse import parse_jelly_flat, parse_jelly_grouped
from pyjelly.integrations.generic.serialize import GenericSinkTermEncoder, stream_frames
from pyjelly.options import LookupPreset, StreamParameters
from pyjelly.serialize.ioutils import write_delimited
from pyjelly.serialize.streams import (
    GraphStream,
    QuadStream,
    SerializerOptions,
    Stream,
    TripleStream,
)

from protos import message
from rdf import XSD, AnyTerm, Quoted, Statement, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

TRIPLES, QUADS, GRAPHS = 1, 2, 3


# ---- pyjelly ----


def to_pyjelly(term: AnyTerm | None) -> Any:  # noqa: ANN401  pyjelly has no class above its terms
    """Convert a plain tuple to a term of pyjelly."""
    if term is None:
        return sink.DefaultGraph
    if isinstance(term, Quoted):
        return sink.Triple(*(to_pyjelly(part) for part in term))
    if term.kind == "iri":
        return sink.IRI(term.value)
    if term.kind == "bnode":
        return sink.BlankNode(term.value)
    return sink.Literal(term.value, term.lang, term.datatype)


def from_pyjelly(term: Any) -> AnyTerm | None:  # noqa: ANN401  as above
    """Convert a term of pyjelly to a plain tuple."""
    if isinstance(term, sink.Triple):
        s, p, o = (from_pyjelly(part) for part in term)
        assert s is not None
        assert p is not None
        assert o is not None
        return Quoted(s, p, o)
    if isinstance(term, sink.IRI):
        return Term("iri", term._iri)  # noqa: SLF001  it has no other getter
    if isinstance(term, sink.BlankNode):
        return Term("bnode", term._identifier)  # noqa: SLF001  as above
    if isinstance(term, sink.Literal):
        datatype = term._datatype  # noqa: SLF001  as above
        plain = datatype == XSD + "string"
        return Term("literal", term._lex, term._langtag, None if plain else datatype)  # noqa: SLF001
    return None


def decode_with_pyjelly(data: bytes) -> list[Statement]:
    """Decode a stream with pyjelly."""
    statements = []
    for item in parse_jelly_flat(io.BytesIO(data)):
        if isinstance(item, sink.Prefix):
            continue
        statements.append(statement_from_pyjelly(item))
    return statements


def decode_frames_with_pyjelly(data: bytes) -> list[list[Statement]]:
    """Decode a grouped stream with pyjelly, frame by frame."""
    frames = parse_jelly_grouped(io.BytesIO(data), logical_type_strict=True)
    return [[statement_from_pyjelly(item) for item in frame.store] for frame in frames]


def statement_from_pyjelly(item: Iterable[Any]) -> Statement:
    """Make a statement of a triple or a quad of pyjelly."""
    s, p, o, g = (from_pyjelly(term) for term in [*item, sink.DefaultGraph][:4])
    assert s is not None
    assert p is not None
    assert o is not None
    return Statement(s, p, o, g)


def encode_with_pyjelly(
    statements: Iterable[Statement],
    physical: int,
    *,
    frame_size: int = 250,
    lookups: LookupPreset | None = None,
    namespaces: Sequence[tuple[str, str]] = (),
) -> bytes:
    """Encode with pyjelly.

    Args:
    statements: The statements to encode; TRIPLES ignores the graphs.
    physical: TRIPLES, QUADS or GRAPHS.
    frame_size: Rows in a frame.
    lookups: Sizes of the lookups.
    namespaces: Declarations to write first.
    """
    kind: type[Stream] = {TRIPLES: TripleStream, QUADS: QuadStream, GRAPHS: GraphStream}[physical]
    flat = (
        jelly.LOGICAL_STREAM_TYPE_FLAT_TRIPLES
        if physical == TRIPLES
        else jelly.LOGICAL_STREAM_TYPE_FLAT_QUADS
    )
    lookups = lookups or LookupPreset()
    stream = kind(
        encoder=GenericSinkTermEncoder(lookup_preset=lookups),
        options=SerializerOptions(
            frame_size=frame_size,
            logical_type=flat,
            lookup_preset=lookups,
            params=StreamParameters(
                generalized_statements=True,
                rdf_star=True,
                namespace_declarations=bool(namespaces),
            ),
        ),
    )
    data = sink.GenericStatementSink()
    if namespaces:
        # Not data.bind: pyjelly 0.8.2 would write these IRIs with angle brackets around them.
        stream.enroll()
    for name, iri in namespaces:
        stream.namespace_declaration(name, iri)
    for statement in statements:
        terms = [to_pyjelly(term) for term in statement]
        data.add(sink.Triple(*terms[:3]) if physical == TRIPLES else sink.Quad(*terms))
    out = io.BytesIO()
    for frame in stream_frames(stream, data):
        write_delimited(frame, out)
    return out.getvalue()


# ---- message classes of our proto files ----


class Lookup:
    """A lookup of a writer, which replaces the least recently used entry."""

    def __init__(self, size: int) -> None:
        """Make an empty lookup."""
        self.size = size
        self.ids: OrderedDict[str, int] = OrderedDict()
        self.last_defined = 0

    def get(self, value: str) -> tuple[int, bool]:
        """Return the id of a value, and whether it has to be defined first."""
        new = value not in self.ids
        if new:
            full = len(self.ids) == self.size
            self.ids[value] = self.ids.popitem(last=False)[1] if full else len(self.ids) + 1
        self.ids.move_to_end(value)
        return self.ids[value], new


class Encoder:
    """Encodes statements with the messages of Jelly-RDF 1.x."""

    package: ClassVar = "jellybridge.rdf"

    def __init__(
        self,
        physical: int,
        random: Random,
        *,
        names: int = 64,
        prefixes: int = 8,
        datatypes: int = 8,
    ) -> None:
        """Start a stream.

        Args:
            physical: TRIPLES, QUADS or GRAPHS.
            random: Makes the choices.
            names: Size of the name lookup.
            prefixes: Size of the prefix lookup.
            datatypes: Size of the datatype lookup.
        """
        self.physical = physical
        self.random = random
        self.names, self.prefixes, self.datatypes = map(Lookup, (names, prefixes, datatypes))
        self.last_name = self.last_prefix = 0
        self.last_terms: dict[str, AnyTerm | None] = {}
        self.frame = self.new("RdfStreamFrame")
        self.frames = [self.frame]
        self.options()

    def new(self, name: str) -> Any:  # noqa: ANN401  a message
        """Make a message."""
        return message(f"{self.package}.{name}")()

    def maybe(self) -> bool:
        """Return True or False at random."""
        return self.random.random() < 0.5

    def row(self) -> Any:  # noqa: ANN401  a message
        """Add a row to the frame."""
        return self.frame.rows.add()

    def options(self) -> None:
        """Write the options row."""
        options = self.row().options
        options.physical_type = self.physical
        options.generalized_statements = options.rdf_star = True
        options.max_name_table_size = self.names.size
        options.max_prefix_table_size = self.prefixes.size
        options.max_datatype_table_size = self.datatypes.size
        options.logical_type = 1 if self.physical == TRIPLES else 2
        options.version = 1

    # -- lookups and terms --

    def entry(self, kind: str, lookup: Lookup, value: str) -> int:
        """Return the id of a lookup entry; write the entry if it is new."""
        number, new = lookup.get(value)
        if new:
            entry = getattr(self.row(), kind)
            entry.id = self.entry_id(number, lookup)
            entry.value = value
            # The message must be present even if both fields have their defaults.
            entry.SetInParent()
            lookup.last_defined = number
        return number

    def entry_id(self, number: int, lookup: Lookup) -> int:
        """Choose how to write the id of an entry: 0 is the previous one plus 1."""
        return 0 if number == lookup.last_defined + 1 and self.maybe() else number

    def iri(self, into: Any, value: str) -> None:  # noqa: ANN401  a message
        """Write an IRI, cut into prefix and name at random."""
        cut = value.rfind("/") + 1 if self.maybe() else self.random.randint(0, len(value))
        cut = cut if self.prefixes.size else 0
        prefix = self.entry("prefix", self.prefixes, value[:cut]) if self.prefixes.size else 0
        name = self.entry("name", self.names, value[cut:])
        self.set_iri(into, prefix, name)

    def set_iri(self, into: Any, prefix: int, name: int) -> None:  # noqa: ANN401  a message
        """Set the ids: 0 is the same prefix, and the previous name plus 1."""
        same_prefix = prefix == self.last_prefix and self.maybe()
        into.prefix_id = 0 if same_prefix else prefix
        into.name_id = 0 if name == self.last_name + 1 and self.maybe() else name
        into.SetInParent()
        self.last_prefix, self.last_name = prefix, name

    def literal(self, into: Any, term: Term) -> None:  # noqa: ANN401  a message
        """Write a literal."""
        into.lex = term.value
        if term.lang is not None:
            into.langtag = term.lang
        elif term.datatype is not None:
            into.datatype = self.entry("datatype", self.datatypes, term.datatype)
        else:
            self.simple(into)
        into.SetInParent()

    def simple(self, into: Any) -> None:  # noqa: ANN401  a message
        """Mark a literal as plain; 1.x needs no mark."""

    def term(self, into: Any, position: str, term: AnyTerm | None) -> None:  # noqa: ANN401
        """Write the term of a position."""
        if term is None:
            into.g_default_graph.SetInParent()
        elif isinstance(term, Quoted):
            quoted = getattr(into, f"{position}_triple_term")
            for inner, part in zip("spo", term, strict=True):
                self.term(quoted, inner, part)
        elif term.kind == "iri":
            self.iri(getattr(into, f"{position}_iri"), term.value)
        elif term.kind == "bnode":
            setattr(into, f"{position}_bnode", term.value)
        else:
            self.literal(getattr(into, f"{position}_literal"), term)

    # -- rows --

    def statement_terms(self, into: Any, terms: dict[str, AnyTerm | None]) -> None:  # noqa: ANN401
        """Write the terms of a statement, with repeated terms at random."""
        for position, term in terms.items():
            known = position in self.last_terms and self.last_terms[position] == term
            if known and self.maybe():
                self.repeat(into, position)
            else:
                self.term(into, position, term)
            self.last_terms[position] = term

    def repeat(self, into: Any, position: str) -> None:  # noqa: ANN401  a message
        """Repeat a term; 1.x omits it."""

    def write(self, statements: Iterable[Statement]) -> None:
        """Write statements."""
        in_graph = False
        graph: AnyTerm | None = None
        for statement in statements:
            if self.random.random() < 0.1:
                self.end_frame()
            if self.physical == GRAPHS and (not in_graph or statement.g != graph):
                if in_graph:
                    self.row().graph_end.SetInParent()
                graph, in_graph = statement.g, True
                start = self.new("RdfGraphStart")
                self.graph(start, graph)
                self.row().graph_start.CopyFrom(start)
            terms = dict(zip("spog" if self.physical == QUADS else "spo", statement, strict=False))
            kind = "quad" if self.physical == QUADS else "triple"
            # Lookup entries come first: build the statement before its row is added.
            built = self.new("RdfQuad" if self.physical == QUADS else "RdfTriple")
            self.statement_terms(built, terms)
            getattr(self.row(), kind).CopyFrom(built)
        if in_graph:
            self.row().graph_end.SetInParent()

    def graph(self, into: Any, graph: AnyTerm | None) -> None:  # noqa: ANN401  a message
        """Write the node of a graph start."""
        self.term(into, "g", graph)

    def end_frame(self) -> None:
        """Start the next frame."""
        self.frame = self.new("RdfStreamFrame")
        self.frames.append(self.frame)

    def bytes(self, *, delimited: bool = True) -> bytes:
        """Return the file."""
        frames = [frame.SerializeToString() for frame in self.frames]
        if delimited:
            return b"".join(_VarintBytes(len(frame)) + frame for frame in frames)
        return b"".join(frames)


class DraftEncoder(Encoder):
    """Encodes statements with the messages of the Jelly-RDF 1.0.0 draft."""

    package: ClassVar = "jellybridge.draft"

    def options(self) -> None:
        """Write the options row."""
        options = self.row().options
        options.stream_type = self.physical
        options.generalized_statements = options.rdf_star = options.use_repeat = True
        options.max_name_table_size = self.names.size
        options.max_prefix_table_size = self.prefixes.size
        options.max_datatype_table_size = self.datatypes.size
        options.version = 1

    def entry_id(self, number: int, lookup: Lookup) -> int:  # noqa: ARG002  the draft has no choice
        """Write the id of an entry."""
        return number

    def set_iri(self, into: Any, prefix: int, name: int) -> None:  # noqa: ANN401  a message
        """Set the ids."""
        into.prefix_id = prefix
        into.name_id = name
        into.SetInParent()

    def simple(self, into: Any) -> None:  # noqa: ANN401  a message
        """Mark a literal as plain."""
        into.simple.SetInParent()

    def term(self, into: Any, position: str, term: AnyTerm | None) -> None:  # noqa: ANN401
        """Write the term of a position."""
        field = getattr(into, position)
        if term is None:
            field.default_graph.SetInParent()
        elif isinstance(term, Quoted):
            for inner, part in zip("spo", term, strict=True):
                self.term(field.triple_term, inner, part)
        elif term.kind == "iri":
            self.iri(field.iri, term.value)
        elif term.kind == "bnode":
            field.bnode = term.value
        else:
            self.literal(field.literal, term)

    def repeat(self, into: Any, position: str) -> None:  # noqa: ANN401  a message
        """Repeat a term."""
        getattr(into, position).repeat.SetInParent()

    def graph(self, into: Any, graph: AnyTerm | None) -> None:  # noqa: ANN401  a message
        """Write the node of a graph start."""
        holder = self.new("RdfQuad")
        self.term(holder, "g", graph)
        into.graph.CopyFrom(holder.g)
