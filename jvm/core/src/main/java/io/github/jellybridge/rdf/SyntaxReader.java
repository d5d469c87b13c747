package io.github.jellybridge.rdf;

import java.io.IOException;
import java.io.InputStream;

/** Opens files in one or more RDF syntaxes. */
public interface SyntaxReader {
  /**
   * Opens a file.
   *
   * @param in the decompressed bytes; closed with the reader
   * @param file the URI or local path of the file, for errors; also the base IRI, unless the
   *     options have another
   * @param options how to read, and in which syntax
   */
  StatementReader open(InputStream in, String file, SyntaxOptions options) throws IOException;
}
