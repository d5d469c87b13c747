package io.github.jellybridge.borsh;

/**
 * Walks over the sequences of an LZ4 block (LZ4 Block Format Description) and checks each, so that
 * the decompressed length is known before anything is allocated for it.
 *
 * <p>A block that passes is safe for any decompressor: each match lies within the bytes before it,
 * so that earlier content of an array cannot show through.
 */
final class Lz4Sequences {
  private static final int MIN_MATCH = 4;
  private static final int LONG_LENGTH = 15;

  /** A token, literals and an offset. */
  private static final int MOST_SHORT = 1 + LONG_LENGTH + 2;

  private static final double MARGIN = 1.1;

  /** Offsets are two bytes. */
  private static final int MOST_OFFSET = (1 << 16) - 1;

  private final byte[] block;
  private final int from;
  private final int to;
  private int at;
  private String fault;

  /**
   * Takes a block.
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
   * @return the bytes that it expands to; -1 when it is malformed
   */
  long length() {
    return walk(null, to);
  }

  /**
   * Guesses the decompressed length from the beginning of the block, as the ratio hardly changes
   * within one.
   *
   * @param sample how many bytes of it to look at, fewer than it has
   * @return a little more than its length is likely to be; -1 when it is malformed
   */
  long guess(int sample) {
    long out = walk(null, from + sample);
    return out < 0 ? -1 : (long) (MARGIN * out * (to - from) / (at - from));
  }

  /** Decodes as much of a well-formed block as fits. */
  byte[] head(int count) {
    byte[] head = new byte[count];
    walk(head, to);
    return head;
  }

  /**
   * Walks over the sequences that start before an index.
   *
   * @param target gets the decompressed bytes that fit; null to only check the sequences
   * @param stop the index; the end of the block for all sequences
   * @return the bytes that they expand to; -1 when one is malformed
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
   * Goes on over sequences as long as both their lengths are in the token, which are nearly all.
   *
   * @param out the bytes that those before expand to
   * @return the bytes that all expand to
   */
  private long shortOnes(long out, int stop) {
    // The longest of them are within the block.
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

  /** Copies a match, byte by byte as it may overlap itself; true when the target is full. */
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

  /** Reads the rest of a length: bytes that are added up to and including the first below 255. */
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
