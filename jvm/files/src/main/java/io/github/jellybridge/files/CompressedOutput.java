package io.github.jellybridge.files;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses the output to files.
 *
 * @param format the compression
 * @param zstdLevel level of zstd: the higher, the smaller and slower
 * @param zstdWorkers threads of zstd that compress a file; 0 for the thread that writes
 */
public record CompressedOutput(Compression format, int zstdLevel, int zstdWorkers)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The level of zstd if none is given. */
  public static final int DEFAULT_ZSTD_LEVEL = 3;

  /** The highest level of zstd. */
  public static final int MAX_ZSTD_LEVEL = 22;

  private static final int BUFFER_BYTES = 64 * 1024;

  /** Returns the output of a compression with its default settings. */
  public static CompressedOutput of(Compression format) {
    return new CompressedOutput(format, DEFAULT_ZSTD_LEVEL, 0);
  }

  /** Tells whether files can be written with a compression. */
  public static boolean canWrite(Compression compression) {
    return compression == Compression.NONE
        || compression == Compression.GZIP
        || compression == Compression.ZSTD;
  }

  /**
   * Wraps a stream, which is closed with the result.
   *
   * @throws IllegalArgumentException for a compression that is supported only for reading
   */
  public OutputStream wrap(OutputStream out) throws IOException {
    return switch (format) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER_BYTES);
      case ZSTD -> new ZstdPartsOutputStream(out, zstdLevel, zstdWorkers);
      case BZIP2, XZ ->
          throw new IllegalArgumentException(
              format.name().toLowerCase(Locale.ROOT) + " is for reading only");
      case OTHER ->
          throw new IllegalArgumentException("only .gz and .zst files can be written compressed");
    };
  }
}
