package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/**
 * The last terms of a statement, carried from chunk to chunk while the table forgets them, as the
 * next statement may repeat them.
 */
final class RetainedTerms {
  private final TermTable terms;

  /** The ids: before, of the table that is forgotten, afterwards of the new one. */
  final int[] ids = new int[4];

  private final int[] offset = new int[4];
  private final int[] length = new int[4];
  private final byte[] kind = new byte[4];
  private final byte[][] lang = new byte[4][];
  private final byte[][] datatypeIri = new byte[4][];

  RetainedTerms(TermTable terms) {
    this.terms = terms;
  }

  /** Sets the terms; 0 and less is none. */
  void set(int s, int p, int o, int g) {
    ids[0] = s;
    ids[1] = p;
    ids[2] = o;
    ids[3] = g;
  }

  /** Returns how many bytes {@link #carry} will write. */
  long bytes() {
    long sum = 0;
    for (int id : ids) {
      sum += id > 0 ? terms.valueLength(id) : 0;
    }
    return sum;
  }

  /** Puts the terms into the data of the table, whose array may be another one afterwards. */
  void assemble() {
    for (int id : ids) {
      if (id > 0) {
        terms.valueOffset(id);
      }
    }
  }

  /** Copies the terms into the next chunk; returns where they end there. */
  int carry(byte[] to, int at) {
    byte[] from = terms.data();
    int end = at;
    for (int i = 0; i < 4; i++) {
      int id = ids[i];
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

  /** Gives the terms new ids, after the table was reset. */
  void restore() {
    for (int i = 0; i < 4; i++) {
      if (ids[i] > 0) {
        ids[i] =
            kind[i] == TermKind.LITERAL
                ? terms.addLiteral(offset[i], length[i], symbol(lang[i]), symbol(datatypeIri[i]))
                : terms.add(kind[i], offset[i], length[i]);
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
