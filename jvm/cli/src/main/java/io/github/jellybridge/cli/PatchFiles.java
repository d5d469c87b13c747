package io.github.jellybridge.cli;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jena.RdfPatchText;
import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.jena.atlas.RuntimeIOException;
import org.apache.jena.shared.JenaException;

/** Files of patches: Jelly-Patch, and text RDF Patch as defined by Jena. */
final class PatchFiles {
  private static final int BATCH = 4096;

  private PatchFiles() {}

  static boolean isPatch(SourceFile file) {
    FileKind kind = file.kind();
    return kind != null && kind.isPatch();
  }

  static boolean isText(SourceFile file) {
    return FileKind.TEXT_PATCH.equals(file.kind());
  }

  static PatchReader open(SourceFile file, InputStream in, boolean strict) {
    JellyReadOptions options = PatchReader.defaults().toBuilder().strict(strict).build();
    return PatchReader.open(in, file.name(), options);
  }

  /** Reads a file of either kind from end to end and checks all rules. */
  static FileReport inspect(SourceFile file, boolean strict, Progress progress) throws IOException {
    OperationCounts counts = new OperationCounts();
    if (isText(file)) {
      // The writer checks the rules of patches.
      try (CountingInputStream in = new CountingInputStream(file.open(progress));
          PatchWriter rules = textWriter(OutputStream.nullOutputStream())) {
        readText(in, new PatchCounter(counts, rules));
        return FileReport.ofTextPatch(file, counts.byLabel(), rules.patchesWritten(), in.count());
      }
    }
    try (SourceFile.Stream in = file.open(progress);
        PatchReader reader = open(file, in, strict)) {
      while (reader.nextBatch(BATCH)) {
        counts.add(reader.batch());
      }
      return FileReport.ofJellyPatch(file, counts.byLabel(), reader);
    }
  }

  /**
   * Writes the operations of a file to a file of the other kind.
   *
   * @param in the decompressed bytes of the file
   * @param out the target; closed by this method
   * @return the number of operations
   */
  static long convert(SourceFile file, InputStream in, OutputStream out, boolean strict)
      throws IOException {
    if (isText(file)) {
      try (PatchWriter writer = textWriter(out)) {
        readText(in, writer);
        return writer.operationsWritten();
      }
    }
    try (out;
        RdfPatchText.Writer writer = RdfPatchText.writer(out);
        PatchReader reader = open(file, in, strict)) {
      reader.read(writer);
      return reader.statementsRead();
    } catch (RuntimeIOException e) {
      // Thrown by Jena's writer, which has no checked exceptions; the cause is the actual failure.
      if (e.getCause() instanceof IOException storage) {
        throw storage;
      }
      throw e;
    }
  }

  private static PatchWriter textWriter(OutputStream out) {
    return PatchWriter.open(out, PatchWriteOptions.defaults().with(true, true));
  }

  private static void readText(InputStream in, PatchHandler handler) throws IOException {
    try {
      RdfPatchText.read(in, handler);
    } catch (JenaException e) {
      throw new IOException("no RDF Patch: " + Failure.oneLine(e), e);
    } catch (JellyWriteException e) {
      String wrong = ": expected " + e.expected() + ", found " + e.found();
      throw new IOException("operation " + e.statement() + wrong, e);
    }
  }
}
