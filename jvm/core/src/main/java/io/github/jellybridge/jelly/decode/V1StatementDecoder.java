package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;

/**
 * Decodes and checks statements of Jelly-RDF 1.0 and 1.1, in any form. A term is a field of the
 * statement; an unset term repeats the last one in its position.
 */
public final class V1StatementDecoder implements StatementDecoder {
  public static final int LAST_QUAD_FIELD = 16;

  private final WireReader in;
  private final TermDecoder t;
  private final DecoderState state;
  private final V1TermDecoder terms;

  public V1StatementDecoder(TermDecoder t, DecoderState state, V1TermDecoder terms) {
    this.in = t.in;
    this.t = t;
    this.state = state;
    this.terms = terms;
  }

  @Override
  public void triple(int from, int to) throws JellyParseException {
    statement(from, to, V1TermDecoder.LAST_TRIPLE_FIELD, DecoderState.SPO);
  }

  @Override
  public void quad(int from, int to) throws JellyParseException {
    statement(from, to, LAST_QUAD_FIELD, DecoderState.SPOG);
  }

  @Override
  public int iri(int from, int to) throws JellyParseException {
    return terms.iri(from, to, true);
  }

  private void statement(int from, int to, int lastField, int needed) throws JellyParseException {
    int prefixBefore = state.lastPrefix;
    int nameBefore = state.lastName;
    long violationsBefore = t.violations();
    boolean done;
    try {
      done = inOrder(from, to, lastField);
    } catch (JellyParseException e) {
      // Ids of IRIs are relative to the previous IRI, in the order of positions. A statement that
      // fails in the order of its bytes may be valid; if not, the second attempt fails as well.
      done = false;
    }
    if (!done) {
      state.lastPrefix = prefixBefore;
      state.lastName = nameBefore;
      t.violations(violationsBefore);
      statementInAnyForm(from, to, lastField);
    }
    if ((state.seen & needed) != needed) {
      throw nothingToRepeat(from, state.seen, needed);
    }
  }

  /** Reads a statement whose fields are in order of positions; returns false for any other. */
  public boolean inOrder(int from, int to, int lastField) throws JellyParseException {
    byte[] d = in.data;
    int p = from;
    int next = 0;
    int set = state.seen;
    while (p < to) {
      int tag = d[p];
      int field = tag >> 3;
      int position = (field - 1) >> 2;
      int length = d[p + 1];
      int body = p + 2;
      int end = body + length;
      // Most statements: fields in order, with one-byte tags and lengths.
      if (tag < 0x0a || (tag & 7) != WireReader.LEN || field > lastField || position < next) {
        return false;
      }
      if (length < 0) {
        length = (length & 0x7f) | d[p + 2] << 7;
        body = p + 3;
        end = body + length;
        if (length < 0) {
          in.field(p, to);
          body = in.bodyStart;
          end = in.bodyEnd;
        }
      }
      if (end > to) {
        in.field(p, to);
      }
      state.lastTerm(position, terms.termOf(position, (field - 1) & 3, body, end));
      set |= 1 << position;
      next = position + 1;
      p = end;
    }
    state.seen = set;
    return true;
  }

  private JellyParseException nothingToRepeat(int at, int set, int needed) {
    int missing = Integer.numberOfTrailingZeros(needed & ~set);
    return in.error(
        at,
        V1TermDecoder.POSITIONS[missing] + " in the first statement",
        "a repeated term with nothing before it");
  }

  /** Reads statements with unknown fields, fields out of order, or two-byte tags. */
  private void statementInAnyForm(int from, int to, int lastField) throws JellyParseException {
    int[] kinds = {-1, -1, -1, -1};
    int[] starts = new int[4];
    int[] ends = new int[4];
    terms.fields(from, to, lastField, kinds, starts, ends);
    int set = state.seen;
    for (int i = 0; i < 4; i++) {
      if (kinds[i] >= 0) {
        state.lastTerm(i, terms.termOf(i, kinds[i], starts[i], ends[i]));
        set |= 1 << i;
      }
    }
    state.seen = set;
  }

  @Override
  public void graphStart(int from, int to) throws JellyParseException {
    int kind = -1;
    int start = 0;
    int end = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field <= 4) {
        in.expectType(tag, WireReader.LEN, "graph start field " + field, p);
        if (kind >= 0) {
          throw in.error(p, "one graph name in a graph start", "another");
        }
        kind = field - 1;
        start = in.bodyStart;
        end = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
    if (kind < 0) {
      throw in.error(from, "a graph name in a graph start", "an empty graph start");
    }
    state.lastG = terms.termOf(V1TermDecoder.GRAPH_POSITION, kind, start, end);
  }
}
