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
 * @param statements number of statements if only they matter and the file need not be read; else
 *     {@link #UNKNOWN}
 */
public record FileSlice(FileEntry file, long start, long length, Serializable part, long statements)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The number of statements of a slice that has to be read. */
  public static final long UNKNOWN = -1;

  /** Creates a slice that has to be read. */
  public FileSlice(FileEntry file, long start, long length, Serializable part) {
    this(file, start, length, part, UNKNOWN);
  }

  /** Returns a slice that is the whole file. */
  public static FileSlice whole(FileEntry file) {
    return new FileSlice(file, 0, file.length(), null);
  }

  /** Returns a slice that stands for a whole file, of which only the statements are counted. */
  public static FileSlice counted(FileEntry file, long statements) {
    return new FileSlice(file, 0, 0, null, statements);
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
