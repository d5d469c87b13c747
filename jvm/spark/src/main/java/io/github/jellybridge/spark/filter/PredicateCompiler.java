package io.github.jellybridge.spark.filter;

import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Compiles the predicates that Spark offers to {@link FilterNode}s, or declines them.
 *
 * <p>A predicate is declined as a whole, and stays with Spark, if any part of it is not supported
 * exactly: another collation, a cast, a function, a partition column.
 */
final class PredicateCompiler {
  private static final List<String> FIELDS = List.of("kind", "value", "lang", "datatype");

  private final TableKind kind;
  private final TermFormat format;

  PredicateCompiler(TableKind kind, TermFormat format) {
    this.kind = kind;
    this.format = format;
  }

  /** Returns the compiled predicate, or empty when it is declined. */
  Optional<FilterNode> compile(Expression predicate) {
    if (!(predicate instanceof Predicate p)) {
      return Optional.empty();
    }
    Expression[] children = p.children();
    return switch (p.name()) {
      case "ALWAYS_TRUE" -> Optional.of(new FilterNode.Constant(TruthValue.TRUE));
      case "ALWAYS_FALSE" -> Optional.of(new FilterNode.Constant(TruthValue.FALSE));
      case "AND" -> junction(true, children);
      case "OR" -> junction(false, children);
      case "NOT" -> compile(children[0]).map(FilterNode.Not::new);
      case "IS_NULL" -> isNull(children[0]);
      case "IS_NOT_NULL" -> isNull(children[0]).map(FilterNode.Not::new);
      case "IN" -> in(children);
      case "STARTS_WITH" -> search(TermTest.Position.START, children);
      case "ENDS_WITH" -> search(TermTest.Position.END, children);
      case "CONTAINS" -> search(TermTest.Position.ANYWHERE, children);
      default -> Comparison.of(p.name()).flatMap(c -> comparison(c, children[0], children[1]));
    };
  }

  private Optional<FilterNode> junction(boolean isAnd, Expression[] children) {
    List<FilterNode> nodes = new ArrayList<>(children.length);
    for (Expression child : children) {
      Optional<FilterNode> node = compile(child);
      if (node.isEmpty()) {
        return node;
      }
      if (node.get() instanceof FilterNode.Junction inner && inner.isAnd() == isAnd) {
        // Flat, as a deep tree would overflow the stack of a task that deserializes it.
        nodes.addAll(inner.children());
      } else {
        nodes.add(node.get());
      }
    }
    return Optional.of(new FilterNode.Junction(isAnd, nodes));
  }

  private Optional<FilterNode> isNull(Expression operand) {
    return path(operand).map(TermTest.IsNull::new);
  }

  private Optional<FilterNode> search(TermTest.Position position, Expression[] children) {
    Optional<TermPath> path = stringPath(children[0]);
    if (path.isEmpty() || !isString(children[1])) {
      return Optional.empty();
    }
    byte[] wanted = bytes((LiteralValue<?>) children[1]);
    return Optional.of(
        wanted == null
            ? new FilterNode.Constant(TruthValue.NULL)
            : new TermTest.Search(path.get(), position, wanted));
  }

  private Optional<FilterNode> comparison(Comparison how, Expression left, Expression right) {
    if (left instanceof LiteralValue<?> && !(right instanceof LiteralValue<?>)) {
      return comparison(how.flipped(), right, left);
    }
    if (left instanceof GeneralScalarExpression function) {
      return lengthComparison(how, function, right);
    }
    Optional<TermPath> path = path(left);
    if (path.isEmpty()) {
      return Optional.empty();
    }
    if (right instanceof LiteralValue<?> literal) {
      return literalComparison(how, path.get(), literal);
    }
    return path(right)
        .filter(other -> (other.column() == TermPath.OP) == (path.get().column() == TermPath.OP))
        .filter(other -> (other.part() == TermPart.TERM) == (path.get().part() == TermPart.TERM))
        .map(other -> new TermTest.ComparePaths(path.get(), how, other));
  }

  private Optional<FilterNode> literalComparison(
      Comparison how, TermPath path, LiteralValue<?> literal) {
    if (!fits(path, literal)) {
      return Optional.empty();
    }
    if (literal.value() == null) {
      return Optional.of(
          how == Comparison.EQ_NULL_SAFE
              ? new TermTest.IsNull(path)
              : new FilterNode.Constant(TruthValue.NULL));
    }
    return Optional.of(
        path.part() == TermPart.TERM
            ? new TermTest.CompareTerm(path, how, term(literal))
            : new TermTest.CompareText(path, how, bytes(literal)));
  }

  private Optional<FilterNode> lengthComparison(
      Comparison how, GeneralScalarExpression function, Expression right) {
    Optional<LengthUnit> unit = LengthUnit.of(function.name());
    if (unit.isEmpty() || !(right instanceof LiteralValue<?> literal)) {
      return Optional.empty();
    }
    Optional<TermPath> path = stringPath(function.children()[0]);
    boolean integral =
        literal.dataType().equals(DataTypes.IntegerType)
            || literal.dataType().equals(DataTypes.LongType);
    if (path.isEmpty() || !integral || !(literal.value() instanceof Number number)) {
      return Optional.empty();
    }
    return Optional.of(new TermTest.CompareLength(path.get(), unit.get(), how, number.longValue()));
  }

  private Optional<FilterNode> in(Expression[] children) {
    Optional<TermPath> path = path(children[0]);
    // IN with an empty list has different meanings under different settings of Spark.
    if (path.isEmpty() || children.length == 1) {
      return Optional.empty();
    }
    List<LiteralValue<?>> literals = new ArrayList<>(children.length - 1);
    boolean hasNull = false;
    for (int i = 1; i < children.length; i++) {
      if (!(children[i] instanceof LiteralValue<?> literal) || !fits(path.get(), literal)) {
        return Optional.empty();
      }
      if (literal.value() == null) {
        hasNull = true;
      } else {
        literals.add(literal);
      }
    }
    return Optional.of(
        path.get().part() == TermPart.TERM
            ? new TermTest.InTerms(
                path.get(),
                new TermConstantSet(literals.stream().map(PredicateCompiler::term).toList()),
                hasNull)
            : new TermTest.InTexts(
                path.get(),
                new ByteStringSet(literals.stream().map(PredicateCompiler::bytes).toList()),
                hasNull));
  }

  /**
   * Returns a path, or the path inside a cast of a term to a struct of the same fields. Spark adds
   * such casts where the fields of one side of a comparison cannot be null and those of the other
   * can, as with {@code g = s}.
   */
  private Optional<TermPath> path(Expression expression) {
    return expression instanceof Cast cast && isTerm(cast.dataType())
        ? path(cast.expression()).filter(path -> path.part() == TermPart.TERM)
        : TermPath.of(expression, kind, format);
  }

  /** Returns a path that is a string: anything except a whole struct. */
  private Optional<TermPath> stringPath(Expression expression) {
    return path(expression).filter(path -> path.part() != TermPart.TERM);
  }

  /** Tells whether the literal has the type of the path, field for field and without collations. */
  private static boolean fits(TermPath path, LiteralValue<?> literal) {
    return path.part() == TermPart.TERM ? isTerm(literal.dataType()) : isString(literal);
  }

  private static boolean isTerm(DataType type) {
    if (!(type instanceof StructType struct) || struct.length() != FIELDS.size()) {
      return false;
    }
    int next = 0;
    for (StructField field : struct.fields()) {
      if (!field.name().equals(FIELDS.get(next++)) || !isString(field.dataType())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isString(Expression expression) {
    return expression instanceof LiteralValue<?> literal && isString(literal.dataType());
  }

  /**
   * Tells whether a type is Spark's string type in its default collation, which orders by unsigned
   * bytes.
   */
  private static boolean isString(DataType type) {
    return type.equals(DataTypes.StringType);
  }

  private static byte[] bytes(LiteralValue<?> literal) {
    return literal.value() == null ? null : ((UTF8String) literal.value()).getBytes();
  }

  private static TermConstant term(LiteralValue<?> literal) {
    InternalRow row = (InternalRow) literal.value();
    return new TermConstant(field(row, 0), field(row, 1), field(row, 2), field(row, 3));
  }

  private static byte[] field(InternalRow row, int ordinal) {
    return row.isNullAt(ordinal) ? null : row.getUTF8String(ordinal).getBytes();
  }
}
