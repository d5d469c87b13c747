package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The distinct terms of a file, in the order of their first use. Stored as the terms block to write
 * ("Terms Dictionary Section"), whose entries are the keys of a hash table.
 */
final class TermDictionary {
  /** Returned by {@link #intern} if the dictionary has no room for another term. */
  static final int FULL = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** A power of two, more than twice the maximum number of terms. */
  private static final int SLOTS = 1 << 17;

  private static final int ID_BITS = 16;

  private static final int MOST_LENGTHS = 9;

  private static final long FACTOR = 0x9e3779b97f4a7c15L;

  /** No language and no datatype. */
  private static final byte[] NONE = {};

  private byte[] block = new byte[1 << 14];
  // Entry i is block[ends[i - 1], ends[i]), and has hash hashes[i].
  private int[] ends = new int[1 << 10];
  private int[] hashes = new int[1 << 10];
  // A slot has an id in its lower half and the upper half of the hash above it; 0 if empty.
  private final int[] slots = new int[SLOTS];
  private int size;

  TermDictionary() {
    ends[0] = BorshConstants.INT;
  }

  /** Removes all terms. */
  void clear() {
    Arrays.fill(slots, 0);
    size = 0;
  }

  /** Returns the number of terms. */
  int size() {
    return size;
  }

  /** Returns the length of the block in bytes. */
  int bytes() {
    return ends[size];
  }

  /** Returns the id of a term, adding it if it is new; {@link #FULL} if there is no room for it. */
  int intern(TermTable terms, int term) {
    int symbol = terms.langId(term) | terms.datatypeId(term);
    byte[] second = symbol == 0 ? NONE : terms.symbols().bytes(symbol);
    int type = type(terms, term);
    int offset = terms.valueOffset(term);
    byte[] data = terms.data();
    int end = offset + terms.valueLength(term);
    int hash = hash(data, offset, end, hash(second, 0, second.length, type));
    int slot = hash & SLOTS - 1;
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if ((entry ^ hash) >>> ID_BITS == 0) {
        int id = entry & BorshConstants.MAX_TERMS;
        if (is(id, type, data, offset, end, second)) {
          return id;
        }
      }
      slot = slot + 1 & SLOTS - 1;
    }
    if (size == BorshConstants.MAX_TERMS || !append(type, data, offset, end, second)) {
      return FULL;
    }
    hashes[size] = hash;
    slots[slot] = hash & -1 << ID_BITS | size;
    return size;
  }

  private static int type(TermTable terms, int term) {
    return switch (terms.kind(term)) {
      case TermKind.IRI -> BorshConstants.IRI;
      case TermKind.BNODE -> BorshConstants.BLANK_NODE;
      default ->
          terms.langId(term) != 0
              ? BorshConstants.LANGUAGE_LITERAL
              : terms.datatypeId(term) != 0
                  ? BorshConstants.TYPED_LITERAL
                  : BorshConstants.PLAIN_LITERAL;
    };
  }

  /** Returns whether an id is that of the given term. */
  private boolean is(int id, int type, byte[] data, int offset, int end, byte[] second) {
    int from = ends[id - 1];
    int text = from + 1 + BorshConstants.INT;
    int length = end - offset;
    int rest = ends[id] - text - length;
    return block[from] == type
        && (int) INTS.get(block, from + 1) == length
        && rest == (second == NONE ? 0 : BorshConstants.INT + second.length)
        && Arrays.equals(block, text, text + length, data, offset, end)
        && (rest == 0
            || Arrays.equals(block, ends[id] - second.length, ends[id], second, 0, second.length));
  }

  /** Removes the last added terms, down to a number of terms. */
  void forget(int newSize) {
    for (; size > newSize; size--) {
      int slot = hashes[size] & SLOTS - 1;
      while ((slots[slot] & BorshConstants.MAX_TERMS) != size) {
        slot = slot + 1 & SLOTS - 1;
      }
      // It was added last, so no other term was moved because of it.
      slots[slot] = 0;
    }
  }

  /** Returns the finished block; only the first {@link #bytes()} are valid. */
  byte[] block() {
    INTS.set(block, 0, size);
    return block;
  }

  /** Appends the entry of a term; returns false if it does not fit. */
  private boolean append(int type, byte[] data, int offset, int end, byte[] second) {
    int from = ends[size];
    long needed = (long) end - offset + MOST_LENGTHS + second.length;
    if (from + needed > BorshConstants.MAX_LZ4_INPUT) {
      return false;
    }
    if (from + needed > block.length) {
      long doubled = Math.min(block.length * 2L, BorshConstants.MAX_LZ4_INPUT);
      block = Arrays.copyOf(block, (int) Math.max(from + needed, doubled));
    }
    size++;
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, size * 2);
      hashes = Arrays.copyOf(hashes, size * 2);
    }
    block[from] = (byte) type;
    int to = text(data, offset, end - offset, from + 1);
    ends[size] = second == NONE ? to : text(second, 0, second.length, to);
    return true;
  }

  private int text(byte[] source, int offset, int length, int at) {
    INTS.set(block, at, length);
    System.arraycopy(source, offset, block, at + BorshConstants.INT, length);
    return at + BorshConstants.INT + length;
  }

  /** Hashes a text eight bytes at a time, and a long one in four independent streams. */
  private static int hash(byte[] b, int from, int to, int seed) {
    long h = seed + (to - from) * FACTOR;
    int i = from;
    if (to - from >= 32) {
      long h2 = 1;
      long h3 = 2;
      long h4 = 3;
      for (; i <= to - 32; i += 32) {
        h = mix(h, word(b, i));
        h2 = mix(h2, word(b, i + 8));
        h3 = mix(h3, word(b, i + 16));
        h4 = mix(h4, word(b, i + 24));
      }
      h = mix(mix(h, h2), mix(h3, h4));
    }
    for (; i <= to - 8; i += 8) {
      h = mix(h, word(b, i));
    }
    long rest = 0;
    if (i < to && to - from >= 8) {
      rest = word(b, to - 8);
    } else {
      for (; i < to; i++) {
        rest = rest << 8 | b[i] & 0xff;
      }
    }
    h = mix(h, rest);
    return (int) (h ^ h >>> 32);
  }

  private static long word(byte[] b, int at) {
    return (long) LONGS.get(b, at);
  }

  private static long mix(long hash, long word) {
    long product = (hash ^ word) * FACTOR;
    return product ^ product >>> 29;
  }
}
