package io.github.jellybridge.spark.listing;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.fs.Path;

/**
 * A file to read, in the state in which the driver listed it.
 *
 * @param path qualified path, as {@code new Path(path)} takes it (not URL-encoded)
 * @param length size in bytes
 * @param modificationTime milliseconds since the epoch
 * @param partitionValues one Catalyst value (UTF8String, Integer, …, null) for each partition
 *     column, in the order of {@link FileIndex#partitionSchema()}; shared by the files of a folder
 * @param hosts up to three hosts that hold most of the file, best first; may be empty
 */
public record FileEntry(
    String path, long length, long modificationTime, Object[] partitionValues, String[] hosts)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The path as a Hadoop object. */
  public Path hadoopPath() {
    return new Path(path);
  }

  /** The path as a URL-encoded URI, which Spark's own sources show as {@code file_path}. */
  public String uri() {
    return hadoopPath().toUri().toString();
  }

  /** The last part of the path, which Spark's own sources show as {@code file_name}. */
  public String name() {
    return hadoopPath().getName();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileEntry that
        && path.equals(that.path)
        && length == that.length
        && modificationTime == that.modificationTime
        && Arrays.equals(partitionValues, that.partitionValues)
        && Arrays.equals(hosts, that.hosts);
  }

  @Override
  public int hashCode() {
    return Objects.hash(path, length, modificationTime, Arrays.hashCode(partitionValues));
  }

  @Override
  public String toString() {
    return path + " (" + length + " bytes) " + Arrays.toString(partitionValues);
  }
}
