package io.github.jellybridge.spark.filter;

import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A fixed set of byte strings, to be searched for slices.
 *
 * <p>Open addressing over the constants of an IN list; immutable.
 */
final class ByteStringSet implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[][] slots;
  private final BitSet lengths = new BitSet();

  ByteStringSet(Collection<byte[]> members) {
    slots = new byte[Math.max(4, Integer.highestOneBit(members.size() * 2) * 2)][];
    for (byte[] member : members) {
      int slot = find(member, 0, member.length);
      if (slots[slot] == null) {
        slots[slot] = member;
        lengths.set(member.length);
      }
    }
  }

  /** Whether a member has this many bytes. */
  boolean hasLength(int bytes) {
    return lengths.get(bytes);
  }

  boolean contains(TermBytes text) {
    return lengths.get(text.length) && slots[find(text.bytes, text.offset, text.length)] != null;
  }

  /** Whether a condition holds for any member. */
  boolean anyMatch(Predicate<byte[]> condition) {
    return Arrays.stream(slots).filter(Objects::nonNull).anyMatch(condition);
  }

  private int find(byte[] bytes, int offset, int length) {
    int mask = slots.length - 1;
    int slot = Hashing.bytes(bytes, offset, length) & mask;
    while (slots[slot] != null
        && !Arrays.equals(slots[slot], 0, slots[slot].length, bytes, offset, offset + length)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
