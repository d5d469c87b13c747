package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TokenScan;
import java.util.Arrays;

/**
 * Finds the predicates of a chunk again. There are few of them, and they often follow each other in
 * the same order, so the first guess is the one that followed last time.
 */
final class PredicateReader {
  private final TermIndex index = new TermIndex();
  // By number, from 1 on: the id of the term, where its IRI is with its brackets, how long it is
  // with them, and the number of the predicate that followed it last.
  private int[] ids = new int[64];
  private int[] places = new int[64];
  private int[] lengths = new int[64];
  private int[] followers = new int[64];
  private int size = 1;
  private int last;

  /** Forgets all predicates. */
  void clear() {
    index.clear();
    size = 1;
    last = 0;
    followers[0] = 0;
  }

  /**
   * Returns the id of the predicate that is expected at a place, or 0 if another one is there.
   *
   * @param b the chunk
   * @param i where an IRI starts, with its bracket
   */
  int expected(byte[] b, int i) {
    int guess = followers[last];
    if (guess == 0 || !TokenScan.same(b, i, b, places[guess], lengths[guess])) {
      return 0;
    }
    last = guess;
    return ids[guess];
  }

  /** Returns the length with brackets of the predicate that was read last. */
  int length() {
    return lengths[last];
  }

  /** Returns the id of a predicate, or 0 if it is new; the arguments are those of an index. */
  int find(byte[] b, int from, int length, long hash) {
    int number = index.find(b, from, length, TermKind.IRI, hash);
    if (number == 0) {
      return 0;
    }
    follow(number);
    return ids[number];
  }

  /** Adds a predicate that was not found. */
  void add(int id, int from, int length, long hash) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, size * 2);
      places = Arrays.copyOf(places, size * 2);
      lengths = Arrays.copyOf(lengths, size * 2);
      followers = Arrays.copyOf(followers, size * 2);
    }
    int number = size++;
    index.add(number, from, length, TermKind.IRI, hash);
    ids[number] = id;
    places[number] = from - 1;
    lengths[number] = length + 2;
    followers[number] = 0;
    follow(number);
  }

  private void follow(int number) {
    followers[last] = number;
    last = number;
  }
}
