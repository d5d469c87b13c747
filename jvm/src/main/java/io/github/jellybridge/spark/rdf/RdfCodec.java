package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.spark.common.Compression;
import io.github.jellybridge.spark.common.FileEntry;
import io.github.jellybridge.spark.jelly.FileCodec;
import io.github.jellybridge.spark.jelly.JobFiles;
import io.github.jellybridge.syntax.SyntaxFiles;

/**
 * Reads files in the syntaxes of RDF: each in that of its extension, unless the options name one.
 *
 * @param options how, with the columns to fill; the syntax is null if extensions tell it
 * @param scoped whether labels of blank nodes are made unique to their file or job
 */
record RdfCodec(SyntaxOptions options, boolean scoped) implements FileCodec {
  private static final long serialVersionUID = 1L;

  @Override
  public int columns() {
    return options.columns();
  }

  @Override
  public Opener opener(int tasks) {
    return (in, slice, counts, wanted) -> {
      FileEntry file = slice.file();
      Syntax syntax = syntax(file);
      SyntaxOptions read = options.withSyntax(syntax);
      return SyntaxFiles.open(in, file.uri(), scoped ? read.withScope(JobFiles.scope(file)) : read);
    };
  }

  /**
   * Returns the syntax of a file.
   *
   * @throws IllegalArgumentException if nothing tells it
   */
  private Syntax syntax(FileEntry file) {
    if (options.syntax() != null) {
      return options.syntax();
    }
    String name = file.name();
    int compression = Compression.of(name).extension().length();
    return Syntax.ofFile(name.substring(0, name.length() - compression))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the extension says nothing about the syntax: name it with the option 'syntax'"
                        + " ("
                        + Syntax.shortNames()
                        + "), or leave such files out with 'pathGlobFilter'"));
  }
}
