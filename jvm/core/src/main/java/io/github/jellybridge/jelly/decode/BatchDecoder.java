package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.wire.PatchRowKind;
import io.github.jellybridge.jelly.wire.RowHeader;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;

/**
 * Fills batches from rows of Jelly-RDF 1.x or Jelly-Patch. A {@link FastRowDecoder} decodes as many
 * rows as possible, a {@link StrictRowDecoder} each of the others.
 */
public final class BatchDecoder {
  /** The number of free terms in the table that the fast decoder needs to start. */
  private static final int ROOM = 64 * FastRowDecoder.MOST_TERMS;

  private final WireReader in;
  private final TermTable table;
  private final DecoderState state;
  private final V1TermDecoder terms;
  private final StrictRowDecoder strict;
  private final FastRowDecoder fast;
  private final FastRowDecoder.Kinds kinds;
  private final PredicateCache predicates = new PredicateCache();
  private final int columns;

  /** The positions that a statement has: bit i for position i. */
  private final int needed;

  public BatchDecoder(
      TermDecoder t,
      DecoderState state,
      V1TermDecoder terms,
      RowHeader header,
      FastRowDecoder.Kinds kinds,
      StrictRowDecoder strict) {
    this.in = t.in;
    this.table = t.terms;
    this.state = state;
    this.terms = terms;
    this.strict = strict;
    this.kinds = kinds;
    this.columns = t.options.columns();
    this.needed =
        t.stream.physicalType() == PhysicalType.QUADS ? DecoderState.SPOG : DecoderState.SPO;
    this.fast = new FastRowDecoder(t, state, header, kinds, predicates);
  }

  /** Sets the filter, as {@link RowDecoder#filter} does. */
  void filter(PredicateFilter filter) {
    int both = JellyReadOptions.P | JellyReadOptions.O;
    predicates.filter((columns & both) == both ? filter : null);
  }

  /** Decodes rows, as {@link RowDecoder#decode} does. */
  public void decode(StatementBatch into, int end, boolean whole, int max)
      throws JellyParseException {
    int capacity = into.capacity(max);
    while (in.pos < end) {
      if (into.size() >= capacity) {
        if (into.size() >= max) {
          break;
        }
        into.ensureCapacity(into.size() + 1);
        capacity = into.capacity(max);
      }
      table.makeRoom(ROOM);
      if (strict.statementAllowed() && (state.seen & needed) == needed) {
        int n = into.size();
        boolean stopped = fast.decode(into, end, capacity);
        strict.complete(into, n, into.size());
        if (!stopped) {
          continue;
        }
        if (fast.literalFrom > 0) {
          literal(into);
          continue;
        }
      }
      readObject();
      int kind = strict.decode(in.pos, end, whole);
      if (kind < 0) {
        break;
      }
      if (kinds.isStatement(kind)) {
        // The fast decoder relies on cached answers of the filter: cache this one.
        predicates.accepts(table, state.lastP);
        put(into, kind);
      } else {
        strict.put(into, kind);
      }
    }
    readObject();
  }

  /** Adds the last decoded statement to a batch. */
  private void put(StatementBatch into, int kind) {
    int at = into.size();
    if (into.op != null) {
      into.op[at] = PatchRowKind.operation(kind);
    }
    into.add(state.lastS, state.lastP, state.lastO, state.lastG);
    strict.complete(into, at, at + 1);
  }

  /** Reads the literal at which the fast decoder stopped. It is the last term of its statement. */
  private void literal(StatementBatch into) throws JellyParseException {
    in.row++;
    if (predicates.accepts(table, state.lastP)) {
      boolean wanted = (columns & JellyReadOptions.O) != 0;
      state.lastO = terms.literal(fast.literalFrom, fast.literalTo, wanted);
    } else {
      state.unreadFrom = fast.literalFrom;
      state.unreadTo = fast.literalTo;
      state.lastO = TermDecoder.UNWANTED;
    }
    in.pos = fast.literalTo;
    put(into, fast.literalKind);
  }

  /** Reads the literal of a rejected statement, as the next statement may repeat it. */
  private void readObject() throws JellyParseException {
    if (state.lastO == TermDecoder.UNWANTED && (columns & JellyReadOptions.O) != 0) {
      state.lastO = terms.literal(state.unreadFrom, state.unreadTo, true);
    }
  }
}
