package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.WireReader;

/**
 * Decodes the triple terms of a column (Jelly-RDF 1.2 draft, "RdfTripleTerm"). All of them share
 * the ids that the next IRI is relative to.
 */
final class TripleTermDecoder {
  private static final int O_LITERAL = 11;
  private static final int O_TRIPLE_TERM = 12;

  private static final String[] POSITIONS = {"a subject", "a predicate", "an object"};

  private final WireReader in;
  private final TermDecoder t;
  private final DirectedLanguages tags;
  private final IriState iris;
  private RdfVersion version = RdfVersion.UNSPECIFIED;

  TripleTermDecoder(TermDecoder t, DirectedLanguages tags) {
    this.in = t.in;
    this.t = t;
    this.tags = tags;
    this.iris = new IriState(t);
  }

  /** Sets whether triple terms may occur. */
  void version(RdfVersion now) {
    version = now;
  }

  /** Forgets the last IRI. */
  void startColumn() {
    iris.reset();
  }

  /**
   * Reads a triple term.
   *
   * @param depth 1 for a triple term that is no object of another one
   */
  int read(int from, int to, int depth) throws JellyParseException {
    if (depth == 1 && !version.hasTripleTerms()) {
      t.tolerate(from, "no triple terms, as rdf_version excludes them", "a triple term");
    }
    t.checkDepth(depth, from);
    int[] fields = new int[3];
    int[] starts = new int[3];
    int[] ends = new int[3];
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field <= O_TRIPLE_TERM) {
        int position = position(field, p);
        in.expectType(tag, WireReader.LEN, "triple term field " + field, p);
        if (fields[position] != 0) {
          throw in.error(p, POSITIONS[position] + " once in a triple term", "another one");
        }
        fields[position] = field;
        starts[position] = in.bodyStart;
        ends[position] = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
    int[] ids = new int[3];
    for (int i = 0; i < 3; i++) {
      if (fields[i] == 0) {
        throw in.error(from, POSITIONS[i] + " in a triple term", "none");
      }
      ids[i] = term(fields[i], starts[i], ends[i], depth);
    }
    return t.quoted(ids[0], ids[1], ids[2], from);
  }

  /** Returns the position of a field; RDF 1.2 allows fewer kinds of terms than Jelly 1.1. */
  private int position(int field, int at) throws JellyParseException {
    return switch (field) {
      case 1, 2 -> 0;
      case 5 -> 1;
      case 9, 10, O_LITERAL, O_TRIPLE_TERM -> 2;
      default ->
          throw in.error(
              at,
              "an IRI or blank node as subject, an IRI as predicate in a triple term",
              "field " + field);
    };
  }

  private int term(int field, int from, int to, int depth) throws JellyParseException {
    return switch (field) {
      case 2, 10 -> t.bnode(from, to, true);
      case O_LITERAL -> literal(from, to);
      case O_TRIPLE_TERM -> read(from, to, depth + 1);
      default -> iris.read(from, to);
    };
  }

  private int literal(int from, int to) throws JellyParseException {
    int[] starts = {to, -1};
    int[] ends = {to, -1};
    long datatype = -1;
    int direction = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field == 1 || field == 2) {
        in.expectType(tag, WireReader.LEN, "literal field " + field, p);
        starts[field - 1] = in.bodyStart;
        ends[field - 1] = in.bodyEnd;
      } else if (field == 3 || field == 4) {
        in.expectType(tag, WireReader.VARINT, "literal field " + field, p);
        int value = (int) in.varint(in.bodyStart, in.bodyEnd);
        datatype = field == 3 ? value & 0xffffffffL : datatype;
        direction = field == 4 ? value : direction;
      }
      p = in.bodyEnd;
    }
    if (datatype >= 0 && starts[1] >= 0) {
      throw in.error(from, "a language tag or a datatype in a literal", "both");
    }
    if (starts[1] >= 0) {
      int language = tags.symbol(starts[1], ends[1], direction, from);
      return t.languageLiteral(starts[0], ends[0], language);
    }
    if (direction != 0) {
      throw in.error(from, "a language tag with a base direction", "a base direction alone");
    }
    if (datatype < 0) {
      return t.simpleLiteral(starts[0], ends[0], true);
    }
    t.checkDatatype((int) datatype, from);
    return t.typedLiteral(starts[0], ends[0], (int) datatype, from, true);
  }
}
