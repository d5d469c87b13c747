package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.decode.V1StatementDecoder;
import io.github.jellybridge.jelly.decode.V1TermDecoder;

/**
 * Tracks statements of Jelly-RDF 1.x from the middle of a stream, until all terms and ids are known
 * that a next statement may refer to. Rejects no statement.
 */
public final class StatementFollower {
  private final TermDecoder t;
  private final DecoderState state;
  private final V1TermDecoder terms;
  private final V1StatementDecoder statements;
  private final int lastField;
  private final int needed;

  /**
   * Creates a follower.
   *
   * @param quads whether the statements are quads
   */
  public StatementFollower(
      TermDecoder t,
      DecoderState state,
      V1TermDecoder terms,
      V1StatementDecoder statements,
      boolean quads) {
    this.t = t;
    this.state = state;
    this.terms = terms;
    this.statements = statements;
    this.lastField = quads ? V1StatementDecoder.LAST_QUAD_FIELD : V1TermDecoder.LAST_TRIPLE_FIELD;
    this.needed = quads ? DecoderState.SPOG : DecoderState.SPO;
  }

  /**
   * Drops the last terms: the next statement must have all of its terms, and IRIs must have both
   * ids. The prefix stays known if the stream has only one.
   */
  public void forgetTerms() {
    state.seen = 0;
    forgetIds();
  }

  private void forgetIds() {
    state.lastName = DecoderState.UNKNOWN;
    boolean onlyPrefix = state.lastPrefix == 1 && t.iris.prefixes() == 2;
    if (!onlyPrefix) {
      state.lastPrefix = t.stream.maxPrefixTableSize() == 0 ? 0 : DecoderState.UNKNOWN;
    }
  }

  /** Returns whether all terms and ids are known that a next statement may refer to. */
  boolean knowsTerms() {
    return (state.seen & needed) == needed
        && state.lastName != DecoderState.UNKNOWN
        && state.lastPrefix != DecoderState.UNKNOWN;
  }

  /**
   * Reads a statement that may refer to unknown earlier terms. Its own terms are known afterwards.
   */
  void follow(int from, int to) {
    int prefixBefore = state.lastPrefix;
    int nameBefore = state.lastName;
    try {
      if (statements.inOrder(from, to, lastField)) {
        return;
      }
    } catch (JellyParseException e) {
      // Some of its terms may still be usable.
    }
    state.lastPrefix = prefixBefore;
    state.lastName = nameBefore;
    followTerms(from, to);
  }

  private void followTerms(int from, int to) {
    int[] kinds = {-1, -1, -1, -1};
    int[] starts = new int[4];
    int[] ends = new int[4];
    try {
      terms.fields(from, to, lastField, kinds, starts, ends);
    } catch (JellyParseException e) {
      // The reader of the statement rejects it.
      forgetTerms();
      return;
    }
    for (int i = 0; i < 4; i++) {
      if (kinds[i] >= 0) {
        try {
          state.lastTerm(i, terms.termOf(i, kinds[i], starts[i], ends[i]));
          state.seen |= 1 << i;
        } catch (JellyParseException e) {
          state.seen &= ~(1 << i);
          forgetIds();
        }
      }
    }
  }
}
