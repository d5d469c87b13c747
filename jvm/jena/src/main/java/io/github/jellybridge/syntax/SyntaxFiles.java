package io.github.jellybridge.syntax;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jena.RiotReader;
import io.github.jellybridge.ntriples.NTriplesReader;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.IOException;
import java.io.InputStream;

/** Opens files in any syntax with the reader that is best at it. */
public final class SyntaxFiles {
  private SyntaxFiles() {}

  /** Opens a file; a {@link io.github.jellybridge.rdf.SyntaxReader}. */
  public static StatementReader open(InputStream in, String file, SyntaxOptions options)
      throws IOException {
    return switch (options.syntax()) {
      case NTRIPLES, NQUADS -> NTriplesReader.open(in, file, options);
      case JELLY -> JellyReader.open(in, file, jelly(options));
      default -> RiotReader.open(in, file, options);
    };
  }

  /** A file of Jelly may name a scope of its own, which the files of its job share. */
  private static JellyReadOptions jelly(SyntaxOptions options) {
    return JellyReadOptions.builder()
        .columns(options.columns())
        .blankNodes(options.scope() == null ? BlankNodes.PRESERVE : BlankNodes.FILE)
        .maxNesting(options.maxNesting())
        .checkUnread(options.checkUnread())
        .wholeFrames(options.checkUnread())
        .build();
  }
}
