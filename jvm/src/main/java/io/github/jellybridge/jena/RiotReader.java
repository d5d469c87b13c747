package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.IOException;
import java.io.InputStream;

/** Reads the syntaxes that Jena RIOT parses. */
public final class RiotReader {
  private RiotReader() {}

  /** Opens a file; a {@link io.github.jellybridge.rdf.SyntaxReader}. */
  public static StatementReader open(InputStream in, String file, SyntaxOptions options)
      throws IOException {
    throw new IOException("reading " + options.syntax().title() + " is not there yet: " + file);
  }
}
