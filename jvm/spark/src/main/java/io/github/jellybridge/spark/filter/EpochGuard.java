package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;

/**
 * Detects when remembered term ids are no longer valid, by comparing the table and its epoch with
 * those of the last call.
 */
public final class EpochGuard {
  private TermTable last;
  private long epoch;

  /** Tells whether ids of an earlier call are no longer valid in this table. */
  public boolean changed(TermTable terms) {
    if (terms == last && terms.epoch() == epoch) {
      return false;
    }
    last = terms;
    epoch = terms.epoch();
    return true;
  }

  /** A length for a cache that must hold {@code needed} entries: it grows by half at least. */
  public static int capacity(int current, int needed) {
    return Math.max(needed, Math.max(64, current + (current >> 1)));
  }
}
