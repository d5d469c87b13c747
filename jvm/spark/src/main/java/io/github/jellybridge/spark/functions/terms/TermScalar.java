package io.github.jellybridge.spark.functions.terms;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;

/**
 * The base of all functions on terms. Implementations define equals and hashCode, so that Spark
 * evaluates a call once that appears several times in a query.
 */
interface TermScalar<R> extends ScalarFunction<R> {
  @Override
  default String canonicalName() {
    return Arrays.stream(inputTypes())
        .map(DataType::catalogString)
        .collect(Collectors.joining(", ", "io.github.jellybridge." + name() + "(", ")"));
  }
}
