package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.Syntax;
import java.io.IOException;
import org.apache.jena.sys.JenaSystem;

/** Checks that a document in RDF/XML is read, in any size of batches, or refused. */
public final class RdfXmlFuzz {
  private RdfXmlFuzz() {}

  /** Loads Jena, whose time does not count for the first text; called by Jazzer. */
  public static void fuzzerInitialize() {
    JenaSystem.init();
  }

  /** Checks one document; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] document) throws IOException {
    DocumentFuzz.check(document, Syntax.RDFXML);
  }
}
