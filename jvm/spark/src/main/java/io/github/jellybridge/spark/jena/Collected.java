package io.github.jellybridge.spark.jena;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Brings the statements of a table to the driver, all of them or none. */
public final class Collected {
  private Collected() {}

  /**
   * Returns the statements of a table.
   *
   * @param limit largest number of statements allowed
   * @throws StatementLimitException if there are more
   */
  public static List<Quad> quads(Dataset<?> table, int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("The limit must not be negative, but is " + limit + ".");
    }
    Dataset<Row> rows = StandardColumns.of(table);
    // Tasks send at most one statement more than the limit.
    Iterator<Row> found =
        (limit == Integer.MAX_VALUE ? rows : rows.limit(limit + 1)).toLocalIterator();
    NodeRows terms = new NodeRows();
    List<Quad> quads = new ArrayList<>();
    while (found.hasNext()) {
      if (quads.size() == limit) {
        throw new StatementLimitException(limit);
      }
      quads.add(terms.quad(found.next()));
    }
    return quads;
  }
}
