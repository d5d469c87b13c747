package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Syntax;
import java.io.IOException;

/** Reads a file from end to end, checking every rule, and tells what is in it. */
final class FileInspector {
  private static final int BATCH = 8192;

  private FileInspector() {}

  /**
   * Reads a file.
   *
   * @throws io.github.jellybridge.jelly.JellyParseException when it is not valid Jelly
   * @throws IOException when it cannot be opened or decompressed
   */
  static FileInfo inspect(SourceFile file, boolean strict, Progress progress) throws IOException {
    JellyReadOptions options = JellyReadOptions.builder().strict(strict).build();
    try (SourceFile.Stream in = file.open(Progress.NONE);
        JellyReader reader = JellyReader.open(in, file.name(), options)) {
      while (reader.nextBatch(BATCH)) {
        progress.report(in.bytesRead(), reader.statementsRead());
      }
      return new FileInfo(
          file,
          reader.header(),
          reader.namespaces(),
          reader.framesRead(),
          reader.statementsRead(),
          reader.bytesRead(),
          reader.violations(),
          reader.nameEntries(),
          reader.prefixEntries(),
          reader.datatypeEntries());
    }
  }

  /**
   * Reads an RDF/Borsh file.
   *
   * @throws io.github.jellybridge.borsh.BorshParseException when it is not valid RDF/Borsh
   */
  static BorshInfo inspectBorsh(SourceFile file, Progress progress) throws IOException {
    try (SourceFile.Stream in = file.open(progress);
        BorshReader reader = BorshReader.open(in, file.name(), BorshReadOptions.defaults())) {
      // Nothing is left to check once there is a batch.
      reader.nextBatch(1);
      return new BorshInfo(
          file,
          reader.header(),
          reader.framed(),
          reader.termCount(),
          reader.header().quads(),
          reader.bytesRead());
    }
  }

  /**
   * Reads a file of another syntax than Jelly.
   *
   * @throws io.github.jellybridge.rdf.RdfParseException when it is malformed
   */
  static SyntaxInfo inspectSyntax(SourceFile file, Syntax syntax, Progress progress)
      throws IOException {
    try (SourceFile.Stream in = file.open(progress);
        StatementReader reader = StatementFiles.open(file, in, true)) {
      while (reader.nextBatch(BATCH)) {
        // Reading it is the check.
      }
      return new SyntaxInfo(file, syntax, reader.statementsRead(), reader.bytesRead());
    }
  }

  /**
   * Counts the statements of a file, checking its frames and the kinds of its rows only; or the
   * operations of patches.
   */
  static long count(SourceFile file, boolean strict, Progress progress) throws IOException {
    if (PatchFiles.isText(file)) {
      return PatchFiles.inspect(file, strict, progress).operations().values().stream()
          .mapToLong(Long::longValue)
          .sum();
    }
    try (SourceFile.Stream in = file.open(progress);
        StatementReader reader = StatementFiles.open(file, in, strict)) {
      return reader.countStatements();
    }
  }
}
