package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Reads a document with the readers that use Jena, in two ways. */
final class DocumentFuzz {
  private DocumentFuzz() {}

  /** Checks that the statements, or the error, do not depend on the size of the batches. */
  static void check(byte[] document, Syntax syntax) throws IOException {
    assertEquals(outcome(document, syntax, 1000), outcome(document, syntax, 1));
  }

  private static String outcome(byte[] document, Syntax syntax, int batch) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(document);
    try (RiotReader reader = RiotReader.open(in, Riot.FILE, SyntaxOptions.of(syntax))) {
      return Batches.readAll(reader, batch).toString();
    } catch (SyntaxParseException e) {
      return e.getMessage();
    }
  }
}
