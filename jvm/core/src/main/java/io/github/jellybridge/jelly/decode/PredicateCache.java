package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/** Remembers which predicates are wanted, for a loop that cannot ask. */
final class PredicateCache {
  /** Nobody was asked yet. */
  static final byte UNKNOWN = 0;

  static final byte WANTED = 1;
  static final byte UNWANTED = 2;

  // By the id of the predicate, as long as ids are valid.
  private byte[] verdicts = new byte[64];
  private long epoch = -1;

  /** Forgets the verdicts if the ids of terms are new. */
  void startEpoch(long now) {
    if (now != epoch) {
      epoch = now;
      forget();
    }
  }

  /** Forgets the verdicts. */
  void forget() {
    Arrays.fill(verdicts, UNKNOWN);
  }

  /** Returns what is known of a predicate. */
  byte of(int predicate) {
    return predicate >= 0 && predicate < verdicts.length ? verdicts[predicate] : UNKNOWN;
  }

  /** Returns whether a predicate is wanted. */
  boolean ask(PredicateFilter test, TermTable terms, int predicate) {
    startEpoch(terms.epoch());
    byte verdict = of(predicate);
    if (verdict == UNKNOWN) {
      verdict = test.accepts(terms, predicate) ? WANTED : UNWANTED;
      if (predicate >= verdicts.length) {
        verdicts = Arrays.copyOf(verdicts, 2 * predicate);
      }
      verdicts[predicate] = verdict;
    }
    return verdict == WANTED;
  }
}
