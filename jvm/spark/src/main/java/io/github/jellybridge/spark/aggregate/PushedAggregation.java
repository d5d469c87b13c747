package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.filter.LengthUnit;
import io.github.jellybridge.spark.filter.TermPart;
import io.github.jellybridge.spark.filter.TermPath;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * An aggregation that a scan takes over from Spark, compiled on the driver.
 *
 * <p>Consists of group keys and functions over the term columns. Readers compute partial results,
 * at least one row for each group and task, and Spark merges them. If one task reads everything,
 * each group is returned once and complete, and Spark does nothing more. Immutable.
 */
public final class PushedAggregation implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<TermPath> keys;
  private final List<PushedAggregate> measures;
  private final StructType schema;
  private final boolean complete;

  private PushedAggregation(
      List<TermPath> keys, List<PushedAggregate> measures, StructType table, boolean complete) {
    this.keys = List.copyOf(keys);
    this.measures = List.copyOf(measures);
    this.complete = complete;
    StructType output = new StructType();
    for (TermPath key : keys) {
      output = output.add(key.toString(), type(key, table), key.nullable());
    }
    for (PushedAggregate measure : measures) {
      output = output.add(measure.toString(), measure.type(), measure.nullable());
    }
    this.schema = output;
  }

  /**
   * Compiles an aggregation completely, or not at all.
   *
   * @param table the table's schema, with the types of s, p, o and g
   * @param format the form of these columns
   * @param complete whether one task reads all statements and must return each group once
   * @return empty when Spark has to aggregate: a key is not a term column or a field of one, or a
   *     function is not COUNT, MIN, MAX or SUM of lengths, or has DISTINCT
   */
  public static Optional<PushedAggregation> of(
      Aggregation offered, StructType table, TermFormat format, boolean complete) {
    List<TermPath> keys = new ArrayList<>();
    for (Expression key : offered.groupByExpressions()) {
      Optional<TermPath> path = TermPath.of(key, TableKind.STATEMENTS, format);
      if (path.isEmpty()) {
        return Optional.empty();
      }
      keys.add(path.get());
    }
    List<PushedAggregate> measures = new ArrayList<>();
    for (AggregateFunc function : offered.aggregateExpressions()) {
      Optional<PushedAggregate> measure = measure(function, format);
      if (measure.isEmpty()) {
        return Optional.empty();
      }
      measures.add(measure.get());
    }
    return keys.isEmpty() && measures.isEmpty()
        ? Optional.empty()
        : Optional.of(new PushedAggregation(keys, measures, table, complete));
  }

  private static Optional<PushedAggregate> measure(AggregateFunc function, TermFormat format) {
    if (function instanceof CountStar) {
      return Optional.of(PushedAggregate.COUNT_ALL);
    }
    if (function instanceof Count count && !count.isDistinct()) {
      // The length of a value is null exactly where the value is null.
      Expression counted = count.column();
      return TermPath.of(counted, TableKind.STATEMENTS, format)
          .or(() -> length(counted, null, format).map(PushedAggregate::path))
          .map(PushedAggregation::count);
    }
    if (function instanceof Sum sum && !sum.isDistinct()) {
      return length(sum.column(), PushedAggregate.Function.SUM_LENGTH, format);
    }
    if (function instanceof Min min) {
      return extreme(
          min.column(), PushedAggregate.Function.MIN, PushedAggregate.Function.MIN_LENGTH, format);
    }
    if (function instanceof Max max) {
      return extreme(
          max.column(), PushedAggregate.Function.MAX, PushedAggregate.Function.MAX_LENGTH, format);
    }
    return Optional.empty();
  }

  private static PushedAggregate count(TermPath path) {
    return path.nullable()
        ? new PushedAggregate(PushedAggregate.Function.COUNT, path, null)
        : PushedAggregate.COUNT_ALL;
  }

  private static Optional<PushedAggregate> extreme(
      Expression of,
      PushedAggregate.Function ofText,
      PushedAggregate.Function ofLength,
      TermFormat format) {
    return TermPath.of(of, TableKind.STATEMENTS, format)
        .filter(path -> path.part() != TermPart.TERM)
        .map(path -> new PushedAggregate(ofText, path, null))
        .or(() -> of instanceof Cast ? Optional.empty() : length(of, ofLength, format));
  }

  /**
   * Recognises CHAR_LENGTH(path) and the other length functions, also cast to bigint, which is the
   * type of their sums anyway.
   */
  private static Optional<PushedAggregate> length(
      Expression expression, PushedAggregate.Function function, TermFormat format) {
    if (expression instanceof Cast cast && cast.dataType().equals(DataTypes.LongType)) {
      return cast.expression() instanceof Cast
          ? Optional.empty()
          : length(cast.expression(), function, format);
    }
    if (!(expression instanceof GeneralScalarExpression scalar)) {
      return Optional.empty();
    }
    return LengthUnit.of(scalar.name())
        .flatMap(
            unit ->
                TermPath.of(scalar.children()[0], TableKind.STATEMENTS, format)
                    .filter(path -> path.part() != TermPart.TERM)
                    .map(path -> new PushedAggregate(function, path, unit)));
  }

  private static DataType type(TermPath path, StructType table) {
    return path.part() == TermPart.TERM
        ? table.apply(path.toString()).dataType()
        : DataTypes.StringType;
  }

  /** The schema of the rows that readers return: the keys, then the partial results. */
  public StructType schema() {
    return schema;
  }

  /** The columns that must be decoded, as a mask of {@code JellyReadOptions}. */
  public int columns() {
    int columns = measures.stream().mapToInt(PushedAggregate::columns).reduce(0, (a, b) -> a | b);
    return keys.stream().mapToInt(TermPath::mask).reduce(columns, (a, b) -> a | b);
  }

  /** Whether each group must be returned once, with its final results. */
  public boolean complete() {
    return complete;
  }

  /**
   * Whether there are no keys. Such a scan must plan at least one partition even without files,
   * because a reader then still returns a row: Spark adds up partial counts, and a sum without rows
   * would be null.
   */
  public boolean global() {
    return keys.isEmpty();
  }

  /** Whether the query needs nothing but the number of statements. */
  public boolean countOnly() {
    return keys.isEmpty() && columns() == 0;
  }

  /** Whether statements are only counted, or only listed, for each value of one column. */
  boolean countsOneColumn() {
    return keys.stream().mapToInt(TermPath::column).distinct().count() == 1
        && (measures.isEmpty() || measures.equals(List.of(PushedAggregate.COUNT_ALL)));
  }

  /** Whether the reader takes runs of one column in place of its ids. */
  public boolean readsRuns() {
    return countOnly() || countsOneColumn();
  }

  /**
   * Describes the aggregation for explain: {@code PushedAggregates: [COUNT(*)], PushedGroupBy:
   * [p.value]}.
   */
  public String describe() {
    return measures.stream()
            .map(PushedAggregate::toString)
            .collect(Collectors.joining(", ", "PushedAggregates: [", "], "))
        + keys.stream()
            .map(TermPath::toString)
            .collect(Collectors.joining(", ", "PushedGroupBy: [", "]"));
  }

  /** Tells whether two aggregations of the same statements return the same rows. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PushedAggregation that
        && keys.equals(that.keys)
        && measures.equals(that.measures)
        && complete == that.complete
        && schema.equals(that.schema);
  }

  @Override
  public int hashCode() {
    return 31 * keys.hashCode() + measures.hashCode();
  }

  List<TermPath> keys() {
    return keys;
  }

  List<PushedAggregate> measures() {
    return measures;
  }
}
