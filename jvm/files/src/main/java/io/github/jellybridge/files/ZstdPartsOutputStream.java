package io.github.jellybridge.files;

import com.github.luben.zstd.ZstdOutputStream;
import io.github.jellybridge.jelly.PartedOutput;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Compresses each part of a file to a zstd frame. With more than one part, a {@link ZstdSeekTable}
 * ends the file; without, the file is a single frame.
 */
final class ZstdPartsOutputStream extends OutputStream implements PartedOutput {
  private static final long MAX_SIZE = 0xFFFFFFFFL;

  private final Counter compressed;
  private final ZstdOutputStream zstd;
  private final byte[] one = new byte[1];

  /** Bytes of the current part that have been written. */
  private long partBytes;

  /** Where the current part starts in the compressed output. */
  private long partStart;

  // The sizes for the seek table, two for each part.
  private int[] sizes = new int[16];
  private int parts;
  private boolean tableFits = true;
  private boolean closed;

  /** Counts the compressed bytes. */
  private static final class Counter extends FilterOutputStream {
    long bytes;

    Counter(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      bytes++;
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      out.write(buffer, offset, length);
      bytes += length;
    }

    OutputStream out() {
      return out;
    }

    @Override
    public void close() {
      // The seek table follows.
    }

    @Override
    public void flush() {
      // The compressor flushes at the end of each frame, which the output does not need.
    }
  }

  ZstdPartsOutputStream(OutputStream out, int level, int workers) throws IOException {
    compressed = new Counter(out);
    zstd = new ZstdOutputStream(compressed, level);
    zstd.setChecksum(true).setWorkers(workers).setCloseFrameOnFlush(true);
  }

  @Override
  public void write(int b) throws IOException {
    one[0] = (byte) b;
    write(one, 0, 1);
  }

  @Override
  public void write(byte[] buffer, int offset, int length) throws IOException {
    // The compressor would start a frame for no bytes.
    if (length > 0) {
      zstd.write(buffer, offset, length);
      partBytes += length;
    }
  }

  @Override
  public void endPart() throws IOException {
    if (partBytes == 0) {
      return;
    }
    zstd.flush();
    long size = compressed.bytes - partStart;
    tableFits =
        tableFits && size <= MAX_SIZE && partBytes <= MAX_SIZE && parts < ZstdSeekTable.maxFrames();
    if (tableFits) {
      if (2 * parts == sizes.length) {
        sizes = Arrays.copyOf(sizes, 2 * sizes.length);
      }
      sizes[2 * parts] = (int) size;
      sizes[2 * parts + 1] = (int) partBytes;
      parts++;
    }
    partStart = compressed.bytes;
    partBytes = 0;
  }

  /** Passes on the bytes compressed so far. Does not end a block, which would cost compression. */
  @Override
  public void flush() throws IOException {
    compressed.out().flush();
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (OutputStream out = compressed.out()) {
      try {
        endPart();
      } finally {
        zstd.close();
      }
      if (tableFits && parts > 1) {
        out.write(ZstdSeekTable.encode(sizes, parts));
      }
    }
  }
}
