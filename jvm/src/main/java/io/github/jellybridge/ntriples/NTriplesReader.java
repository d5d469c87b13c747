package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.IOException;
import java.io.InputStream;

/** Reads N-Triples and N-Quads. */
public final class NTriplesReader {
  private NTriplesReader() {}

  /** Opens a file; a {@link io.github.jellybridge.rdf.SyntaxReader}. */
  public static StatementReader open(InputStream in, String file, SyntaxOptions options)
      throws IOException {
    throw new IOException("reading " + options.syntax().title() + " is not there yet: " + file);
  }
}
