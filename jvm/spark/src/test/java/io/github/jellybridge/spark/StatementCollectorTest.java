package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.spark.jena.StatementCollector;
import io.github.jellybridge.spark.listing.LocalSpark;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.Test;

/** Tests how statements sent by Jena are distributed over the tasks of a query. */
public class StatementCollectorTest {
  /** Tests the size of tasks: Spark sends none above {@code spark.rpc.message.maxSize}, 128 MiB. */
  @Test
  public void aTaskGetsSomeMebibytesHoweverFewCoresThereAre() {
    SparkSession spark = LocalSpark.get();
    Node iri = NodeFactory.createURI("http://example.org/x");
    String mebibyte = "x".repeat(1 << 20);
    StatementCollector collector = JellyBridge.collector();
    for (int i = 10; i < 30; i++) {
      Node text = NodeFactory.createLiteralString(i + mebibyte);
      collector.triple(Triple.create(iri, iri, text));
    }
    Dataset<Row> table = collector.dataFrame(spark);
    assertEquals(2, table.rdd().getNumPartitions());
    assertEquals(
        RowFactory.create(20L, "10", "29"),
        table
            .selectExpr("count(*)", "substr(first(o.value), 1, 2)", "substr(last(o.value), 1, 2)")
            .head());
  }
}
