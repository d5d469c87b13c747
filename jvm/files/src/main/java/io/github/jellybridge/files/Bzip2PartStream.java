package io.github.jellybridge.files;

import java.io.IOException;
import java.io.InputStream;

/**
 * The text of a part of a {@code .bz2} file, in whole lines.
 *
 * <p>A block belongs to the part in which its first bit is. A part has the lines of its blocks: all
 * behind the first line feed, up to the first line feed in the blocks that follow; the first part
 * has the first line, too. So the parts of a file, however it is cut, are the whole text when they
 * are put one behind the other. Lines end with a line feed here; what may end them besides it does
 * not matter.
 *
 * <p>Blocks are compared with their checksums, and each part makes sure that behind each of its
 * blocks there is another or the end of a stream, so that no block is lost between two parts.
 * Behind a stream there is another or the end of the file. The checksum of a stream is compared
 * when all of its blocks were read.
 */
final class Bzip2PartStream extends InputStream {
  private static final long END_MAGIC = 0x177245385090L;
  private static final int MAGIC_BITS = 48;

  private final Bzip2Bits bits;
  private final Bzip2Block block;
  // Offset in the file, in bits, of the first block that is not ours.
  private final long stop;
  // Whether we are before the first line that is ours; in a block that is not; behind all lines.
  private boolean before;
  private boolean behind;
  private boolean ended;
  // Whether the current stream was read from its start, and the checksum of that.
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

  /** Goes to the first block that starts in the part; false if none does. */
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

  /** Opens the next block; false at the end of the file. */
  private boolean nextBlock() throws IOException {
    while (true) {
      long at = bits.position();
      long magic = bits.read(MAGIC_BITS);
      if (magic == Bzip2Block.MAGIC) {
        behind = at >= stop;
        checksum = Integer.rotateLeft(checksum, 1) ^ block.open();
        return true;
      }
      if (magic != END_MAGIC) {
        throw new IOException("there is neither a block nor the end of the stream behind a block");
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
        // Where not even one line of ours has started, there are none.
        ended = !nextBlock() || before && behind;
        continue;
      }
      int from = offset;
      int to = offset + n;
      if (before) {
        from = behindLine(target, offset, to);
        before = from < 0;
        if (before) {
          continue;
        }
      }
      if (behind) {
        int end = behindLine(target, from, to);
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
  private static int behindLine(byte[] bytes, int from, int to) {
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
