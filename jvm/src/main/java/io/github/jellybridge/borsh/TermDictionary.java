package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The terms of a file, each once, in the order of their first use; kept as the terms block that is
 * going to be written ("Terms Dictionary Section"), whose entries are the keys of a hash table.
 */
final class TermDictionary {
  /** What {@link #intern} returns when there is no room for another term. */
  static final int FULL = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** A power of two, above twice the terms. */
  private static final int SLOTS = 1 << 17;

  private static final int ID_BITS = 16;

  private static final int MOST_LENGTHS = 9;

  private byte[] block = new byte[1 << 14];
  // Entry i is block[ends[i - 1], ends[i]), and has hash hashes[i].
  private int[] ends = new int[1 << 10];
  private int[] hashes = new int[1 << 10];
  // A slot has an id, and above it the upper half of the hash; 0 is an empty one.
  private final int[] slots = new int[SLOTS];
  private int size;

  TermDictionary() {
    ends[0] = BorshFormat.INT;
  }

  /** The number of terms. */
  int size() {
    return size;
  }

  /** The number of bytes of the block. */
  int bytes() {
    return ends[size];
  }

  /** Returns the id of a term, giving it one if it is new; or {@link #FULL}. */
  int intern(TermTable terms, int term) {
    int from = ends[size];
    int to = entry(terms, term, from);
    if (to < 0) {
      return FULL;
    }
    int hash = hash(from, to);
    int slot = hash & SLOTS - 1;
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if ((entry ^ hash) >>> ID_BITS == 0) {
        int id = entry & BorshFormat.MAX_TERMS;
        if (Arrays.equals(block, ends[id - 1], ends[id], block, from, to)) {
          return id;
        }
      }
      slot = slot + 1 & SLOTS - 1;
    }
    if (size == BorshFormat.MAX_TERMS) {
      return FULL;
    }
    size++;
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, size * 2);
      hashes = Arrays.copyOf(hashes, size * 2);
    }
    ends[size] = to;
    hashes[size] = hash;
    slots[slot] = hash & -1 << ID_BITS | size;
    return size;
  }

  /** Forgets the terms that were added last, down to a number of terms. */
  void forget(int newSize) {
    for (; size > newSize; size--) {
      int slot = hashes[size] & SLOTS - 1;
      while ((slots[slot] & BorshFormat.MAX_TERMS) != size) {
        slot = slot + 1 & SLOTS - 1;
      }
      // It came last, so no other term was put behind it because of it.
      slots[slot] = 0;
    }
  }

  /** The finished block; only the first {@link #bytes()} count. */
  byte[] block() {
    INTS.set(block, 0, size);
    return block;
  }

  /** Puts the entry of a term behind the others; returns its end, or -1 if it has no room. */
  private int entry(TermTable terms, int term, int from) {
    byte kind = terms.kind(term);
    int lang = terms.langId(term);
    int datatype = terms.datatypeId(term);
    int symbol = lang != 0 ? lang : datatype;
    byte[] second = symbol == 0 ? null : terms.symbols().bytes(symbol);
    int length = terms.valueLength(term);
    long needed = (long) length + MOST_LENGTHS + (second == null ? 0 : second.length);
    if (from + needed > BorshFormat.MAX_LZ4_INPUT) {
      return FULL;
    }
    if (from + needed > block.length) {
      long doubled = Math.min(block.length * 2L, BorshFormat.MAX_LZ4_INPUT);
      block = Arrays.copyOf(block, (int) Math.max(from + needed, doubled));
    }
    block[from] =
        (byte)
            (kind == TermKind.IRI
                ? BorshFormat.IRI
                : kind == TermKind.BNODE
                    ? BorshFormat.BLANK_NODE
                    : lang != 0
                        ? BorshFormat.LANGUAGE_LITERAL
                        : datatype != 0 ? BorshFormat.TYPED_LITERAL : BorshFormat.PLAIN_LITERAL);
    int offset = terms.valueOffset(term);
    int end = text(terms.data(), offset, length, from + 1);
    return second == null ? end : text(second, 0, second.length, end);
  }

  private int text(byte[] source, int offset, int length, int at) {
    INTS.set(block, at, length);
    System.arraycopy(source, offset, block, at + BorshFormat.INT, length);
    return at + BorshFormat.INT + length;
  }

  private int hash(int from, int to) {
    long h = to - from;
    int i = from;
    for (; i <= to - 8; i += 8) {
      h = mix(h ^ (long) LONGS.get(block, i));
    }
    long rest = 0;
    for (; i < to; i++) {
      rest = rest << 8 | block[i] & 0xff;
    }
    h = mix(h ^ rest);
    return (int) (h ^ h >>> 32);
  }

  private static long mix(long h) {
    long product = h * 0x9e3779b97f4a7c15L;
    return product ^ product >>> 29;
  }
}
