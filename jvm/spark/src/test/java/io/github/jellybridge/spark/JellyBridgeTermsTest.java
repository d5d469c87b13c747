package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.scan.JellySamples;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/** Tests that the terms of a table reach Jena unchanged or cause an error. */
public class JellyBridgeTermsTest {
  private final SparkSession spark = LocalSpark.get();

  @Test
  public void fieldsOfATermAreFoundByTheirNames() {
    String datatype = "http://example.org/d";
    Row row =
        spark
            .sql(
                "SELECT named_struct('Datatype', '"
                    + datatype
                    + "', 'lang', null, 'value', 'x', 'kind', 'literal'), named_struct('value',"
                    + " 'x:a', 'kind', 'iri'), named_struct('kind', 'iri')")
            .head();
    Node literal = NodeFactory.createLiteralDT("x", NodeFactory.getType(datatype));
    assertEquals(literal, JellyBridge.toNode(row.getStruct(0)));
    assertEquals(NodeFactory.createURI("x:a"), JellyBridge.toNode(row.getStruct(1)));
    assertThrows(IllegalArgumentException.class, () -> JellyBridge.toNode(row.getStruct(2)));
  }

  /** Tests an IRI that Jena uses for the default graph and others for a graph of this name. */
  @Test
  public void aGraphNamedAsTheDefaultGraphOfJenaIsRefused() {
    Term a = Term.iri("x:a");
    Statement statement = new Statement(a, a, a, Term.iri("urn:x-arq:DefaultGraph"));
    Dataset<Statement> table = spark.createDataset(List.of(statement), Statement.encoder());
    for (ThrowingRunnable call :
        List.<ThrowingRunnable>of(
            () -> JellyBridge.toGraph(table),
            () -> JellyBridge.toDatasetGraph(table),
            () -> JellyBridge.send(table, new StreamRDFBase()),
            statement::quad)) {
      String message = assertThrows(IllegalArgumentException.class, call).getMessage();
      assertTrue(message, message.contains("a graph that Jena does not take for the default one"));
    }
  }

  @Test
  public void literalsOfOneValueAreSeveralTerms() {
    Dataset<Row> table =
        spark.sql(
            "SELECT '<x:s>' AS s, '<x:p>' AS p, '\"' || o || '\"^^<"
                + JellySamples.XSD
                + "integer>' AS o FROM VALUES '1', '01', '+1' AS t(o)");
    assertEquals(3, JellyBridge.toGraph(table).size());
    assertEquals(3, JellyBridge.toDatasetGraph(table).stream().count());
  }
}
