package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.syntax.SyntaxFiles;
import java.io.IOException;
import java.io.InputStream;

/** Opens files in the format that their names or the user tell. */
final class StatementFiles {
  private StatementFiles() {}

  /** Returns the format of a file by its name: Jelly for an unknown or missing extension. */
  static FileKind kind(SourceFile file) {
    FileKind kind = file.kind();
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
    return open(file, in, strict, SyntaxOptions.of(null));
  }

  /**
   * Opens a reader.
   *
   * @param in the decompressed bytes of the file; closed with the reader
   * @param options how to read; without a base, the file's own URI is used, and without a scope,
   *     labels of blank nodes are unchanged
   */
  static StatementReader open(
      SourceFile file, InputStream in, boolean strict, SyntaxOptions options) throws IOException {
    FileKind kind = kind(file);
    String scope = options.scope();
    if (kind.equals(FileKind.BORSH)) {
      BorshReadOptions borsh = BorshReadOptions.defaults();
      return BorshReader.open(in, file.name(), scope == null ? borsh : borsh.withScope(scope));
    }
    if (kind.equals(FileKind.JELLY_PATCH)) {
      return PatchFiles.open(file, in, strict);
    }
    if (kind.syntax() == Syntax.JELLY) {
      return openJelly(
          file,
          in,
          JellyReadOptions.builder()
              .strict(strict)
              .blankNodes(scope == null ? BlankNodes.PRESERVE : BlankNodes.FILE)
              .build());
    }
    SyntaxOptions read = options.withSyntax(kind.syntax());
    return SyntaxFiles.open(
        in, file.name(), read.base() == null ? read.withBase(file.base()) : read);
  }

  /**
   * Opens a file as Jelly.
   *
   * @param in the decompressed bytes of the file; closed with the reader
   * @throws Failure.UnusableException if neither its name, the user nor its content tells a format
   */
  static JellyReader openJelly(SourceFile file, InputStream in, JellyReadOptions options)
      throws IOException {
    JellyReader reader = JellyReader.open(in, file.name(), options);
    if (file.kind() == null) {
      try {
        reader.header();
      } catch (JellyParseException e) {
        in.close();
        throw unknown(file, e);
      }
    }
    return reader;
  }

  private static Failure.UnusableException unknown(SourceFile file, JellyParseException e) {
    String name = file.plainName();
    int dot = name.lastIndexOf('.');
    String unknown = dot < 0 ? "no extension" : "unknown extension " + name.substring(dot);
    return new Failure.UnusableException(
        file.name()
            + ": "
            + (file.isOpenFile() ? "no extension" : unknown)
            + ", and the content is not Jelly (byte "
            + e.byteOffset()
            + ": expected "
            + e.expected()
            + ", found "
            + e.found()
            + "): name the format with --from ("
            + CliCommand.FORMAT_NAMES
            + "); known extensions are "
            + FileKind.extensions(),
        e);
  }
}
