package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.Syntax;
import java.io.IOException;

/** Checks that a document in JSON-LD is read, in any size of batches, or refused. */
public final class JsonLdFuzz {
  private JsonLdFuzz() {}

  /** Checks one document; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] document) throws IOException {
    DocumentFuzz.check(document, Syntax.JSONLD);
  }
}
