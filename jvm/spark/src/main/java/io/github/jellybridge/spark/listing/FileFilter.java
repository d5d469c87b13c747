package io.github.jellybridge.spark.listing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
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
 * Drops files for which a pushed predicate is not true (in SQL's three-valued logic), by their
 * partition values and other facts about the file.
 *
 * <p>A predicate that {@link #handles} accepts is evaluated completely: its columns are the same
 * for all rows of a file, so Spark need not evaluate it again.
 */
public final class FileFilter {
  private final FileColumns columns;

  /** Creates a filter on these columns. */
  public FileFilter(FileColumns columns) {
    this.columns = columns;
  }

  /**
   * Tells whether {@link #prune} can evaluate a predicate completely. The predicate must consist of
   * these columns, literals of their types and operators that this class supports.
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
    Test ofFolders = test(parts.get(true));
    Test ofFiles = test(parts.get(false));
    List<FileEntry> kept = new ArrayList<>();
    Object[] lastValues = null;
    boolean lastKept = false;
    for (FileEntry file : files) {
      IntFunction<Object> values = index -> columns.value(index, file);
      // Files of one folder share their values and follow each other.
      if (file.partitionValues() != lastValues) {
        lastValues = file.partitionValues();
        lastKept = ofFolders.isTrue(values);
      }
      if (lastKept && ofFiles.isTrue(values)) {
        kept.add(file);
      }
    }
    return kept;
  }

  /**
   * Tells whether a predicate, which {@link #handles} accepts, has the same result for all files of
   * a folder.
   */
  public boolean isOfFolders(Predicate predicate) {
    return Arrays.stream(predicate.references())
        .allMatch(column -> columns.isOfFolders(columns.indexOf(column)));
  }

  /** Evaluates some predicates. */
  @FunctionalInterface
  public interface Test {
    /**
     * Tells whether all predicates are true.
     *
     * @param values returns the value of a column by its number
     */
    boolean isTrue(IntFunction<Object> values);
  }

  /** Returns a test for all of these predicates; {@link #handles} must hold for each. */
  public Test test(List<Predicate> predicates) {
    List<Operand> conditions = predicates.stream().map(this::condition).toList();
    return values -> conditions.stream().allMatch(c -> Boolean.TRUE.equals(c.of(values)));
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

  /**
   * Tells whether all operands are columns and literals of one type that {@link ValueOrder}
   * supports.
   */
  private boolean sameType(Expression[] operands) {
    DataType type = null;
    boolean hasColumn = false;
    for (Expression operand : operands) {
      DataType other = operandType(operand);
      if (other == null) {
        return false;
      }
      hasColumn |= !(operand instanceof Literal);
      // A null literal may lack the type of the column.
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

  /** An expression evaluated for the values of a file; a condition may return null for unknown. */
  private interface Operand {
    Object of(IntFunction<Object> values);
  }

  private Operand condition(Expression expression) {
    if (!(expression instanceof Predicate predicate)) {
      return operand(expression);
    }
    Expression[] children = predicate.children();
    return switch (predicate.name()) {
      case "ALWAYS_TRUE" -> values -> Boolean.TRUE;
      case "ALWAYS_FALSE" -> values -> Boolean.FALSE;
      case "AND" -> and(condition(children[0]), condition(children[1]));
      case "OR" -> not(and(not(condition(children[0])), not(condition(children[1]))));
      case "NOT" -> not(condition(children[0]));
      case "IS_NULL", "IS_NOT_NULL" -> {
        Operand operand = operand(children[0]);
        boolean wanted = predicate.name().equals("IS_NULL");
        yield values -> (operand.of(values) == null) == wanted;
      }
      case "IN" -> in(children);
      default -> {
        String operator = predicate.name();
        Operand left = operand(children[0]);
        Operand right = operand(children[1]);
        yield values -> binary(operator, left.of(values), right.of(values));
      }
    };
  }

  private Operand operand(Expression expression) {
    if (expression instanceof Literal<?> literal) {
      Object value = literal.value();
      return values -> value;
    }
    int index = columns.indexOf((NamedReference) expression);
    return values -> values.apply(index);
  }

  /** Evaluates IN with a look-up of the literals, because joins produce long lists. */
  private Operand in(Expression[] children) {
    Operand first = operand(children[0]);
    TreeSet<Object> literals = new TreeSet<>(ValueOrder::compare);
    List<Operand> others = new ArrayList<>();
    for (Expression child : Arrays.asList(children).subList(1, children.length)) {
      Object value = child instanceof Literal<?> literal ? literal.value() : null;
      if (value == null) {
        others.add(operand(child));
      } else {
        literals.add(value);
      }
    }
    return values -> {
      Object wanted = first.of(values);
      if (wanted != null && literals.contains(wanted)) {
        return Boolean.TRUE;
      }
      // An empty list holds nothing, not even an unknown value.
      Boolean found = wanted == null && !literals.isEmpty() ? null : Boolean.FALSE;
      for (Operand other : others) {
        Boolean equal = binary("=", wanted, other.of(values));
        if (Boolean.TRUE.equals(equal)) {
          return Boolean.TRUE;
        }
        if (equal == null) {
          found = null;
        }
      }
      return found;
    };
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

  private static Operand not(Operand condition) {
    return values -> condition.of(values) instanceof Boolean value ? !value : null;
  }

  private static Operand and(Operand left, Operand right) {
    return values -> {
      Object one = left.of(values);
      Object other = right.of(values);
      if (Boolean.FALSE.equals(one) || Boolean.FALSE.equals(other)) {
        return Boolean.FALSE;
      }
      return one == null || other == null ? null : Boolean.TRUE;
    };
  }
}
