package io.github.jellybridge.jelly;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One lookup of the writing side (Jelly-RDF 1.1, "Prefix, name, and datatype lookup entries"): from
 * UTF-8 text to ids from 1 to the declared size.
 *
 * <p>A full lookup gives up an entry in the manner of a clock: a hand goes round over the ids and
 * takes the first entry that was not used since it last came by. Ids are taken in rising order that
 * way, which delta coding makes short, and a use costs one array store. Entries that the row being
 * written uses are never taken.
 */
final class EncoderLookup {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int size;

  /** When an entry was defined, on the clock of the writer; 0 for id 0. */
  int[] definedAt = new int[16];

  /** The row that used an entry last. */
  int[] usedAt = new int[16];

  // The row in which the hand last came by, or in which the entry was defined.
  private int[] passedAt = new int[16];
  private int[] offset = new int[16];
  private int[] length = new int[16];
  private int[] hash = new int[16];
  private int[] slots = new int[64];
  private byte[] text = new byte[1 << 10];
  private int textEnd;
  private int count;
  private int hand;

  EncoderLookup(int size) {
    this.size = size;
  }

  int size() {
    return size;
  }

  /** Forgets all entries. */
  void clear() {
    Arrays.fill(slots, 0);
    textEnd = 0;
    count = 0;
    hand = 0;
  }

  /** Makes all entries as old as the clock can say. */
  void resetClock() {
    Arrays.fill(definedAt, 0);
  }

  /** Hashes a slice. */
  static int hash(byte[] b, int from, int count) {
    long h = count * MULTIPLIER;
    int i = from;
    int end = from + count;
    for (; end - i >= 8; i += 8) {
      h = (h ^ (long) LONGS.get(b, i)) * MULTIPLIER;
      h ^= h >>> 32;
    }
    if (i < end) {
      long tail = 0;
      if (i + 8 <= b.length) {
        tail = (long) LONGS.get(b, i) & (1L << (end - i << 3)) - 1;
      } else {
        for (int shift = 0; i < end; i++, shift += 8) {
          tail |= (b[i] & 0xffL) << shift;
        }
      }
      h = (h ^ tail) * MULTIPLIER;
    }
    return (int) (h >>> 32) ^ (int) h;
  }

  /** Returns the id of a text, or 0 if it is not there. */
  int find(byte[] b, int from, int count, int hashed) {
    int mask = slots.length - 1;
    for (int slot = hashed & mask; ; slot = slot + 1 & mask) {
      int id = slots[slot];
      if (id == 0) {
        return 0;
      }
      if (hash[id] == hashed && length[id] == count) {
        int at = offset[id];
        if (Arrays.equals(text, at, at + count, b, from, from + count)) {
          return id;
        }
      }
    }
  }

  /**
   * Gives a text that is not there an id.
   *
   * @param row the row being written
   * @param now the clock of the writer
   * @return the id, or 0 if the row being written uses all entries
   */
  int define(byte[] b, int from, int count, int hashed, int row, int now) {
    int id;
    if (this.count < size) {
      id = ++this.count;
      if (id == definedAt.length) {
        growEntries();
      }
    } else {
      id = victim(row);
      if (id == 0) {
        return 0;
      }
      remove(id);
    }
    if (textEnd + count > text.length || textEnd + count < 0) {
      makeRoom(count, id);
    }
    System.arraycopy(b, from, text, textEnd, count);
    offset[id] = textEnd;
    length[id] = count;
    hash[id] = hashed;
    textEnd += count;
    definedAt[id] = now;
    usedAt[id] = row;
    passedAt[id] = row;
    if (this.count * 2 > slots.length) {
      slots = new int[slots.length * 2];
      for (int i = 1; i <= this.count; i++) {
        insert(i);
      }
    } else {
      insert(id);
    }
    return id;
  }

  private int victim(int row) {
    // Twice round: the first may find all used since it last came by.
    for (int looked = 2 * size; looked > 0; looked--) {
      hand = hand == size ? 1 : hand + 1;
      int used = usedAt[hand];
      if (used == row) {
        continue;
      }
      if (used == passedAt[hand]) {
        return hand;
      }
      passedAt[hand] = used;
    }
    return 0;
  }

  private void growEntries() {
    int capacity = (int) Math.min(size + 1L, definedAt.length * 2L);
    definedAt = Arrays.copyOf(definedAt, capacity);
    usedAt = Arrays.copyOf(usedAt, capacity);
    passedAt = Arrays.copyOf(passedAt, capacity);
    offset = Arrays.copyOf(offset, capacity);
    length = Arrays.copyOf(length, capacity);
    hash = Arrays.copyOf(hash, capacity);
  }

  /** Drops the texts of entries that are gone, and grows if that is not enough. */
  private void makeRoom(int needed, int except) {
    long live = needed;
    for (int i = 1; i <= count; i++) {
      live += i == except ? 0 : length[i];
    }
    if (live > Integer.MAX_VALUE - 16) {
      throw new OutOfMemoryError("the texts of one lookup need more than 2 GiB");
    }
    long capacity = Math.max(text.length, Math.min(2 * live, Integer.MAX_VALUE - 16));
    byte[] fresh = new byte[(int) capacity];
    int end = 0;
    for (int i = 1; i <= count; i++) {
      if (i != except) {
        System.arraycopy(text, offset[i], fresh, end, length[i]);
        offset[i] = end;
        end += length[i];
      }
    }
    text = fresh;
    textEnd = end;
  }

  private void insert(int id) {
    int mask = slots.length - 1;
    int slot = hash[id] & mask;
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = id;
  }

  /** Takes an entry out and moves up those that it kept from their places. */
  private void remove(int id) {
    int mask = slots.length - 1;
    int hole = hash[id] & mask;
    while (slots[hole] != id) {
      hole = hole + 1 & mask;
    }
    for (int slot = hole + 1 & mask; slots[slot] != 0; slot = slot + 1 & mask) {
      int home = hash[slots[slot]] & mask;
      if ((slot - home & mask) >= (slot - hole & mask)) {
        slots[hole] = slots[slot];
        hole = slot;
      }
    }
    slots[hole] = 0;
  }
}
