package io.github.jellybridge.spark.scan;

import io.github.jellybridge.files.PreferredHosts;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * What one task reads: some slices of files, one after the other.
 *
 * @param index number of the task in its scan, from 0
 * @param tasks how many tasks the scan has
 * @param slices the slices in reading order
 */
public record FileInputPartition(int index, int tasks, List<FileSlice> slices)
    implements InputPartition {
  private static final long serialVersionUID = 1L;

  /** Keeps a copy of the list that can be serialized. */
  public FileInputPartition {
    slices = List.copyOf(slices);
  }

  /** The sum of the slices, in bytes. */
  public long totalBytes() {
    return slices.stream().mapToLong(FileSlice::length).sum();
  }

  /** Up to three hosts that hold most of the bytes. */
  @Override
  public String[] preferredLocations() {
    PreferredHosts hosts = new PreferredHosts();
    for (FileSlice slice : slices) {
      hosts.add(slice.file().hosts(), slice.length());
    }
    return hosts.best();
  }
}
