package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;

/**
 * A column of terms or texts, or a field of one, as filters and aggregates name it.
 *
 * @param column 0 to 3 for s, p, o, g; in tables of patches also 4 to 6 for name, value, op
 * @param part the part of the term
 */
public record TermPath(int column, TermPart part) implements Serializable {
  static final int SUBJECT = 0;
  static final int PREDICATE = 1;
  static final int OBJECT = 2;
  static final int GRAPH = 3;

  /** The number of columns of statements. */
  public static final int COLUMNS = 4;

  private static final int NAME = 4;
  private static final int VALUE = 5;

  /** The operations of patches, which are not terms: {@link OpFilterCache} decides on them. */
  public static final int OP = 6;

  /** The number of columns that a filter may name. */
  public static final int ALL_COLUMNS = 7;

  private static final List<String> NAMES = List.of("s", "p", "o", "g", "name", "value", "op");

  /**
   * Resolves a reference such as {@code p} or {@code o.lang}.
   *
   * @param kind the table that has the columns
   * @param format the form of columns of terms
   * @return empty when the expression is not such a column or a field of one
   */
  public static Optional<TermPath> of(Expression expression, TableKind kind, TermFormat format) {
    if (!(expression instanceof NamedReference reference)) {
      return Optional.empty();
    }
    String[] names = reference.fieldNames();
    if (names.length < 1 || !kind.columns().contains(names[0])) {
      return Optional.empty();
    }
    int column = NAMES.indexOf(names[0]);
    if (column < 0) {
      return Optional.empty();
    }
    if (names.length == 1) {
      TermPart whole = format == TermFormat.NTRIPLES ? TermPart.TEXT : TermPart.TERM;
      return Optional.of(new TermPath(column, isText(column) ? TermPart.VALUE : whole));
    }
    TermPart part =
        format == TermFormat.NTRIPLES || isText(column) || names.length > 2
            ? null
            : TermPart.ofField(names[1]);
    return Optional.ofNullable(part).map(p -> new TermPath(column, p));
  }

  private static boolean isText(int column) {
    return column == NAME || column == OP;
  }

  /** The bit of the column in a mask; those of s, p, o, g are the bits of JellyReadOptions. */
  public int mask() {
    return 1 << column;
  }

  /**
   * Whether the path can be null in statements: the graph column, or a field that only some
   * literals have.
   */
  public boolean nullable() {
    return column == GRAPH || part == TermPart.LANG || part == TermPart.DATATYPE;
  }

  /** Whether the column is one of s, p, o and g. */
  boolean isOfStatement() {
    return column < COLUMNS;
  }

  /** The ids of a column in a batch. */
  public static int[] ids(StatementBatch batch, int column) {
    return switch (column) {
      case SUBJECT -> batch.s;
      case PREDICATE -> batch.p;
      case OBJECT -> batch.o;
      case GRAPH -> batch.g;
      case NAME -> batch.name;
      case VALUE -> batch.value;
      default -> throw new IllegalArgumentException("no terms in column " + column);
    };
  }

  /** Returns the path as SQL writes it, for explain. */
  @Override
  public String toString() {
    String name = NAMES.get(column);
    return part.field().isEmpty() || isText(column) ? name : name + '.' + part.field();
  }
}
