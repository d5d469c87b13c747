package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.spark.common.FileSlice;
import io.github.jellybridge.spark.common.TaskInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;

/** Counts the lines before a part of a file, for an error that has to say in which one it is. */
final class LinesBefore {
  private static final int BUFFER_BYTES = 1 << 16;

  private LinesBefore() {}

  /** Returns how many lines end before the first one that starts in a part. */
  static long count(FileSlice slice, Configuration conf) throws IOException {
    try (InputStream in = TaskInputStream.open(slice.file().hadoopPath(), conf)) {
      return count(in, slice.start());
    }
  }

  /**
   * Counts the lines up to the first line end at or behind a place.
   *
   * @param in the bytes of the file from its start on
   */
  static long count(InputStream in, long place) throws IOException {
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
        if (at >= place && (b == '\r' || lineFeed)) {
          return lines;
        }
        carriageReturn = b == '\r';
      }
    }
    return lines;
  }
}
