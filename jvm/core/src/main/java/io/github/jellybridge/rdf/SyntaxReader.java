package io.github.jellybridge.rdf;

import java.io.IOException;
import java.io.InputStream;

/** Opens files in one or several syntaxes of RDF. */
public interface SyntaxReader {
  /**
   * Opens a file.
   *
   * @param in the decompressed bytes; closed with the reader
   * @param file the URI or local path of the file, for errors and, unless the options name another,
   *     the base IRI
   * @param options how to read, and what syntax
   */
  StatementReader open(InputStream in, String file, SyntaxOptions options) throws IOException;
}
