package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/** Estimates how many bytes rows add to a frame, never too few. */
final class RowSizes {
  /** The maximum size of a value without its text: kind, runs, ids, and lengths. */
  private static final int VALUE = 32;

  /** The maximum size of a lookup entry without its text. */
  private static final int ENTRY = 12;

  private final FrameEntries entries;
  private final ColumnEncoder[] columns;
  private TermTable terms;

  RowSizes(FrameEntries entries, ColumnEncoder[] columns) {
    this.entries = entries;
    this.columns = columns;
  }

  /** Uses a table from now on. */
  void use(TermTable table) {
    terms = table;
  }

  /** Returns the end of the rows from {@code from} on that certainly fit into some bytes. */
  int fitting(StatementBatch batch, int from, int to, long bytes) {
    long left = bytes;
    int s = columns[0].lastId();
    int p = columns[1].lastId();
    int o = columns[2].lastId();
    int g = batch.g == null ? TermTable.NO_TERM : columns[3].lastId();
    for (int i = from; i < to; i++) {
      left -= (batch.s[i] == s ? 0 : size(batch.s[i])) + (batch.p[i] == p ? 0 : size(batch.p[i]));
      left -= batch.o[i] == o ? 0 : size(batch.o[i]);
      s = batch.s[i];
      p = batch.p[i];
      o = batch.o[i];
      if (batch.g != null) {
        left -= batch.g[i] == g ? 0 : size(batch.g[i]);
        g = batch.g[i];
      }
      if (left < 0) {
        return i;
      }
    }
    return to;
  }

  private long size(int id) {
    if (id <= 0 || id >= terms.size()) {
      return VALUE;
    }
    int length = terms.valueLength(id);
    return switch (terms.kind(id)) {
      case TermKind.IRI -> entries.isFound(id) ? VALUE : VALUE + length + 2L * ENTRY;
      case TermKind.LITERAL ->
          VALUE + length + symbol(terms.langId(id)) + symbol(terms.datatypeId(id));
      // Each of its terms has a text of at least 3 bytes, with < and > or the like.
      case TermKind.TRIPLE -> 16L * length + VALUE;
      default -> (long) VALUE + length;
    };
  }

  private long symbol(int symbol) {
    return symbol == 0 ? 0 : terms.symbols().bytes(symbol).length + ENTRY;
  }
}
