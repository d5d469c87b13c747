package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.TokenScan;

/** The term that was read last in a place, as the same one or one like it often follows. */
final class RecentTerm {
  /** What {@link #nextIri} returns if another way has to be taken. */
  static final int UNLIKE = -1;

  private static final int NO_SCHEME = Integer.MAX_VALUE;

  /** Where it starts, with its bracket or mark. */
  int from;

  /** How long it is, with all that is around its value. */
  int length;

  /** How many bytes to compare: with the one behind a label, that says that it is all of it. */
  int compared;

  int id;

  /** How many bytes an IRI must share with this one to have its scheme. */
  private int scheme = NO_SCHEME;

  void forget() {
    from = 0;
    length = 0;
    compared = 0;
    scheme = NO_SCHEME;
  }

  /** Takes a term that is not to be compared with as an IRI. */
  void set(int newFrom, int newLength, int newCompared, int newId) {
    from = newFrom;
    length = newLength;
    compared = newCompared;
    id = newId;
    scheme = NO_SCHEME;
  }

  /** Takes an IRI; the scheme ends at a place. */
  void setIri(int newFrom, int newLength, int newId, int schemeEnd) {
    from = newFrom;
    length = newLength;
    compared = 0;
    id = newId;
    scheme = schemeEnd - newFrom;
  }

  /**
   * Reads an IRI that starts as this one does, as far as its scheme at least: what they share was
   * checked here. Its id is then that of this term. Calls nothing but what is compiled into the
   * loop around it.
   *
   * @param b valid UTF-8, with room in the table for one more term
   * @return one past the IRI; {@link #UNLIKE} if it starts otherwise, or is none
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
