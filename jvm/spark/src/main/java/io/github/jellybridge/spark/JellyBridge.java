package io.github.jellybridge.spark;

import io.github.jellybridge.spark.jena.Collected;
import io.github.jellybridge.spark.jena.NodeRows;
import io.github.jellybridge.spark.jena.StandardColumns;
import io.github.jellybridge.spark.jena.StatementCollector;
import java.util.Iterator;
import java.util.List;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.sparql.graph.GraphFactory;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Tables of statements as objects of Jena, and the other way round.
 *
 * <p>Tables have the columns {@code s, p, o} and maybe {@code g}, of structs or N-Triples text;
 * what comes from Jena has all four, of structs. Blank nodes keep their labels. {@link
 * io.github.jellybridge.jena.JellyFiles} does the same for Jelly, without Spark.
 *
 * <p>What brings statements to the driver takes at most {@link #DEFAULT_LIMIT}, or the limit given:
 * beyond that it throws {@link io.github.jellybridge.spark.jena.StatementLimitException} and hands
 * nothing over.
 */
public final class JellyBridge {
  /** How many statements are brought to the driver, unless a limit is given. */
  public static final int DEFAULT_LIMIT = 1_000_000;

  private JellyBridge() {}

  // ---- to Jena -------------------------------------------------------------------------------

  /** As {@link #toGraph(Dataset, int)}, of up to {@link #DEFAULT_LIMIT} statements. */
  public static Graph toGraph(Dataset<?> table) {
    return toGraph(table, DEFAULT_LIMIT);
  }

  /**
   * Returns a new graph with the statements of a table.
   *
   * @throws IllegalArgumentException if one is in a named graph, or is no statement
   */
  public static Graph toGraph(Dataset<?> table, int limit) {
    List<Quad> quads = Collected.quads(table, limit);
    Graph graph = GraphFactory.createDefaultGraph();
    for (Quad quad : quads) {
      if (!quad.isDefaultGraph()) {
        throw new IllegalArgumentException(
            "A statement is in the graph "
                + quad.getGraph()
                + "; make a DatasetGraph, or drop the column g.");
      }
      graph.add(quad.asTriple());
    }
    return graph;
  }

  /** As {@link #toDatasetGraph(Dataset, int)}, of up to {@link #DEFAULT_LIMIT} statements. */
  public static DatasetGraph toDatasetGraph(Dataset<?> table) {
    return toDatasetGraph(table, DEFAULT_LIMIT);
  }

  /**
   * Returns a new dataset with the statements of a table.
   *
   * @throws IllegalArgumentException if a row is no statement
   */
  public static DatasetGraph toDatasetGraph(Dataset<?> table, int limit) {
    List<Quad> quads = Collected.quads(table, limit);
    DatasetGraph dataset = DatasetGraphFactory.create();
    quads.forEach(dataset::add);
    return dataset;
  }

  /** As {@link #send(Dataset, StreamRDF, int)}, of up to {@link #DEFAULT_LIMIT} statements. */
  public static void send(Dataset<?> table, StreamRDF to) {
    send(table, to, DEFAULT_LIMIT);
  }

  /**
   * Sends the statements of a table to a stream, from its start to its finish; nothing before all
   * are there.
   *
   * @throws IllegalArgumentException if a row is no statement
   */
  public static void send(Dataset<?> table, StreamRDF to, int limit) {
    List<Quad> quads = Collected.quads(table, limit);
    to.start();
    for (Quad quad : quads) {
      if (quad.isDefaultGraph()) {
        to.triple(quad.asTriple());
      } else {
        to.quad(quad);
      }
    }
    to.finish();
  }

  // ---- from Jena -----------------------------------------------------------------------------

  /** Returns the triples of a graph as a table. */
  public static Dataset<Row> toDataFrame(SparkSession spark, Graph graph) {
    StatementCollector statements = new StatementCollector();
    Iterator<Triple> triples = graph.find();
    triples.forEachRemaining(statements::triple);
    return statements.dataFrame(spark);
  }

  /** Returns the quads of a dataset as a table. */
  public static Dataset<Row> toDataFrame(SparkSession spark, DatasetGraph dataset) {
    return toDataFrame(spark, dataset.find());
  }

  /** Returns quads as a table, in their order. */
  public static Dataset<Row> toDataFrame(SparkSession spark, Iterator<Quad> quads) {
    StatementCollector statements = new StatementCollector();
    quads.forEachRemaining(statements::quad);
    return statements.dataFrame(spark);
  }

  /** Returns a stream to send statements to, which makes a table of them in the end. */
  public static StatementCollector collector() {
    return new StatementCollector();
  }

  // ---- terms and statements ------------------------------------------------------------------

  /** Returns the term of a node as tables have it; null for null. */
  public static Row toRow(Node node) {
    return NodeRows.row(node);
  }

  /**
   * Returns the node of a term, a struct of {@code kind, value, lang, datatype}; null for null.
   *
   * @throws IllegalArgumentException if the row is no term
   */
  public static Node toNode(Row term) {
    return NodeRows.node(term);
  }

  /** Returns the rows of a table as objects. */
  public static Dataset<Statement> statements(Dataset<?> table) {
    return StandardColumns.of(table).as(Statement.encoder());
  }
}
