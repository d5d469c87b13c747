package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.text.TokenScan;

/** A predicate of a chunk, with what often comes behind it. */
final class KnownPredicate {
  /** The id of the term. */
  int id;

  /** Where its IRI is, and how long it is, with its brackets. */
  int from;

  int length;

  // Its last word, and where that starts in it: predicates of one vocabulary often differ in
  // nothing
  // else. Of one that is shorter, the word it starts.
  private long tail;
  private int tailAt;

  /** The predicates that followed last, and before that; null for none. */
  KnownPredicate follower;

  KnownPredicate second;

  /** The IRI that was its object last. */
  final RecentTerm object = new RecentTerm();

  /** Where the datatype of its last literal with one is, from its carets to its bracket. */
  int datatypeFrom;

  /** How long that is; 0 if there was none. */
  int datatypeLength;

  /** The symbol of that datatype. */
  int datatype;

  /** Takes another predicate. */
  void set(byte[] b, int newId, int newFrom, int newLength) {
    id = newId;
    from = newFrom;
    length = newLength;
    tailAt = Math.max(newLength - 8, 0);
    tail = TokenScan.word(b, newFrom + tailAt);
    forget();
  }

  /** Forgets what came behind it. */
  void forget() {
    follower = null;
    second = null;
    object.forget();
    datatypeLength = 0;
  }

  /** Tells whether this predicate is at a place; one of less than a word may be missed. */
  boolean isAt(byte[] b, int i) {
    int last = i + tailAt;
    return last <= b.length - 8
        && TokenScan.word(b, last) == tail
        && TokenScan.sameWords(b, i, from, tailAt);
  }
}
