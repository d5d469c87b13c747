package io.github.jellybridge.example;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The second example of docs/how-to/java.md: writes a Jelly file without Spark. */
public final class ConvertNQuads {
  private ConvertNQuads() {}

  /** Writes the statements of an N-Quads file as Jelly and returns their number. */
  public static long convert(Path source, Path target) throws IOException {
    JellyWriteOptions options =
        JellyWriteOptions.builder().physicalType(PhysicalType.QUADS).rdfStar(true).build();
    TermTable terms = new TermTable();
    NTriplesParser parser = new NTriplesParser(terms);
    StatementBatch batch = new StatementBatch(1024, true, true, true, true);
    try (BufferedReader lines = Files.newBufferedReader(source);
        OutputStream out = Files.newOutputStream(target);
        JellyWriter writer = JellyWriter.open(out, options)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        byte[] text = line.getBytes(StandardCharsets.UTF_8);
        parser.statement(text, 0, text.length, batch);
        if (batch.size() == 1024) {
          writer.write(batch, terms);
          terms.reset(new byte[1 << 16], 0);
          batch.clear(writer.statementsWritten());
        }
      }
      writer.write(batch, terms);
      writer.finish();
      return writer.statementsWritten();
    }
  }
}
