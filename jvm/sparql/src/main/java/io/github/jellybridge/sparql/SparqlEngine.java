package io.github.jellybridge.sparql;

import io.github.jellybridge.spark.jena.QueryEngine;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Answers the queries of {@link io.github.jellybridge.spark.JellyBridge}. */
public final class SparqlEngine implements QueryEngine {
  @Override
  public Dataset<Row> answer(String query, Dataset<?> statements) {
    SparqlQuery parsed = SparqlQuery.parse(query);
    return parsed.isConstruct() ? parsed.construct(statements) : parsed.select(statements);
  }
}
