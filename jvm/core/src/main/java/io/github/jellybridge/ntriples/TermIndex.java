package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.text.TokenScan;
import java.util.Arrays;

/**
 * Finds the IRIs and blank nodes of a chunk by their bytes, so that each becomes one term and is
 * checked only once.
 */
final class TermIndex {
  private static final int FIRST_SLOTS = 1 << 12;
  private static final long HASH = 0xffffffffL << 32;

  // A slot has an id in its lower half and the upper half of the hash above it; 0 if empty.
  private long[] slots = new long[FIRST_SLOTS];
  // The position of that term's text; above it its length, negative for a blank node.
  private long[] texts = new long[FIRST_SLOTS];
  private int size;

  /** Removes all terms. */
  void clear() {
    if (size > 0) {
      Arrays.fill(slots, 0);
      size = 0;
    }
  }

  /** Adds a word to a hash. Callers hash a text eight bytes at a time. */
  static long mix(long hash, long word) {
    long product = (hash ^ word) * 0x9e3779b97f4a7c15L;
    return product ^ product >>> 32;
  }

  /**
   * Returns the id of a term, or 0 if it is new.
   *
   * @param b contains the text of the term, without its scope
   * @param hash hash of that text, which differs between a blank node and an IRI with the same text
   */
  int find(byte[] b, int from, int length, byte kind, long hash) {
    int signed = signed(length, kind);
    int mask = slots.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    for (long entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if (((entry ^ hash) & HASH) == 0) {
        int id = (int) entry;
        long text = texts[slot];
        if ((int) (text >> 32) == signed && TokenScan.same(b, from, b, (int) text, length)) {
          return id;
        }
      }
      slot = slot + 1 & mask;
    }
    return 0;
  }

  private static int signed(int length, byte kind) {
    return kind == TermKind.BNODE ? -length : length;
  }

  /** Adds a new term. */
  void add(int id, int from, int length, byte kind, long hash) {
    if (++size * 2 > slots.length) {
      long[] oldSlots = slots;
      long[] oldTexts = texts;
      slots = new long[oldSlots.length * 2];
      texts = new long[oldSlots.length * 2];
      for (int i = 0; i < oldSlots.length; i++) {
        if (oldSlots[i] != 0) {
          put(oldSlots[i], oldTexts[i]);
        }
      }
    }
    put(hash & HASH | id, (long) signed(length, kind) << 32 | from);
  }

  private void put(long entry, long text) {
    int mask = slots.length - 1;
    int slot = (int) (entry >>> 32) & mask;
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = entry;
    texts[slot] = text;
  }
}
