package io.github.jellybridge.spark;

import io.github.jellybridge.spark.jena.Collected;
import io.github.jellybridge.spark.jena.NodeRows;
import io.github.jellybridge.spark.jena.QueryEngine;
import io.github.jellybridge.spark.jena.StandardColumns;
import io.github.jellybridge.spark.jena.StatementCollector;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
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
 * Converts tables of statements to Jena objects and back, and answers queries over them.
 *
 * <p>Tables have the columns {@code s, p, o} and optionally {@code g}, of structs or N-Triples
 * text; tables made from Jena objects have all four, of structs. Blank nodes keep their labels.
 * {@link io.github.jellybridge.jena.JellyFiles} does the same for Jelly files, without Spark.
 *
 * <p>Methods that bring statements to the driver accept at most {@link #DEFAULT_LIMIT} statements,
 * or the given limit. Beyond that they throw {@link
 * io.github.jellybridge.spark.jena.StatementLimitException} and return nothing.
 */
public final class JellyBridge {
  /** Number of statements that may be brought to the driver, unless a limit is given. */
  public static final int DEFAULT_LIMIT = 1_000_000;

  private JellyBridge() {}

  // ---- to Jena -------------------------------------------------------------------------------

  /** Returns a new graph with the statements of a table, at most {@link #DEFAULT_LIMIT}. */
  public static Graph toGraph(Dataset<?> table) {
    return toGraph(table, DEFAULT_LIMIT);
  }

  /**
   * Returns a new graph with the statements of a table.
   *
   * @throws IllegalArgumentException if a statement is in a named graph, or a row is not a
   *     statement
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

  /** Returns a new dataset with the statements of a table, at most {@link #DEFAULT_LIMIT}. */
  public static DatasetGraph toDatasetGraph(Dataset<?> table) {
    return toDatasetGraph(table, DEFAULT_LIMIT);
  }

  /**
   * Returns a new dataset with the statements of a table.
   *
   * @throws IllegalArgumentException if a row is not a statement
   */
  public static DatasetGraph toDatasetGraph(Dataset<?> table, int limit) {
    List<Quad> quads = Collected.quads(table, limit);
    DatasetGraph dataset = DatasetGraphFactory.create();
    quads.forEach(dataset::add);
    return dataset;
  }

  /** Sends the statements of a table to a stream, at most {@link #DEFAULT_LIMIT}. */
  public static void send(Dataset<?> table, StreamRDF to) {
    send(table, to, DEFAULT_LIMIT);
  }

  /**
   * Sends the statements of a table to a stream, from its start to its finish. Sends nothing before
   * all statements have arrived.
   *
   * @throws IllegalArgumentException if a row is not a statement
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

  /** Returns a stream that collects the statements sent to it and then makes a table of them. */
  public static StatementCollector collector() {
    return new StatementCollector();
  }

  // ---- terms and statements ------------------------------------------------------------------

  /** Returns the term of a node in the form that tables use; null for null. */
  public static Row toRow(Node node) {
    return NodeRows.row(node);
  }

  /**
   * Returns the node of a term, a struct of {@code kind, value, lang, datatype}; null for null.
   *
   * @throws IllegalArgumentException if the row is not a term
   */
  public static Node toNode(Row term) {
    return NodeRows.node(term);
  }

  /** Returns the rows of a table as objects. */
  public static Dataset<Statement> statements(Dataset<?> table) {
    return StandardColumns.of(table).as(Statement.encoder());
  }

  // ---- SPARQL --------------------------------------------------------------------------------

  /**
   * Answers a SPARQL 1.1 query over a table. {@code SparqlQuery} of the module {@code sparql} has
   * options, and answers ASK.
   *
   * @return the solutions of SELECT, with a column of terms for each variable; or the statements of
   *     CONSTRUCT
   * @throws IllegalArgumentException if the query is malformed, not supported, or an ASK query
   */
  public static Dataset<Row> sparql(String query, Dataset<?> statements) {
    return ServiceLoader.load(QueryEngine.class, JellyBridge.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("The module sparql of jelly-bridge is missing."))
        .answer(query, statements);
  }
}
