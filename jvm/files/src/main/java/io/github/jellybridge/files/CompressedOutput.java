package io.github.jellybridge.files;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Compresses the output to files. */
public final class CompressedOutput {
  private static final int BUFFER_BYTES = 64 * 1024;

  private CompressedOutput() {}

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
  public static OutputStream wrap(OutputStream out, Compression compression) throws IOException {
    return switch (compression) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER_BYTES);
      case ZSTD -> new ZstdOutputStream(out).setChecksum(true);
      case BZIP2, XZ ->
          throw new IllegalArgumentException(
              compression.name().toLowerCase(Locale.ROOT) + " is for reading only");
      case OTHER ->
          throw new IllegalArgumentException("only .gz and .zst files can be written compressed");
    };
  }
}
