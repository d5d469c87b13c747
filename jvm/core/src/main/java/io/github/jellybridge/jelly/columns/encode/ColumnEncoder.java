package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/** Encodes one column of a frame (Jelly-RDF 1.2 draft, "RdfColumn"). */
final class ColumnEncoder {
  private static final int KINDS = 1;
  private static final int LAYOUTS = 2;
  private static final int BNODES = 9;
  private static final int TRIPLE_TERMS = 10;

  /** A factor that repeats two bits in a byte. */
  private static final int ALL_FOUR = 0x55;

  /** Not a valid id. */
  private static final int NO_ID = -1;

  /** The numbers of the kinds in the file, by {@link TermKind}. */
  private static final int[] WIRE_KINDS = {-1, 0, 2, 1, 3};

  private final FrameEntries entries;
  private final int position;
  private final ColumnRunsEncoder runs = new ColumnRunsEncoder();
  private final ColumnIrisEncoder iris = new ColumnIrisEncoder();
  private final ColumnLiteralsEncoder literals;
  private final FieldBuffer labels = new FieldBuffer();
  private final FieldBuffer triples = new FieldBuffer();

  /** Two bits for each value; nothing while all values are of one kind. */
  private final FieldBuffer kinds = new FieldBuffer();

  private int values;

  private byte firstKind = TermKind.NONE;
  private boolean severalKinds;

  // The last cell: its kind, and its id if that is of the current table.
  private byte lastKind;
  private int lastId = NO_ID;

  /** The text of the last label or triple term. */
  private byte[] lastText = new byte[64];

  private int lastLength;
  private TermTable terms;
  private long epoch;

  /** The length of the fields, set by {@link #finish}. */
  private long length;

  /**
   * Creates an encoder.
   *
   * @param position 0 for subjects, 1 predicates, 2 objects, 3 graphs
   */
  ColumnEncoder(FrameEntries entries, int position, RdfVersion version) {
    this.entries = entries;
    this.position = position;
    this.literals = new ColumnLiteralsEncoder(version);
  }

  /** Starts a frame. */
  void clear() {
    runs.clear();
    iris.clear();
    literals.clear();
    labels.clear();
    triples.clear();
    kinds.clear();
    values = 0;
    firstKind = TermKind.NONE;
    severalKinds = false;
    lastKind = TermKind.NONE;
    lastId = NO_ID;
  }

  /** Uses a table from now on. */
  void use(TermTable table) {
    if (terms != table || epoch != table.epoch()) {
      terms = table;
      epoch = table.epoch();
      lastId = NO_ID;
    }
    literals.use(table);
  }

  /** Returns the id of the last cell; -1 if it is not known. */
  int lastId() {
    return lastId;
  }

  /**
   * Adds cells, whose lookup entries have been found.
   *
   * @param number the number of the first statement
   */
  void add(int[] ids, int from, int to, long number) throws JellyWriteException {
    int last = lastId;
    iris.ensure(to - from);
    for (int i = from; i < to; i++) {
      int id = ids[i];
      if (id == last) {
        runs.repeat();
      } else {
        last = id;
        add(id, number + i - from);
      }
    }
    lastId = last;
  }

  /** Adds cells of the default graph. */
  void addUnbound(int count) {
    if (count > 0) {
      unbound();
      runs.repeatUnbound(count - 1);
    }
    lastId = TermTable.NO_TERM;
  }

  private void unbound() {
    if (lastKind == TermKind.NONE && runs.isOpen()) {
      runs.repeat();
    } else {
      runs.unbound();
      lastKind = TermKind.NONE;
    }
  }

  private void add(int id, long statement) throws JellyWriteException {
    if (id == TermTable.NO_TERM) {
      unbound();
      return;
    }
    byte kind = entries.kind(id);
    boolean follows = kind == lastKind;
    if (kind == TermKind.IRI) {
      if (iri(id, follows)) {
        addValue(kind);
      } else {
        runs.repeat();
      }
      return;
    }
    if (!Texts.fits(kind, position)) {
      throw Texts.misplaced(kind, position, "", statement);
    }
    boolean isNew =
        switch (kind) {
          case TermKind.LITERAL ->
              literals.add(terms, id, entries.datatype(id), follows, statement);
          case TermKind.BNODE -> bnode(id, follows, statement);
          default -> triple(id, follows, statement);
        };
    if (isNew) {
      addValue(kind);
    } else {
      runs.repeat();
    }
  }

  private void addValue(byte kind) {
    runs.value();
    lastKind = kind;
    if (kind != firstKind || severalKinds) {
      addKind(kind);
    }
    values++;
  }

  private void addKind(byte kind) {
    if (values == 0) {
      firstKind = kind;
      return;
    }
    if (!severalKinds) {
      severalKinds = true;
      kinds.fill(WIRE_KINDS[firstKind] * ALL_FOUR, values + 3 >> 2);
      // The unused bits of the last byte are 0.
      kinds.data[kinds.end - 1] &= (byte) (0xff >> (-values & 3) * 2);
    }
    int shift = (values & 3) << 1;
    if (shift == 0) {
      kinds.fill(WIRE_KINDS[kind], 1);
    } else {
      kinds.data[kinds.end - 1] |= (byte) (WIRE_KINDS[kind] << shift);
    }
  }

  private boolean iri(int id, boolean follows) {
    int name = entries.name(id);
    int prefix = entries.prefix(id);
    if (follows && iris.isLast(name, prefix)) {
      return false;
    }
    iris.add(name, prefix);
    return true;
  }

  private boolean bnode(int id, boolean follows, long statement) throws JellyWriteException {
    if (!isNewText(id, follows)) {
      return false;
    }
    Texts.check(lastText, 0, lastLength, "blank node label", statement);
    labels.bytes(BNODES, lastText, 0, lastLength);
    return true;
  }

  private boolean triple(int id, boolean follows, long statement) throws JellyWriteException {
    if (!isNewText(id, follows)) {
      return false;
    }
    entries.triples.write(triples, TRIPLE_TERMS, terms, id, statement);
    return true;
  }

  /** Keeps the text of a term. Returns false if it is that of the last cell. */
  private boolean isNewText(int id, boolean follows) {
    int from = terms.valueOffset(id);
    int textLength = terms.valueLength(id);
    byte[] data = terms.data();
    if (follows && Arrays.equals(lastText, 0, lastLength, data, from, from + textLength)) {
      return false;
    }
    if (lastText.length < textLength) {
      lastText = new byte[2 * textLength];
    }
    System.arraycopy(data, from, lastText, 0, textLength);
    lastLength = textLength;
    return true;
  }

  /** Returns the approximate number of bytes so far, at most 10 too low, without headers. */
  long length() {
    return (long) runs.length()
        + iris.length()
        + literals.length()
        + labels.end
        + triples.end
        + Math.max(kinds.end, values + 3 >> 2);
  }

  /** Ends the column. Returns the length of its fields; 0 for a column without values. */
  long finish() {
    if (values == 0) {
      length = 0;
      return 0;
    }
    iris.finish();
    literals.finish();
    length =
        kinds.fieldLength()
            + runs.finish().fieldLength()
            + iris.fieldsLength()
            + literals.fieldsLength()
            + labels.end
            + triples.end;
    return length;
  }

  /** Returns the length of a field with this column after {@link #finish}. */
  long fieldLength() {
    return length == 0 ? 0 : 1 + FrameBuffer.varintLength((int) length) + length;
  }

  /** Writes a field with this column after {@link #finish}; nothing without values. */
  void write(FrameBuffer out, int field) {
    if (length == 0) {
      return;
    }
    out.data[out.end] = (byte) (field << 3 | 2);
    out.end = FrameBuffer.varint(out.data, out.end + 1, (int) length);
    kinds.writeField(out, KINDS);
    runs.finish().writeField(out, LAYOUTS);
    iris.write(out);
    literals.write(out);
    labels.write(out);
    triples.write(out);
  }
}
