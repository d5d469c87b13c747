package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.DecompressionLimits;
import io.github.jellybridge.ntriples.ByteRange;
import io.github.jellybridge.spark.io.TaskInputStream;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.scan.FileSlice;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;

/** Counts the lines before a part of a file, for errors that name a line. */
final class LinesBefore {
  private static final int BUFFER_BYTES = 1 << 16;

  private LinesBefore() {}

  /** Returns the number of lines and, in a compressed file, bytes of text before a part. */
  static ByteRange.Position count(FileSlice slice, Configuration conf) throws IOException {
    if (slice.start() == 0) {
      return new ByteRange.Position(0, 0);
    }
    FileEntry file = slice.file();
    boolean compressed = Compression.of(file.name()) != Compression.NONE;
    FileSlice preceding = new FileSlice(file, 0, slice.start(), slice.part());
    try (InputStream raw = TaskInputStream.open(file.hadoopPath(), conf);
        InputStream in =
            preceding.decompress(raw, DecompressionLimits.DEFAULT.withMaxBytes(Long.MAX_VALUE))) {
      return compressed
          ? count(in, Long.MAX_VALUE)
          : new ByteRange.Position(count(in, slice.start()).lines(), 0);
    }
  }

  /**
   * Counts the lines and bytes up to the first line end at or after an offset, or up to the end.
   *
   * @param in the text of the file from its start on
   * @param offset the offset in the text
   */
  private static ByteRange.Position count(InputStream in, long offset) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long lines = 0;
    long at = 0;
    boolean carriageReturn = false;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      for (int i = 0; i < n; i++, at++) {
        byte b = buffer[i];
        boolean lineFeed = b == '\n';
        if (b == '\r' || lineFeed && !carriageReturn) {
          lines++;
        }
        if (at >= offset && (b == '\r' || lineFeed)) {
          return new ByteRange.Position(lines, at);
        }
        carriageReturn = b == '\r';
      }
    }
    return new ByteRange.Position(lines, at);
  }
}
