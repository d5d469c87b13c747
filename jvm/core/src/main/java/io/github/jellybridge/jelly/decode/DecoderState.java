package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.split.StreamState;

/**
 * The state of a stream that its next rows may refer to, besides the lookups: the last term of each
 * position and the ids that later ids are relative to. Owned by a {@link RowDecoder}; a {@link
 * FastRowDecoder} reads it before its loop and writes it after.
 */
public final class DecoderState {
  /** An unknown id: neither this id nor its successor is ever defined. */
  public static final int UNKNOWN = -2;

  /** The positions of a triple: bit i for position i. */
  public static final int SPO = 7;

  /** The positions of a quad. */
  public static final int SPOG = 15;

  /** The last term of each position; may be UNWANTED in columns that are not read. */
  public int lastS;

  public int lastP;
  public int lastO;
  public int lastG;

  /** Positions that have had a term: bit i for position i. */
  public int seen;

  // The ids of the last IRI.
  public int lastPrefix;
  public int lastName;

  // The ids of the last entry of each lookup.
  public int lastNameEntry;
  public int lastPrefixEntry;
  public int lastDatatypeEntry;

  // If the filter rejected the last statement: its object, a literal not yet read.
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

  /** Resets the ids of the last entries, as at a checkpoint: the next entries must have ids. */
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
