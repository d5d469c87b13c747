package io.github.jellybridge.spark.jena;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Answers SPARQL queries. The module {@code sparql} implements it, which this one cannot see. */
@FunctionalInterface
public interface QueryEngine {
  /** Returns the solutions of SELECT, or the statements of CONSTRUCT. */
  Dataset<Row> answer(String query, Dataset<?> statements);
}
