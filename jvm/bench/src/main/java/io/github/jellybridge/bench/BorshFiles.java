package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.CountingOutput;
import io.github.jellybridge.bench.contender.TermBatches;
import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.borsh.BorshWriter;
import io.github.jellybridge.rdf.StatementBatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * RDF/Borsh files in memory, as many as the terms of a data set need, and what LZ4 itself makes of
 * their blocks.
 */
final class BorshFiles {
  private static final int BATCH = 4096;
  private static final int HEADER = 10;
  private static final int LARGEST_BLOCK = 1 << 28;

  private final List<byte[]> files;

  private BorshFiles(List<byte[]> files) {
    this.files = files;
  }

  /** Encodes statements. */
  static BorshFiles of(List<TermBatches> chunks, int level) throws IOException {
    List<ByteArrayOutputStream> files = new ArrayList<>();
    encode(
        chunks,
        level,
        () -> {
          files.add(new ByteArrayOutputStream());
          return files.get(files.size() - 1);
        });
    return new BorshFiles(files.stream().map(ByteArrayOutputStream::toByteArray).toList());
  }

  /** Reads the files of a folder. */
  static BorshFiles load(Path folder) throws IOException {
    List<Path> paths;
    try (Stream<Path> list = Files.list(folder)) {
      paths = list.filter(path -> path.toString().endsWith(".rdfb")).sorted().toList();
    }
    List<byte[]> files = new ArrayList<>();
    for (Path path : paths) {
      files.add(Files.readAllBytes(path));
    }
    return new BorshFiles(files);
  }

  private static void encode(List<TermBatches> chunks, int level, Supplier<OutputStream> files)
      throws IOException {
    BorshWriteOptions options = BorshWriteOptions.defaults().withCompressionLevel(level);
    BorshWriter writer = BorshWriter.open(files.get(), options);
    for (TermBatches chunk : chunks) {
      int size = chunk.batch().size();
      int at = 0;
      while ((at = writer.writeWhatFits(chunk.batch(), chunk.terms(), at, size)) < size) {
        writer.close();
        writer = writer.next(files.get());
      }
    }
    writer.close();
  }

  /** Encodes statements to nowhere; answers with the bytes of all files. */
  static String encoded(List<TermBatches> chunks, int level) throws IOException {
    return CountingOutput.count(out -> encode(chunks, level, () -> out)) + " bytes";
  }

  /** The number of files. */
  int count() {
    return files.size();
  }

  /** The bytes of all files. */
  long bytes() {
    return files.stream().mapToLong(file -> file.length).sum();
  }

  /** Reads all files, and adds up all ids. */
  String decoded() throws IOException {
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

  /** Takes a compressed block. */
  @FunctionalInterface
  private interface Block {
    void accept(byte[] file, int offset, int size);
  }

  private void eachBlock(Block block) {
    for (byte[] file : files) {
      ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(HEADER);
      while (in.hasRemaining()) {
        int size = in.getInt();
        block.accept(file, in.position(), size);
        in.position(in.position() + size);
      }
    }
  }

  /** The blocks of all files, decompressed. */
  List<byte[]> blocks() {
    LZ4SafeDecompressor lz4 = LZ4Factory.fastestInstance().safeDecompressor();
    List<byte[]> blocks = new ArrayList<>();
    eachBlock((file, at, size) -> blocks.add(lz4.decompress(file, at, size, LARGEST_BLOCK)));
    return blocks;
  }

  /**
   * Decompresses all blocks and does nothing with them.
   *
   * @param lengths the decompressed lengths
   */
  String decompressed(List<Integer> lengths) {
    LZ4SafeDecompressor lz4 = LZ4Factory.fastestInstance().safeDecompressor();
    long[] bytes = {0};
    Iterator<Integer> length = lengths.iterator();
    eachBlock(
        (file, at, size) -> {
          byte[] plain = new byte[length.next()];
          bytes[0] += lz4.decompress(file, at, size, plain, 0, plain.length);
        });
    return bytes[0] + " bytes";
  }

  /** Compresses blocks and does nothing with them. */
  static String compressed(List<byte[]> blocks, int level) {
    LZ4Factory factory = LZ4Factory.fastestInstance();
    LZ4Compressor lz4 = level == 0 ? factory.fastCompressor() : factory.highCompressor(level);
    long bytes = 0;
    for (byte[] block : blocks) {
      bytes += lz4.compress(block).length;
    }
    return bytes + " bytes";
  }

  /** Writes the files into a folder, in which nothing else stays. */
  void save(Path folder) throws IOException {
    SparkTasks.delete(folder);
    Files.createDirectories(folder);
    for (int i = 0; i < files.size(); i++) {
      Files.write(folder.resolve("part-%05d.rdfb".formatted(i)), files.get(i));
    }
  }
}
