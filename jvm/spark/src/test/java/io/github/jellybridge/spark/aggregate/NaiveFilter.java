package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.aggregate.RandomStatements.Term;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Evaluates Spark's predicates on plain strings, as simply as possible; tests compare with it.
 *
 * <p>The logic has three values: true, false, and null for unknown.
 */
public final class NaiveFilter {
  private NaiveFilter() {}

  public static Boolean test(Expression predicate, Term[] statement) {
    Predicate p = (Predicate) predicate;
    Expression[] c = p.children();
    switch (p.name()) {
      case "ALWAYS_TRUE":
        return true;
      case "ALWAYS_FALSE":
        return false;
      case "AND":
        return and(test(c[0], statement), test(c[1], statement));
      case "OR":
        return not(and(not(test(c[0], statement)), not(test(c[1], statement))));
      case "NOT":
        return not(test(c[0], statement));
      case "IS_NULL":
        return value(c[0], statement) == null;
      case "IS_NOT_NULL":
        return value(c[0], statement) != null;
      case "IN":
        return in(c, statement);
      default:
        return compare(p.name(), value(c[0], statement), value(c[1], statement));
    }
  }

  private static Boolean in(Expression[] c, Term[] statement) {
    Boolean found = false;
    for (int i = 1; i < c.length; i++) {
      Boolean same = compare("=", value(c[0], statement), value(c[i], statement));
      found = not(and(not(found), not(same)));
    }
    return found;
  }

  private static Boolean compare(String operator, Object left, Object right) {
    if (operator.equals("<=>")) {
      return left == null || right == null ? left == right : order(left, right) == 0;
    }
    if (left == null || right == null) {
      return null;
    }
    return switch (operator) {
      case "STARTS_WITH" -> ((String) left).startsWith((String) right);
      case "ENDS_WITH" -> ((String) left).endsWith((String) right);
      case "CONTAINS" -> ((String) left).contains((String) right);
      case "=" -> order(left, right) == 0;
      case "<>" -> order(left, right) != 0;
      case "<" -> order(left, right) < 0;
      case "<=" -> order(left, right) <= 0;
      case ">" -> order(left, right) > 0;
      case ">=" -> order(left, right) >= 0;
      default -> throw new IllegalArgumentException(operator);
    };
  }

  /**
   * The sign of the comparison of two non-null values: strings by UTF-8, structs field by field.
   */
  static int order(Object left, Object right) {
    if (left instanceof Long number) {
      return number.compareTo((Long) right);
    }
    if (left instanceof String text) {
      return Arrays.compareUnsigned(
          RandomStatements.utf8(text), RandomStatements.utf8((String) right));
    }
    String[] a = (String[]) left;
    String[] b = (String[]) right;
    for (int i = 0; i < a.length; i++) {
      int order =
          a[i] == null || b[i] == null
              ? Boolean.compare(a[i] != null, b[i] != null)
              : order(a[i], b[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static Object value(Expression operand, Term[] statement) {
    if (operand instanceof LiteralValue<?> literal) {
      return literal(literal.value());
    }
    if (operand instanceof GeneralScalarExpression function) {
      String text = (String) value(function.children()[0], statement);
      if (text == null) {
        return null;
      }
      return function.name().equals("CHAR_LENGTH")
          ? (Long) (long) text.codePointCount(0, text.length())
          : (Long) (8L * RandomStatements.utf8(text).length);
    }
    return field(((NamedReference) operand).fieldNames(), statement);
  }

  private static Object field(String[] names, Term[] statement) {
    Term term = statement["spog".indexOf(names[0])];
    if (term == null) {
      return null;
    }
    if (names.length == 2) {
      return term.field(names[1]);
    }
    return statement.length > 4
        ? term.field("")
        : new String[] {term.kind(), term.value(), term.lang(), term.datatype()};
  }

  private static Object literal(Object value) {
    if (value instanceof InternalRow row) {
      String[] fields = new String[4];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = row.isNullAt(i) ? null : row.getUTF8String(i).toString();
      }
      return fields;
    }
    if (value instanceof UTF8String text) {
      return text.toString();
    }
    return value instanceof Integer number ? (Long) (long) number : value;
  }

  private static Boolean and(Boolean a, Boolean b) {
    if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
      return false;
    }
    return a == null || b == null ? null : true;
  }

  private static Boolean not(Boolean a) {
    return a == null ? null : !a;
  }
}
