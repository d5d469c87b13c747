package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.split.StreamState;

/**
 * The state of a stream that its next rows may refer to, besides the lookups: the last term of
 * every position and the ids that others count on from. A {@link RowDecoder} owns one; {@link
 * FastRowDecoder} reads it before its loop and writes it after.
 */
public final class DecoderState {
  /** An id that is not known: neither it nor the next one is ever defined. */
  public static final int UNKNOWN = -2;

  /** The positions of a triple: bit i for position i. */
  public static final int SPO = 7;

  /** The positions of a quad. */
  public static final int SPOG = 15;

  /** The last term of every position; may be UNWANTED in columns that are not read. */
  public int lastS;

  public int lastP;
  public int lastO;
  public int lastG;

  /** Positions that have had a term: bit i for position i. */
  public int seen;

  // The ids of the last IRI.
  public int lastPrefix;
  public int lastName;

  // The ids of the last entry of every lookup.
  public int lastNameEntry;
  public int lastPrefixEntry;
  public int lastDatatypeEntry;

  // The last object, if its statement was not wanted: a literal that is not read yet.
  int unreadFrom;
  int unreadTo;

  /** Returns the last term of a position. */
  public int lastTerm(int position) {
    return switch (position) {
      case 0 -> lastS;
      case 1 -> lastP;
      case 2 -> lastO;
      default -> lastG;
    };
  }

  /** Sets the last term of a position. */
  public void lastTerm(int position, int term) {
    switch (position) {
      case 0 -> lastS = term;
      case 1 -> lastP = term;
      case 2 -> lastO = term;
      default -> lastG = term;
    }
  }

  /** Forgets the last entries, as at a checkpoint: the next one must have an id. */
  void forgetEntries() {
    lastNameEntry = UNKNOWN;
    lastPrefixEntry = UNKNOWN;
    lastDatatypeEntry = UNKNOWN;
  }

  /** Sets the ids to those of a split point. */
  void resume(StreamState state) {
    lastNameEntry = state.lastNameEntry();
    lastPrefixEntry = state.lastPrefixEntry();
    lastDatatypeEntry = state.lastDatatypeEntry();
    lastName = state.lastName();
    lastPrefix = state.lastPrefix();
  }
}
