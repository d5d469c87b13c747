package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.Syntax;
import java.io.IOException;

/** Checks that a document in RDF/XML is read, in any size of batches, or refused. */
public final class RdfXmlFuzz {
  private RdfXmlFuzz() {}

  /** Checks one document; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] document) throws IOException {
    DocumentFuzz.check(document, Syntax.RDFXML);
  }
}
