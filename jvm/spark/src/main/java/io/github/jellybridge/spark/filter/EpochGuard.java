package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;

/**
 * Notices when remembered term ids have lost their meaning. It compares a table and its epoch with
 * those of the last look.
 */
public final class EpochGuard {
  private TermTable last;
  private long epoch;

  /** Whether ids of an earlier look mean nothing in this table any more. */
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
