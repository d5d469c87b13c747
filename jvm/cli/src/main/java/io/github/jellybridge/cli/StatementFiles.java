package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.syntax.SyntaxFiles;
import java.io.IOException;
import java.io.InputStream;

/** Opens files of the kind that their names or the user tell. */
final class StatementFiles {
  private StatementFiles() {}

  /** Returns the format of a file by its name: Jelly unless the name tells another one. */
  static FileKind kind(SourceFile file) {
    FileKind kind = FileKind.ofFile(file.plainName());
    return kind == null ? FileKind.JELLY : kind;
  }

  static boolean isBorsh(SourceFile file) {
    return kind(file).equals(FileKind.BORSH);
  }

  /**
   * Opens a reader; blank nodes keep their labels.
   *
   * @param in the decompressed bytes of the file; closed with the reader
   */
  static StatementReader open(SourceFile file, InputStream in, boolean strict) throws IOException {
    return open(file, kind(file), in, strict, SyntaxOptions.of(null));
  }

  /**
   * Opens a reader.
   *
   * @param in the decompressed bytes of the file; closed with the reader
   * @param options how to read; the base is that of the file unless they name one, and labels of
   *     blank nodes stay as they are unless they have a scope
   */
  static StatementReader open(
      SourceFile file, FileKind kind, InputStream in, boolean strict, SyntaxOptions options)
      throws IOException {
    String scope = options.scope();
    if (kind.equals(FileKind.BORSH)) {
      BorshReadOptions borsh = BorshReadOptions.defaults();
      return BorshReader.open(in, file.name(), scope == null ? borsh : borsh.withScope(scope));
    }
    if (kind.equals(FileKind.JELLY_PATCH)) {
      return PatchFiles.open(file, in, strict);
    }
    if (kind.syntax() == Syntax.JELLY) {
      return JellyReader.open(
          in,
          file.name(),
          JellyReadOptions.builder()
              .strict(strict)
              .blankNodes(scope == null ? BlankNodes.PRESERVE : BlankNodes.FILE)
              .build());
    }
    SyntaxOptions read = options.withSyntax(kind.syntax());
    return SyntaxFiles.open(
        in, file.name(), read.base() == null ? read.withBase(file.base()) : read);
  }
}
