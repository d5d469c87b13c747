package io.github.jellybridge.jelly.draft;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.jelly.decode.StatementDecoder;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermTable;

/**
 * Decodes statements of the Jelly-RDF 1.0.0 draft. Every term is an RdfTerm message, and repetition
 * is explicit. Id 0 in an IRI means an empty prefix or name; id 0 of a lookup entry is forbidden.
 */
final class DraftStatementDecoder implements StatementDecoder {
  // Fields of RdfTerm and RdfGraph.
  private static final int IRI = 1;
  private static final int BNODE = 2;
  private static final int LITERAL = 3;
  private static final int TRIPLE_TERM = 4;
  private static final int GRAPH_DEFAULT = 4;
  private static final int REPEAT = 10;

  private static final int GRAPH_POSITION = 3;
  private static final String[] POSITIONS = {
    "a subject", "a predicate", "an object", "a graph name"
  };

  // The bodies of the fields of the last statement found.
  private final int[] starts = new int[4];
  private final int[] ends = new int[4];

  private final WireReader in;
  private final TermDecoder t;
  private final DecoderState state;

  DraftStatementDecoder(TermDecoder t, DecoderState state) {
    this.in = t.in;
    this.t = t;
    this.state = state;
  }

  @Override
  public void triple(int from, int to) throws JellyParseException {
    fields(from, to, 3, starts, ends);
    statementTerms(3);
  }

  @Override
  public void quad(int from, int to) throws JellyParseException {
    fields(from, to, 4, starts, ends);
    statementTerms(4);
  }

  private void statementTerms(int count) throws JellyParseException {
    for (int i = 0; i < count; i++) {
      int start = starts[i];
      int kind = oneof(start, ends[i], i);
      if (kind == REPEAT) {
        t.skipFields(in.bodyStart, in.bodyEnd);
        repeat(i, start);
      } else {
        state.lastTerm(i, term(i, kind, in.bodyStart, in.bodyEnd, 0));
        state.seen |= 1 << i;
      }
    }
  }

  private void repeat(int position, int at) throws JellyParseException {
    if (!t.stream.useRepeat()) {
      t.tolerate(at, "no repeated terms, as use_repeat is not set", "a repeated term");
    }
    if ((state.seen & 1 << position) == 0) {
      throw in.error(
          at,
          POSITIONS[position] + " in the first statement",
          "a repeated term with nothing before it");
    }
  }

  /** Finds the fields 1 to {@code count} of a statement; all are required. */
  private void fields(int from, int to, int count, int[] start, int[] end)
      throws JellyParseException {
    int found = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field <= count) {
        in.expectType(tag, WireReader.LEN, "statement field " + field, p);
        int position = field - 1;
        if ((found & 1 << position) != 0) {
          throw in.error(p, POSITIONS[position] + " once in a statement", "another one");
        }
        found |= 1 << position;
        start[position] = in.bodyStart;
        end[position] = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
    int missing = Integer.numberOfTrailingZeros(~found);
    if (missing < count) {
      throw in.error(from, POSITIONS[missing] + " in every statement", "none");
    }
  }

  /** Finds the single field of an RdfTerm or RdfGraph and leaves its body in {@code in}. */
  private int oneof(int from, int to, int position) throws JellyParseException {
    int kind = 0;
    int start = 0;
    int end = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field <= TRIPLE_TERM || field == REPEAT) {
        in.expectType(tag, WireReader.LEN, "term field " + field, p);
        if (kind != 0) {
          throw in.error(p, "one kind of term", "fields " + kind + " and " + field);
        }
        kind = field;
        start = in.bodyStart;
        end = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
    if (kind == 0) {
      throw in.error(from, "a term as " + POSITIONS[position], "an empty one");
    }
    in.bodyStart = start;
    in.bodyEnd = end;
    return kind;
  }

  private int term(int position, int kind, int from, int to, int depth) throws JellyParseException {
    boolean wanted = (t.options.columns() & 1 << position) != 0;
    if (position == GRAPH_POSITION && kind == GRAPH_DEFAULT) {
      t.skipFields(from, to);
      return TermTable.NO_TERM;
    }
    return term(position, kind, from, to, depth, wanted);
  }

  private int term(int position, int kind, int from, int to, int depth, boolean wanted)
      throws JellyParseException {
    t.checkPosition(position, kind - 1, from);
    return switch (kind) {
      case IRI -> iri(from, to, wanted);
      case BNODE -> t.bnode(from, to, wanted);
      case LITERAL -> literal(from, to, wanted);
      default -> quoted(from, to, depth + 1, wanted);
    };
  }

  @Override
  public int iri(int from, int to) throws JellyParseException {
    return iri(from, to, true);
  }

  private int iri(int from, int to, boolean wanted) throws JellyParseException {
    int prefix = 0;
    int name = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int bodyEnd = in.bodyEnd;
      if (tag >>> 3 <= 2) {
        in.expectType(tag, WireReader.VARINT, "IRI field " + (tag >>> 3), p);
        int value = (int) in.varint(in.bodyStart, bodyEnd);
        if (tag >>> 3 == 1) {
          prefix = value;
        } else {
          name = value;
        }
      }
      p = bodyEnd;
    }
    if (prefix == 0 && name == 0) {
      throw in.error(from, "an IRI with a prefix id or a name id", "neither");
    }
    if (wanted) {
      return t.iris.term(prefix, name, from);
    }
    t.iris.check(prefix, name, from);
    return TermDecoder.UNWANTED;
  }

  private int literal(int from, int to, boolean wanted) throws JellyParseException {
    int lex = to;
    int lexEnd = to;
    int kind = 0;
    int kinds = 0;
    boolean lexSeen = false;
    int body = 0;
    int end = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field == 1) {
        in.expectType(tag, WireReader.LEN, "literal lex (1)", p);
        t.once(!lexSeen, "a lexical form", p);
        lexSeen = true;
        lex = in.bodyStart;
        lexEnd = in.bodyEnd;
      } else if (field <= 4) {
        in.expectType(
            tag, field == 4 ? WireReader.VARINT : WireReader.LEN, "literal field " + field, p);
        kind = field;
        kinds++;
        body = in.bodyStart;
        end = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
    if (kinds != 1) {
      throw in.error(
          from, "one of simple, langtag and datatype in a literal", kinds == 0 ? "none" : "more");
    }
    return switch (kind) {
      case 2 -> {
        t.skipFields(body, end);
        yield t.simpleLiteral(lex, lexEnd, wanted);
      }
      case 3 -> t.langLiteral(lex, lexEnd, body, end, wanted);
      default -> t.typedLiteral(lex, lexEnd, (int) in.varint(body, end), from, wanted);
    };
  }

  private int quoted(int from, int to, int depth, boolean wanted) throws JellyParseException {
    t.useStar(from);
    t.checkDepth(depth, from);
    int[] start = new int[3];
    int[] end = new int[3];
    fields(from, to, 3, start, end);
    int[] ids = new int[3];
    for (int i = 0; i < 3; i++) {
      int kind = oneof(start[i], end[i], i);
      if (kind == REPEAT) {
        throw in.error(start[i], "a term in a quoted triple", "a repeated term, not allowed there");
      }
      ids[i] = term(i, kind, in.bodyStart, in.bodyEnd, depth, wanted);
    }
    return wanted ? t.quoted(ids[0], ids[1], ids[2], from) : TermDecoder.UNWANTED;
  }

  @Override
  public void graphStart(int from, int to) throws JellyParseException {
    int start = -1;
    int end = -1;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      if (tag >>> 3 == 1) {
        in.expectType(tag, WireReader.LEN, "graph (1)", p);
        if (start >= 0) {
          throw in.error(p, "one graph in a graph start", "another");
        }
        start = in.bodyStart;
        end = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
    if (start < 0) {
      throw in.error(from, "a graph name in a graph start", "an empty graph start");
    }
    int kind = oneof(start, end, GRAPH_POSITION);
    if (kind == REPEAT) {
      throw in.error(start, "a graph name in a graph start", "a repeated term, not allowed there");
    }
    state.lastG = term(GRAPH_POSITION, kind, in.bodyStart, in.bodyEnd, 0);
  }
}
