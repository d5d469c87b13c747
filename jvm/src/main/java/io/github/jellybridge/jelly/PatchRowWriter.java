package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;

/**
 * Writes the rows of patches in order (Jelly-Patch, "Patch rows"); mirrors {@link PatchRowReader}.
 */
final class PatchRowWriter {
  private static final int QUAD_GRAPH = 13;
  private static final int NAMESPACE_GRAPH = 3;
  private static final int HEADER_VALUE = 2;

  private final FrameBuffer out;
  private final PatchOptions options;
  private final TermEncoder t;
  private final boolean quads;
  private final LastTerm lastS = new LastTerm();
  private final LastTerm lastP = new LastTerm();
  private final LastTerm lastO = new LastTerm();
  private final LastTerm lastG = new LastTerm();
  private TermTable terms;

  PatchRowWriter(FrameBuffer out, PatchOptions options) {
    this.out = out;
    this.options = options;
    this.quads = options.statementType() == PatchStatementType.QUADS;
    JellyWriteOptions tables =
        JellyWriteOptions.builder()
            .generalized(options.generalizedStatements())
            .rdfStar(options.rdfStar())
            .maxNameTableSize(options.maxNameTableSize())
            .maxPrefixTableSize(options.maxPrefixTableSize())
            .maxDatatypeTableSize(options.maxDatatypeTableSize())
            .build();
    this.t = new TermEncoder(out, tables, PatchRowReader.NAME_ENTRY);
  }

  /** Takes the table that ids refer to from now on. */
  void use(TermTable table) {
    terms = table;
    if (t.use(table)) {
      lastS.id = -1;
      lastP.id = -1;
      lastO.id = -1;
      lastG.id = -1;
    }
  }

  /** Keeps what repeated terms need of the table, which may change before it is used again. */
  void detach() {
    lastS.detach(terms);
    lastP.detach(terms);
    lastO.detach(terms);
    lastG.detach(terms);
  }

  /** Writes the options row. */
  void options() {
    int p = out.startRow(RowReader.OPTIONS, 64);
    byte[] d = out.data;
    p = field(d, p, 1, options.statementType().number());
    p = field(d, p, 2, options.streamType().number());
    p = field(d, p, 3, options.generalizedStatements() ? 1 : 0);
    p = field(d, p, 4, options.rdfStar() ? 1 : 0);
    p = field(d, p, 9, options.maxNameTableSize());
    p = field(d, p, 10, options.maxPrefixTableSize());
    p = field(d, p, 11, options.maxDatatypeTableSize());
    p = field(d, p, 15, options.version());
    out.endRow(p);
  }

  private static int field(byte[] d, int at, int number, int value) {
    if (value == 0) {
      return at;
    }
    d[at] = (byte) (number << 3);
    return FrameBuffer.varint(d, at + 1, value);
  }

  /** Writes a row without fields. */
  void empty(int kind) {
    out.endRow(out.startRow(kind, 0));
  }

  /** Writes a statement that is added or deleted, with the rows that it needs. */
  void statement(int kind, int s, int p, int o, int g, long number) throws JellyWriteException {
    t.startRow();
    boolean newG = false;
    if (quads) {
      newG = g != lastG.id && t.prepare(lastG, g, 3, number);
    } else {
      refuseGraph(g, number);
    }
    boolean newS = s != lastS.id && t.prepare(lastS, s, 0, number);
    boolean newP = p != lastP.id && t.prepare(lastP, p, 1, number);
    boolean newO = o != lastO.id && t.prepare(lastO, o, 2, number);
    if (t.iris.startOverWithoutPrefixes()) {
      again(lastS, newS, s, 0, number);
      again(lastP, newP, p, 1, number);
      again(lastO, newO, o, 2, number);
      again(lastG, newG, g, 3, number);
    }
    long room = 0;
    room += newS ? t.room(lastS) : 0;
    room += newP ? t.room(lastP) : 0;
    room += newO ? t.room(lastO) : 0;
    room += newG ? t.room(lastG) : 0;
    int at = out.startRow(kind, room);
    byte[] d = out.data;
    if (newS) {
      at = t.write(d, at, lastS, 1, number);
    }
    if (newP) {
      at = t.write(d, at, lastP, 5, number);
    }
    if (newO) {
      at = t.write(d, at, lastO, 9, number);
    }
    if (newG) {
      at = graphTerm(d, at, QUAD_GRAPH, number);
    }
    out.endRow(at);
  }

  private static void refuseGraph(int g, long number) throws JellyWriteException {
    if (g != TermTable.NO_TERM) {
      throw new JellyWriteException(
          number, "no graph in a stream of triples", "a named graph", "statementType");
    }
  }

  /** Finds entries again for a term that has to be written. */
  private void again(LastTerm last, boolean isNew, int id, int position, long number)
      throws JellyWriteException {
    if (isNew && (last.kind == TermKind.IRI || last.kind == TermKind.TRIPLE)) {
      last.forget();
      t.prepare(last, id, position, number);
    }
  }

  private int graphTerm(byte[] d, int at, int field, long number) throws JellyWriteException {
    if (lastG.kind == TermKind.NONE) {
      d[at] = (byte) (field + 2 << 3 | 2);
      d[at + 1] = 0;
      return at + 2;
    }
    if (lastG.kind == TermKind.LITERAL) {
      // The literal comes behind the default graph, and in a quad has a tag of two bytes.
      int p = FrameBuffer.varint(d, at, field + 3 << 3 | 2);
      return t.literal(d, p, lastG, number);
    }
    return t.write(d, at, lastG, field, number);
  }

  /** Writes a namespace that is added or deleted. */
  void namespace(int kind, byte[] name, int iri, int g, long number) throws JellyWriteException {
    if (iri == TermTable.NO_TERM && kind == PatchRowReader.NAMESPACE_ADD) {
      throw new JellyWriteException(number, "the IRI of the namespace that is added", "none", null);
    }
    if (iri != TermTable.NO_TERM && terms.kind(iri) != TermKind.IRI) {
      throw new JellyWriteException(
          number, "an IRI as the namespace", TermKind.label(terms.kind(iri)), null);
    }
    t.startRow();
    LastTerm value = new LastTerm();
    boolean newG = false;
    if (iri != TermTable.NO_TERM) {
      t.prepare(value, iri, 2, number);
    }
    if (quads) {
      newG = g != lastG.id && t.prepare(lastG, g, 3, number);
    } else {
      refuseGraph(g, number);
    }
    if (t.iris.startOverWithoutPrefixes()) {
      again(value, iri != TermTable.NO_TERM, iri, 2, number);
      again(lastG, newG, g, 3, number);
    }
    long room = name.length + 16L + (newG ? t.room(lastG) : 0) + IriEncoder.MAX_BYTES;
    int at = out.startRow(kind, room);
    byte[] d = out.data;
    at = text(d, at, name, number);
    if (iri != TermTable.NO_TERM) {
      at = t.write(d, at, value, 2, number);
    }
    if (newG) {
      at = graphTerm(d, at, NAMESPACE_GRAPH, number);
    }
    out.endRow(at);
  }

  /** Writes a header. */
  void header(byte[] key, int value, long number) throws JellyWriteException {
    if (value == TermTable.NO_TERM) {
      throw new JellyWriteException(number, "a value of the header", "none (null)", null);
    }
    t.startRow();
    LastTerm term = new LastTerm();
    t.prepare(term, value, 2, number);
    if (t.iris.startOverWithoutPrefixes()) {
      again(term, true, value, 2, number);
    }
    int at = out.startRow(PatchRowReader.HEADER, key.length + 16L + t.room(term));
    byte[] d = out.data;
    at = text(d, at, key, number);
    out.endRow(t.write(d, at, term, HEADER_VALUE, number));
  }

  private static int text(byte[] d, int at, byte[] text, long number) throws JellyWriteException {
    if (text.length == 0) {
      return at;
    }
    if (Utf8.firstInvalid(text, 0, text.length) >= 0) {
      throw new JellyWriteException(
          number,
          "a name that is valid UTF-8",
          new String(text, StandardCharsets.UTF_8) + ", a malformed sequence",
          null);
    }
    d[at] = 0x0a;
    int p = FrameBuffer.varint(d, at + 1, text.length);
    System.arraycopy(text, 0, d, p, text.length);
    return p + text.length;
  }
}
