package io.github.jellybridge.borsh;

import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * A raw LZ4 block of a file. Its decompressed length is not stored. A walk over its sequences finds
 * it; as that takes nearly as long as decompressing, a large block is decompressed into a buffer
 * that is probably large enough.
 */
final class Lz4Block {
  private static final LZ4Factory FACTORY = LZ4Factory.fastestInstance();

  /**
   * A match offset of 0 is malformed (LZ4 Block Format Description), but no decompressor refuses
   * it: the native one makes zeros of it, which can be seen afterwards, and others anything.
   */
  private static final boolean ZEROS_OF_OFFSET_ZERO = FACTORY.toString().endsWith("JNI");

  /** How much of a large block tells what all of it expands to. */
  private static final int SAMPLE = 1 << 15;

  /** What expands more often is walked over: it has few sequences for its size. */
  private static final int MOST_EXPANSION = 16;

  private final FileBytes in;
  private final byte[] packed;
  private final long offset;
  private final String name;
  private boolean walked;

  /**
   * Takes a block.
   *
   * @param in the file after the block; for errors
   * @param packed the block as it is in the file
   * @param name for errors: terms or quads
   */
  Lz4Block(FileBytes in, byte[] packed, String name) {
    this.in = in;
    this.packed = packed;
    this.offset = in.offset() - packed.length;
    this.name = name;
  }

  /**
   * A decompressed block.
   *
   * @param bytes starts with it, and may be longer
   * @param length how many bytes it has
   */
  record Expanded(byte[] bytes, int length) {}

  /** Returns the decompressed length, after a walk over the sequences. */
  long length() throws BorshParseException {
    Lz4Sequences sequences = sequences();
    long length = sequences.length();
    if (length < 0) {
      throw in.error(
          offset + sequences.faultAt(), sequences.fault(), "garbage in the LZ4 block of " + name);
    }
    walked = true;
    return length;
  }

  /** Returns the first decompressed bytes of a well-formed block. */
  byte[] head(int count) {
    return sequences().head(count);
  }

  private Lz4Sequences sequences() {
    return new Lz4Sequences(packed, 0, packed.length);
  }

  /**
   * Decompresses the block, after all its sequences were checked.
   *
   * @param limit most bytes that it may expand to
   * @param room bytes to leave after the block for every four of it
   */
  Expanded expand(int limit, int room) throws BorshParseException {
    long length = length();
    if (length > limit) {
      throw in.error(
          offset,
          "a "
              + name
              + " block of at most "
              + limit
              + " bytes decompressed (see option max"
              + (name.equals("terms") ? "Terms" : "Quads")
              + "Bytes)",
          length + " bytes");
    }
    byte[] bytes = new byte[(int) Math.min(length + length / 4 * room, BorshConstants.MAX_ARRAY)];
    try {
      return new Expanded(bytes, decompress(bytes, (int) length));
    } catch (LZ4Exception e) {
      // The decompressors also want the last five bytes to be literals.
      throw in.error(offset, "an LZ4 block of " + name, "garbage: " + e.getMessage());
    }
  }

  /**
   * Decompresses the block as {@link #expand} does, but quicker when it is large: a match offset of
   * 0 in it is then read as zeros, until {@link #checkOffsets} is called.
   */
  Expanded expandQuickly(int limit, int room) throws BorshParseException {
    if (packed.length > SAMPLE && ZEROS_OF_OFFSET_ZERO) {
      long guess = sequences().guess(SAMPLE);
      if (guess >= 0 && guess <= (long) MOST_EXPANSION * packed.length) {
        byte[] bytes = new byte[(int) Math.min(guess, limit)];
        try {
          return new Expanded(bytes, decompress(bytes, bytes.length));
        } catch (LZ4Exception e) {
          // Longer than guessed, or malformed.
        }
      }
    }
    return expand(limit, room);
  }

  /** Checks that no match offset is 0, if that is not known yet. */
  void checkOffsets() throws BorshParseException {
    if (!walked) {
      length();
    }
  }

  private int decompress(byte[] target, int length) {
    LZ4SafeDecompressor lz4 = FACTORY.safeDecompressor();
    return lz4.decompress(packed, 0, packed.length, target, 0, length);
  }
}
