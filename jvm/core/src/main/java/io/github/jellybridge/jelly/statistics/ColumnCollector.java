package io.github.jellybridge.jelly.statistics;

import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the statistics of one column of a part. */
final class ColumnCollector {
  /** The most terms of a column whose numbers are kept. */
  static final int MOST_TERMS = 256;

  /** The most languages, and the most datatypes, that are kept. */
  static final int MOST_SYMBOLS = 64;

  /** Bits of the sketch that estimates the number of distinct values. */
  private static final int SKETCH_BITS = 1 << 17;

  /** The most hashes kept for a Bloom filter: for a part of about 30 MB. */
  private static final int MOST_HASHES = 1 << 20;

  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final boolean counted;
  private final TermCounter terms;
  private final TermCounter languages = new TermCounter(MOST_SYMBOLS);
  private final TermCounter datatypes = new TermCounter(MOST_SYMBOLS);
  private final long[] sketch = new long[SKETCH_BITS >> 6];
  private int kinds;
  private long defaultGraphs;

  // Bounds: minLength and maxLength bytes, then zeros.
  private final byte[] min = new byte[ColumnStatistics.MAX_BOUND + Long.BYTES];
  private final byte[] max = new byte[ColumnStatistics.MAX_BOUND + Long.BYTES];
  private int minLength = -1;
  private int maxLength = -1;

  // How many bytes both bounds start with, and the next eight bytes of each: signed numbers in the
  // order of the bytes.
  private int shared;
  private long minKey;
  private long maxKey;

  // For a Bloom filter: the hashes of the values; null without one. If values ascend, a filter is
  // useless: the bounds exclude nearly all other values.
  private long[] hashes;
  private int hashCount;
  private boolean ascending;

  /**
   * Creates a collector.
   *
   * @param counted whether to count the statements of each term: a column with few terms
   * @param bloom whether to make a Bloom filter
   */
  ColumnCollector(boolean counted, boolean bloom) {
    this.counted = counted;
    this.terms = counted ? new TermCounter(MOST_TERMS) : null;
    this.hashes = bloom ? new long[1024] : null;
    clear();
  }

  /**
   * Adds the rows [from, to) of a column.
   *
   * @param ids term ids; null if all rows are in the default graph
   */
  void add(int[] ids, int from, int to, TermTable table) {
    if (ids == null) {
      noTerm(to - from);
      return;
    }
    long languagesSeen = 0;
    long datatypesSeen = 0;
    int row = from;
    while (row < to) {
      int id = ids[row];
      int first = row++;
      while (row < to && ids[row] == id) {
        row++;
      }
      int count = row - first;
      byte kind = table.kind(id);
      if (id == TermTable.NO_TERM) {
        noTerm(count);
      } else if (kind == TermKind.IRI || kind == TermKind.LITERAL) {
        kinds |= 1 << kind;
        value(table, id, kind, count);
        if (kind == TermKind.LITERAL) {
          languagesSeen = symbol(languages, table.symbols(), table.langId(id), languagesSeen);
          datatypesSeen = symbol(datatypes, table.symbols(), table.datatypeId(id), datatypesSeen);
        }
      } else {
        kinds |= 1 << kind;
        if (kind == TermKind.BNODE) {
          label(table, id);
        }
        if (counted) {
          // Readers change labels, so they cannot be listed.
          terms.giveUp();
        }
      }
    }
  }

  private void noTerm(int count) {
    kinds |= 1 << TermKind.NONE;
    defaultGraphs += count;
  }

  private void value(TermTable table, int id, byte kind, int count) {
    int from = table.valueOffset(id);
    int to = from + table.valueLength(id);
    byte[] d = table.data();
    if (counted) {
      if (kind == TermKind.LITERAL) {
        terms.giveUp();
      }
      if (terms.add(d, from, to, count)) {
        // The bounds and the sketch have it.
        return;
      }
    }
    long hash = Xxh64.hash(d, from, to);
    sketch[(int) hash >>> 6 & sketch.length - 1] |= 1L << hash;
    if (hashes != null) {
      hash(hash);
    }
    if (isInside(d, from, to)) {
      ascending = false;
    } else {
      bounds(d, from, to);
    }
  }

  /**
   * Returns whether a value is between the bounds; false also if the eight bytes after those that
   * the bounds have in common do not tell.
   */
  private boolean isInside(byte[] d, int from, int to) {
    if (to - from < shared + Long.BYTES) {
      return false;
    }
    long key = (long) BIG_ENDIAN.get(d, from + shared) ^ Long.MIN_VALUE;
    return key > minKey && key < maxKey && Arrays.equals(d, from, from + shared, min, 0, shared);
  }

  private void bounds(byte[] d, int from, int to) {
    if (maxLength < 0) {
      minLength = setBound(min, d, from, to);
      maxLength = setBound(max, d, from, to);
    } else if (Arrays.compareUnsigned(d, from, to, max, 0, maxLength) > 0) {
      maxLength = setBound(max, d, from, to);
    } else {
      ascending &= to - from == maxLength && Arrays.equals(d, from, to, max, 0, maxLength);
      if (Arrays.compareUnsigned(d, from, to, min, 0, minLength) >= 0) {
        return;
      }
      minLength = setBound(min, d, from, to);
    }
    shared = Math.max(0, Arrays.mismatch(min, 0, minLength, max, 0, maxLength));
    minKey = (long) BIG_ENDIAN.get(min, shared) ^ Long.MIN_VALUE;
    maxKey = (long) BIG_ENDIAN.get(max, shared) ^ Long.MIN_VALUE;
  }

  /** Sets a bound, with zeros after it; returns its length. */
  private static int setBound(byte[] bound, byte[] d, int from, int to) {
    int length = Math.min(to - from, ColumnStatistics.MAX_BOUND);
    System.arraycopy(d, from, bound, 0, length);
    Arrays.fill(bound, length, bound.length, (byte) 0);
    return length;
  }

  private void hash(long hash) {
    if (hashCount > 0 && hashes[hashCount - 1] == hash) {
      return;
    }
    if (hashCount == hashes.length) {
      if (hashCount == MOST_HASHES) {
        return;
      }
      hashes = Arrays.copyOf(hashes, 2 * hashCount);
    }
    hashes[hashCount++] = hash;
  }

  private void label(TermTable table, int id) {
    int at = table.valueOffset(id);
    byte[] d = table.data();
    for (int i = at; i < at + table.valueLength(id); i++) {
      if (d[i] == ':') {
        kinds |= ColumnStatistics.COLON_LABELS;
      }
    }
  }

  /**
   * Adds a symbol, unless it is among those seen before.
   *
   * @param seen bits of the ids below 64 that were added from the same table
   * @return these bits with that of the symbol
   */
  private static long symbol(TermCounter into, SymbolTable symbols, int id, long seen) {
    if (id == 0 || id < Long.SIZE && (seen >>> id & 1) != 0) {
      return seen;
    }
    byte[] bytes = symbols.bytes(id);
    into.add(bytes, 0, bytes.length, 1);
    return id < Long.SIZE ? seen | 1L << id : seen;
  }

  /**
   * Returns the Bloom filter; null if the column has none or if it would be useless.
   *
   * @param maxBytes the bytes that it may take
   */
  byte[] bloom(long maxBytes) {
    return hashes == null || ascending || hashCount == MOST_HASHES
        ? null
        : BloomFilter.build(hashes, hashCount, distinct(), maxBytes);
  }

  /**
   * Returns the statistics.
   *
   * @param bloom where the Bloom filter was written, or null
   */
  ColumnStatistics statistics(ColumnStatistics.Bloom bloom) {
    return new ColumnStatistics(
        kinds,
        distinct(),
        minLength < 0 ? null : Arrays.copyOf(min, minLength),
        maxLength < 0 ? null : Arrays.copyOf(max, maxLength),
        counted && terms.complete() ? termCounts() : null,
        languages.complete() ? languages.values() : null,
        datatypes.complete() ? datatypes.values() : null,
        bloom);
  }

  private List<TermCount> termCounts() {
    List<TermCount> all = new ArrayList<>(terms.counts(TermKind.IRI));
    if (defaultGraphs > 0) {
      all.add(new TermCount(TermKind.NONE, new byte[0], defaultGraphs));
    }
    return List.copyOf(all);
  }

  /** Estimates by linear counting (Whang et al. 1990): from the share of bits that are not set. */
  private long distinct() {
    int set = 0;
    for (long word : sketch) {
      set += Long.bitCount(word);
    }
    int free = Math.max(1, SKETCH_BITS - set);
    return Math.round(SKETCH_BITS * Math.log((double) SKETCH_BITS / free));
  }

  /** Starts another part. */
  void clear() {
    kinds = 0;
    defaultGraphs = 0;
    minLength = -1;
    maxLength = -1;
    shared = 0;
    minKey = 0;
    maxKey = 0;
    hashCount = 0;
    ascending = true;
    Arrays.fill(sketch, 0);
    languages.clear();
    datatypes.clear();
    if (counted) {
      terms.clear();
    }
  }
}
