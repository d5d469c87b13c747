package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/**
 * Encodes quoted triples, which term tables store as text. First come the lookup entries that their
 * terms need, then the message.
 */
final class QuotedTripleEncoder {
  private final JellyWriteOptions options;
  private final TermRoles roles;
  private final IriEncoder iris;
  private final DatatypeEncoder datatypes;

  /** The terms of the quoted triples of the current row. */
  private final TripleParts triples = new TripleParts();

  private final TermTable parts = triples.terms;

  QuotedTripleEncoder(
      JellyWriteOptions options, TermRoles roles, IriEncoder iris, DatatypeEncoder datatypes) {
    this.options = options;
    this.roles = roles;
    this.iris = iris;
    this.datatypes = datatypes;
  }

  /** Drops the quoted triples of the previous row. */
  void startRow() {
    triples.clear();
  }

  /** Finds or writes the entries that the terms of a quoted triple need. */
  QuotedTriple prepare(TermTable terms, int id, long statement) throws JellyWriteException {
    if (!options.rdfStar()) {
      throw new JellyWriteException(statement, "no quoted triples", "a quoted triple", "rdfStar");
    }
    int from = triples.copy(terms, id);
    QuotedTriple triple = new QuotedTriple();
    prepareParts(triple, from, from + terms.valueLength(id), statement);
    return triple;
  }

  /** Parses the text of a quoted triple, which is in the table of parts. */
  private void prepareParts(QuotedTriple triple, int from, int to, long statement)
      throws JellyWriteException {
    int[] ids = triples.apart(from, to, statement);
    triple.kind = TermKind.TRIPLE;
    triple.parts = new QuotedTriple[3];
    for (int i = 0; i < 3; i++) {
      QuotedTriple part = new QuotedTriple();
      triple.parts[i] = part;
      part.id = ids[i];
      part.kind = parts.kind(ids[i]);
      if (part.kind != TermKind.IRI) {
        roles.check(part.kind, i, statement);
      }
      preparePart(part, i, statement);
    }
  }

  private void preparePart(QuotedTriple part, int position, long statement)
      throws JellyWriteException {
    switch (part.kind) {
      case TermKind.IRI -> {
        String problem = iris.split(parts, part.id);
        if (problem != null) {
          throw roles.refused(problem, position, statement);
        }
        part.name = iris.name;
        part.prefix = iris.prefix;
      }
      case TermKind.LITERAL -> {
        int symbol = parts.datatypeId(part.id);
        if (symbol != 0) {
          int id = datatypes.of(parts.symbols().bytes(symbol), statement);
          part.datatype = datatypes.required(id, statement);
        }
      }
      case TermKind.TRIPLE -> {
        int from = parts.valueOffset(part.id);
        int to = from + parts.valueLength(part.id);
        prepareParts(part, from, to, statement);
      }
      default -> {
        // Blank nodes need no entries.
      }
    }
  }

  /** Returns the maximum number of bytes that {@link #write} takes. */
  long room(QuotedTriple part) {
    if (part.kind != TermKind.TRIPLE) {
      return TextEncoder.room(parts, part.kind, part.id);
    }
    return 16L + room(part.parts[0]) + room(part.parts[1]) + room(part.parts[2]);
  }

  /** Writes the length and the fields of a triple message; returns the position after it. */
  int write(byte[] d, int at, QuotedTriple triple, long statement) throws JellyWriteException {
    int body = at + 1;
    int p = body;
    for (int i = 0; i < 3; i++) {
      QuotedTriple part = triple.parts[i];
      int tag = 4 * i + part.kind << 3 | 2;
      d[p++] = (byte) tag;
      p =
          switch (part.kind) {
            case TermKind.IRI -> iris.write(d, p, part.prefix, part.name);
            case TermKind.BNODE -> TextEncoder.bnode(d, p, parts, part.id, statement);
            case TermKind.LITERAL ->
                TextEncoder.literal(d, p, parts, part.id, part.datatype, statement);
            default -> write(d, p, part, statement);
          };
    }
    int length = p - body;
    int shift = FrameBuffer.varintLength(length) - 1;
    if (shift > 0) {
      System.arraycopy(d, body, d, body + shift, length);
    }
    FrameBuffer.varint(d, at, length);
    return p + shift;
  }
}
