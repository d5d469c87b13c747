package io.github.jellybridge.borsh;

import java.util.ArrayList;
import java.util.List;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Decompresses one LZ4 frame (LZ4 Frame Format Description 1.6), with independent or linked blocks,
 * in which the Rust implementation keeps dictionary and quads. lz4-java has no linked blocks.
 */
final class Lz4Frame {
  private static final int INDEPENDENT = 0x20;
  private static final int BLOCK_CHECKSUM = 0x10;
  private static final int CONTENT_SIZE = 0x08;
  private static final int CONTENT_CHECKSUM = 0x04;
  private static final int RESERVED = 0x02;
  private static final int DICTIONARY = 0x01;
  private static final int UNCOMPRESSED = 0x80000000;
  private static final int LEAST_BLOCK_CODE = 4;

  private final FileBytes in;
  private final byte[] frame;
  private final long base;
  private final List<Block> blocks = new ArrayList<>();
  private int flags;
  private int maxBlock;
  private long contentSize;
  private int at;
  private long length;

  /** A block: where its data is, and what it expands to. */
  private record Block(int from, int to, boolean compressed, long length) {}

  /**
   * Takes a frame.
   *
   * @param in for errors
   * @param frame all bytes from the magic number to the end of the file
   */
  Lz4Frame(FileBytes in, byte[] frame) {
    this.in = in;
    this.frame = frame;
    this.base = in.offset() - frame.length;
  }

  /**
   * Decompresses the frame.
   *
   * @param limit most bytes that it may expand to
   */
  byte[] decompress(long limit) throws BorshParseException {
    header();
    while (block(limit)) {
      // A block adds itself.
    }
    byte[] content = new byte[(int) length];
    int start = 0;
    for (Block block : blocks) {
      if (block.compressed()) {
        new Lz4Sequences(frame, block.from(), block.to()).decode(content, start);
      } else {
        System.arraycopy(frame, block.from(), content, start, (int) block.length());
      }
      start += (int) block.length();
    }
    if ((flags & CONTENT_SIZE) != 0 && contentSize != length) {
      String expected = Long.toUnsignedString(contentSize);
      throw error(0, "an LZ4 frame of " + expected + " bytes, as its header says", "" + length);
    }
    if ((flags & CONTENT_CHECKSUM) != 0) {
      int stored = nextInt("a content checksum");
      checkHash(stored, hash(content, 0, content.length), "content");
    }
    if (at < frame.length) {
      throw error(at, "the end of the file behind the LZ4 frame", "more bytes");
    }
    return content;
  }

  private void header() throws BorshParseException {
    int descriptor = BorshConstants.INT;
    need(descriptor, 3, "an LZ4 frame descriptor");
    flags = frame[descriptor] & 0xff;
    int size = frame[descriptor + 1] & 0xff;
    if (flags >>> 6 != 1 || (flags & RESERVED) != 0) {
      throw error(descriptor, "LZ4 frame flags of version 01", Integer.toHexString(flags));
    }
    if ((flags & DICTIONARY) != 0) {
      throw error(descriptor, "an LZ4 frame without an external dictionary", "one with it");
    }
    if ((size & 0x8f) != 0 || size >>> 4 < LEAST_BLOCK_CODE) {
      throw error(descriptor + 1, "an LZ4 block size code of 4 to 7", Integer.toHexString(size));
    }
    maxBlock = 1 << 8 + 2 * (size >>> 4);
    at = descriptor + 2;
    if ((flags & CONTENT_SIZE) != 0) {
      need(at, 9, "an LZ4 content size");
      contentSize =
          Integer.toUnsignedLong(FileBytes.intAt(frame, at))
              | (long) FileBytes.intAt(frame, at + BorshConstants.INT) << 32;
      at += 8;
    }
    int computed = hash(frame, descriptor, at - descriptor) >>> 8 & 0xff;
    if (computed != (frame[at] & 0xff)) {
      throw error(at, "the checksum " + computed + " of the LZ4 header", "" + (frame[at] & 0xff));
    }
    at++;
  }

  /** Takes a block; false at the end mark. */
  private boolean block(long limit) throws BorshParseException {
    int start = at;
    int word = nextInt("an LZ4 block size");
    if (word == 0) {
      return false;
    }
    boolean compressed = (word & UNCOMPRESSED) == 0;
    int size = word & ~UNCOMPRESSED;
    if (size == 0 || size > maxBlock) {
      throw error(start, "an LZ4 block of 1 to " + maxBlock + " bytes", "" + size);
    }
    need(at, size, "an LZ4 block");
    int from = at;
    at += size;
    if ((flags & BLOCK_CHECKSUM) != 0) {
      checkHash(nextInt("a block checksum"), hash(frame, from, size), "block");
    }
    long expanded = size;
    if (compressed) {
      boolean linked = (flags & INDEPENDENT) == 0;
      Lz4Sequences sequences = new Lz4Sequences(frame, from, from + size);
      expanded = sequences.length(linked ? length : 0);
      if (expanded < 0) {
        throw error(sequences.faultAt(), sequences.fault(), "garbage in an LZ4 block");
      }
      if (expanded > maxBlock) {
        throw error(from, "an LZ4 block of at most " + maxBlock + " bytes", "" + expanded);
      }
    }
    length += expanded;
    if (length > limit) {
      throw error(
          from,
          "dictionary and quads of at most "
              + limit
              + " bytes together (see options"
              + " maxTermsBytes and maxQuadsBytes)",
          "more");
    }
    blocks.add(new Block(from, from + size, compressed, expanded));
    return true;
  }

  private int nextInt(String what) throws BorshParseException {
    need(at, BorshConstants.INT, what);
    int value = FileBytes.intAt(frame, at);
    at += BorshConstants.INT;
    return value;
  }

  private void need(int from, int count, String what) throws BorshParseException {
    if (count > frame.length - from) {
      throw error(frame.length, what, "the end of the file");
    }
  }

  private void checkHash(int stored, int computed, String what) throws BorshParseException {
    if (stored != computed) {
      throw error(
          at - BorshConstants.INT,
          "the LZ4 " + what + " checksum " + Integer.toHexString(computed),
          Integer.toHexString(stored));
    }
  }

  private static int hash(byte[] bytes, int from, int count) {
    XXHash32 hash = XXHashFactory.fastestInstance().hash32();
    return hash.hash(bytes, from, count, 0);
  }

  private BorshParseException error(int index, String expected, String found) {
    return in.error(base + index, expected, found);
  }
}
