package io.github.jellybridge.spark;

import io.github.jellybridge.spark.functions.FunctionExpressions;
import io.github.jellybridge.spark.functions.JellyFunctions;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Adds the SQL functions to a session, such as {@code from_jelly} and {@code rdf_value}, under
 * their plain names: {@code
 * spark.sql.extensions=io.github.jellybridge.spark.JellyBridgeExtensions}.
 */
public final class JellyBridgeExtensions
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    for (UnboundFunction function : JellyFunctions.all()) {
      extensions.injectFunction(FunctionExpressions.describe(function));
    }
    return BoxedUnit.UNIT;
  }
}
