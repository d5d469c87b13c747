package io.github.jellybridge.spark.stream;

import io.github.jellybridge.spark.listing.FileEntry;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.read.streaming.CompositeReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadMaxBytes;
import org.apache.spark.sql.connector.read.streaming.ReadMaxFiles;

/**
 * The division of the waiting files into those of a trigger and the rest.
 *
 * @param taken the files of the trigger, in order
 * @param left the files after them; empty if all were taken
 */
record FileSelection(List<FileEntry> taken, List<FileEntry> left) {
  private static final long NO_LIMIT = Long.MAX_VALUE;

  /** Takes files from the front up to the limit, but at least one. */
  static FileSelection of(List<FileEntry> waiting, ReadLimit limit) {
    long maxFiles =
        least(limit, one -> one instanceof ReadMaxFiles files ? files.maxFiles() : NO_LIMIT);
    long maxBytes =
        least(limit, one -> one instanceof ReadMaxBytes bytes ? bytes.maxBytes() : NO_LIMIT);
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

  private static long least(ReadLimit limit, ToLongFunction<ReadLimit> ofOne) {
    return limit instanceof CompositeReadLimit all
        ? Stream.of(all.getReadLimits()).mapToLong(one -> least(one, ofOne)).min().orElse(NO_LIMIT)
        : ofOne.applyAsLong(limit);
  }
}
