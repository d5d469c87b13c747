package io.github.jellybridge.spark.common;

import java.io.Serializable;

/**
 * The part of a file that one task reads.
 *
 * @param file the file
 * @param start first byte
 * @param length number of bytes
 * @param part what the format has to know to read only this part; null for a whole file
 */
public record FileSlice(FileEntry file, long start, long length, Serializable part)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** A slice that is the whole file. */
  public static FileSlice whole(FileEntry file) {
    return new FileSlice(file, 0, file.length(), null);
  }
}
