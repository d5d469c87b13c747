package io.github.jellybridge.files;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDirectBufferDecompressingStreamNoFinalizer;
import com.github.luben.zstd.ZstdIOException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decompresses one or more zstd frames up to the end of the input, which must be the end of a
 * frame.
 *
 * <p>The stream of zstd-jni (1.5.6, 1.5.7) checks that only for the first frame; it does not detect
 * a file that is truncated in a later frame.
 */
final class ZstdFramesInputStream extends InputStream {
  /** Slightly more than the largest block, 128 KiB, so that one native call decodes one block. */
  private static final int IN_BYTES = (128 << 10) + 64;

  private static final int OUT_BYTES = 128 << 10;

  /** The longest header of a frame (RFC 8878, 3.1.1.1), with its magic number. */
  private static final int HEADER_BYTES = 18;

  private final InputStream raw;
  private final String file;
  private final DecompressionLimits limits;
  private final byte[] chunk = new byte[IN_BYTES];
  private final ByteBuffer in =
      ByteBuffer.allocateDirect(IN_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES).limit(0);
  private final Decoder decoder;
  private IOException inputFailure;
  private boolean inputEnded;
  private boolean closed;

  /**
   * Decompresses a stream.
   *
   * @param file name for error messages
   */
  ZstdFramesInputStream(InputStream raw, String file, DecompressionLimits limits)
      throws IOException {
    this.raw = raw;
    this.file = file;
    this.limits = limits;
    this.decoder = new Decoder();
    decoder.setLongMax(Long.SIZE - Long.numberOfLeadingZeros(limits.maxWindowBytes() - 1));
  }

  @Override
  public int read() throws IOException {
    return fill() ? out.get() & 0xFF : -1;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, out.remaining());
    out.get(buffer, offset, count);
    return count;
  }

  @Override
  public int available() {
    return out.remaining();
  }

  /** Makes sure that output is available; returns false at the end of the last frame. */
  private boolean fill() throws IOException {
    if (closed) {
      throw new IOException("stream is closed");
    }
    while (!out.hasRemaining()) {
      if (inputFailure != null) {
        throw inputFailure;
      }
      refill();
      boolean end = !in.hasRemaining();
      if (end && !decoder.hasRemaining()) {
        return false;
      }
      // At the end the decoder may still hold output for which it had no room before.
      out.clear();
      try {
        decoder.read(out);
      } catch (ZstdIOException e) {
        throw refusal(e);
      } finally {
        out.flip();
      }
      if (end && decoder.hasRemaining() && !out.hasRemaining()) {
        throw new EOFException("the file ends inside a frame");
      }
    }
    return true;
  }

  /** Lets the header of a frame that starts next be in the buffer as a whole. */
  private void refill() throws IOException {
    while (in.remaining() < HEADER_BYTES && !inputEnded) {
      in.compact();
      int count = raw.read(chunk, 0, in.remaining());
      inputEnded = count <= 0;
      in.put(chunk, 0, Math.max(count, 0)).flip();
    }
  }

  /** Tells a frame that is not supported from a corrupt one; the decoder failed at its header. */
  private IOException refusal(ZstdIOException e) {
    if (e.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
      return UnsupportedCompressionException.window(file, window(), limits, e);
    }
    if (e.getErrorCode() == Zstd.errDictionaryWrong()) {
      return new UnsupportedCompressionException(
          file + " is not read: it was compressed with a dictionary of zstd. Compress it without.",
          e);
    }
    return e;
  }

  /** The window of the frame that starts next, in bytes (RFC 8878, 3.1.1.1). */
  private long window() {
    int at = in.position() + Integer.BYTES;
    int descriptor = in.get(at);
    if ((descriptor & 0x20) == 0) {
      int exponent = (in.get(at + 1) & 0xFF) >> 3;
      int mantissa = in.get(at + 1) & 7;
      return (8L + mantissa) << (7 + exponent);
    }
    // The frame is one segment: its window is its content, whose size follows the dictionary's id.
    int[] bytesOfId = {0, 1, 2, 4};
    int size = at + 1 + bytesOfId[descriptor & 3];
    return (descriptor & 0xC0) == 0xC0 ? in.getLong(size) : in.getInt(size) & 0xFFFFFFFFL;
  }

  /** The decoder of zstd-jni that takes a limit for windows and tells the end of a frame. */
  private final class Decoder extends ZstdDirectBufferDecompressingStreamNoFinalizer {
    Decoder() {
      super(in);
    }

    /** Called when all input is used: only with more does the end of a frame not end the stream. */
    @Override
    protected ByteBuffer refill(ByteBuffer used) {
      try {
        ZstdFramesInputStream.this.refill();
      } catch (IOException e) {
        inputFailure = e;
      }
      return used;
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      decoder.close();
      raw.close();
    }
  }
}
