package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Which rows have which value of a column (Jelly-RDF 1.2 draft, "Runs"). Memory grows with the
 * bytes of the column, not with the number of rows.
 *
 * <p>A run is a number of values with one row each, followed by a number of rows that have the next
 * value, or none.
 */
final class ColumnRuns {
  private static final int UNBOUND_KIND = 1;
  private static final int KIND_SHIFT = 4;
  private static final int SKIP_SHIFT = 5;

  /** A length that another varint follows. */
  private static final int LONG = 15;

  /** The average length from which on runs are faster; single rows are better without lengths. */
  private static final int WORTHWHILE = 2;

  /** The number of values that are always copied together. */
  private static final int FEW = 8;

  private final WireReader in;

  /** The number of values with one row each, by run. */
  private int[] singles = new int[64];

  /** The number of rows after them: of one value, or, if negative, without a value. */
  private int[] lengths = new int[64];

  private int runs;

  /** The number of runs if each single value is one. */
  private int entries;

  /** The rows of all runs. */
  private long rows;

  /** The first row without a value; -1 if all rows have one. */
  private long unbound;

  // The next row to take: its run, how much of that is left, and its value.
  private int run;
  private int singlesLeft;
  private int lengthLeft;
  private int value;

  ColumnRuns(WireReader in) {
    this.in = in;
  }

  /** Returns the first row that has a value. */
  long rowOf(int wanted) {
    long row = 0;
    int first = 0;
    for (int i = 0; i < runs; i++) {
      if (wanted < first + singles[i]) {
        break;
      }
      first += singles[i];
      row += singles[i];
      if (lengths[i] > 0 && wanted == first++) {
        return row;
      }
      row += Math.abs(lengths[i]);
    }
    return row + wanted - first;
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
    entries = 0;
    rows = 0;
    unbound = -1;
    int position = 0;
    int place = layouts.size > 0 ? layouts.at : at;
    for (int i = 0; i < layouts.size; i++) {
      int token = layouts.values[i];
      int skip = token >>> SKIP_SHIFT;
      if (skip > count - position) {
        throw in.error(
            place,
            "at most " + count + " values in " + column,
            "a run that starts after value " + ((long) position + skip));
      }
      position += skip;
      long length = token & LONG;
      if (length == LONG) {
        if (++i == layouts.size) {
          throw in.error(
              place, "the rest of the length of a run in " + column, "the end of layouts (2)");
        }
        length += layouts.values[i] & 0xffffffffL;
      }
      if ((token >>> KIND_SHIFT & 1) == UNBOUND_KIND) {
        unbound = unbound < 0 ? rows + skip : unbound;
        add(skip, length + 1, -1);
      } else if (position == count) {
        throw in.error(
            place, "a value of " + column + " to repeat", "a run after the last of " + count);
      } else {
        add(skip, length + 2, 1);
        position++;
      }
      if (rows > rowCount) {
        throw tooMany(column, rowCount, place);
      }
    }
    add(count - position, 0, 1);
    if (rows > rowCount) {
      throw tooMany(column, rowCount, place);
    }
    if (rows < rowCount) {
      unbound = unbound < 0 ? rows : unbound;
      add(0, rowCount - rows, -1);
    }
    value = 0;
    start(0);
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
  void requireBound(String column, int at) throws JellyParseException {
    if (unbound >= 0) {
      in.row = unbound;
      throw in.error(at, "a value of " + column + " in every row", "an unbound row");
    }
  }

  /** Adds a run. Its rows are checked against the batch before the next one is added. */
  private void add(int single, long length, int sign) {
    if (runs == lengths.length) {
      lengths = Arrays.copyOf(lengths, 2 * runs);
      singles = Arrays.copyOf(singles, 2 * runs);
    }
    singles[runs] = single;
    lengths[runs] = sign * (int) Math.min(length, Integer.MAX_VALUE);
    runs++;
    entries += single + 1;
    rows += single + length;
  }

  private void start(int next) {
    run = next;
    if (next < runs) {
      singlesLeft = singles[next];
      lengthLeft = Math.abs(lengths[next]);
    }
  }

  /** Returns whether values are repeated so often that work on runs is faster than on rows. */
  boolean isRepetitive() {
    return entries < rows / WORTHWHILE;
  }

  /** Puts the terms of the next rows into target[from, end); entries after them are undefined. */
  void take(int[] terms, int[] target, int from, int end) {
    int at = from;
    while (true) {
      int single = Math.min(singlesLeft, end - at);
      copy(terms, value, target, at, single);
      value += single;
      singlesLeft -= single;
      at += single;
      int length = Math.min(lengthLeft, end - at);
      if (length > 0) {
        fill(target, at, length, lengths[run] < 0 ? TermTable.NO_TERM : terms[value]);
        lengthLeft -= length;
        at += length;
      }
      if (at == end) {
        return;
      }
      value += lengths[run] > 0 ? 1 : 0;
      start(run + 1);
    }
  }

  /**
   * Puts the runs of the next rows into arrays from an entry on.
   *
   * @return the end of the entries, at most {@code from + rows}; entries after it are undefined
   */
  int take(int[] terms, int[] target, int[] counts, int from, int rows) {
    int at = from;
    int left = rows;
    while (true) {
      int single = Math.min(singlesLeft, left);
      copy(terms, value, target, at, single);
      fill(counts, at, single, 1);
      value += single;
      singlesLeft -= single;
      at += single;
      left -= single;
      int length = Math.min(lengthLeft, left);
      if (length > 0) {
        target[at] = lengths[run] < 0 ? TermTable.NO_TERM : terms[value];
        counts[at++] = length;
        lengthLeft -= length;
        left -= length;
      }
      if (left == 0) {
        return at;
      }
      value += lengths[run] > 0 ? 1 : 0;
      start(run + 1);
    }
  }

  /** Copies values. A few are copied without a branch on their unpredictable number. */
  private static void copy(int[] from, int first, int[] to, int at, int count) {
    if (count > FEW || first + FEW > from.length || at + FEW > to.length) {
      System.arraycopy(from, first, to, at, count);
      return;
    }
    for (int i = 0; i < FEW; i++) {
      to[at + i] = from[first + i];
    }
  }

  private static void fill(int[] to, int at, int count, int value) {
    if (count > FEW || at + FEW > to.length) {
      Arrays.fill(to, at, at + count, value);
      return;
    }
    for (int i = 0; i < FEW; i++) {
      to[at + i] = value;
    }
  }
}
