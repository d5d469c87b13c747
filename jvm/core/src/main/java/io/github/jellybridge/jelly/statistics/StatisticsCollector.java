package io.github.jellybridge.jelly.statistics;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the statistics of a file that is written, one part after the other. Keeps those of
 * finished parts as bytes, so many as fit into a frame: later parts of a very large file have none.
 */
public final class StatisticsCollector {
  /** Most bytes of the statistics of a file, if frames are not limited: for about 10,000 parts. */
  private static final int MOST_BYTES = 8 << 20;

  /** A Bloom filter takes at most this part of the bytes that it describes. */
  private static final int BLOOM_SHARE = 250;

  private static final int COLUMNS = 4;

  private final ColumnCollector[] columns = new ColumnCollector[COLUMNS];
  private final StatisticsWriter parts = new StatisticsWriter();
  private final ColumnStatistics.Bloom[] blooms = new ColumnStatistics.Bloom[COLUMNS];
  private final int mostBytes;
  private long statements;

  /**
   * Creates a collector.
   *
   * @param bloomColumns the columns with Bloom filters, as bits of {@link StatementBatch}
   * @param maxFrameBytes the largest frame; a quarter of it is left for the list of checkpoints
   */
  public StatisticsCollector(int bloomColumns, int maxFrameBytes) {
    mostBytes = Math.min(MOST_BYTES, maxFrameBytes / 4 * 3);
    for (int i = 0; i < COLUMNS; i++) {
      boolean counted = (1 << i & (StatementBatch.P | StatementBatch.G)) != 0;
      columns[i] = new ColumnCollector(counted, (bloomColumns & 1 << i) != 0);
    }
  }

  /** Adds the statements [from, to) of a batch to the current part. */
  public void add(StatementBatch batch, TermTable terms, int from, int to) {
    columns[0].add(batch.s, from, to, terms);
    columns[1].add(batch.p, from, to, terms);
    columns[2].add(batch.o, from, to, terms);
    columns[3].add(batch.g, from, to, terms);
    statements += to - from;
  }

  /**
   * Returns the Bloom filter of a column of the current part; null if the column has no filter.
   *
   * @param column 0 to 3 for s, p, o, g
   * @param partBytes number of bytes of the part
   */
  public byte[] bloom(int column, long partBytes) {
    return columns[column].bloom(partBytes / BLOOM_SHARE);
  }

  /** Notes at which offset of the file the Bloom filter of a column was written. */
  public void bloomWritten(int column, byte[] filter, long offset) {
    blooms[column] =
        new ColumnStatistics.Bloom(offset, filter.length, BloomFilter.checksum(filter));
  }

  /** Ends the current part; another one starts. */
  public void endPart() {
    if (parts.length() < mostBytes) {
      ColumnStatistics[] found = new ColumnStatistics[COLUMNS];
      Arrays.setAll(found, i -> columns[i].statistics(blooms[i]));
      parts.add(new PartStatistics(statements, List.of(found)));
    }
    for (ColumnCollector column : columns) {
      column.clear();
    }
    Arrays.fill(blooms, null);
    statements = 0;
  }

  /** Returns the encoded statistics of all parts that have ended. */
  public byte[] encoded() {
    return parts.encoded();
  }
}
