package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.TokenScan;
import java.util.Arrays;

/**
 * Finds the IRIs and blank nodes of a chunk by their bytes, so that each of them is one term, and
 * is checked once.
 */
final class TermIndex {
  private static final int FIRST_SLOTS = 1 << 12;
  private static final long HASH = 0xffffffffL << 32;

  private final TermTable terms;
  // A slot has an id, and above it the upper half of the hash; 0 is an empty one.
  private long[] slots = new long[FIRST_SLOTS];
  private int size;

  TermIndex(TermTable terms) {
    this.terms = terms;
  }

  /** Forgets all terms. */
  void clear() {
    if (size > 0) {
      Arrays.fill(slots, 0);
      size = 0;
    }
  }

  /** Hashes a text eight bytes at a time: those of one word after the other. */
  static long mix(long hash, long word) {
    long product = (hash ^ word) * 0x9e3779b97f4a7c15L;
    return product ^ product >>> 32;
  }

  /**
   * Returns the id of a term, or 0 if it is new.
   *
   * @param b holds the text of the term behind its scope
   * @param hash of that text; for a blank node of another one than an IRI with that text has
   */
  int find(byte[] b, int from, int length, byte kind, long hash) {
    int mask = slots.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    for (long entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if (((entry ^ hash) & HASH) == 0) {
        int id = (int) entry;
        if (terms.kind(id) == kind
            && length == terms.valueLength(id) - terms.firstLength(id)
            && TokenScan.same(b, from, b, terms.restOffset(id), length)) {
          return id;
        }
      }
      slot = slot + 1 & mask;
    }
    return 0;
  }

  /** Adds a term that was not found. */
  void add(int id, long hash) {
    if (++size * 2 > slots.length) {
      long[] old = slots;
      slots = new long[old.length * 2];
      for (long entry : old) {
        if (entry != 0) {
          put(entry);
        }
      }
    }
    put(hash & HASH | id);
  }

  private void put(long entry) {
    int mask = slots.length - 1;
    int slot = (int) (entry >>> 32) & mask;
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = entry;
  }
}
