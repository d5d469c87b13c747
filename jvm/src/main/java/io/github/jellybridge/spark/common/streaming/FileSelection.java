package io.github.jellybridge.spark.common.streaming;

import io.github.jellybridge.spark.common.FileEntry;
import java.util.List;
import org.apache.spark.sql.connector.read.streaming.CompositeReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadMaxBytes;
import org.apache.spark.sql.connector.read.streaming.ReadMaxFiles;

/**
 * What a trigger takes of the files that wait, and what it leaves.
 *
 * @param taken the files of the trigger, in order
 * @param left the files after them; empty when the limit left out none
 */
record FileSelection(List<FileEntry> taken, List<FileEntry> left) {

  /** Takes files from the front as far as the limit allows, but at least one. */
  static FileSelection of(List<FileEntry> waiting, ReadLimit limit) {
    long maxFiles = maxFiles(limit);
    long maxBytes = maxBytes(limit);
    int end = 0;
    long bytes = 0;
    while (end < waiting.size()) {
      bytes += waiting.get(end).length();
      if (end > 0 && (end >= maxFiles || bytes > maxBytes)) {
        break;
      }
      end++;
    }
    return new FileSelection(
        List.copyOf(waiting.subList(0, end)), waiting.subList(end, waiting.size()));
  }

  private static long maxFiles(ReadLimit limit) {
    if (limit instanceof CompositeReadLimit all) {
      long least = Long.MAX_VALUE;
      for (ReadLimit one : all.getReadLimits()) {
        least = Math.min(least, maxFiles(one));
      }
      return least;
    }
    return limit instanceof ReadMaxFiles files ? files.maxFiles() : Long.MAX_VALUE;
  }

  private static long maxBytes(ReadLimit limit) {
    if (limit instanceof CompositeReadLimit all) {
      long least = Long.MAX_VALUE;
      for (ReadLimit one : all.getReadLimits()) {
        least = Math.min(least, maxBytes(one));
      }
      return least;
    }
    return limit instanceof ReadMaxBytes bytes ? bytes.maxBytes() : Long.MAX_VALUE;
  }
}
