package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import java.util.Arrays;

/**
 * The changes of one lookup by a segment of a file, whatever the lookup was before: the entries
 * whose ids are relative to one before the segment, and the last entry of each id that the segment
 * defines.
 */
final class LookupChanges {
  private static final long NONE = -1;

  private final WireReader in;
  private final String lookup;
  private final int size;

  // Entries before the first one with an id, as offset * 2^32 + length.
  private long[] first = new long[16];
  private int firsts;

  // The entries by id, in the same form; NONE if undefined.
  private long[] slices = new long[0];
  private int last;

  /**
   * Creates an empty set of changes.
   *
   * @param lookup the name of the lookup in errors
   * @param size its declared size
   */
  LookupChanges(WireReader in, String lookup, int size) {
    this.in = in;
    this.lookup = lookup;
    this.size = size;
  }

  /**
   * Sets an entry to a slice of the buffered bytes.
   *
   * @param id its id; 0 for the id after the last one
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
   * Returns the changes as values by id.
   *
   * @param data the bytes that the slices refer to
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
   * The changes, independent of the bytes of the segment.
   *
   * @param counting the values of the entries with ids relative to one before the segment
   * @param values the last value of each id; null for unchanged ids
   * @param last the id of the last entry; 0 if all of them are relative to one before the segment
   */
  record Summary(byte[][] counting, byte[][] values, int last) {}
}
