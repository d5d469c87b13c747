package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.rdf.TermTable;

/**
 * The last term of each position, which the next statement may repeat. Owned by a {@link
 * RowEncoder}; {@link DecoderState} is the counterpart.
 */
public final class EncoderState {
  final RepeatedTerm lastS = new RepeatedTerm();
  final RepeatedTerm lastP = new RepeatedTerm();
  final RepeatedTerm lastO = new RepeatedTerm();
  public final RepeatedTerm lastG = new RepeatedTerm();

  /** Clears the terms: the next ones have to be written in full. */
  void forget() {
    lastS.forget();
    lastP.forget();
    lastO.forget();
    lastG.forget();
  }

  /** Copies the texts of the terms before their table changes. */
  public void detach(TermTable terms) {
    lastS.detach(terms);
    lastP.detach(terms);
    lastO.detach(terms);
    lastG.detach(terms);
  }
}
