package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.EpochGuard;
import java.util.Arrays;

/**
 * The group keys that one term column contributes, remembered for each term of a table.
 *
 * <p>A term has one key, made of one or several of its parts. The bytes of a term are read once per
 * epoch; after that, a statement costs one look-up in an int array.
 */
final class ColumnKey {
  /** Marks a term whose key is being found. */
  private static final int LEARNING = -1;

  private final int column;
  private final FieldKey[] parts;
  // Joins the keys of several parts: table i holds (key of parts 0 to i, key of part i + 1).
  private final PairTable[] joins;
  private final EpochGuard watch = new EpochGuard();
  // By term id: the key + 1, or 0 when not known yet.
  private int[] known = new int[0];
  // The terms of a batch that have no key yet, and the keys of their first parts.
  private int[] missing = new int[0];
  private int[] learned = new int[0];

  ColumnKey(int column, FieldKey[] parts) {
    this.column = column;
    this.parts = parts;
    this.joins = new PairTable[parts.length - 1];
    Arrays.setAll(joins, i -> new PairTable());
  }

  int column() {
    return column;
  }

  FieldKey part(int index) {
    return parts[index];
  }

  /** The number of distinct keys so far. */
  int size() {
    return joins.length == 0 ? parts[0].size() : joins[joins.length - 1].size();
  }

  private int[] sync(TermTable terms) {
    if (watch.changed(terms)) {
      Arrays.fill(known, 0);
    }
    if (known.length < terms.size()) {
      known = Arrays.copyOf(known, EpochGuard.capacity(known.length, terms.size()));
    }
    return known;
  }

  /** Makes sure that all the terms have a key, and returns the keys + 1 by term id. */
  int[] see(int[] ids, int count, TermTable terms) {
    int[] keys = sync(terms);
    if (missing.length < count) {
      missing = new int[count];
      learned = new int[count];
    }
    int[] misses = missing;
    int found = 0;
    for (int i = 0; i < count; i++) {
      int id = ids[i];
      if (keys[id] == 0) {
        keys[id] = LEARNING;
        misses[found++] = id;
      }
    }
    if (found > 0) {
      learn(terms, found);
    }
    return keys;
  }

  /** Writes the keys of the terms. */
  void keys(int[] ids, int count, TermTable terms, int[] out) {
    int[] keys = see(ids, count, terms);
    for (int i = 0; i < count; i++) {
      out[i] = keys[ids[i]] - 1;
    }
  }

  /**
   * Adds 1 for each term to the counter of its key.
   *
   * @param counters has room for {@code size() + count} keys
   */
  void count(int[] ids, int count, TermTable terms, long[] counters) {
    int[] keys = see(ids, count, terms);
    for (int i = 0; i < count; i++) {
      counters[keys[ids[i]] - 1]++;
    }
  }

  /** Adds the length of each run to the counter of its term's key, as {@link #count} does 1. */
  void count(int[] ids, int[] lengths, int count, TermTable terms, long[] counters) {
    int[] keys = see(ids, count, terms);
    for (int i = 0; i < count; i++) {
      counters[keys[ids[i]] - 1] += lengths[i];
    }
  }

  private void learn(TermTable terms, int count) {
    parts[0].keys(terms, missing, count, learned);
    for (int i = 0; i < count; i++) {
      int id = missing[i];
      int key = learned[i];
      for (int join = 0; join < joins.length; join++) {
        key = joins[join].intern(key, parts[join + 1].key(terms, id));
      }
      known[id] = key + 1;
    }
  }

  /** Returns the key of one part of a combined key. */
  int partKey(int key, int part) {
    int rest = key;
    for (int i = joins.length - 1; i >= 0; i--) {
      if (part == i + 1) {
        return joins[i].right(rest);
      }
      rest = joins[i].left(rest);
    }
    return rest;
  }

  /** Bytes in use, except for the cache, whose size the term table limits. */
  long bytes() {
    long bytes = 0;
    for (FieldKey part : parts) {
      bytes += part.bytes();
    }
    for (PairTable join : joins) {
      bytes += join.bytes();
    }
    return bytes;
  }

  /** Forgets all keys. */
  void clear() {
    Arrays.fill(known, 0);
    for (FieldKey part : parts) {
      part.clear();
    }
    for (PairTable join : joins) {
      join.clear();
    }
  }
}
