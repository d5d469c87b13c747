package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.split.StreamState;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermTable;

/**
 * Statements of Jelly-RDF 1.0 and 1.1 in whatever form they are written: a term is a field of the
 * statement, an unset term repeats the last one in its place.
 */
public abstract class V1StatementReader extends V1TermReader {
  private static final int LAST_QUAD_FIELD = 16;

  V1StatementReader(
      WireReader in, TermTable terms, StreamOptions stream, JellyReadOptions options) {
    super(in, terms, stream, options);
  }

  @Override
  Layout layout() {
    return Layout.V1;
  }

  @Override
  protected void triple(int from, int to) throws JellyParseException {
    statement(from, to, LAST_TRIPLE_FIELD, SPO);
  }

  @Override
  protected void quad(int from, int to) throws JellyParseException {
    statement(from, to, LAST_QUAD_FIELD, SPOG);
  }

  private void statement(int from, int to, int lastField, int needed) throws JellyParseException {
    int prefixBefore = lastPrefix;
    int nameBefore = lastName;
    long violationsBefore = t.violations();
    boolean done;
    try {
      done = inOrder(from, to, lastField);
    } catch (JellyParseException e) {
      // IRIs count on from each other: what fails in the order of the bytes may be fine in that
      // of the positions, and if not, fails again.
      done = false;
    }
    if (!done) {
      lastPrefix = prefixBefore;
      lastName = nameBefore;
      t.violations(violationsBefore);
      statementSlow(from, to, lastField);
    }
    if ((seen & needed) != needed) {
      throw nothingToRepeat(from, seen, needed);
    }
  }

  /** Reads a statement whose fields stand in the usual order; returns false if they do not. */
  private boolean inOrder(int from, int to, int lastField) throws JellyParseException {
    byte[] d = in.data;
    int p = from;
    int next = 0;
    int set = seen;
    while (p < to) {
      int tag = d[p];
      int field = tag >> 3;
      int position = (field - 1) >> 2;
      int length = d[p + 1];
      int body = p + 2;
      int end = body + length;
      // Fields with a one-byte tag and length, in order, that the message ends after: nearly all.
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
      setLast(position, termOf(position, (field - 1) & 3, body, end));
      set |= 1 << position;
      next = position + 1;
      p = end;
    }
    seen = set;
    return true;
  }

  private JellyParseException nothingToRepeat(int at, int set, int needed) {
    int missing = Integer.numberOfTrailingZeros(needed & ~set);
    return in.error(
        at,
        POSITIONS[missing] + " in the first statement",
        "a repeated term with nothing before it");
  }

  /** Reads statements with unknown fields, fields in an unusual order, or a tag of two bytes. */
  private void statementSlow(int from, int to, int lastField) throws JellyParseException {
    int[] kinds = {-1, -1, -1, -1};
    int[] starts = new int[4];
    int[] ends = new int[4];
    fields(from, to, lastField, kinds, starts, ends);
    int set = seen;
    for (int i = 0; i < 4; i++) {
      if (kinds[i] >= 0) {
        setLast(i, termOf(i, kinds[i], starts[i], ends[i]));
        set |= 1 << i;
      }
    }
    seen = set;
  }

  @Override
  void graphStart(int from, int to) throws JellyParseException {
    boolean wanted = (columns & 1 << GRAPH_POSITION) != 0;
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
    lastG = kind == IRI ? iri(start, end, wanted) : graphTerm(kind, start, end, wanted);
  }

  // ---- streams that are read from somewhere in the middle ------------------------------------

  /**
   * Forgets the terms before: the next ones must be there, and IRIs must have both ids, or they are
   * refused. Of the prefix it is known which it is when there never was another one to choose.
   */
  public void forgetTerms() {
    seen = 0;
    forgetIds();
  }

  private void forgetIds() {
    lastName = UNKNOWN;
    boolean onlyPrefix = lastPrefix == 1 && t.iris.prefixes() == 2;
    if (!onlyPrefix) {
      lastPrefix = stream.maxPrefixTableSize() == 0 ? 0 : UNKNOWN;
    }
  }

  /** Tells whether all is known that a next statement may refer to. */
  public boolean knowsTerms() {
    int needed = statementKind == QUAD ? SPOG : SPO;
    return (seen & needed) == needed && lastName != UNKNOWN && lastPrefix != UNKNOWN;
  }

  /** Takes over what a stream has defined before; entries and terms are those read last. */
  void resume(StreamState state) {
    lastNameEntry = state.lastNameEntry();
    lastPrefixEntry = state.lastPrefixEntry();
    lastDatatypeEntry = state.lastDatatypeEntry();
    lastName = state.lastName();
    lastPrefix = state.lastPrefix();
  }

  public int lastName() {
    return lastName;
  }

  public int lastPrefix() {
    return lastPrefix;
  }

  /**
   * Reads a statement that may refer to terms before, which are perhaps not known; what it says
   * itself is known afterwards.
   */
  public void followStatement(int from, int to) {
    int lastField = statementKind == QUAD ? LAST_QUAD_FIELD : LAST_TRIPLE_FIELD;
    int prefixBefore = lastPrefix;
    int nameBefore = lastName;
    try {
      if (inOrder(from, to, lastField)) {
        return;
      }
    } catch (JellyParseException e) {
      // Some of its terms may be known all the same.
    }
    lastPrefix = prefixBefore;
    lastName = nameBefore;
    followTerms(from, to, lastField);
  }

  private void followTerms(int from, int to, int lastField) {
    int[] kinds = {-1, -1, -1, -1};
    int[] starts = new int[4];
    int[] ends = new int[4];
    try {
      fields(from, to, lastField, kinds, starts, ends);
    } catch (JellyParseException e) {
      // Who reads the statement refuses it.
      forgetTerms();
      return;
    }
    for (int i = 0; i < 4; i++) {
      if (kinds[i] >= 0) {
        try {
          setLast(i, termOf(i, kinds[i], starts[i], ends[i]));
          seen |= 1 << i;
        } catch (JellyParseException e) {
          seen &= ~(1 << i);
          forgetIds();
        }
      }
    }
  }
}
