package io.github.jellybridge.files;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** Compresses what is written to files. */
public final class CompressedOutput {
  private static final int BUFFER_BYTES = 64 * 1024;

  private CompressedOutput() {}

  /**
   * Wraps a stream, which is closed with the result.
   *
   * @throws IllegalArgumentException for a compression that can only be read
   */
  public static OutputStream wrap(OutputStream out, Compression compression) throws IOException {
    return switch (compression) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER_BYTES);
      case ZSTD -> new ZstdOutputStream(out).setChecksum(true);
      case BZIP2 -> throw new IllegalArgumentException("bzip2 is for reading only");
    };
  }
}
