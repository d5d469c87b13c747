package io.github.jellybridge.spark.common;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * Guards a decompressor: turns whatever broken data provokes in it into {@link
 * CorruptFileException}s that name the file, lets failures of the input through as they are, and
 * limits how much may come out.
 */
final class CheckedDecoderStream extends InputStream {
  private final InputStream decoder;
  private final WatchedInputStream raw;
  private final Compression compression;
  private final String file;
  private final long limit;
  private long position;

  CheckedDecoderStream(
      InputStream decoder,
      WatchedInputStream raw,
      Compression compression,
      String file,
      long limit) {
    this.decoder = decoder;
    this.raw = raw;
    this.compression = compression;
    this.file = file;
    this.limit = limit;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int count = read(one, 0, 1);
    return count < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int count;
    try {
      count = decoder.read(buffer, offset, length);
    } catch (IOException | RuntimeException e) {
      raw.rethrowFailure();
      throw corrupt(file, compression, position, e);
    }
    if (count > 0) {
      position += count;
      if (position > limit) {
        throw new IOException(
            file
                + " expands to more than "
                + limit
                + " bytes. If that is right, raise the option 'maxDecompressedBytes'.");
      }
    }
    return count;
  }

  @Override
  public int available() throws IOException {
    return decoder.available();
  }

  @Override
  public void close() throws IOException {
    try {
      decoder.close();
    } finally {
      // Not every decoder closes its input when its own clean-up fails; closing twice is harmless.
      raw.close();
    }
  }

  static IOException corrupt(String file, Compression compression, long position, Throwable cause) {
    return new CorruptFileException(
        file
            + " is not a whole "
            + compression.name().toLowerCase(Locale.ROOT)
            + " file: decompression failed after "
            + position
            + " bytes of output: "
            + reason(cause),
        cause);
  }

  private static String reason(Throwable cause) {
    if (cause.getMessage() != null) {
      return cause.getMessage();
    }
    return cause instanceof EOFException ? "the file ends too early" : cause.toString();
  }
}
