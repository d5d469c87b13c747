package io.github.jellybridge.spark.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Drops files whose partition values, or other facts, make a pushed predicate not true, with SQL's
 * three-valued logic.
 *
 * <p>A predicate that {@link #handles} accepts is answered completely: Spark need not evaluate it
 * again, because its columns are the same for all rows of a file.
 */
public final class FileFilter {
  private final FileColumns columns;

  /** A filter on these columns. */
  public FileFilter(FileColumns columns) {
    this.columns = columns;
  }

  /**
   * Whether the predicate consists of these columns, literals of their types and operators that
   * this class knows, and so is answered completely by {@link #prune}.
   */
  public boolean handles(Predicate predicate) {
    return isBoolean(predicate);
  }

  /** Keeps the files for which all predicates are true; {@link #handles} must hold for each. */
  public List<FileEntry> prune(List<FileEntry> files, List<Predicate> predicates) {
    if (predicates.isEmpty()) {
      return files;
    }
    Map<Boolean, List<Predicate>> parts =
        predicates.stream().collect(Collectors.partitioningBy(this::isOfFolders));
    List<FileEntry> kept = new ArrayList<>();
    Object[] lastValues = null;
    boolean lastKept = false;
    for (FileEntry file : files) {
      IntFunction<Object> values = index -> columns.value(index, file);
      // Files of one folder share their values and follow each other.
      if (file.partitionValues() != lastValues) {
        lastValues = file.partitionValues();
        lastKept = matches(values, parts.get(true));
      }
      if (lastKept && matches(values, parts.get(false))) {
        kept.add(file);
      }
    }
    return kept;
  }

  /**
   * Whether a predicate, which {@link #handles} accepts, is true of all files of a folder or none.
   */
  public boolean isOfFolders(Predicate predicate) {
    return Arrays.stream(predicate.references())
        .allMatch(column -> columns.isOfFolders(columns.indexOf(column)));
  }

  /**
   * Whether all predicates are true; {@link #handles} must hold for each.
   *
   * @param values of the columns, by their numbers
   */
  public boolean matches(IntFunction<Object> values, List<Predicate> predicates) {
    return predicates.stream().allMatch(p -> Boolean.TRUE.equals(evaluate(p, values)));
  }

  private boolean isBoolean(Expression expression) {
    if (!(expression instanceof Predicate predicate)) {
      return expression instanceof Literal<?> literal
              && literal.dataType().equals(DataTypes.BooleanType)
          || DataTypes.BooleanType.equals(columnType(expression));
    }
    Expression[] children = predicate.children();
    return switch (predicate.name()) {
      case "ALWAYS_TRUE", "ALWAYS_FALSE" -> true;
      case "AND", "OR" -> children.length == 2 && isBoolean(children[0]) && isBoolean(children[1]);
      case "NOT" -> children.length == 1 && isBoolean(children[0]);
      case "IS_NULL", "IS_NOT_NULL" -> children.length == 1 && columnType(children[0]) != null;
      case "=", "<>", "<=>", "<", "<=", ">", ">=" -> children.length == 2 && sameType(children);
      case "IN" -> children.length > 0 && sameType(children);
      case "STARTS_WITH", "ENDS_WITH", "CONTAINS" ->
          children.length == 2
              && sameType(children)
              && DataTypes.StringType.equals(operandType(children[0]));
      default -> false;
    };
  }

  /** Whether all operands are columns and literals of one type that {@link ValueOrder} knows. */
  private boolean sameType(Expression[] operands) {
    DataType type = null;
    boolean hasColumn = false;
    for (Expression operand : operands) {
      DataType other = operandType(operand);
      if (other == null) {
        return false;
      }
      hasColumn |= !(operand instanceof Literal);
      // A null literal may come without the type of the column.
      if (!other.equals(DataTypes.NullType)) {
        if (type != null && !type.equals(other)) {
          return false;
        }
        type = other;
      }
    }
    return hasColumn && type != null && ValueOrder.supports(type);
  }

  private DataType operandType(Expression operand) {
    return operand instanceof Literal<?> literal ? literal.dataType() : columnType(operand);
  }

  private DataType columnType(Expression expression) {
    int index = expression instanceof NamedReference column ? columns.indexOf(column) : -1;
    return index < 0 ? null : columns.type(index);
  }

  /** TRUE, FALSE or null for unknown. */
  private Boolean evaluate(Expression expression, IntFunction<Object> values) {
    if (!(expression instanceof Predicate predicate)) {
      return (Boolean) operand(expression, values);
    }
    Expression[] children = predicate.children();
    return switch (predicate.name()) {
      case "ALWAYS_TRUE" -> Boolean.TRUE;
      case "ALWAYS_FALSE" -> Boolean.FALSE;
      case "AND" -> and(evaluate(children[0], values), evaluate(children[1], values));
      case "OR" -> not(and(not(evaluate(children[0], values)), not(evaluate(children[1], values))));
      case "NOT" -> not(evaluate(children[0], values));
      case "IS_NULL" -> operand(children[0], values) == null;
      case "IS_NOT_NULL" -> operand(children[0], values) != null;
      case "IN" -> in(children, values);
      default ->
          binary(predicate.name(), operand(children[0], values), operand(children[1], values));
    };
  }

  private Object operand(Expression expression, IntFunction<Object> values) {
    return expression instanceof Literal<?> literal
        ? literal.value()
        : values.apply(columns.indexOf((NamedReference) expression));
  }

  private Boolean in(Expression[] children, IntFunction<Object> values) {
    Object wanted = operand(children[0], values);
    // An empty list holds nothing, not even the unknown.
    Boolean found = Boolean.FALSE;
    for (int i = 1; i < children.length; i++) {
      Boolean equal = binary("=", wanted, operand(children[i], values));
      if (Boolean.TRUE.equals(equal)) {
        return Boolean.TRUE;
      }
      if (equal == null) {
        found = null;
      }
    }
    return found;
  }

  private static Boolean binary(String operator, Object left, Object right) {
    if (operator.equals("<=>")) {
      return left == null || right == null ? left == right : ValueOrder.compare(left, right) == 0;
    }
    if (left == null || right == null) {
      return null;
    }
    return switch (operator) {
      case "=" -> ValueOrder.compare(left, right) == 0;
      case "<>" -> ValueOrder.compare(left, right) != 0;
      case "<" -> ValueOrder.compare(left, right) < 0;
      case "<=" -> ValueOrder.compare(left, right) <= 0;
      case ">" -> ValueOrder.compare(left, right) > 0;
      case ">=" -> ValueOrder.compare(left, right) >= 0;
      case "STARTS_WITH" -> ((UTF8String) left).startsWith((UTF8String) right);
      case "ENDS_WITH" -> ((UTF8String) left).endsWith((UTF8String) right);
      case "CONTAINS" -> ((UTF8String) left).contains((UTF8String) right);
      default -> throw new IllegalArgumentException("operator " + operator + " was not accepted");
    };
  }

  private static Boolean not(Boolean value) {
    return value == null ? null : !value;
  }

  private static Boolean and(Boolean left, Boolean right) {
    if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
      return Boolean.FALSE;
    }
    return left == null || right == null ? null : Boolean.TRUE;
  }
}
