package io.github.jellybridge.spark.scan;

import io.github.jellybridge.files.Decompression;
import io.github.jellybridge.files.DecompressionLimits;
import io.github.jellybridge.spark.listing.FileEntry;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import org.apache.hadoop.fs.Path;

/**
 * The part of a file that one task reads.
 *
 * @param file the file
 * @param start offset of the first byte
 * @param length number of bytes
 * @param part data that the format needs to read only this part; null for a whole file
 * @param known numbers of the statements, if nothing else matters and the file need not be read;
 *     else null
 */
public record FileSlice(
    FileEntry file, long start, long length, Serializable part, KnownStatements known)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Creates a slice that has to be read. */
  public FileSlice(FileEntry file, long start, long length, Serializable part) {
    this(file, start, length, part, null);
  }

  /** Returns a slice that is the whole file. */
  public static FileSlice whole(FileEntry file) {
    return new FileSlice(file, 0, file.length(), null);
  }

  /** Returns a slice that stands for a whole file, whose statements are only counted. */
  public static FileSlice counted(FileEntry file, KnownStatements known) {
    return new FileSlice(file, 0, 0, null, known);
  }

  /**
   * Returns a stream of the decompressed bytes of the slice.
   *
   * @param limits the largest decompressed size of the slice
   */
  public InputStream decompress(InputStream raw, DecompressionLimits limits) throws IOException {
    Path path = file.hadoopPath();
    if (part == null) {
      return Decompression.decompress(raw, path, limits);
    }
    long end = start + length;
    return Decompression.decompressPart(
        raw, path, start, end == file.length() ? Long.MAX_VALUE : end, limits);
  }
}
