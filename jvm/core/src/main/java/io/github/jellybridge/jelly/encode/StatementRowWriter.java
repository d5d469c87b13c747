package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/**
 * Writes the rows of statements, whatever their kind, with terms left out that repeat those of the
 * statement before (Jelly-RDF 1.1, "Repeated terms"); has the last term of each position.
 */
public final class StatementRowWriter {
  /** The graph field of a quad; the one of the default graph is two further. */
  private static final int QUAD_GRAPH = 13;

  private final FrameBuffer out;
  public final TermEncoder t;
  private final boolean quads;
  private final RepeatedTerm lastS = new RepeatedTerm();
  private final RepeatedTerm lastP = new RepeatedTerm();
  private final RepeatedTerm lastO = new RepeatedTerm();

  /** The last graph, which other rows than statements may have, too. */
  public final RepeatedTerm lastG = new RepeatedTerm();

  /**
   * Makes a writer.
   *
   * @param options what the terms may be, and the sizes of the lookups
   * @param nameKind the kind of name rows
   * @param quads whether rows of statements have a graph
   */
  public StatementRowWriter(
      FrameBuffer out, JellyWriteOptions options, int nameKind, boolean quads) {
    this.out = out;
    this.t = new TermEncoder(out, options, nameKind);
    this.quads = quads;
  }

  /** Starts over: a reader that begins here knows nothing. */
  public void restart() {
    t.restart();
    forget();
  }

  private void forget() {
    lastS.forget();
    lastP.forget();
    lastO.forget();
    lastG.forget();
  }

  /** Takes the table that ids refer to from now on; the one before was detached. */
  public void use(TermTable terms) {
    if (t.iris.clock > IriEncoder.MAX_CLOCK) {
      t.resetClock();
      // When their entries were looked up is by the old clock.
      forget();
    }
    t.use(terms);
  }

  /** Keeps what repeated terms need of the table, which may change before it is used again. */
  public void detach(TermTable terms) {
    lastS.detach(terms);
    lastP.detach(terms);
    lastO.detach(terms);
    lastG.detach(terms);
  }

  /**
   * Writes one statement with the rows that it needs; {@link TermEncoder#startRow} comes before.
   *
   * @param kind the tag of the row's kind
   * @param g not looked at without {@code quads}
   */
  public void write(int kind, int s, int p, int o, int g, long number) throws JellyWriteException {
    boolean newG = quads && g != lastG.id && t.prepare(lastG, g, 3, number);
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
      at = graph(d, at, QUAD_GRAPH, number);
    }
    out.endRow(at);
  }

  /** Finds entries again for a term that has to be written. */
  public void again(RepeatedTerm last, boolean isNew, int id, int position, long number)
      throws JellyWriteException {
    if (isNew && (last.kind == TermKind.IRI || last.kind == TermKind.TRIPLE)) {
      last.forget();
      t.prepare(last, id, position, number);
    }
  }

  /**
   * Writes the field of {@link #lastG}, in any row that has a graph.
   *
   * @param field the number of the field of an IRI
   */
  public int graph(byte[] d, int at, int field, long number) throws JellyWriteException {
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
}
