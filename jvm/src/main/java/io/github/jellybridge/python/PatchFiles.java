package io.github.jellybridge.python;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jena.RdfPatchText;
import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.jena.shared.JenaException;

/** Files of patches: Jelly-Patch, and text RDF Patch as Jena has it. */
final class PatchFiles {
  /** The extension of Jelly-Patch files. */
  static final String JELLY = ".jellyp";

  /** The extension of text RDF Patch files. */
  static final String TEXT = ".rdfp";

  private PatchFiles() {}

  static boolean isPatch(String name) {
    return name.endsWith(JELLY) || name.endsWith(TEXT);
  }

  static PatchReader open(SourceFile file, InputStream in, boolean strict) {
    JellyReadOptions options = PatchReader.defaults().toBuilder().strict(strict).build();
    return PatchReader.open(in, file.name(), options);
  }

  /** Reads a file of either kind from end to end, checking every rule, and tells what is in it. */
  static PatchInfo inspect(SourceFile file, boolean strict, Progress progress) throws IOException {
    PatchCounter counter = new PatchCounter();
    if (file.plainName().endsWith(TEXT)) {
      try (CountingInputStream in = new CountingInputStream(file.open(progress))) {
        readText(file, in, counter);
        return new PatchInfo(
            file, null, false, counter.operations(), counter.patches(), 0, in.count(), 0, 0);
      }
    }
    try (SourceFile.Stream in = file.open(progress);
        PatchReader reader = open(file, in, strict)) {
      reader.read(counter);
      return new PatchInfo(
          file,
          reader.options(),
          reader.delimited(),
          counter.operations(),
          counter.patches(),
          reader.framesRead(),
          reader.bytesRead(),
          reader.ignoredGraphs(),
          reader.violations());
    }
  }

  /**
   * Writes the operations of a file as a file of the other kind.
   *
   * @param in the decompressed bytes of the file
   * @param out is closed
   * @return how many operations there are
   */
  static long convert(SourceFile file, InputStream in, OutputStream out, boolean strict)
      throws IOException {
    if (file.plainName().endsWith(TEXT)) {
      PatchWriteOptions options = PatchWriteOptions.defaults().with(true, true);
      try (PatchWriter writer = PatchWriter.open(out, options)) {
        readText(file, in, writer);
        return writer.operationsWritten();
      }
    }
    try (out;
        RdfPatchText.Writer writer = RdfPatchText.writer(out);
        PatchReader reader = open(file, in, strict)) {
      reader.read(writer);
      return reader.statementsRead();
    }
  }

  private static void readText(SourceFile file, InputStream in, PatchHandler handler)
      throws IOException {
    try {
      RdfPatchText.read(in, handler);
    } catch (JenaException e) {
      throw new IOException("no RDF Patch: " + Answers.oneLine(e), e);
    }
  }
}
