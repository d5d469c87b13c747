package io.github.jellybridge.files;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Decompresses one or more zstd frames up to the end of the input, which must be the end of a
 * frame.
 *
 * <p>zstd-jni's own stream (1.5.6, 1.5.7) checks that for the first frame only: a file cut anywhere
 * in a later frame looks whole to it.
 */
final class ZstdFramesInputStream extends InputStream {
  /** A little more than the 128 KiB of the largest block, so that one block is one native call. */
  private static final int IN_BYTES = (128 << 10) + 64;

  private static final int OUT_BYTES = 128 << 10;

  private final InputStream raw;
  private final ZstdDecompressCtx context = new ZstdDecompressCtx();
  private final byte[] chunk = new byte[IN_BYTES];
  private final ByteBuffer in = ByteBuffer.allocateDirect(IN_BYTES).limit(0);
  private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES).limit(0);
  private boolean insideFrame;
  private boolean closed;

  ZstdFramesInputStream(InputStream raw) {
    this.raw = raw;
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

  /** Makes sure that there is output; false at the end of the last frame. */
  private boolean fill() throws IOException {
    if (closed) {
      throw new IOException("stream is closed");
    }
    while (!out.hasRemaining()) {
      boolean end = !in.hasRemaining() && !refill();
      if (end && !insideFrame) {
        return false;
      }
      // At the end the decoder may still hold output for which there was no room before.
      out.clear();
      try {
        insideFrame = !context.decompressDirectByteBufferStream(out, in);
      } finally {
        out.flip();
      }
      if (end && insideFrame && !out.hasRemaining()) {
        throw new EOFException("the file ends inside a frame");
      }
    }
    return true;
  }

  private boolean refill() throws IOException {
    int count = raw.read(chunk, 0, chunk.length);
    if (count <= 0) {
      return false;
    }
    in.clear();
    in.put(chunk, 0, count).flip();
    return true;
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      context.close();
      raw.close();
    }
  }
}
