package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.TokenScan;

/** The last term read in a position, as the same or a similar term often follows. */
final class RecentTerm {
  /** Returned by {@link #nextIri} for an IRI that it cannot read. */
  static final int UNLIKE = -1;

  private static final int NO_SCHEME = Integer.MAX_VALUE;

  /** The start of the term, including its bracket or mark. */
  int from;

  /** The length of the term, including its delimiters. */
  int length;

  /** Number of bytes to compare, 0 for none; includes the byte after a label, which ends it. */
  int compared;

  int id;

  /** Minimum number of bytes that an IRI must share with this one to have the same scheme. */
  private int scheme = NO_SCHEME;

  void forget() {
    from = 0;
    length = 0;
    compared = 0;
    scheme = NO_SCHEME;
  }

  /** Sets a term that must not be compared by {@link #nextIri}. */
  void set(int newFrom, int newLength, int newCompared, int newId) {
    from = newFrom;
    length = newLength;
    compared = newCompared;
    id = newId;
    scheme = NO_SCHEME;
  }

  /** Sets an IRI whose scheme ends at a position. */
  void setIri(int newFrom, int newLength, int newId, int schemeEnd) {
    from = newFrom;
    length = newLength;
    compared = 0;
    id = newId;
    scheme = schemeEnd - newFrom;
  }

  /**
   * Reads an IRI that has at least the scheme in common with this one. Only the bytes after the
   * common ones have to be checked. The IRI then replaces this term, with its id. Calls only
   * methods that are inlined into the loop around it.
   *
   * @param b valid UTF-8; the table must have room for one more term
   * @return one past the IRI; {@link #UNLIKE} if it starts differently or is malformed
   */
  int nextIri(byte[] b, int i, TermTable terms) {
    int shared = TokenScan.shared(b, i, from, length);
    if (shared < scheme) {
      return UNLIKE;
    }
    if (shared == length) {
      return i + shared;
    }
    int end = IriCharacters.end(b, i + shared);
    if (b[end] != '>') {
      return UNLIKE;
    }
    from = i;
    length = end + 1 - i;
    id = terms.addInRoom(TermKind.IRI, i + 1, end - i - 1);
    return end + 1;
  }
}
