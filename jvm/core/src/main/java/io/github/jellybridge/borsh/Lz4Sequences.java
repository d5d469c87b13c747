package io.github.jellybridge.borsh;

/**
 * Checks each sequence of an LZ4 block (LZ4 Block Format Description), so that the decompressed
 * length is known before memory is allocated for it.
 *
 * <p>A block that passes is safe for any decompressor: each match refers only to bytes of the same
 * block, so earlier content of an array cannot leak into the result.
 */
final class Lz4Sequences {
  private static final int MIN_MATCH = 4;
  private static final int LONG_LENGTH = 15;

  /** Maximum size of a short sequence: a token, literals and an offset. */
  private static final int MOST_SHORT = 1 + LONG_LENGTH + 2;

  private static final double MARGIN = 1.1;

  /** Largest offset, as offsets have two bytes. */
  private static final int MOST_OFFSET = (1 << 16) - 1;

  private final byte[] block;
  private final int from;
  private final int to;
  private int at;
  private String fault;

  /**
   * Creates a walk over a block.
   *
   * @param block the array that holds it
   * @param from its first byte
   * @param to one past its last byte
   */
  Lz4Sequences(byte[] block, int from, int to) {
    this.block = block;
    this.from = from;
    this.to = to;
  }

  /** Returns the rule that the block breaks, after {@link #length} was negative. */
  String fault() {
    return fault;
  }

  /** Returns the index in the array of the fault. */
  int faultAt() {
    return Math.min(at, to);
  }

  /**
   * Checks the block.
   *
   * @return the decompressed length in bytes; -1 if the block is malformed
   */
  long length() {
    return walk(null, to);
  }

  /**
   * Estimates the decompressed length from the beginning of the block, as the ratio hardly changes
   * within a block.
   *
   * @param sample number of bytes to examine, less than the length of the block
   * @return slightly more than the likely length; -1 if the block is malformed
   */
  long guess(int sample) {
    long out = walk(null, from + sample);
    return out < 0 ? -1 : (long) (MARGIN * out * (to - from) / (at - from));
  }

  /** Decodes the first {@code count} bytes of a well-formed block. */
  byte[] head(int count) {
    byte[] head = new byte[count];
    walk(head, to);
    return head;
  }

  /**
   * Walks over the sequences that start before an index.
   *
   * @param target receives the decompressed bytes that fit; null to only check the sequences
   * @param stop the index; the end of the block for all sequences
   * @return the decompressed length of these sequences; -1 if one is malformed
   */
  private long walk(byte[] target, int stop) {
    at = from;
    long out = 0;
    while (at < stop) {
      if (target == null) {
        out = shortOnes(out, stop);
      }
      int token = block[at++] & 0xff;
      long literals = runLength(token >>> 4);
      if (literals < 0 || literals > to - at) {
        return fail("literals within the block");
      }
      if (target != null) {
        int n = (int) Math.max(0, Math.min(literals, target.length - out));
        System.arraycopy(block, at, target, (int) out, n);
        if (n < literals) {
          return out + n;
        }
      }
      out += literals;
      at += (int) literals;
      if (at == to) {
        return out;
      }
      if (to - at < 2) {
        return fail("a match offset of two bytes");
      }
      int offset = block[at] & 0xff | (block[at + 1] & 0xff) << 8;
      if (offset == 0 || offset > out) {
        return fail("a match offset of 1 to " + Math.min(out, MOST_OFFSET));
      }
      at += 2;
      long match = runLength(token & LONG_LENGTH);
      if (match < 0) {
        return fail("a match length within the block");
      }
      match += MIN_MATCH;
      if (target != null && copy(target, (int) out, offset, match)) {
        return target.length;
      }
      out += match;
    }
    return stop < to ? out : fail("a sequence, as a block ends with literals");
  }

  /**
   * Walks over sequences while both their lengths are in the token, as in most sequences.
   *
   * @param out the decompressed length of the sequences before
   * @return the decompressed length of all sequences so far
   */
  private long shortOnes(long out, int stop) {
    // Before this index, even the longest short sequence is within the block.
    int last = Math.min(stop, to - MOST_SHORT);
    int next = at;
    long sum = out;
    while (next < last) {
      int token = block[next] & 0xff;
      int literals = token >>> 4;
      int match = token & LONG_LENGTH;
      int end = next + literals;
      int offset = block[end + 1] & 0xff | (block[end + 2] & 0xff) << 8;
      long there = sum + literals;
      if (literals == LONG_LENGTH || match == LONG_LENGTH || offset == 0 || offset > there) {
        break;
      }
      sum = there + match + MIN_MATCH;
      next = end + 3;
    }
    at = next;
    return sum;
  }

  /** Copies a match, byte by byte where it overlaps itself; returns true if the target is full. */
  private static boolean copy(byte[] target, int at, int offset, long length) {
    int n = (int) Math.min(length, target.length - at);
    if (offset >= n) {
      System.arraycopy(target, at - offset, target, at, n);
    } else {
      for (int i = at; i < at + n; i++) {
        target[i] = target[i - offset];
      }
    }
    return n < length;
  }

  /** Reads the rest of a length: bytes to add up, to the first one below 255 (inclusive). */
  private long runLength(int nibble) {
    long length = nibble;
    if (nibble == LONG_LENGTH) {
      int more;
      do {
        if (at >= to) {
          return -1;
        }
        more = block[at++] & 0xff;
        length += more;
      } while (more == 0xff);
    }
    return length;
  }

  private long fail(String expected) {
    fault = expected;
    return -1;
  }
}
