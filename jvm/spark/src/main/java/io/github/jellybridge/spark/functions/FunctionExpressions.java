package io.github.jellybridge.spark.functions;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.V2ExpressionUtils;
import org.apache.spark.sql.catalyst.expressions.aggregate.V2Aggregator;
import org.apache.spark.sql.connector.catalog.functions.AggregateFunction;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * Builds expressions for calls of our functions, as Spark's analyzer does for functions of a
 * catalog.
 *
 * <p>Session extensions accept nothing else, so this is the only class that uses Spark's internal
 * expression classes. The methods used here are the same in Spark 4.0 to 4.3.
 */
public final class FunctionExpressions {
  private FunctionExpressions() {}

  /** Describes a function for the registry of a session. */
  public static Tuple3<FunctionIdentifier, ExpressionInfo, Function1<Seq<Expression>, Expression>>
      describe(UnboundFunction function) {
    ExpressionInfo info =
        new ExpressionInfo(
            function.getClass().getName(),
            null,
            function.name(),
            function.description(),
            "",
            "",
            "",
            "",
            "",
            "",
            "");
    return new Tuple3<>(new FunctionIdentifier(function.name()), info, new Builder(function));
  }

  /** Builds the expression of a call. */
  private static final class Builder extends AbstractFunction1<Seq<Expression>, Expression> {
    private final UnboundFunction function;

    Builder(UnboundFunction function) {
      this.function = function;
    }

    @Override
    public Expression apply(Seq<Expression> arguments) {
      StructType types = new StructType();
      List<Expression> list = CollectionConverters.asJava(arguments);
      for (Expression argument : list) {
        types = types.add("_" + types.length(), argument.dataType(), argument.nullable());
      }
      BoundFunction bound = function.bind(types);
      if (bound instanceof ScalarFunction<?> scalar) {
        return V2ExpressionUtils.resolveScalarFunction(scalar, arguments);
      }
      return aggregator((AggregateFunction<?, ?>) bound, arguments);
    }

    private static <S extends Serializable, R> Expression aggregator(
        AggregateFunction<S, R> bound, Seq<Expression> arguments) {
      return new V2Aggregator<>(bound, arguments, 0, 0);
    }
  }
}
