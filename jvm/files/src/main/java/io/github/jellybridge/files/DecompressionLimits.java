package io.github.jellybridge.files;

import java.io.Serializable;

/**
 * How much of a compressed file is accepted.
 *
 * @param maxBytes limit of the decompressed size of a file, or of a part of one
 * @param maxWindowBytes limit of the window of a zstd frame and of the dictionary of an xz file,
 *     which the decompressor holds in memory; for zstd, the next power of two counts
 */
public record DecompressionLimits(long maxBytes, long maxWindowBytes) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The smallest window that zstd has (RFC 8878, 3.1.1.1.2). */
  public static final long LEAST_WINDOW = 1 << 10;

  /** The largest window that libzstd takes. */
  public static final long LARGEST_WINDOW = 1L << 31;

  /** 1 TiB, far above real data, far below a bomb; and the window that libzstd takes by default. */
  public static final DecompressionLimits DEFAULT = new DecompressionLimits(1L << 40, 1L << 27);

  /** Returns the same limits, except for the decompressed size. */
  public DecompressionLimits withMaxBytes(long bytes) {
    return new DecompressionLimits(bytes, maxWindowBytes);
  }
}
