package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermRuns;
import io.github.jellybridge.rdf.TermTable;

/** One column of a batch. Its rows are taken in order, as many at a time as the caller wants. */
final class Column {
  /** The names of the columns in errors, by position. */
  static final String[] NAMES = {"subjects", "predicates", "objects", "graphs"};

  private static final int GRAPHS = 3;

  private final WireReader in;
  private final TermTable table;
  private final int position;
  private final ColumnFields fields = new ColumnFields();
  private final ColumnRuns runs;
  private final ColumnTerms terms;

  /** The terms of the values. */
  private int[] values;

  Column(TermDecoder t, int position) {
    this.in = t.in;
    this.table = t.terms;
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
    runs.read(fields.layouts, fields.values(), rowCount, name, from);
    if (position != GRAPHS) {
      runs.requireBound(name, from);
    }
    values = terms.read(from);
  }

  /** Makes a column whose rows have no terms. */
  void clear(int rowCount) throws JellyParseException {
    fields.read(in, 0, 0);
    runs.read(fields.layouts, 0, rowCount, NAMES[position], 0);
    values = terms.read(0);
  }

  /** Returns whether a filter accepts any of the values, which are predicates. */
  boolean hasValue(PredicateFilter filter) {
    for (int i = 0; i < fields.values(); i++) {
      if (filter.accepts(table, values[i])) {
        return true;
      }
    }
    return false;
  }

  /** Puts the terms of the next n rows into an array. */
  void take(int[] target, int from, int n) {
    runs.take(values, target, from, from + n);
  }

  /** Returns whether work on runs is faster than on rows. */
  boolean isRepetitive() {
    return runs.isRepetitive();
  }

  /** Adds the runs of the next n rows, at most n. */
  void take(TermRuns into, int n) {
    StatementBatch terms = into.terms;
    int from = terms.size();
    into.ensureCapacity(from + n);
    terms.size(runs.take(values, into.column(), into.lengths, from, n));
  }
}
