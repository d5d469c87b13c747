package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.text.TokenScan;
import java.util.Arrays;

/**
 * Recognizes the predicates of a chunk. There are few of them, and they often follow each other in
 * the same order, so the first guesses are the two predicates that followed last.
 */
final class PredicateReader {
  /** Number of bits of the slots for recent predicates. */
  private static final int RECENT_BITS = 8;

  private final TermIndex index = new TermIndex();
  // By number, starting at 1.
  private KnownPredicate[] known = new KnownPredicate[64];
  private int size;
  private final KnownPredicate[] recent = new KnownPredicate[1 << RECENT_BITS];
  // Precedes the first predicate.
  private final KnownPredicate none = new KnownPredicate();
  private KnownPredicate last = none;

  PredicateReader() {
    clear();
  }

  /** Removes all predicates. */
  void clear() {
    index.clear();
    Arrays.fill(recent, null);
    size = 1;
    none.forget();
    last = none;
  }

  /** Returns the last read predicate. */
  KnownPredicate last() {
    return last;
  }

  /**
   * Returns the predicate at a position, or null if no guess is right. Calls only methods that are
   * inlined into the loop around it.
   *
   * @param b the chunk
   * @param i the start of an IRI, at its bracket
   */
  KnownPredicate expected(byte[] b, int i) {
    KnownPredicate before = last;
    KnownPredicate guess = before.follower;
    if (guess == null || !guess.isAt(b, i)) {
      guess = before.second;
      if (guess == null || !guess.isAt(b, i)) {
        guess = recent[slot(b, i)];
        if (guess == null || !guess.isAt(b, i)) {
          return null;
        }
      }
      before.second = before.follower;
      before.follower = guess;
    }
    last = guess;
    return guess;
  }

  /** Hashes the length and the last bytes of an IRI; fails to recognize one below eight bytes. */
  private static int slot(byte[] b, int i) {
    int end = TokenScan.iriEnd(b, i + 7);
    long seen = TokenScan.word(b, end - 7) ^ end - i;
    return (int) (seen * 0x9e3779b97f4a7c15L >>> 64 - RECENT_BITS);
  }

  /** Returns a predicate, or null if it is new. Parameters as in {@link TermIndex#find}. */
  KnownPredicate find(byte[] b, int from, int length, long hash) {
    int number = index.find(b, from, length, TermKind.IRI, hash);
    if (number == 0) {
      return null;
    }
    follow(b, known[number]);
    return known[number];
  }

  /** Adds a new predicate. */
  void add(byte[] b, int id, int from, int length, long hash) {
    if (size == known.length) {
      known = Arrays.copyOf(known, size * 2);
    }
    int number = size++;
    index.add(number, from, length, TermKind.IRI, hash);
    if (known[number] == null) {
      known[number] = new KnownPredicate();
    }
    known[number].set(b, id, from - 1, length + 2);
    follow(b, known[number]);
  }

  private void follow(byte[] b, KnownPredicate predicate) {
    last.second = last.follower;
    last.follower = predicate;
    last = predicate;
    recent[slot(b, predicate.from)] = predicate;
  }
}
