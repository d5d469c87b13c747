package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.statistics.StatisticsCollector;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.rdf.StatementBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Collects the statistics of a file that was written without them, for its {@link SplitIndexFile}.
 * Decodes all statements.
 */
public final class StatisticsIndexer {
  /** Number of bytes at the start of a file, and at its end, that must not have changed. */
  private static final int CHECKED_BYTES = 1 << 16;

  /** Limit of the memory of all Bloom filters, in bytes: those of the first 16 GB of a file. */
  private static final int MAX_BLOOM_BYTES = 1 << 26;

  private static final int BATCH = 4096;

  private final StatisticsCollector collector =
      new StatisticsCollector(StatementBatch.S, Integer.MAX_VALUE);
  private final ByteArrayOutputStream blooms = new ByteArrayOutputStream();

  private StatisticsIndexer() {}

  /**
   * Statistics of a file.
   *
   * @param encoded the statistics of its parts; offsets of Bloom filters are those in {@code
   *     blooms}
   * @param blooms the Bloom filters
   * @param fileChecksum the {@link #checksum} of the file
   */
  public record Found(byte[] encoded, byte[] blooms, int fileChecksum) {}

  /**
   * Returns the CRC-32C of the first 64 KiB of a file and its last 64 KiB. It reveals most changes
   * that keep the length and the modification time.
   *
   * @param source a file whose length is known
   * @throws IOException if the file cannot be read
   */
  public static int checksum(SplitIndexer.Source source) throws IOException {
    CRC32C sum = new CRC32C();
    for (long start : new long[] {0, Math.max(0, source.length() - CHECKED_BYTES)}) {
      try (InputStream in = source.open(start)) {
        sum.update(in.readNBytes(CHECKED_BYTES));
      }
    }
    return (int) sum.getValue();
  }

  /**
   * Collects the statistics of the parts between split points. Each part verifies the split point
   * at its end.
   *
   * @param source the file, whose length is known
   * @param file its name
   * @param options how it will be read; limits and strictness are used
   * @param points its split points
   * @throws io.github.jellybridge.jelly.JellyParseException if the file is malformed
   * @throws IOException if the file cannot be read
   */
  public static Found collect(
      SplitIndexer.Source source, String file, JellyReadOptions options, List<SplitPoint> points)
      throws IOException {
    JellyReadOptions all = IndexedFile.forWalk(options);
    StatisticsIndexer indexer = new StatisticsIndexer();
    BufferPool memory = new BufferPool();
    for (Split split : Split.at(points)) {
      InputStream in = source.open(split.offset());
      try (JellyReader reader = JellyReader.open(in, file, all, memory, split)) {
        indexer.add(reader);
      }
    }
    return new Found(indexer.collector.encoded(), indexer.blooms.toByteArray(), checksum(source));
  }

  /** Adds a part. */
  private void add(JellyReader part) throws IOException {
    while (part.nextBatch(BATCH)) {
      collector.add(part.batch(), part.terms(), 0, part.batch().size());
    }
    byte[] filter = collector.bloom(0, part.bytesRead());
    if (filter != null && filter.length <= MAX_BLOOM_BYTES - blooms.size()) {
      collector.bloomWritten(0, filter, blooms.size());
      blooms.writeBytes(filter);
    }
    collector.endPart();
  }
}
