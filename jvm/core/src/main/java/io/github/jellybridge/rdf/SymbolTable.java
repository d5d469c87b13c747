package io.github.jellybridge.rdf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A dictionary of the few UTF-8 strings that many terms share: language tags and datatype IRIs. Ids
 * start at 1 and are valid until {@link #epoch()} changes; 0 means none.
 */
public final class SymbolTable {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Number of symbols above which {@link #isLarge()} is true. */
  private static final int MANY = 1 << 12;

  /** Total length of symbols above which {@link #isLarge} is true, in bytes. */
  private static final long MANY_BYTES = 16L << 20;

  /** Minimum length of {@link #padded} symbols, in bytes. */
  private static final int PADDED = 64;

  private byte[][] symbols = new byte[32][];
  // The same symbols padded with zeros; null until requested.
  private byte[][] padded = new byte[32][];
  private int[] slots = new int[64];
  private int size = 1;
  private long bytes;
  private long epoch;

  /** Returns one more than the highest id. */
  public int size() {
    return size;
  }

  /**
   * Returns whether the symbols are so many or so long that a caller that adds symbols without end
   * should now {@link #clear} the table.
   */
  public boolean isLarge() {
    return isLarge(MANY);
  }

  /** Removes all symbols if the table {@link #isLarge()}; returns whether it was. */
  public boolean clearIfLarge() {
    boolean large = isLarge();
    if (large) {
      clear();
    }
    return large;
  }

  /** Does the same as {@link #isLarge()} with a higher limit for the number of symbols. */
  public boolean isLarge(int usual) {
    return size > usual || bytes > MANY_BYTES;
  }

  /** Returns a number that grows whenever all ids become invalid. */
  public long epoch() {
    return epoch;
  }

  /** Returns the bytes of a symbol; the array must not be changed. */
  public byte[] bytes(int id) {
    return symbols[id];
  }

  /**
   * Returns the bytes of a symbol, padded with zeros to at least 64 bytes, for callers that copy
   * whole words. The array must not be changed.
   */
  public byte[] padded(int id) {
    byte[] found = padded[id];
    if (found == null) {
      found = Arrays.copyOf(symbols[id], Math.max(PADDED, symbols[id].length));
      padded[id] = found;
    }
    return found;
  }

  /** Returns a symbol as a string. */
  public String text(int id) {
    return new String(symbols[id], StandardCharsets.UTF_8);
  }

  /** Removes all symbols. */
  public void clear() {
    Arrays.fill(slots, 0);
    Arrays.fill(symbols, 0, size, null);
    Arrays.fill(padded, 0, size, null);
    size = 1;
    bytes = 0;
    epoch++;
  }

  /** Returns the id of a string, or 0 if it has none. */
  public int find(byte[] source, int from, int to) {
    return slots[slot(source, from, to)];
  }

  /** Returns the slot with the id of a string, or the free slot for it. */
  private int slot(byte[] source, int from, int to) {
    int mask = slots.length - 1;
    int slot = hash(source, from, to) & mask;
    while (slots[slot] != 0) {
      byte[] known = symbols[slots[slot]];
      if (Arrays.equals(known, 0, known.length, source, from, to)) {
        break;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /**
   * Returns the id of a string; adds the string if it is new.
   *
   * @param source the array that holds the string as UTF-8
   * @param from its first byte
   * @param to one past its last byte
   * @return the id, at least 1
   */
  public int intern(byte[] source, int from, int to) {
    int slot = slot(source, from, to);
    if (slots[slot] != 0) {
      return slots[slot];
    }
    if (size == symbols.length) {
      symbols = Arrays.copyOf(symbols, size * 2);
      padded = Arrays.copyOf(padded, size * 2);
    }
    symbols[size] = Arrays.copyOfRange(source, from, to);
    bytes += to - from;
    slots[slot] = size++;
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  private void rehash() {
    int[] bigger = new int[slots.length * 2];
    int mask = bigger.length - 1;
    for (int id = 1; id < size; id++) {
      int slot = hash(symbols[id], 0, symbols[id].length) & mask;
      while (bigger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      bigger[slot] = id;
    }
    slots = bigger;
  }

  /** Hashes eight bytes at a time: datatype IRIs are long and occur in many literals. */
  private static int hash(byte[] b, int from, int to) {
    long h = to - from;
    int i = from;
    for (; i <= to - 8; i += 8) {
      h = mix(h ^ (long) LONGS.get(b, i));
    }
    long rest = 0;
    for (; i < to; i++) {
      rest = rest << 8 | b[i] & 0xff;
    }
    return (int) mix(h ^ rest);
  }

  private static long mix(long h) {
    long product = h * 0x9e3779b97f4a7c15L;
    return product ^ product >>> 32;
  }
}
