package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.FileEntry;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Estimates how many bytes the rows of a scan take in Spark, which decides how joins are planned.
 *
 * <p>The size of a Jelly file says little by itself: its dictionary makes it ten times smaller than
 * the rows that it becomes. So the files give a number of statements, and the columns that are read
 * give a width.
 */
final class SizeEstimate {
  /** Bytes of uncompressed Jelly a statement: 20 to 76 in the data sets of the benchmarks. */
  private static final long STATEMENT_BYTES = 32;

  /** How much smaller gzip, zstd and the like make a Jelly file. */
  private static final long COMPRESSION = 4;

  /** Spark's own guess for a string. */
  private static final long STRING_WIDTH = 20;

  /** An IRI or a literal is longer than most strings. */
  private static final long VALUE_WIDTH = 48;

  private static final long ROW_OVERHEAD = 8;

  private SizeEstimate() {}

  /** The estimated size in bytes of all rows; at least 1. */
  static long of(List<FileEntry> files, StructType schema, long limit) {
    double statements = 0;
    for (FileEntry file : files) {
      statements += (double) file.length() * compression(file) / STATEMENT_BYTES;
    }
    double bytes = Math.min(statements, limit) * (ROW_OVERHEAD + width(schema));
    return Math.max(1, (long) bytes); // a cast from double stops at the largest long
  }

  private static long compression(FileEntry file) {
    String name = file.path().toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") || name.endsWith(".zst") || name.endsWith(".bz2") ? COMPRESSION : 1;
  }

  private static long width(StructType schema) {
    long width = 0;
    for (StructField field : schema.fields()) {
      boolean term = JellySchema.TERM_COLUMNS.contains(field.name());
      if (!(field.dataType() instanceof StructType struct)) {
        width += term ? VALUE_WIDTH : field.dataType().defaultSize();
        continue;
      }
      width += ROW_OVERHEAD;
      for (StructField child : struct.fields()) {
        width +=
            switch (child.name()) {
              case "kind", "lang", "datatype" -> ROW_OVERHEAD;
              case "value" -> VALUE_WIDTH;
              default -> STRING_WIDTH;
            };
      }
    }
    return width;
  }
}
