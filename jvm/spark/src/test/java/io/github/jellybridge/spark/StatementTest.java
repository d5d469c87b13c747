package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.sparql.core.Quad;
import org.junit.Test;

/** Tests statements as objects, without a table. */
public class StatementTest {
  private static final Term A = Term.iri("http://example.org/a");

  @Test
  public void aStatementWithoutATermHasNoQuad() {
    for (Statement wrong :
        new Statement[] {
          new Statement(null, A, A, null), new Statement(A, null, A, A), new Statement()
        }) {
      String message = assertThrows(IllegalArgumentException.class, wrong::quad).getMessage();
      assertEquals("no statement, it lacks a term: " + wrong, message);
    }
  }

  /** Tests null as the default graph, which Jena's parsers also use. */
  @Test
  public void aQuadWithoutAGraphIsInTheDefaultGraph() {
    Node a = NodeFactory.createURI("http://example.org/a");
    for (Node graph :
        new Node[] {
          null, Quad.tripleInQuad, Quad.defaultGraphIRI, Quad.defaultGraphNodeGenerated
        }) {
      Statement statement = Statement.of(Quad.create(graph, a, a, a));
      assertNull(statement.g());
      assertEquals(new Statement(A, A, A, null), statement);
    }
  }
}
