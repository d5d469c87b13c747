package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/**
 * Encodes the rows of statements of any kind. Omits the terms that repeat those of the previous
 * statement (Jelly-RDF 1.1, "Repeated terms").
 */
public final class StatementEncoder {
  /** The field of an IRI as the graph of a quad; the default graph is two fields later. */
  private static final int QUAD_GRAPH = 13;

  private final FrameBuffer out;
  private final TermEncoder t;
  private final boolean quads;
  private final EncoderState state;

  /**
   * Creates an encoder.
   *
   * @param quads whether statements have a graph
   */
  public StatementEncoder(FrameBuffer out, TermEncoder t, EncoderState state, boolean quads) {
    this.out = out;
    this.t = t;
    this.state = state;
    this.quads = quads;
  }

  /** Restarts, for a reader that begins here. */
  public void restart() {
    t.restart();
    state.forget();
  }

  /** Uses a table from now on; the previous one has been detached. */
  public void use(TermTable terms) {
    if (t.iris.clock > IriEncoder.MAX_CLOCK) {
      t.resetClock();
      // The times of their lookups refer to the old clock.
      state.forget();
    }
    t.use(terms);
  }

  /**
   * Writes one statement and the rows that it needs. Call {@link TermEncoder#startRow} first.
   *
   * @param kind the tag of the row's kind
   * @param g ignored without {@code quads}
   */
  public void write(int kind, int s, int p, int o, int g, long number) throws JellyWriteException {
    RepeatedTerm lastS = state.lastS;
    RepeatedTerm lastP = state.lastP;
    RepeatedTerm lastO = state.lastO;
    RepeatedTerm lastG = state.lastG;
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

  /** Finds the entries again for a term that has to be written. */
  public void again(RepeatedTerm last, boolean isNew, int id, int position, long number)
      throws JellyWriteException {
    if (isNew && (last.kind == TermKind.IRI || last.kind == TermKind.TRIPLE)) {
      last.forget();
      t.prepare(last, id, position, number);
    }
  }

  /**
   * Writes the field of the last graph, in any row that has a graph.
   *
   * @param field the field number of an IRI
   */
  public int graph(byte[] d, int at, int field, long number) throws JellyWriteException {
    RepeatedTerm lastG = state.lastG;
    if (lastG.kind == TermKind.NONE) {
      d[at] = (byte) (field + 2 << 3 | 2);
      d[at + 1] = 0;
      return at + 2;
    }
    if (lastG.kind == TermKind.LITERAL) {
      // The literal comes after the default graph; its tag in a quad has two bytes.
      int p = FrameBuffer.varint(d, at, field + 3 << 3 | 2);
      return t.literal(d, p, lastG, number);
    }
    return t.write(d, at, lastG, field, number);
  }
}
