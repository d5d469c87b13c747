package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.filter.Hashing;
import io.github.jellybridge.spark.filter.TermBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Gives dense ids to byte strings that outlive the term table: the values of group keys.
 *
 * <p>Open addressing over one growing byte array. The tag of an entry, such as the kind of a term,
 * is part of its identity. Null is an entry like any other. Ids count from 0 in the order in which
 * entries are first seen.
 *
 * <p>Large tables do not fit the CPU's caches, so a look-up touches only two positions in memory: a
 * slot, which holds the hash and the offset of an entry, and the entry, which begins with its id,
 * tag and length.
 */
final class KeyDictionary {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final int START = 64;
  private static final int START_BYTES = 4096;

  /** Largest length of an array. */
  private static final int MOST_BYTES = Integer.MAX_VALUE - 16;

  // An entry: its id, its tag, its length, then its bytes.
  private static final int TAG = Integer.BYTES;
  private static final int LENGTH = 2 * Integer.BYTES;
  private static final int HEADER = 3 * Integer.BYTES;

  private byte[] entries = new byte[START_BYTES];
  private int end;
  private int[] entryStarts = new int[START];
  // The upper half is the hash, the lower half the offset of the entry + 1; 0 is a free slot.
  private long[] slots = new long[2 * START];
  private int size;
  private int nullId = -1;

  int size() {
    return size;
  }

  /** The id of null. */
  int internNull() {
    if (nullId < 0) {
      nullId = size;
      add(entries, 0, 0, 0);
    }
    return nullId;
  }

  /** The hash of a text with a tag. */
  static int hash(TermBytes text, int tag) {
    return Hashing.bytes(text.bytes, text.offset, text.length) + tag * 0x9E3779B9;
  }

  /**
   * Reads the positions that interning these hashes will read. A look-up waits for main memory
   * twice; here the waits of independent look-ups overlap.
   *
   * @return a meaningless number that keeps the reads from being optimised away
   */
  int touch(int[] hashes, int count) {
    int mask = slots.length - 1;
    int seen = 0;
    for (int i = 0; i < count; i++) {
      long slot = slots[hashes[i] & mask];
      // The first slot of an empty table leads to offset 0, which always exists.
      seen += entries[Math.max(0, (int) slot - 1)];
    }
    return seen;
  }

  /** The id of a text with a tag. */
  int intern(TermBytes text, int tag) {
    return intern(text, tag, hash(text, tag));
  }

  /** The id of a text with a tag whose hash is known. */
  int intern(TermBytes text, int tag, int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    for (long known = slots[slot]; known != 0; known = slots[slot]) {
      if ((int) (known >>> Integer.SIZE) == hash) {
        int entry = (int) known - 1;
        if (same(entry, text, tag)) {
          return (int) INTS.get(entries, entry);
        }
      }
      slot = (slot + 1) & mask;
    }
    int entry = add(text.bytes, text.offset, text.length, tag);
    slots[slot] = (long) hash << Integer.SIZE | (entry + 1);
    if (size * 2 > slots.length) {
      slots = rehashed(slots);
    }
    return size - 1;
  }

  private boolean same(int entry, TermBytes text, int tag) {
    int start = entry + HEADER;
    return (int) INTS.get(entries, entry + LENGTH) == text.length
        && (int) INTS.get(entries, entry + TAG) == tag
        && Arrays.equals(
            entries,
            start,
            start + text.length,
            text.bytes,
            text.offset,
            text.offset + text.length);
  }

  private int add(byte[] source, int offset, int length, int tag) {
    int entry = end;
    int next = Math.toIntExact((long) entry + HEADER + length);
    if (next > entries.length) {
      entries = Arrays.copyOf(entries, (int) Math.max(next, Math.min(next * 2L, MOST_BYTES)));
    }
    if (size == entryStarts.length) {
      entryStarts = Arrays.copyOf(entryStarts, size * 2);
    }
    INTS.set(entries, entry, size);
    INTS.set(entries, entry + TAG, tag);
    INTS.set(entries, entry + LENGTH, length);
    System.arraycopy(source, offset, entries, entry + HEADER, length);
    entryStarts[size++] = entry;
    end = next;
    return entry;
  }

  int tag(int id) {
    return (int) INTS.get(entries, entryStarts[id] + TAG);
  }

  boolean isNull(int id) {
    return id == nullId;
  }

  /**
   * Returns the text of an entry that is not null, as a view that is valid until {@link #clear()}.
   */
  UTF8String text(int id) {
    int entry = entryStarts[id];
    return UTF8String.fromBytes(entries, entry + HEADER, (int) INTS.get(entries, entry + LENGTH));
  }

  /** Points at the text of an entry that is not null. */
  void load(int id, TermBytes to) {
    int entry = entryStarts[id];
    to.bytes = entries;
    to.offset = entry + HEADER;
    to.length = (int) INTS.get(entries, entry + LENGTH);
  }

  /** Bytes in use. */
  long bytes() {
    return end + (long) Integer.BYTES * size + (long) Long.BYTES * slots.length;
  }

  /** Forgets all entries. */
  void clear() {
    slots = Hashing.emptied(slots, 2 * size);
    size = 0;
    end = 0;
    nullId = -1;
  }

  private static long[] rehashed(long[] old) {
    long[] bigger = new long[old.length * 2];
    int mask = bigger.length - 1;
    for (long entry : old) {
      if (entry != 0) {
        int slot = (int) (entry >>> Integer.SIZE) & mask;
        while (bigger[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        bigger[slot] = entry;
      }
    }
    return bigger;
  }
}
