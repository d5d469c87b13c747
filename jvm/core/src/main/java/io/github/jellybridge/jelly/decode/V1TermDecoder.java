package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermTable;

/**
 * Decodes and checks terms of Jelly-RDF 1.0 and 1.1, in any form. Terms are fields of a message,
 * and IRIs have delta-coded ids.
 */
public final class V1TermDecoder {
  // Term kinds in the order of the oneofs; in graph oneofs 2 is the default graph, 3 a literal.
  private static final int IRI = 0;
  private static final int BNODE = 1;
  private static final int LITERAL = 2;
  private static final int GRAPH_DEFAULT = 2;

  public static final int GRAPH_POSITION = 3;
  public static final int LAST_TRIPLE_FIELD = 12;
  static final String[] POSITIONS = {"a subject", "a predicate", "an object", "a graph name"};

  private final WireReader in;
  private final TermDecoder t;
  private final DecoderState state;
  private final int columns;
  private final boolean checkUnread;

  public V1TermDecoder(TermDecoder t, DecoderState state) {
    this.in = t.in;
    this.t = t;
    this.state = state;
    this.columns = t.options.columns();
    this.checkUnread = t.options.checkUnread();
  }

  /** Finds the terms of a statement or a quoted triple without reading them. */
  public void fields(int from, int to, int lastField, int[] kinds, int[] starts, int[] ends)
      throws JellyParseException {
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field <= lastField) {
        in.expectType(tag, WireReader.LEN, "statement field " + field, p);
        int position = (field - 1) >> 2;
        if (kinds[position] >= 0) {
          throw in.error(p, POSITIONS[position] + " once in a statement", "another one");
        }
        kinds[position] = (field - 1) & 3;
        starts[position] = in.bodyStart;
        ends[position] = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
  }

  /** Reads a term of a statement. */
  public int termOf(int position, int kind, int from, int to) throws JellyParseException {
    boolean wanted = (columns & 1 << position) != 0;
    if (kind == IRI) {
      return iri(from, to, wanted);
    }
    if (position == GRAPH_POSITION) {
      return graphTerm(kind, from, to, wanted);
    }
    t.checkPosition(position, kind, from);
    return switch (kind) {
      case BNODE -> t.bnode(from, to, wanted);
      case LITERAL -> literal(from, to, wanted);
      default -> quoted(from, to, 1, wanted);
    };
  }

  /** Reads a graph name other than an IRI. */
  private int graphTerm(int kind, int from, int to, boolean wanted) throws JellyParseException {
    if (kind == BNODE) {
      return t.bnode(from, to, wanted);
    }
    if (kind == GRAPH_DEFAULT) {
      t.skipFields(from, to);
      return TermTable.NO_TERM;
    }
    t.checkPosition(GRAPH_POSITION, LITERAL, from);
    return literal(from, to, wanted);
  }

  /** Reads an IRI message. */
  public int iri(int from, int to, boolean wanted) throws JellyParseException {
    byte[] d = in.data;
    int p = from;
    int prefix = 0;
    int name = 0;
    if (p < to && d[p] == 0x08) {
      prefix = d[p + 1];
      p += 2;
      if (prefix < 0) {
        prefix = (prefix & 0x7f) | d[p++] << 7;
      }
    }
    if (p < to && d[p] == 0x10) {
      name = d[p + 1];
      p += 2;
      if (name < 0) {
        name = (name & 0x7f) | d[p++] << 7;
      }
    }
    if (p != to || prefix < 0 || name < 0) {
      // Ids from 2^14 on, fields in another order, or unknown fields.
      prefix = iriField(from, to, 1);
      name = iriField(from, to, 2);
    }
    if (name == 0) {
      name = state.lastName + 1;
    }
    state.lastName = name;
    if (prefix == 0) {
      prefix = state.lastPrefix;
    }
    state.lastPrefix = prefix;
    if (wanted) {
      return t.iris.term(prefix, name, from);
    }
    t.iris.check(prefix, name, from);
    return TermDecoder.UNWANTED;
  }

  private int iriField(int from, int to, int number) throws JellyParseException {
    int value = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int bodyEnd = in.bodyEnd;
      if (tag >>> 3 == number) {
        in.expectType(tag, WireReader.VARINT, "IRI field " + number, p);
        value = (int) in.varint(in.bodyStart, bodyEnd);
      }
      p = bodyEnd;
    }
    return value;
  }

  /** Reads a literal message. */
  public int literal(int from, int to, boolean wanted) throws JellyParseException {
    if (!wanted && !checkUnread) {
      return TermDecoder.UNWANTED;
    }
    byte[] d = in.data;
    // Most literals: lex (1) first, then the end, a language tag or a datatype.
    if (from < to && d[from] == 0x0a) {
      int length = d[from + 1];
      int lex = from + 2;
      if (length < 0) {
        length = (length & 0x7f) | d[from + 2] << 7;
        lex = from + 3;
      }
      int end = lex + length;
      if (length >= 0 && end == to) {
        return t.simpleLiteral(lex, end, wanted);
      }
      if (length >= 0 && end + 2 <= to && d[end + 1] >= 0) {
        if (d[end] == 0x12 && end + 2 + d[end + 1] == to) {
          return t.langLiteral(lex, end, end + 2, to, wanted);
        }
        if (d[end] == 0x18 && end + 2 == to) {
          return t.typedLiteral(lex, end, d[end + 1], from, wanted);
        }
      }
    }
    return literalInAnyForm(from, to, wanted);
  }

  private int literalInAnyForm(int from, int to, boolean wanted) throws JellyParseException {
    int lex = to;
    int lexEnd = to;
    int kind = 0;
    int lang = 0;
    int langEnd = 0;
    int datatype = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int body = in.bodyStart;
      int end = in.bodyEnd;
      switch (tag >>> 3) {
        case 1 -> {
          in.expectType(tag, WireReader.LEN, "literal lex (1)", p);
          t.once((kind & 4) == 0, "a lexical form", p);
          lex = body;
          lexEnd = end;
          kind |= 4;
        }
        case 2 -> {
          in.expectType(tag, WireReader.LEN, "literal langtag (2)", p);
          t.once((kind & 1) == 0, "a language tag", p);
          lang = body;
          langEnd = end;
          kind |= 1;
        }
        case 3 -> {
          in.expectType(tag, WireReader.VARINT, "literal datatype (3)", p);
          datatype = (int) in.varint(body, end);
          kind |= 2;
        }
        default -> {
          // An unknown field.
        }
      }
      p = end;
    }
    return switch (kind & 3) {
      case 0 -> t.simpleLiteral(lex, lexEnd, wanted);
      case 1 -> t.langLiteral(lex, lexEnd, lang, langEnd, wanted);
      case 2 -> t.typedLiteral(lex, lexEnd, datatype, from, wanted);
      default -> throw in.error(from, "a language tag or a datatype in a literal", "both");
    };
  }

  /** Reads a quoted triple at nesting level {@code depth}. */
  public int quoted(int from, int to, int depth, boolean wanted) throws JellyParseException {
    t.useStar(from);
    t.checkDepth(depth, from);
    int[] kinds = {-1, -1, -1, -1};
    int[] starts = new int[4];
    int[] ends = new int[4];
    fields(from, to, LAST_TRIPLE_FIELD, kinds, starts, ends);
    int[] ids = new int[3];
    for (int i = 0; i < 3; i++) {
      if (kinds[i] < 0) {
        throw in.error(
            from, POSITIONS[i] + " in a quoted triple", "a repeated term, not allowed there");
      }
      if (kinds[i] == IRI) {
        ids[i] = iri(starts[i], ends[i], wanted);
        continue;
      }
      t.checkPosition(i, kinds[i], starts[i]);
      ids[i] =
          switch (kinds[i]) {
            case BNODE -> t.bnode(starts[i], ends[i], wanted);
            case LITERAL -> literal(starts[i], ends[i], wanted);
            default -> quoted(starts[i], ends[i], depth + 1, wanted);
          };
    }
    return wanted ? t.quoted(ids[0], ids[1], ids[2], from) : TermDecoder.UNWANTED;
  }
}
