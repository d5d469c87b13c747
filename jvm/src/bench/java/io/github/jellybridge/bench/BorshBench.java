package io.github.jellybridge.bench;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.borsh.BorshWriter;
import io.github.jellybridge.rdf.StatementBatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jpountz.lz4.LZ4Factory;

/**
 * RDF/Borsh outside Spark: decoding, and encoding next to nothing but the compression of the same
 * blocks; sizes next to Jelly.
 */
public final class BorshBench {
  private static final int BATCH = 4096;
  private static final int BEST = BorshWriteOptions.DEFAULT_LEVEL;

  private final BenchArguments arguments;
  private final List<Harness.Row> rows = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  private BorshBench(BenchArguments arguments) {
    this.arguments = arguments;
  }

  /** Runs the benchmark; see {@link BenchArguments} for the arguments. */
  public static void main(String[] args) throws Exception {
    new BorshBench(BenchArguments.parse(args)).run();
  }

  private void run() throws Exception {
    for (DataSet dataset : new DataSets(arguments).selected()) {
      System.err.println("bench: borsh on " + dataset.name());
      // A statement of the data sets with quoted triples would be refused; they have none.
      List<TermBatches> chunks = TermBatches.of(dataset.files(), arguments.statements());
      long statements = TermBatches.statements(chunks);
      List<byte[]> files = encode(chunks, BEST);
      measure(dataset.name(), chunks, files, statements);
      size(dataset.name(), "jelly-bridge", files.stream().mapToLong(file -> file.length).sum());
      size(dataset.name(), "jelly", Encoders.sizes(dataset.files())[0]);
    }
    lines.addAll(0, rows.stream().map(Report::row).toList());
    for (Harness.Row row : rows) {
      System.out.printf(
          "%-12s %-10s %-14s %8.3f s %8.1f M statements/s%n",
          row.dataset(), row.task(), row.contender(), row.medianSeconds(), row.rate());
    }
    System.out.println(
        "\nwritten to " + Report.write(arguments.output(), "borsh", Report.machine(), lines));
  }

  private void measure(
      String dataset, List<TermBatches> chunks, List<byte[]> files, long statements)
      throws Exception {
    Harness harness = new Harness(arguments.warmups(), arguments.rounds());
    Map<String, String> known = new HashMap<>();
    List<Harness.Entry> decode =
        List.of(new Harness.Entry("jelly-bridge", statements, "sum", () -> decode(files)));
    rows.addAll(harness.measure(dataset, "decode", decode, known));
    for (int level : new int[] {0, BEST}) {
      List<byte[]> blocks = blocks(encode(chunks, level));
      List<Harness.Entry> entries =
          List.of(
              new Harness.Entry(
                  "jelly-bridge", statements, "b" + level, () -> total(encode(chunks, level))),
              new Harness.Entry("lz4", statements, "z" + level, () -> compress(blocks, level)));
      rows.addAll(harness.measure(dataset, "encode/" + level, entries, known));
    }
  }

  private void size(String dataset, String contender, long bytes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", dataset);
    fields.put("task", "size");
    fields.put("contender", contender);
    fields.put("bytes", bytes);
    lines.add(Report.object(fields));
    System.out.printf("%-12s %-10s %-14s %,14d bytes%n", dataset, "size", contender, bytes);
  }

  /** As many files as the terms need. */
  private static List<byte[]> encode(List<TermBatches> chunks, int level) throws IOException {
    BorshWriteOptions options = BorshWriteOptions.defaults().withCompressionLevel(level);
    List<byte[]> files = new ArrayList<>();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BorshWriter writer = BorshWriter.open(out, options);
    for (TermBatches chunk : chunks) {
      int size = chunk.batch().size();
      int at = 0;
      while ((at = writer.writeWhatFits(chunk.batch(), chunk.terms(), at, size)) < size) {
        writer.close();
        files.add(out.toByteArray());
        out = new ByteArrayOutputStream();
        writer = BorshWriter.open(out, options);
      }
    }
    writer.close();
    files.add(out.toByteArray());
    return files;
  }

  private static String total(List<byte[]> files) {
    return files.stream().mapToLong(file -> file.length).sum() + " bytes";
  }

  private static String decode(List<byte[]> files) throws IOException {
    long sum = 0;
    for (byte[] file : files) {
      try (BorshReader reader =
          BorshReader.open(new ByteArrayInputStream(file), "bench", BorshReadOptions.defaults())) {
        while (reader.nextBatch(BATCH)) {
          StatementBatch batch = reader.batch();
          for (int i = 0; i < batch.size(); i++) {
            sum += batch.s[i] + batch.p[i] + batch.o[i] + batch.g[i];
          }
        }
      }
    }
    return "sum " + sum;
  }

  /** The two decompressed blocks of each file. */
  private static List<byte[]> blocks(List<byte[]> files) {
    List<byte[]> blocks = new ArrayList<>();
    for (byte[] file : files) {
      ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(10);
      while (in.hasRemaining()) {
        byte[] packed = new byte[in.getInt()];
        in.get(packed);
        byte[] block = LZ4Factory.fastestInstance().safeDecompressor().decompress(packed, 1 << 28);
        blocks.add(block);
      }
    }
    return blocks;
  }

  private static String compress(List<byte[]> blocks, int level) {
    LZ4Factory factory = LZ4Factory.fastestInstance();
    long bytes = 0;
    for (byte[] block : blocks) {
      bytes +=
          (level == 0 ? factory.fastCompressor() : factory.highCompressor(level))
              .compress(block)
              .length;
    }
    return bytes + " bytes";
  }
}
