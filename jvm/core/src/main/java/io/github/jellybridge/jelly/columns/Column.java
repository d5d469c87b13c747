package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/** One column of a batch. Its rows are taken in order, as many at a time as the caller wants. */
final class Column {
  /** The names of the columns in errors, by position. */
  static final String[] NAMES = {"subjects", "predicates", "objects", "graphs"};

  private static final int GRAPHS = 3;

  private final WireReader in;
  private final int position;
  private final ColumnFields fields = new ColumnFields();
  private final ColumnRuns runs;
  private final ColumnTerms terms;

  /** The terms of the values. */
  private int[] values;

  /** How many values there are. */
  private int count;

  // The next row: its run and the rows of that which were taken.
  private int run;
  private int taken;

  Column(TermDecoder t, int position) {
    this.in = t.in;
    this.position = position;
    this.runs = new ColumnRuns(in);
    this.terms = new ColumnTerms(t, fields, runs, position, NAMES[position]);
  }

  /** Sets the terms that may occur from now on. */
  void version(RdfVersion version) {
    terms.version(version);
  }

  /** Reads the column at [from, to) of a batch with the given number of rows. */
  void read(int from, int to, int rowCount) throws JellyParseException {
    String name = NAMES[position];
    fields.read(in, from, to);
    count = fields.values();
    runs.read(fields.layouts, count, rowCount, name, from);
    if (position != GRAPHS) {
      runs.requireBound(rowCount, name, from);
    }
    values = terms.read(from);
    run = 0;
    taken = 0;
  }

  /** Makes a column whose rows have no terms. */
  void clear() throws JellyParseException {
    read(0, 0, 0);
  }

  /** Puts the terms of the next n rows into an array. */
  void take(int[] target, int from, int n) {
    if (runs.isPlain()) {
      int bound = Math.max(0, Math.min(n, count - taken));
      if (bound > 0) {
        System.arraycopy(values, taken, target, from, bound);
      }
      Arrays.fill(target, from + bound, from + n, TermTable.NO_TERM);
      taken += n;
      return;
    }
    int at = from;
    int end = from + n;
    while (at < end) {
      int length = runs.length(run);
      int next = Math.min(end, at + length - taken);
      int value = runs.value(run);
      int term = value == ColumnRuns.UNBOUND ? TermTable.NO_TERM : values[value];
      if (next == at + 1) {
        target[at] = term;
      } else {
        Arrays.fill(target, at, next, term);
      }
      taken += next - at;
      at = next;
      if (taken == length) {
        run++;
        taken = 0;
      }
    }
  }
}
