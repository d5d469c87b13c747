package io.github.jellybridge.spark.functions.terms;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;

/**
 * What all functions on terms have in common. Those that implement it have equals and hashCode, so
 * that Spark calls them once where a query has the same call several times.
 */
interface TermScalar<R> extends ScalarFunction<R> {
  @Override
  default String canonicalName() {
    return Arrays.stream(inputTypes())
        .map(DataType::catalogString)
        .collect(Collectors.joining(", ", "io.github.jellybridge." + name() + "(", ")"));
  }
}
