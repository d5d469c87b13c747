package io.github.jellybridge.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.apache.commons.compress.MemoryLimitException;
import org.apache.commons.compress.compressors.CompressorInputStream;

/**
 * Guards a decompressor. Turns any exception caused by broken data into a {@link
 * CorruptFileException} that names the file, passes on failures of the input, and limits the size
 * of the output.
 *
 * <p>Returns the output before a failure first and reports the failure afterwards, even if both
 * come from the same call of the decompressor.
 */
final class CheckedDecoderStream extends InputStream {
  /**
   * Number of bytes requested from decompressors at a time. If a call of zlib fails, it does not
   * report how much output it produced, so that output is lost. A small fixed size limits the loss
   * and makes it independent of how this stream is read.
   */
  private static final int PIECE_BYTES = 1 << 13;

  private final InputStream decoder;
  private final WatchedInputStream raw;
  private final Compression compression;
  private final String file;
  private final DecompressionLimits limits;
  private long position;
  private boolean ended;
  private IOException failure;
  // A piece that was requested in smaller parts: its bytes from staged to stagedEnd remain.
  private final byte[] piece = new byte[PIECE_BYTES];
  private int staged;
  private int stagedEnd;

  CheckedDecoderStream(
      InputStream decoder,
      WatchedInputStream raw,
      Compression compression,
      String file,
      DecompressionLimits limits) {
    this.decoder = decoder;
    this.raw = raw;
    this.compression = compression;
    this.file = file;
    this.limits = limits;
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
    int count = takeStaged(buffer, offset, length);
    while (count < length && failure == null && !ended) {
      if (length - count >= PIECE_BYTES) {
        count += readPiece(buffer, offset + count);
      } else {
        staged = 0;
        stagedEnd = readPiece(piece, 0);
        count += takeStaged(buffer, offset + count, length - count);
      }
    }
    if (count == 0 && failure != null) {
      throw failure;
    }
    return count == 0 ? -1 : count;
  }

  private int takeStaged(byte[] buffer, int offset, int length) {
    int count = Math.min(length, stagedEnd - staged);
    System.arraycopy(piece, staged, buffer, offset, count);
    staged += count;
    return count;
  }

  private int readPiece(byte[] buffer, int offset) {
    int count;
    try {
      count = decoder.read(buffer, offset, PIECE_BYTES);
      ended = count < 0;
      count = Math.max(count, 0);
    } catch (IOException | RuntimeException e) {
      count = Math.min(putOut(), PIECE_BYTES);
      failure = raw.failure();
      if (failure == null) {
        failure = failure(file, compression, position + count, limits, e);
      }
    }
    if (count > limits.maxBytes() - position) {
      count = (int) (limits.maxBytes() - position);
      failure = UnsupportedCompressionException.size(file, limits.maxBytes());
    }
    position += count;
    return count;
  }

  /** Returns the number of bytes that the decompressor has produced in a failed call, if known. */
  private int putOut() {
    return decoder instanceof CompressorInputStream counting
        ? (int) Math.max(counting.getBytesRead() - position, 0)
        : 0;
  }

  @Override
  public int available() throws IOException {
    return stagedEnd > staged ? stagedEnd - staged : decoder.available();
  }

  @Override
  public void close() throws IOException {
    try {
      decoder.close();
    } finally {
      // Some decoders do not close their input if their own cleanup fails; closing twice is
      // harmless.
      raw.close();
    }
  }

  /** Returns an error that names the file, for an exception that its decompressor has thrown. */
  static IOException failure(
      String file,
      Compression compression,
      long position,
      DecompressionLimits limits,
      Throwable cause) {
    if (cause instanceof UnsupportedCompressionException unsupported) {
      return unsupported;
    }
    if (cause instanceof MemoryLimitException memory) {
      long bytes = memory.getMemoryNeededInKb() << 10;
      return UnsupportedCompressionException.window(file, bytes, limits, cause);
    }
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
    return cause instanceof EOFException ? "the file ends too early" : "its data is damaged";
  }
}
