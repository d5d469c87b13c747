package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/** Caches which predicates a filter accepts, for a loop that must not call the filter. */
final class PredicateCache {
  /** The filter was not asked yet. */
  static final byte UNKNOWN = 0;

  static final byte ACCEPTED = 1;
  static final byte REJECTED = 2;

  private PredicateFilter filter;

  // Indexed by the id of the predicate; valid for one epoch of the term table.
  private byte[] answers = new byte[64];
  private long epoch = -1;

  /** Sets the filter; null accepts all. */
  void filter(PredicateFilter predicates) {
    filter = predicates;
    forget();
  }

  /** Returns whether a filter is set. */
  boolean isFiltering() {
    return filter != null;
  }

  /** Clears the answers if the term table has a new epoch. */
  void startEpoch(long now) {
    if (now != epoch) {
      epoch = now;
      forget();
    }
  }

  private void forget() {
    Arrays.fill(answers, UNKNOWN);
  }

  /** Returns the cached answer for a predicate. */
  byte known(int predicate) {
    return predicate >= 0 && predicate < answers.length ? answers[predicate] : UNKNOWN;
  }

  /** Returns whether the filter accepts a predicate. */
  boolean accepts(TermTable terms, int predicate) {
    if (filter == null) {
      return true;
    }
    startEpoch(terms.epoch());
    byte answer = known(predicate);
    if (answer == UNKNOWN) {
      answer = filter.accepts(terms, predicate) ? ACCEPTED : REJECTED;
      if (predicate >= answers.length) {
        answers = Arrays.copyOf(answers, 2 * predicate);
      }
      answers[predicate] = answer;
    }
    return answer == ACCEPTED;
  }
}
