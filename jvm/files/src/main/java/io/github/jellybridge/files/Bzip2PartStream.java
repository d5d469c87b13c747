package io.github.jellybridge.files;

import java.io.IOException;
import java.io.InputStream;

/**
 * The text of a part of a {@code .bz2} file, in whole lines.
 *
 * <p>A block belongs to the part that contains its first bit. A part has the lines after the first
 * line feed in its blocks, up to the first line feed in the blocks after them. The first part also
 * has the first line. So the parts of a file, however it is split, together contain each line
 * exactly once and in order. Only a line feed ends a line here, even if other characters may end
 * lines in the text.
 *
 * <p>Each block is compared with its checksum. After each of its blocks, a part checks that another
 * block or the end of a stream follows, so that no block is lost between two parts. After a stream,
 * another one or the end of the file must follow. The checksum of a stream is compared if the part
 * has read all of its blocks.
 */
final class Bzip2PartStream extends InputStream {
  private static final long END_MAGIC = 0x177245385090L;
  private static final int MAGIC_BITS = 48;

  private final Bzip2Bits bits;
  private final Bzip2Block block;
  // Offset in the file of the first block of the next part, in bits.
  private final long stop;
  // Whether the first line feed has not been found; whether the block is one of the next part.
  private boolean before;
  private boolean pastStop;
  private boolean ended;
  // Whether the current stream was read from its start, and the checksum of its blocks so far.
  private boolean wholeStream;
  private int checksum;

  /**
   * Opens a part.
   *
   * @param in the bytes of the file from the start of the part to the end of the file
   * @param start offset of the first byte of the part
   * @param end offset of the first byte of the next part; {@link Long#MAX_VALUE} for the last part
   */
  Bzip2PartStream(InputStream in, long start, long end) throws IOException {
    this.bits = new Bzip2Bits(in, start);
    this.block = new Bzip2Block(bits);
    this.stop = end > Long.MAX_VALUE / 8 ? Long.MAX_VALUE : end * 8;
    this.before = start > 0;
    if (before) {
      ended = !findBlock();
    } else {
      openStream();
    }
    ended = ended || !nextBlock();
  }

  /** Skips to the first block that starts in the part; returns false if there is no such block. */
  private boolean findBlock() throws IOException {
    while (bits.position() < stop && !bits.atEnd()) {
      if (bits.peek(MAGIC_BITS) == Bzip2Block.MAGIC) {
        return true;
      }
      bits.skip(1);
    }
    return false;
  }

  private void openStream() throws IOException {
    long header = bits.read(32);
    long level = header & 0xff;
    if (header >>> 8 != 0x425a68 || level < '1' || level > '9') {
      throw new IOException("there is no header where a stream of bzip2 must start");
    }
    wholeStream = true;
    checksum = 0;
  }

  /** Opens the next block; returns false at the end of the file. */
  private boolean nextBlock() throws IOException {
    while (true) {
      long at = bits.position();
      long magic = bits.read(MAGIC_BITS);
      if (magic == Bzip2Block.MAGIC) {
        pastStop = at >= stop;
        checksum = Integer.rotateLeft(checksum, 1) ^ block.open();
        return true;
      }
      if (magic != END_MAGIC) {
        throw new IOException("expected a block or the end of the bzip2 stream, found neither");
      }
      int expected = (int) bits.read(32);
      if (wholeStream && checksum != expected) {
        throw new IOException("a stream does not have its checksum");
      }
      bits.align();
      if (bits.atEnd()) {
        return false;
      }
      openStream();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!ended) {
      int n = block.read(target, offset, length);
      if (n == 0) {
        // If no line has started in the part's own blocks, the part is empty.
        ended = !nextBlock() || before && pastStop;
        continue;
      }
      int from = offset;
      int to = offset + n;
      if (before) {
        from = lineEnd(target, offset, to);
        before = from < 0;
        if (before) {
          continue;
        }
      }
      if (pastStop) {
        int end = lineEnd(target, from, to);
        ended = end >= 0;
        to = ended ? end : to;
      }
      if (from < to) {
        System.arraycopy(target, from, target, offset, to - from);
        return to - from;
      }
    }
    return -1;
  }

  /** Returns one past the first line feed, or -1 without one. */
  private static int lineEnd(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  @Override
  public void close() throws IOException {
    ended = true;
    bits.close();
  }
}
