package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import java.util.Arrays;

/**
 * What a part of a file does to one lookup, whatever the lookup was before: the entries that count
 * on from one before the part, and the last entry of every id that is given in it.
 */
final class LookupChanges {
  private static final long NONE = -1;

  private final WireReader in;
  private final String lookup;
  private final int size;

  // Entries before the first with an id, as offset * 2^32 + length.
  private long[] first = new long[16];
  private int firsts;

  // The entries of ids, in the same form; NONE where there is none.
  private long[] slices = new long[0];
  private int last;

  /**
   * Starts with no changes.
   *
   * @param lookup what errors call it
   * @param size its declared size
   */
  LookupChanges(WireReader in, String lookup, int size) {
    this.in = in;
    this.lookup = lookup;
    this.size = size;
  }

  /**
   * Sets an entry to a slice of the bytes at hand.
   *
   * @param id its id; 0 for the one after the last
   */
  void set(int id, int from, int to, int at) throws JellyParseException {
    long slice = (long) from << 32 | to - from;
    if (id == 0 && last == 0) {
      if (firsts == size) {
        throw in.error(at, "at most " + size + " new " + lookup + " entries", "one more");
      }
      if (firsts == first.length) {
        first = Arrays.copyOf(first, 2 * firsts);
      }
      first[firsts++] = slice;
      return;
    }
    int entry = id == 0 ? last + 1 : id;
    if (entry < 1 || entry > size) {
      throw in.error(at, "a " + lookup + " entry with an id from 1 to " + size, "id " + entry);
    }
    if (entry >= slices.length) {
      int known = slices.length;
      slices = Arrays.copyOf(slices, (int) Math.min(size + 1L, Math.max(64L, entry * 2L)));
      Arrays.fill(slices, known, slices.length, NONE);
    }
    slices[entry] = slice;
    last = entry;
  }

  /**
   * Makes the changes to a lookup, whose entries are values by id.
   *
   * @param data the bytes that the slices are of
   */
  Summary summary(byte[] data) {
    byte[][] counting = new byte[firsts][];
    for (int i = 0; i < firsts; i++) {
      counting[i] = value(data, first[i]);
    }
    byte[][] values = new byte[slices.length][];
    for (int id = 1; id < values.length; id++) {
      values[id] = slices[id] == NONE ? null : value(data, slices[id]);
    }
    return new Summary(counting, values, last);
  }

  private static byte[] value(byte[] data, long slice) {
    int from = (int) (slice >> 32);
    return Arrays.copyOfRange(data, from, from + (int) slice);
  }

  /**
   * The changes, without the bytes of the part.
   *
   * @param counting the values of the entries that count on from one before the part
   * @param values the last value of every id; null where it did not change
   * @param last the id of the last entry; 0 if all of them count on from one before the part
   */
  record Summary(byte[][] counting, byte[][] values, int last) {}
}
