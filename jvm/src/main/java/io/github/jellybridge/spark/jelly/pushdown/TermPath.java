package io.github.jellybridge.spark.jelly.pushdown;

import io.github.jellybridge.rdf.StatementBatch;
import java.io.Serializable;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;

/**
 * A column of the statement table, or a field of one, as filters and aggregates name it.
 *
 * @param column 0 to 3 for s, p, o, g
 * @param part what of the term
 */
record TermPath(int column, Part part) implements Serializable {
  static final int SUBJECT = 0;
  static final int PREDICATE = 1;
  static final int OBJECT = 2;
  static final int GRAPH = 3;
  static final int COLUMNS = 4;

  private static final String NAMES = "spog";

  /**
   * Resolves a reference such as {@code p} or {@code o.lang}.
   *
   * @param ntriples whether the columns are plain strings
   * @return empty when the expression is not a term column or a field of one
   */
  static Optional<TermPath> of(Expression expression, boolean ntriples) {
    if (!(expression instanceof NamedReference reference)) {
      return Optional.empty();
    }
    String[] names = reference.fieldNames();
    if (names.length < 1 || names[0].length() != 1) {
      return Optional.empty();
    }
    int column = NAMES.indexOf(names[0].charAt(0));
    if (column < 0) {
      return Optional.empty();
    }
    if (names.length == 1) {
      return Optional.of(new TermPath(column, ntriples ? Part.TEXT : Part.TERM));
    }
    Part part = ntriples || names.length > 2 ? null : Part.ofField(names[1]);
    return Optional.ofNullable(part).map(p -> new TermPath(column, p));
  }

  /** The bit of the column in a mask of {@code JellyReadOptions}. */
  int mask() {
    return 1 << column;
  }

  /** Whether the path can be null: the graph column, or a field that only some literals have. */
  boolean nullable() {
    return column == GRAPH || part == Part.LANG || part == Part.DATATYPE;
  }

  /** The column's ids in a batch. */
  int[] ids(StatementBatch batch) {
    return ids(batch, column);
  }

  static int[] ids(StatementBatch batch, int column) {
    return switch (column) {
      case SUBJECT -> batch.s;
      case PREDICATE -> batch.p;
      case OBJECT -> batch.o;
      default -> batch.g;
    };
  }

  /** As SQL writes it, for explain. */
  @Override
  public String toString() {
    String name = NAMES.substring(column, column + 1);
    return part.field().isEmpty() ? name : name + '.' + part.field();
  }
}
