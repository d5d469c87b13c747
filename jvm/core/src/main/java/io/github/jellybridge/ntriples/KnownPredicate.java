package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.text.TokenScan;

/** A predicate of a chunk, with the terms that often follow it. */
final class KnownPredicate {
  /** The id of the term. */
  int id;

  /** The position and length of its IRI, including the brackets. */
  int from;

  int length;

  // The last eight bytes of the IRI, and their offset in it: predicates of one vocabulary often
  // differ only there. For a shorter IRI, the eight bytes that start with it.
  private long tail;
  private int tailAt;

  /** The last predicate that followed this one, and the one before that; null for none. */
  KnownPredicate follower;

  KnownPredicate second;

  /** The last IRI that was its object. */
  final RecentTerm object = new RecentTerm();

  /** Start of the datatype of its last typed literal, from its carets to its bracket. */
  int datatypeFrom;

  /** Length of that datatype; 0 for none. */
  int datatypeLength;

  /** The symbol of that datatype. */
  int datatype;

  /** Sets the predicate and clears the terms that follow it. */
  void set(byte[] b, int newId, int newFrom, int newLength) {
    id = newId;
    from = newFrom;
    length = newLength;
    tailAt = Math.max(newLength - 8, 0);
    tail = TokenScan.word(b, newFrom + tailAt);
    forget();
  }

  /** Clears the terms that follow it. */
  void forget() {
    follower = null;
    second = null;
    object.forget();
    datatypeLength = 0;
  }

  /** Returns whether this predicate is at a position; may miss one shorter than eight bytes. */
  boolean isAt(byte[] b, int i) {
    int last = i + tailAt;
    return last <= b.length - 8
        && TokenScan.word(b, last) == tail
        && TokenScan.sameWords(b, i, from, tailAt);
  }
}
