package io.github.jellybridge.borsh;

import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * A raw LZ4 block of a file. Its decompressed length is not stored; a walk over its sequences finds
 * it. That walk takes nearly as long as decompressing, so a large block is decompressed directly
 * into a buffer of the likely size.
 */
final class Lz4Block {
  private static final LZ4Factory FACTORY = LZ4Factory.fastestInstance();

  /**
   * A match offset of 0 is malformed (LZ4 Block Format Description), but no decompressor rejects
   * it. The native one turns it into zeros, which can be detected afterwards; others produce
   * arbitrary bytes.
   */
  private static final boolean ZEROS_OF_OFFSET_ZERO = FACTORY.toString().endsWith("JNI");

  /** Number of bytes of a large block from which its decompressed length is estimated. */
  private static final int SAMPLE = 1 << 15;

  /** Blocks with a higher ratio are walked over, which is fast as they have few sequences. */
  private static final int MOST_EXPANSION = 16;

  private final FileBytes in;
  private final byte[] packed;
  private final long offset;
  private final String name;
  private boolean walked;

  /**
   * Creates a block.
   *
   * @param in the file after the block; for errors
   * @param packed the block as stored in the file
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
   * @param bytes starts with the block, and may be longer
   * @param length length of the block in bytes
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
   * Decompresses the block after checking all of its sequences.
   *
   * @param limit maximum length to which it may expand, in bytes
   * @param room bytes to reserve after the block for every four bytes of it
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
      // The decompressors also require that the last five bytes are literals.
      throw in.error(offset, "an LZ4 block of " + name, "garbage: " + e.getMessage());
    }
  }

  /**
   * Decompresses the block like {@link #expand}, but faster if it is large. A match offset of 0 in
   * it is then read as zeros; call {@link #checkOffsets} to detect that.
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

  /** Checks that no match offset is 0, unless that is already known. */
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
