package io.github.jellybridge.python;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.rdf.StatementReader;
import java.io.IOException;
import java.io.InputStream;

/** Opens files of the format that their names tell; blank nodes keep their labels. */
final class StatementFiles {
  /** The extension of RDF/Borsh files; those that are neither are taken to be Jelly. */
  static final String BORSH = ".rdfb";

  private StatementFiles() {}

  static boolean isBorsh(SourceFile file) {
    return file.plainName().endsWith(BORSH);
  }

  /**
   * Opens a reader.
   *
   * @param in the decompressed bytes of the file; closed with the reader
   */
  static StatementReader open(SourceFile file, InputStream in, boolean strict) throws IOException {
    if (isBorsh(file)) {
      return BorshReader.open(in, file.name(), BorshReadOptions.defaults());
    }
    if (file.plainName().endsWith(PatchFiles.JELLY)) {
      return PatchFiles.open(file, in, strict);
    }
    return JellyReader.open(
        in,
        file.name(),
        JellyReadOptions.builder().strict(strict).blankNodes(BlankNodes.PRESERVE).build());
  }
}
