package io.github.jellybridge.spark.scan;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.spark.listing.FileEntry;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * Estimates the size in bytes of the rows of a scan, which affects the planning of joins. Follows
 * the rule of Spark's own file sources (FileScan.estimateStatistics): the bytes of the files, times
 * {@code spark.sql.sources.fileCompressionFactor}, times the share of the columns that are read,
 * times the share of the statements that pass the filters.
 *
 * <p>The reasons for this rule instead of a more accurate one: docs/decisions/004-size-estimate.md.
 */
final class SizeEstimate {
  /** The factor by which gzip, zstd and other compressions shrink a Jelly file. */
  private static final long COMPRESSION = 4;

  /** Bytes of a row in addition to its columns, as in Spark's own estimates. */
  private static final long ROW_OVERHEAD = 8;

  private SizeEstimate() {}

  /**
   * Estimates the size of all rows.
   *
   * @param files the files to read
   * @param all the columns of the table
   * @param read the columns of the rows
   * @param passing the share of the statements that pass the filters
   * @param limit largest number of rows
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
    return Math.max(1, (long) bytes); // a cast from double saturates at the largest long
  }

  private static long compression(FileEntry file) {
    return Compression.of(file.path()) == Compression.NONE ? 1 : COMPRESSION;
  }
}
