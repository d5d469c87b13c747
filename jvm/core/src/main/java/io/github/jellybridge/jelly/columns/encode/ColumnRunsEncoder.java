package io.github.jellybridge.jelly.columns.encode;

/**
 * Collects the runs of a column (Jelly-RDF 1.2 draft, "Runs"): repeated values, and cells without a
 * value. Unbound cells at the end are left out.
 */
final class ColumnRunsEncoder {
  private static final int UNBOUND = 1 << 4;

  /** A length that another varint follows. */
  private static final int LONG = 15;

  private final FieldBuffer tokens = new FieldBuffer();

  /** Values since the last token that have one cell each. */
  private int skip;

  /** Cells of the current run. */
  private int length;

  private boolean unbound;

  void clear() {
    tokens.clear();
    skip = 0;
    length = 0;
    unbound = false;
  }

  /** Adds a cell with a new value. */
  void value() {
    end();
    unbound = false;
    length = 1;
  }

  /** Adds a cell without a value after one with a value. */
  void unbound() {
    end();
    unbound = true;
    length = 1;
  }

  /** Adds a cell like the last one. */
  void repeat() {
    length++;
  }

  /** Adds cells like the last one, which has no value. */
  void repeatUnbound(int count) {
    length += count;
  }

  private void end() {
    if (length == 1 && !unbound) {
      skip++;
    } else if (length > 0) {
      endLonger();
    }
    length = 0;
  }

  private void endLonger() {
    if (unbound) {
      token(UNBOUND, length - 1);
    } else {
      token(0, length - 2);
    }
  }

  private void token(int kind, int count) {
    tokens.varint(skip << 5 | kind | Math.min(count, LONG));
    if (count >= LONG) {
      tokens.varint(count - LONG);
    }
    skip = 0;
  }

  /** Ends the column and returns its tokens. */
  FieldBuffer finish() {
    if (!unbound) {
      end();
    }
    return tokens;
  }

  /** Returns whether there is a last cell that {@link #repeat} can repeat. */
  boolean isOpen() {
    return length > 0;
  }

  /** Returns the approximate length of the tokens in bytes, at most 10 too low. */
  int length() {
    return tokens.end;
  }
}
