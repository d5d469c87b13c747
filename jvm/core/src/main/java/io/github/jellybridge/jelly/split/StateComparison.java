package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.columns.ColumnFrameDecoder;
import io.github.jellybridge.jelly.columns.ColumnState;
import io.github.jellybridge.jelly.decode.IriDecoder;
import io.github.jellybridge.jelly.decode.RowDecoder;
import io.github.jellybridge.jelly.decode.StreamRowDecoder;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.decode.V1RowDecoder;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Compares the states of two decoders of one stream: the lookups, the terms that may be repeated,
 * the ids that later ids are relative to, and the messages.
 */
final class StateComparison {
  private static final String OTHER_ENTRY_IDS = "other ids of the last entries";
  private static final String[] POSITIONS = {"subject", "predicate", "object", "graph name"};

  private final StreamRowDecoder one;
  private final StreamRowDecoder other;

  private StateComparison(StreamRowDecoder one, StreamRowDecoder other) {
    this.one = one;
    this.other = other;
  }

  /**
   * Describes the first difference between two decoders with the same options.
   *
   * @param other the decoder of the next split, before its first frame
   * @return null if they are equal
   */
  static String difference(RowDecoder one, RowDecoder other) {
    return one instanceof ColumnFrameDecoder columns
        ? columnDifference(columns, (ColumnFrameDecoder) other)
        : new StateComparison(((V1RowDecoder) one).strict, ((V1RowDecoder) other).strict)
            .difference();
  }

  private static String columnDifference(ColumnFrameDecoder one, ColumnFrameDecoder other) {
    ColumnState state = one.state;
    ColumnState next = other.state;
    if (state.messages() != next.messages()) {
      return "message " + state.messages();
    }
    if (state.inMessage() != next.inMessage()) {
      return state.inMessage() ? "a message that is open" : "a message that has ended";
    }
    if (next.isWithoutLookups()) {
      return null;
    }
    for (int lookup = 0; lookup < 3; lookup++) {
      if (state.lastEntry(lookup) != next.lastEntry(lookup)) {
        return OTHER_ENTRY_IDS;
      }
    }
    return entry(one.terms(), other.terms());
  }

  private String difference() {
    if (one.order.inGraph() != other.order.inGraph()) {
      return one.order.inGraph() ? "a graph that is open" : "a graph that has ended";
    }
    if (one.state.lastNameEntry != other.state.lastNameEntry
        || one.state.lastPrefixEntry != other.state.lastPrefixEntry
        || one.state.lastDatatypeEntry != other.state.lastDatatypeEntry) {
      return OTHER_ENTRY_IDS;
    }
    if (one.state.lastName != other.state.lastName
        || one.state.lastPrefix != other.state.lastPrefix) {
      return "other ids of the last IRI";
    }
    String entry = entry(one.t, other.t);
    return entry != null ? entry : term();
  }

  private static String entry(TermDecoder one, TermDecoder other) {
    IriDecoder iris = one.iris;
    IriDecoder others = other.iris;
    for (int id = 1; id < Math.max(iris.prefixes(), others.prefixes()); id++) {
      if (!same(one, prefix(iris, id), other, prefix(others, id))) {
        return "another prefix " + id;
      }
    }
    for (int id = 1; id < Math.max(iris.names(), others.names()); id++) {
      if (!same(one, name(iris, id), other, name(others, id))) {
        return "another name " + id;
      }
    }
    for (int id = 1; id < Math.max(one.datatypes.ids(), other.datatypes.ids()); id++) {
      if (!Arrays.equals(datatype(one, id), datatype(other, id))) {
        return "another datatype " + id;
      }
    }
    return null;
  }

  private static long prefix(IriDecoder iris, int id) {
    return id < iris.prefixes() ? iris.prefixSlice(id) : -1;
  }

  private static long name(IriDecoder iris, int id) {
    return id < iris.names() ? iris.nameSlice(id) : -1;
  }

  private static byte[] datatype(TermDecoder t, int id) {
    return t.datatypes.symbol(id) < 0 ? null : t.datatypes.iri(id);
  }

  /** Returns whether two slices (offset * 2^32 + length, or -1 for none) have the same bytes. */
  private static boolean same(TermDecoder one, long slice, TermDecoder other, long otherSlice) {
    if (slice < 0 || otherSlice < 0) {
      return slice == otherSlice;
    }
    int from = (int) (slice >> 32);
    int otherFrom = (int) (otherSlice >> 32);
    return Arrays.equals(
        one.in.data,
        from,
        from + (int) slice,
        other.in.data,
        otherFrom,
        otherFrom + (int) otherSlice);
  }

  private String term() {
    boolean quads = one.statementKind == RowKind.QUAD;
    for (int i = 0; i < POSITIONS.length; i++) {
      // Terms of columns that are not read may or may not have been decoded.
      boolean asked = (one.t.options.columns() & 1 << i) != 0;
      boolean repeatable = i < 3 || quads || one.order.inGraph();
      if (asked && repeatable && !sameTerm(one.state.lastTerm(i), other.state.lastTerm(i))) {
        return "another " + POSITIONS[i];
      }
    }
    return null;
  }

  private boolean sameTerm(int id, int otherId) {
    if (id <= 0 || otherId <= 0) {
      return id == otherId;
    }
    TermTable terms = one.t.terms;
    TermTable others = other.t.terms;
    return terms.kind(id) == others.kind(otherId)
        && terms.value(id).equals(others.value(otherId))
        && (terms.kind(id) != TermKind.LITERAL
            || symbol(terms, terms.langId(id)).equals(symbol(others, others.langId(otherId)))
                && symbol(terms, terms.datatypeId(id))
                    .equals(symbol(others, others.datatypeId(otherId))));
  }

  private static String symbol(TermTable terms, int id) {
    return id == 0 ? "" : terms.symbols().text(id);
  }
}
