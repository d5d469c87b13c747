package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TableKind;

/**
 * The rows of one batch of statements: all statements, those that a filter kept or, if a query
 * needs nothing else, only their number.
 *
 * <p>Kept rows are copied to plain id columns, so that vectors need no selection of their own.
 */
public final class BatchRows {
  private final int columns;
  private final int[][] ids = new int[TableKind.ID_COLUMNS][];
  private final int[][] gathered = new int[TableKind.ID_COLUMNS][];
  private StatementBatch batch;
  private TermTable terms;
  private int[] selection;
  private int size;

  /**
   * Creates rows over some columns.
   *
   * @param columns the columns that {@link #ids} may return, as {@link TableKind#idColumns}
   */
  public BatchRows(int columns) {
    this.columns = columns;
  }

  /** Takes the first {@code count} statements of a batch unchanged. */
  public void all(StatementBatch statements, TermTable table, int count) {
    batch = statements;
    terms = table;
    selection = null;
    size = count;
    for (int column = 0; column < ids.length; column++) {
      ids[column] = column(statements, column);
    }
  }

  /**
   * Takes the statements at the given positions.
   *
   * @param positions ascending positions in the batch
   * @param count number of leading positions to use
   */
  public void select(StatementBatch statements, TermTable table, int[] positions, int count) {
    if (count == statements.size()) {
      all(statements, table, count);
      return;
    }
    batch = statements;
    terms = table;
    selection = positions;
    size = count;
    for (int column = 0; column < ids.length; column++) {
      ids[column] = gather(column, column(statements, column), positions, count);
    }
  }

  private int[] gather(int column, int[] from, int[] positions, int count) {
    if (from == null || (columns & 1 << column) == 0) {
      return null;
    }
    int[] to = gathered[column];
    if (to == null || to.length < count) {
      to = new int[Math.max(count, positions.length)];
      gathered[column] = to;
    }
    for (int i = 0; i < count; i++) {
      to[i] = from[positions[i]];
    }
    return to;
  }

  /** Represents statements that were only counted. */
  public void counted(int count) {
    batch = null;
    terms = null;
    selection = null;
    size = count;
  }

  /** The number of rows. */
  public int size() {
    return size;
  }

  /** The statements of the rows; null if they were only counted. */
  public StatementBatch batch() {
    return batch;
  }

  /** The terms of {@link #ids}; null if the statements were only counted. */
  public TermTable terms() {
    return terms;
  }

  /** The positions of the rows in {@link #batch()}; null if row i is statement i. */
  public int[] selection() {
    return selection;
  }

  /** Returns the term ids of a column, one of those passed to the constructor. */
  public int[] ids(int column) {
    return ids[column];
  }

  /** Returns the position of a row in {@link #batch()}. */
  int position(int row) {
    return selection == null ? row : selection[row];
  }

  /** Writes the number of the patch of each row. */
  void patchNumbers(long[] to) {
    for (int row = 0; row < size; row++) {
      to[row] = batch.patch[position(row)];
    }
  }

  /** Writes the number of each row in its patch. */
  void patchSeqs(long[] to) {
    long[] patch = batch.patch;
    long seq = batch.firstSeq();
    int at = 0;
    for (int row = 0; row < size; row++) {
      for (int end = position(row); at < end; at++) {
        seq = patch[at + 1] == patch[at] ? seq + 1 : 0;
      }
      to[row] = seq;
    }
  }

  /** Writes the 0-based number of each row's statement in the file. */
  void statementNumbers(long[] to) {
    long first = batch.firstStatement();
    for (int row = 0; row < size; row++) {
      to[row] = first + position(row);
    }
  }

  /** Writes the 0-based number of the frame of each row. */
  void frameNumbers(long[] to) {
    for (int row = 0; row < size; row++) {
      to[row] = batch.frame(position(row));
    }
  }

  /** Writes the 0-based number of the message of each row; -1 for none. */
  void messageNumbers(long[] to) {
    for (int row = 0; row < size; row++) {
      to[row] = batch.message(position(row));
    }
  }

  private static int[] column(StatementBatch statements, int column) {
    return switch (column) {
      case 0 -> statements.s;
      case 1 -> statements.p;
      case 2 -> statements.o;
      case 3 -> statements.g;
      case 4 -> statements.name;
      default -> statements.value;
    };
  }
}
