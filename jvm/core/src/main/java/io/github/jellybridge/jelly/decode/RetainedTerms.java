package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/**
 * Copies the lookups and the last terms from chunk to chunk, as the next statements may refer to
 * them. The term table drops all other terms.
 */
public final class RetainedTerms {
  private final TermDecoder t;
  private final TermTable terms;
  private final DecoderState state;

  private final int[] ids = new int[4];

  private final int[] offset = new int[4];
  private final int[] length = new int[4];
  private final byte[] kind = new byte[4];
  private final byte[][] lang = new byte[4][];
  private final byte[][] datatypeIri = new byte[4][];

  public RetainedTerms(TermDecoder t, DecoderState state) {
    this.t = t;
    this.terms = t.terms;
    this.state = state;
  }

  /** Returns how many bytes of lookups {@link #copy} will write. */
  public long lookupBytes() {
    return t.iris.retainedBytes();
  }

  /** Returns how many bytes of last terms {@link #copy} will write. */
  public long termBytes() {
    long sum = 0;
    for (int i = 0; i < 4; i++) {
      int id = state.lastTerm(i);
      sum += id > 0 ? terms.valueLength(id) : 0;
    }
    return sum;
  }

  /** Copies lookups and terms into the next chunk; returns the end of the copy there. */
  public int copy(byte[] to, int at) {
    for (int i = 0; i < 4; i++) {
      ids[i] = state.lastTerm(i);
      if (ids[i] > 0) {
        // Moves the text into the table's data first, which may replace that array.
        terms.valueOffset(ids[i]);
      }
    }
    byte[] from = terms.data();
    int end = t.iris.copy(from, to, at);
    for (int i = 0; i < 4; i++) {
      int id = ids[i];
      // Ids below 1 are not terms.
      if (id > 0) {
        offset[i] = end;
        length[i] = terms.valueLength(id);
        kind[i] = terms.kind(id);
        lang[i] = text(terms.langId(id));
        datatypeIri[i] = text(terms.datatypeId(id));
        System.arraycopy(from, terms.valueOffset(id), to, end, length[i]);
        end += length[i];
      }
    }
    return end;
  }

  /** Gives the last terms new ids after the table was reset. */
  public void restore() {
    t.endChunk();
    for (int i = 0; i < 4; i++) {
      if (ids[i] > 0) {
        int id =
            kind[i] == TermKind.LITERAL
                ? terms.addLiteral(offset[i], length[i], symbol(lang[i]), symbol(datatypeIri[i]))
                : terms.add(kind[i], offset[i], length[i]);
        state.lastTerm(i, id);
      }
    }
  }

  private byte[] text(int symbol) {
    return symbol == 0 ? null : terms.symbols().bytes(symbol);
  }

  private int symbol(byte[] text) {
    return text == null ? 0 : terms.symbols().intern(text, 0, text.length);
  }
}
