package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import java.util.Arrays;

/**
 * Which rows have which value of a column (Jelly-RDF 1.2 draft, "Runs"). A run is a number of
 * consecutive rows with one value, or without a value. Memory grows with the bytes of the column,
 * not with the number of rows.
 */
final class ColumnRuns {
  /** The value of rows without one. */
  static final int UNBOUND = -1;

  private static final int UNBOUND_KIND = 1;
  private static final int KIND_SHIFT = 4;
  private static final int SKIP_SHIFT = 5;

  /** A length that another varint follows. */
  private static final int LONG = 15;

  private final WireReader in;
  private int[] lengths = new int[64];
  private int[] values = new int[64];
  private int runs;

  /** The rows of all runs. */
  private long rows;

  /** Whether each value has one row, in order; there are no runs then. */
  private boolean plain;

  ColumnRuns(WireReader in) {
    this.in = in;
  }

  /** Returns whether each value has one row, in order, and later rows have none. */
  boolean isPlain() {
    return plain;
  }

  /** Returns the number of runs. */
  int size() {
    return runs;
  }

  /** Returns how many rows a run has. */
  int length(int run) {
    return lengths[run];
  }

  /** Returns the index of the value of a run, or {@link #UNBOUND}. */
  int value(int run) {
    return values[run];
  }

  /** Returns the first row that has a value. */
  long rowOf(int value) {
    if (plain) {
      return value;
    }
    long row = 0;
    for (int run = 0; run < runs && values[run] != value; run++) {
      row += lengths[run];
    }
    return row;
  }

  /**
   * Reads the runs of a column.
   *
   * @param layouts the tokens
   * @param count the number of values
   * @param rowCount the number of rows in the batch
   * @param column its name in errors
   * @param at the start of the column in the chunk, for errors
   */
  void read(Numbers layouts, int count, int rowCount, String column, int at)
      throws JellyParseException {
    runs = 0;
    rows = 0;
    plain = layouts.size == 0;
    if (plain && count <= rowCount) {
      rows = count;
      return;
    }
    int position = 0;
    int place = layouts.size > 0 ? layouts.at : at;
    for (int i = 0; i < layouts.size; i++) {
      int token = layouts.values[i];
      long skip = token >>> SKIP_SHIFT;
      if (skip > count - position) {
        throw in.error(
            place,
            "at most " + count + " values in " + column,
            "a run that starts after value " + (position + skip));
      }
      for (long end = position + skip; position < end; position++) {
        add(position, 1);
      }
      long length = token & LONG;
      if (length == LONG) {
        if (++i == layouts.size) {
          throw in.error(
              place, "the rest of the length of a run in " + column, "the end of layouts (2)");
        }
        length += layouts.values[i] & 0xffffffffL;
      }
      if ((token >>> KIND_SHIFT & 1) == UNBOUND_KIND) {
        add(UNBOUND, length + 1);
      } else if (position == count) {
        throw in.error(
            place, "a value of " + column + " to repeat", "a run after the last of " + count);
      } else {
        add(position++, length + 2);
      }
      if (rows > rowCount) {
        throw tooMany(column, rowCount, place);
      }
    }
    if (rows + count - position > rowCount) {
      rows += count - position;
      throw tooMany(column, rowCount, place);
    }
    for (; position < count; position++) {
      add(position, 1);
    }
    if (rows < rowCount) {
      add(UNBOUND, rowCount - rows);
    }
  }

  private JellyParseException tooMany(String column, int rowCount, int place) {
    return in.error(
        place, rowCount + " rows in " + column + ", the row_count of the batch", rows + " or more");
  }

  /**
   * Checks that every row has a value.
   *
   * @param column its name in errors
   */
  void requireBound(int rowCount, String column, int at) throws JellyParseException {
    if (plain && rows < rowCount) {
      throw unbound(rows, column, at);
    }
    long row = 0;
    for (int run = 0; run < runs; run++) {
      if (values[run] == UNBOUND) {
        throw unbound(row, column, at);
      }
      row += lengths[run];
    }
  }

  private JellyParseException unbound(long row, String column, int at) {
    in.row = row;
    return in.error(at, "a value of " + column + " in every row", "an unbound row");
  }

  /** Adds a run. Its rows are checked against the batch before the next one is added. */
  private void add(int value, long length) {
    if (runs == lengths.length) {
      lengths = Arrays.copyOf(lengths, 2 * runs);
      values = Arrays.copyOf(values, 2 * runs);
    }
    lengths[runs] = (int) Math.min(length, Integer.MAX_VALUE);
    values[runs] = value;
    runs++;
    rows += length;
  }
}
