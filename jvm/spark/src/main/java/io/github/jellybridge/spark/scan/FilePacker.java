package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.SessionSettings;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Packs slices of files into tasks as Spark packs its own: largest first, each into the current
 * task while it has room ("next fit decreasing"), with a cost for opening each file.
 */
public final class FilePacker {
  private FilePacker() {}

  /** Packs whole files. */
  public static List<FileInputPartition> packWhole(List<FileEntry> files, SessionSettings session) {
    return pack(files.stream().map(FileSlice::whole).toList(), session);
  }

  /** Packs slices; the order of slices of equal size does not change the result. */
  public static List<FileInputPartition> pack(List<FileSlice> slices, SessionSettings session) {
    List<FileSlice> sorted = new ArrayList<>(slices);
    sorted.sort(
        // Parts of a file come first and in order, so that their rows stay in order.
        Comparator.comparingLong(
                (FileSlice slice) -> slice.part() == null ? slice.length() : Long.MAX_VALUE)
            .reversed()
            .thenComparing(slice -> slice.file().path())
            .thenComparingLong(FileSlice::start));
    long openCost = session.openCostInBytes();
    List<FileInputPartition> packed = pack(sorted, maxBytes(sorted, session), openCost);
    if (session.maxPartitionNum().isPresent()
        && packed.size() > session.maxPartitionNum().getAsInt()) {
      // Spark also packs again if there are too many tasks, into tasks larger than
      // maxPartitionBytes.
      return pack(
          sorted, bytesFor(sorted, openCost, session.maxPartitionNum().getAsInt()), openCost);
    }
    return packed;
  }

  /**
   * Returns the size in bytes up to which a task is filled, by Spark's formula: at most {@code
   * maxPartitionBytes}, but small enough to use all cores, and at least the open cost. At least 1,
   * in case the open cost is 0 and all files are empty.
   */
  public static long maxBytes(List<FileSlice> slices, SessionSettings session) {
    long total = 0;
    for (FileSlice slice : slices) {
      total += slice.length() + session.openCostInBytes();
    }
    long perCore = total / Math.max(1, session.minPartitionNum());
    long least = Math.max(1, session.openCostInBytes());
    return Math.min(session.maxPartitionBytes(), Math.max(least, perCore));
  }

  /**
   * Returns a function for the best number of parts of about equal size for a file, based on the
   * part size that Spark would use. If there is only one file, the number is a multiple of the
   * cores: five parts would keep two cores busy as long as six.
   *
   * @param files all files of the scan
   */
  public static ToLongFunction<FileEntry> parts(List<FileEntry> files, SessionSettings session) {
    long target = maxBytes(files.stream().map(FileSlice::whole).toList(), session);
    int cores = Math.max(1, session.minPartitionNum());
    return file -> {
      long parts = Math.max(1, (file.length() + target - 1) / target);
      return files.size() == 1 && parts > cores ? (parts + cores - 1) / cores * cores : parts;
    };
  }

  private static long bytesFor(List<FileSlice> slices, long openCost, int partitions) {
    BigInteger total = BigInteger.ZERO;
    for (FileSlice slice : slices) {
      total = total.add(BigInteger.valueOf(slice.length() + openCost));
    }
    BigInteger[] parts = total.divideAndRemainder(BigInteger.valueOf(partitions));
    return parts[0].add(BigInteger.valueOf(parts[1].signum())).longValue();
  }

  private static List<FileInputPartition> pack(
      List<FileSlice> slices, long maxBytes, long openCost) {
    List<List<FileSlice>> tasks = new ArrayList<>();
    List<FileSlice> current = new ArrayList<>();
    long size = 0;
    for (FileSlice slice : slices) {
      if (!current.isEmpty() && size + slice.length() > maxBytes) {
        tasks.add(current);
        current = new ArrayList<>();
        size = 0;
      }
      size += slice.length() + openCost;
      current.add(slice);
    }
    if (!current.isEmpty()) {
      tasks.add(current);
    }
    return IntStream.range(0, tasks.size())
        .mapToObj(i -> new FileInputPartition(i, tasks.size(), tasks.get(i)))
        .toList();
  }
}
