package io.github.jellybridge.spark.scan;

import io.github.jellybridge.files.PreferredHosts;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * The input of one task: slices of files, read one after the other.
 *
 * @param index number of the task in its scan, from 0
 * @param tasks number of tasks of the scan
 * @param slices the slices in reading order
 */
public record FileInputPartition(int index, int tasks, List<FileSlice> slices)
    implements InputPartition {
  private static final long serialVersionUID = 1L;

  /** Copies the list, so that it can be serialized. */
  public FileInputPartition {
    slices = List.copyOf(slices);
  }

  /** The total size of the slices, in bytes. */
  public long totalBytes() {
    return slices.stream().mapToLong(FileSlice::length).sum();
  }

  /** Returns up to three hosts that hold most of the bytes. */
  @Override
  public String[] preferredLocations() {
    PreferredHosts hosts = new PreferredHosts();
    for (FileSlice slice : slices) {
      hosts.add(slice.file().hosts(), slice.length());
    }
    return hosts.best();
  }
}
