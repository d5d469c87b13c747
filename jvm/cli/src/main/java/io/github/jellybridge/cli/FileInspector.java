package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Syntax;
import java.io.IOException;

/** Reads a file from end to end and checks all rules of its format. */
final class FileInspector {
  private static final int BATCH = 8192;

  private FileInspector() {}

  /**
   * Reads a file of any format.
   *
   * @throws io.github.jellybridge.rdf.RdfParseException if it is malformed
   * @throws IOException if it cannot be opened or decompressed
   */
  static FileReport inspect(SourceFile file, boolean strict, Progress progress) throws IOException {
    if (StatementFiles.isBorsh(file)) {
      return inspectBorsh(file, progress);
    }
    if (PatchFiles.isPatch(file)) {
      return PatchFiles.inspect(file, strict, progress);
    }
    Syntax syntax = StatementFiles.kind(file).syntax();
    return syntax == Syntax.JELLY
        ? inspectJelly(file, strict, progress)
        : inspectSyntax(file, syntax, progress);
  }

  /** Reads a file of Jelly-RDF. */
  static FileReport inspectJelly(SourceFile file, boolean strict, Progress progress)
      throws IOException {
    JellyReadOptions options = JellyReadOptions.builder().strict(strict).build();
    try (SourceFile.Stream in = file.open(Progress.NONE);
        JellyReader reader = StatementFiles.openJelly(file, in, options)) {
      while (reader.nextBatch(BATCH)) {
        progress.report(in.bytesRead(), reader.statementsRead());
      }
      return FileReport.ofJelly(file, reader);
    }
  }

  private static FileReport inspectBorsh(SourceFile file, Progress progress) throws IOException {
    try (SourceFile.Stream in = file.open(progress);
        BorshReader reader = BorshReader.open(in, file.name(), BorshReadOptions.defaults())) {
      // The file is checked as a whole before its first batch.
      reader.nextBatch(1);
      return FileReport.ofBorsh(file, reader);
    }
  }

  private static FileReport inspectSyntax(SourceFile file, Syntax syntax, Progress progress)
      throws IOException {
    try (SourceFile.Stream in = file.open(progress);
        StatementReader reader = StatementFiles.open(file, in, true)) {
      while (reader.nextBatch(BATCH)) {
        // Reading checks the rules.
      }
      return FileReport.ofSyntax(file, syntax, reader);
    }
  }

  /**
   * Counts the statements of a file, or the operations of patches. Checks only frames and kinds of
   * rows.
   */
  static long count(SourceFile file, boolean strict, Progress progress) throws IOException {
    if (PatchFiles.isText(file)) {
      return (long) PatchFiles.inspect(file, strict, progress).counts().get("operations");
    }
    try (SourceFile.Stream in = file.open(progress);
        StatementReader reader = StatementFiles.open(file, in, strict)) {
      return reader.countStatements();
    }
  }
}
