package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.decode.IriDecoder;
import io.github.jellybridge.jelly.decode.StreamRowDecoder;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Compares the states of two decoders of one stream: the lookups, the terms that may be repeated,
 * and the ids that later ids are relative to.
 */
final class StateComparison {
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
   * @return null if they are equal
   */
  static String difference(StreamRowDecoder one, StreamRowDecoder other) {
    return new StateComparison(one, other).difference();
  }

  private String difference() {
    if (one.order.inGraph() != other.order.inGraph()) {
      return one.order.inGraph() ? "a graph that is open" : "a graph that has ended";
    }
    if (one.state.lastNameEntry != other.state.lastNameEntry
        || one.state.lastPrefixEntry != other.state.lastPrefixEntry
        || one.state.lastDatatypeEntry != other.state.lastDatatypeEntry) {
      return "other ids of the last entries";
    }
    if (one.state.lastName != other.state.lastName
        || one.state.lastPrefix != other.state.lastPrefix) {
      return "other ids of the last IRI";
    }
    String entry = entry();
    return entry != null ? entry : term();
  }

  private String entry() {
    IriDecoder iris = one.t.iris;
    IriDecoder others = other.t.iris;
    for (int id = 1; id < Math.max(iris.prefixes(), others.prefixes()); id++) {
      if (!same(prefix(iris, id), prefix(others, id))) {
        return "another prefix " + id;
      }
    }
    for (int id = 1; id < Math.max(iris.names(), others.names()); id++) {
      if (!same(name(iris, id), name(others, id))) {
        return "another name " + id;
      }
    }
    for (int id = 1; id < Math.max(one.t.datatypes.ids(), other.t.datatypes.ids()); id++) {
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

  private static byte[] datatype(StreamRowDecoder rows, int id) {
    return rows.t.datatypes.symbol(id) < 0 ? null : rows.t.datatypes.iri(id);
  }

  /** Returns whether two slices (offset * 2^32 + length, or -1 for none) have the same bytes. */
  private boolean same(long slice, long otherSlice) {
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
