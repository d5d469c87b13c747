package io.github.jellybridge.sparql;

import io.github.jellybridge.sparql.expression.Terms;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.query.ARQ;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.engine.binding.BindingFactory;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprVar;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.jena.sparql.expr.aggregate.Accumulator;
import org.apache.jena.sparql.expr.aggregate.AggGroupConcat;
import org.apache.jena.sparql.expr.aggregate.AggGroupConcatDistinct;
import org.apache.jena.sparql.expr.aggregate.Aggregator;
import org.apache.jena.sparql.expr.aggregate.AggregatorFactory;
import org.apache.jena.sparql.function.FunctionEnv;
import org.apache.jena.sparql.function.FunctionEnvBase;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import scala.collection.Seq;

/**
 * An aggregate that ARQ computes over the terms of a group.
 *
 * @param name SUM, AVG, MIN, MAX, SAMPLE or GROUP_CONCAT
 * @param distinct whether each term counts once
 * @param separator the separator of GROUP_CONCAT
 */
record ArqAggregate(String name, boolean distinct, String separator) implements Serializable {
  private static final Var TERM = Var.alloc("term");

  /**
   * Returns the aggregate of a query.
   *
   * @throws UnsupportedQueryException for an aggregate that is not SPARQL's
   */
  static ArqAggregate of(Aggregator aggregator) {
    boolean distinct = aggregator.getClass().getSimpleName().endsWith("Distinct");
    String separator = null;
    if (aggregator instanceof AggGroupConcat concat) {
      separator = concat.getSeparator();
    } else if (aggregator instanceof AggGroupConcatDistinct concat) {
      separator = concat.getSeparator();
    }
    ArqAggregate aggregate = new ArqAggregate(aggregator.getName(), distinct, separator);
    aggregate.aggregator();
    return aggregate;
  }

  private Aggregator aggregator() {
    Expr term = new ExprVar(TERM);
    return switch (name) {
      case "SUM" -> AggregatorFactory.createSum(distinct, term);
      case "AVG" -> AggregatorFactory.createAvg(distinct, term);
      case "MIN" -> AggregatorFactory.createMin(distinct, term);
      case "MAX" -> AggregatorFactory.createMax(distinct, term);
      case "SAMPLE" -> AggregatorFactory.createSample(distinct, term);
      case "GROUP_CONCAT" -> AggregatorFactory.createGroupConcat(distinct, term, separator, null);
      default -> throw new UnsupportedQueryException(name);
    };
  }

  /** Returns the function on an array of structs with the single field of a term. */
  UDF1<Seq<Row>, Row> function() {
    return terms -> {
      List<Row> list = new ArrayList<>();
      terms.foreach(term -> list.add(term.getStruct(0)));
      return value(list);
    };
  }

  /** Returns the value of the aggregate of some terms; null is unbound. */
  Row value(List<Row> terms) {
    Aggregator aggregator = aggregator();
    if (terms.isEmpty()) {
      return Terms.row(aggregator.getValueEmpty());
    }
    Accumulator accumulator = aggregator.createAccumulator();
    FunctionEnv environment = new FunctionEnvBase(ARQ.getContext());
    for (Row term : terms) {
      Binding binding =
          term == null ? BindingFactory.empty() : BindingFactory.binding(TERM, Terms.node(term));
      accumulator.accumulate(binding, environment);
    }
    NodeValue value = accumulator.getValue();
    return value == null ? null : Terms.row(value.asNode());
  }
}
