package io.github.jellybridge.sparql;

import io.github.jellybridge.sparql.expression.Terms;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.jena.sparql.expr.nodevalue.XSDFuncOp;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.expressions.Aggregator;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * SUM, AVG, MIN, MAX and SAMPLE as ARQ computes them, term by term, so that no task holds all terms
 * of a group. Values of parts of a group are aggregated again.
 */
final class PartialAggregate extends Aggregator<Row, Row, Row> {
  private static final long serialVersionUID = 1L;

  private static final StructType TERM = new StructType().add("0", Terms.TYPE, true);

  private final ArqAggregate aggregate;
  private final boolean isAverage;

  private PartialAggregate(ArqAggregate aggregate, boolean isAverage) {
    this.aggregate = aggregate;
    this.isAverage = isAverage;
  }

  /** Returns the column of an aggregate of a column of terms. */
  static Column of(ArqAggregate aggregate, Column term) {
    boolean isAverage = aggregate.name().equals("AVG");
    ArqAggregate parts = isAverage ? new ArqAggregate("SUM", false, null) : aggregate;
    return functions
        .udaf(new PartialAggregate(parts, isAverage), Encoders.row(TERM))
        .apply(term)
        .getField("0");
  }

  /** Tells whether an aggregate of a group follows from those of its parts. */
  static boolean supports(ArqAggregate aggregate) {
    return !aggregate.distinct() && !aggregate.name().equals("GROUP_CONCAT");
  }

  /** Returns the value without any term; the second field is the number of terms. */
  @Override
  public Row zero() {
    return RowFactory.create(null, 0L);
  }

  @Override
  public Row reduce(Row part, Row term) {
    return merge(part, RowFactory.create(term.get(0), 1L));
  }

  @Override
  public Row merge(Row one, Row other) {
    if (other.getLong(1) == 0) {
      return one;
    }
    List<Row> terms = new ArrayList<>();
    if (one.getLong(1) > 0) {
      terms.add(one.getStruct(0));
    }
    terms.add(other.getStruct(0));
    return RowFactory.create(aggregate.value(terms), one.getLong(1) + other.getLong(1));
  }

  @Override
  public Row finish(Row all) {
    if (all.getLong(1) == 0) {
      return RowFactory.create(aggregate.value(List.of()));
    }
    Row value = all.getStruct(0);
    if (value == null || !isAverage) {
      return RowFactory.create(value);
    }
    NodeValue sum = NodeValue.makeNode(Terms.node(value));
    NodeValue count = NodeValue.makeInteger(all.getLong(1));
    return RowFactory.create(Terms.row(XSDFuncOp.numDivide(sum, count).asNode()));
  }

  @Override
  public Encoder<Row> bufferEncoder() {
    return Encoders.row(TERM.add("1", DataTypes.LongType, false));
  }

  @Override
  public Encoder<Row> outputEncoder() {
    return Encoders.row(TERM);
  }
}
