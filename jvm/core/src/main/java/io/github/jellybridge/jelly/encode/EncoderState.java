package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.rdf.TermTable;

/**
 * The last term of every position of the statements written, which the next statement may repeat. A
 * {@link RowEncoder} owns one; {@link DecoderState} is the counterpart.
 */
public final class EncoderState {
  final RepeatedTerm lastS = new RepeatedTerm();
  final RepeatedTerm lastP = new RepeatedTerm();
  final RepeatedTerm lastO = new RepeatedTerm();
  public final RepeatedTerm lastG = new RepeatedTerm();

  /** Forgets the terms: the next ones have to be written. */
  void forget() {
    lastS.forget();
    lastP.forget();
    lastO.forget();
    lastG.forget();
  }

  /** Keeps the texts of the terms, before the table that they are in changes. */
  public void detach(TermTable terms) {
    lastS.detach(terms);
    lastP.detach(terms);
    lastO.detach(terms);
    lastG.detach(terms);
  }
}
