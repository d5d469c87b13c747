package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/** Remembers which predicates a filter accepts, for a loop that cannot call it. */
final class PredicateCache {
  /** The filter was not asked yet. */
  static final byte UNKNOWN = 0;

  static final byte ACCEPTED = 1;
  static final byte REJECTED = 2;

  private PredicateFilter filter;

  // By the id of the predicate, as long as ids are valid.
  private byte[] answers = new byte[64];
  private long epoch = -1;

  /** Sets the filter; null accepts all. */
  void filter(PredicateFilter predicates) {
    filter = predicates;
    forget();
  }

  /** Tells whether there is a filter. */
  boolean isFiltering() {
    return filter != null;
  }

  /** Forgets the answers if the ids of terms are new. */
  void startEpoch(long now) {
    if (now != epoch) {
      epoch = now;
      forget();
    }
  }

  private void forget() {
    Arrays.fill(answers, UNKNOWN);
  }

  /** Returns the answer for a predicate, as far as it is known. */
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
