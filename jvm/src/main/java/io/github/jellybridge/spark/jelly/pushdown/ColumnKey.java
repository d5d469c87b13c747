package io.github.jellybridge.spark.jelly.pushdown;

import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * The group keys that one term column contributes, remembered for each term of a table.
 *
 * <p>One key a term, made of one or several of its parts. A term's bytes are looked at once an
 * epoch; after that a statement costs one look into an int array.
 */
final class ColumnKey {
  private final int column;
  private final PartKey[] parts;
  // Joins the keys of several parts: table i holds (key of parts 0 to i, key of part i + 1).
  private final PairTable[] joins;
  private final TableWatch watch = new TableWatch();
  // By term id: the key + 1, or 0 when not known yet.
  private int[] known = new int[0];

  ColumnKey(int column, PartKey[] parts) {
    this.column = column;
    this.parts = parts;
    this.joins = new PairTable[parts.length - 1];
    Arrays.setAll(joins, i -> new PairTable());
  }

  int column() {
    return column;
  }

  PartKey part(int index) {
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
      known = Arrays.copyOf(known, TableWatch.capacity(known.length, terms.size()));
    }
    return known;
  }

  /** Makes sure that all the terms have a key. */
  void see(int[] ids, int count, TermTable terms) {
    int[] keys = sync(terms);
    for (int i = 0; i < count; i++) {
      if (keys[ids[i]] == 0) {
        learn(terms, ids[i]);
      }
    }
  }

  /** Writes the keys of the terms. */
  void keys(int[] ids, int count, TermTable terms, int[] out) {
    int[] keys = sync(terms);
    for (int i = 0; i < count; i++) {
      int id = ids[i];
      int key = keys[id];
      out[i] = (key == 0 ? learn(terms, id) : key) - 1;
    }
  }

  /**
   * Adds 1 for each term to the counter of its key.
   *
   * @param counters has room for {@code size() + count} keys
   */
  void count(int[] ids, int count, TermTable terms, long[] counters) {
    int[] keys = sync(terms);
    for (int i = 0; i < count; i++) {
      int id = ids[i];
      int key = keys[id];
      if (key == 0) {
        key = learn(terms, id);
      }
      counters[key - 1]++;
    }
  }

  private int learn(TermTable terms, int id) {
    int key = parts[0].key(terms, id);
    for (int i = 0; i < joins.length; i++) {
      key = joins[i].intern(key, parts[i + 1].key(terms, id));
    }
    known[id] = key + 1;
    return key + 1;
  }

  /** The key of one part within a key of all. */
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

  /** Bytes in use, but for the cache, which the term table bounds. */
  long bytes() {
    long bytes = 0;
    for (PartKey part : parts) {
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
    for (PartKey part : parts) {
      part.clear();
    }
    for (PairTable join : joins) {
      join.clear();
    }
  }
}
