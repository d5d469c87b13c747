package io.github.jellybridge.spark.filter;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;

/** Formats predicates for {@code explain}. */
public final class PredicateDescription {
  /** Number of values of a list that are shown; the others are only counted. */
  private static final int SHOWN_VALUES = 3;

  private static final Set<String> CONNECTIVES = Set.of("AND", "OR", "NOT");

  private PredicateDescription() {}

  /** Formats predicates after a label, as in {@code PushedFilters: [p.value = 'x']}. */
  public static String list(String label, List<Predicate> predicates) {
    return predicates.stream()
        .map(predicate -> shortened(predicate).toString())
        .collect(Collectors.joining(", ", label + ": [", "]"));
  }

  /**
   * Returns the predicate with only the first values of its lists, and the number of the others.
   */
  private static Expression shortened(Expression expression) {
    if (!(expression instanceof Predicate predicate)) {
      return expression;
    }
    Expression[] children = predicate.children();
    if (CONNECTIVES.contains(predicate.name())) {
      Expression[] shorter = new Expression[children.length];
      // Not a stream, whose frames would fill the stack for long chains of conditions.
      for (int i = 0; i < children.length; i++) {
        shorter[i] = shortened(children[i]);
      }
      return new Predicate(predicate.name(), shorter);
    }
    int more = children.length - 1 - SHOWN_VALUES;
    if (!predicate.name().equals("IN") || more <= 0) {
      return predicate;
    }
    Expression[] shown = Arrays.copyOf(children, 1 + SHOWN_VALUES);
    shown[SHOWN_VALUES] = new LastShown(shown[SHOWN_VALUES], more);
    return new Predicate("IN", shown);
  }

  /** The last value that is shown, followed by the number of the others. */
  private record LastShown(Expression last, int more) implements Literal<Object> {
    @Override
    public Object value() {
      return last;
    }

    @Override
    public DataType dataType() {
      return last instanceof Literal<?> literal ? literal.dataType() : null;
    }

    @Override
    public String toString() {
      return last + " and " + more + " more";
    }
  }
}
