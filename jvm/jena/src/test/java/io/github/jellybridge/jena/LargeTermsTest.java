package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.junit.Test;

/** Few statements may have more text than fits in memory, or in a table of terms. */
public class LargeTermsTest {
  private static final int COUNT = 40;
  private static final String MEBIBYTE = "x".repeat(1 << 20);

  @Test
  public void batchesOfAReaderEndBeforeTheirTextIsLarge() throws IOException {
    StringBuilder turtle = new StringBuilder("<http://x/s> <http://x/p> \"\"");
    for (int i = 1; i < COUNT; i++) {
      turtle.append(", \"").append(i).append(MEBIBYTE).append('"');
    }
    byte[] document = turtle.append(" .").toString().getBytes(StandardCharsets.UTF_8);
    int count = 0;
    try (RiotReader reader =
        RiotReader.open(
            new ByteArrayInputStream(document), Riot.FILE, SyntaxOptions.of(Syntax.TURTLE))) {
      while (reader.nextBatch(1 << 12)) {
        int size = reader.terms().data().length;
        assertTrue(size + " bytes", size <= 16 << 20);
        count += reader.batch().size();
      }
    }
    assertEquals(COUNT, count);
  }

  @Test
  public void aStreamIsWrittenBeforeItsTextIsLarge() throws IOException {
    Node iri = NodeFactory.createURI("http://x/s");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JellyStreamRdf stream = new JellyStreamRdf(out, JellyWriteOptions.defaults())) {
      for (int i = 1; i < COUNT; i++) {
        stream.triple(Triple.create(iri, iri, NodeFactory.createLiteralString(i + MEBIBYTE)));
        assertTrue(out.size() + " bytes", out.size() > (i - 16L) * MEBIBYTE.length());
      }
    }
  }
}
