/** Writes N-Quads files as Jelly, once for each line of options on its input. */
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Each input line is {@code FILE NAME=VALUE …}. An empty line in the file ends a group, and so a
 * frame of a grouped stream. Each stream goes to the output after its length (four bytes,
 * big-endian).
 */
public final class WriteWithOptions {
  private final JellyWriteOptions.Builder options = JellyWriteOptions.builder();

  public static void main(String[] args) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        WriteWithOptions program = new WriteWithOptions();
        String[] words = line.split(" ");
        for (int i = 1; i < words.length; i++) {
          int equals = words[i].indexOf('=');
          program.set(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        byte[] written = program.write(Path.of(words[0]));
        out.writeInt(written.length);
        out.write(written);
      }
    }
  }

  private void set(String name, String value) {
    switch (name) {
      case "physicalType" -> options.physicalType(PhysicalType.valueOf(value));
      case "logicalType" -> options.logicalType(LogicalType.named(value));
      case "generalized" -> options.generalized(Boolean.parseBoolean(value));
      case "rdfStar" -> options.rdfStar(Boolean.parseBoolean(value));
      case "delimited" -> options.delimited(Boolean.parseBoolean(value));
      case "streamName" -> options.streamName(value).scope(value.isEmpty() ? null : value);
      case "frameSize" -> options.frameSize(Integer.parseInt(value));
      case "maxFrameBytes" -> options.maxFrameBytes(Integer.parseInt(value));
      case "checkpointBytes" -> options.checkpointBytes(Long.parseLong(value));
      case "names" -> options.maxNameTableSize(Integer.parseInt(value));
      case "prefixes" -> options.maxPrefixTableSize(Integer.parseInt(value));
      case "datatypes" -> options.maxDatatypeTableSize(Integer.parseInt(value));
      default -> throw new IllegalArgumentException(name);
    }
  }

  private byte[] write(Path source) throws IOException {
    JellyWriteOptions built = options.build();
    boolean grouped = built.logicalType().grouped() && built.delimited();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TermTable terms = new TermTable();
    NTriplesParser parser = new NTriplesParser(terms);
    StatementBatch batch = new StatementBatch(64, true, true, true, true);
    try (JellyWriter writer = JellyWriter.open(out, built)) {
      for (String line : Files.readString(source).split("\n", -1)) {
        if (!line.isEmpty()) {
          byte[] text = line.getBytes(StandardCharsets.UTF_8);
          parser.statement(text, 0, text.length, batch);
          continue;
        }
        writer.write(batch, terms);
        terms.reset(new byte[1 << 10], 0);
        batch.clear(writer.statementsWritten());
        if (grouped) {
          writer.endFrame();
        }
      }
      writer.finish();
    }
    return out.toByteArray();
  }
}
