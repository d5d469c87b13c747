package io.github.jellybridge.spark.scan;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.spark.listing.FileEntry;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * Estimates how many bytes the rows of a scan take, which decides how joins are planned, by the
 * rule of Spark's own file sources (FileScan.estimateStatistics): the bytes of the files, times
 * {@code spark.sql.sources.fileCompressionFactor}, times the share of the columns that are read,
 * times the share of the statements that pass the filters.
 *
 * <p>Why this rule and not one that is nearer to the truth: docs/decisions/004-size-estimate.md.
 */
final class SizeEstimate {
  /** How much smaller gzip, zstd and the like make a Jelly file. */
  private static final long COMPRESSION = 4;

  /** Bytes of a row beside its columns, as Spark's own estimates have it. */
  private static final long ROW_OVERHEAD = 8;

  private SizeEstimate() {}

  /**
   * Estimates the size of all rows.
   *
   * @param files the files to read
   * @param all the columns of the table
   * @param read the columns of the rows
   * @param passing the share of the statements that pass the filters
   * @param limit the number of rows at most
   * @param factor {@code spark.sql.sources.fileCompressionFactor}
   * @return bytes, at least 1
   */
  static long of(
      List<FileEntry> files,
      StructType all,
      StructType read,
      double passing,
      long limit,
      double factor) {
    double bytes = 0;
    for (FileEntry file : files) {
      bytes += (double) file.length() * compression(file);
    }
    bytes *=
        passing * factor * (ROW_OVERHEAD + read.defaultSize()) / (ROW_OVERHEAD + all.defaultSize());
    bytes = Math.min(bytes, (double) limit * (ROW_OVERHEAD + read.defaultSize()));
    return Math.max(1, (long) bytes); // a cast from double stops at the largest long
  }

  private static long compression(FileEntry file) {
    return Compression.of(file.path()) == Compression.NONE ? 1 : COMPRESSION;
  }
}
