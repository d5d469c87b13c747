package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.nio.charset.StandardCharsets;

/**
 * Writes stream rows in order (Jelly-RDF 1.1, "Stream rows"): options, lookup entries, statements
 * with repeated terms left out, graphs, namespaces.
 */
final class RowWriter {
  /** The graph field of a quad that stands for the default graph; also that of a graph start. */
  private static final int QUAD_GRAPH = 13;

  private static final int GRAPH_START = 1;

  private final FrameBuffer out;
  private final JellyWriteOptions options;
  final TermEncoder t;
  private final boolean quads;
  private final boolean graphs;
  private final LastTerm lastS = new LastTerm();
  private final LastTerm lastP = new LastTerm();
  private final LastTerm lastO = new LastTerm();
  private final LastTerm lastG = new LastTerm();
  private boolean inGraph;

  RowWriter(FrameBuffer out, JellyWriteOptions options) {
    this.out = out;
    this.options = options;
    this.t = new TermEncoder(out, options, RowReader.NAME);
    this.quads = options.physicalType() == PhysicalType.QUADS;
    this.graphs = options.physicalType() == PhysicalType.GRAPHS;
  }

  /** Starts over: a reader that begins here knows nothing. The next row is the options row. */
  void restart() {
    t.restart();
    forget();
  }

  private void forget() {
    lastS.forget();
    lastP.forget();
    lastO.forget();
    lastG.forget();
  }

  /** Takes the table that ids refer to from now on. */
  void use(TermTable terms) {
    if (t.iris.clock > IriEncoder.MAX_CLOCK) {
      t.resetClock();
      // When their entries were looked up is by the old clock.
      forget();
    }
    if (t.use(terms)) {
      lastS.id = -1;
      lastP.id = -1;
      lastO.id = -1;
      lastG.id = -1;
    }
  }

  /** Keeps what repeated terms need of the table, which may change before it is used again. */
  void detach(TermTable terms) {
    lastS.detach(terms);
    lastP.detach(terms);
    lastO.detach(terms);
    lastG.detach(terms);
  }

  /** Writes one statement with the rows that it needs. */
  void statement(StatementBatch batch, int i, long number) throws JellyWriteException {
    int s = batch.s[i];
    int p = batch.p[i];
    int o = batch.o[i];
    int g = batch.g == null ? TermTable.NO_TERM : batch.g[i];
    IriEncoder iris = t.iris;
    t.startRow();
    boolean newG = false;
    if (quads) {
      newG = g != lastG.id && t.prepare(lastG, g, 3, number);
    } else if (graphs) {
      graph(g, number);
    } else if (g != TermTable.NO_TERM) {
      throw new JellyWriteException(
          number, "the default graph in a stream of triples", "a named graph", "physicalType");
    }
    boolean newS = s != lastS.id && t.prepare(lastS, s, 0, number);
    boolean newP = p != lastP.id && t.prepare(lastP, p, 1, number);
    boolean newO = o != lastO.id && t.prepare(lastO, o, 2, number);
    if (iris.startOverWithoutPrefixes()) {
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
    int at = out.startRow(quads ? RowReader.QUAD : RowReader.TRIPLE, room);
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

  /** Finds entries again for a term that has to be written. */
  private void again(LastTerm last, boolean isNew, int id, int position, long number)
      throws JellyWriteException {
    if (isNew && (last.kind == TermKind.IRI || last.kind == TermKind.TRIPLE)) {
      last.forget();
      t.prepare(last, id, position, number);
    }
  }

  /** Writes the field of {@link #lastG}: of a quad, or of a graph start. */
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

  // ---- graphs --------------------------------------------------------------------------------

  private void graph(int g, long number) throws JellyWriteException {
    boolean other = g != lastG.id && t.prepare(lastG, g, 3, number);
    if (inGraph && !other) {
      return;
    }
    endGraph();
    if (!other) {
      // The graph that ended before has to be named again, and its entries may be gone.
      lastG.forget();
      t.prepare(lastG, g, 3, number);
    }
    int at = out.startRow(RowReader.GRAPH_START, t.room(lastG));
    out.endRow(graphTerm(out.data, at, GRAPH_START, number));
    inGraph = true;
    t.iris.startRow();
  }

  /** Ends the graph that is open, if there is one. */
  void endGraph() {
    if (inGraph) {
      out.endRow(out.startRow(RowReader.GRAPH_END, 0));
      inGraph = false;
    }
  }

  // ---- other rows ----------------------------------------------------------------------------

  /** Writes the options row. */
  void options() {
    StreamOptions stream = options.streamOptions();
    byte[] name = stream.streamName().getBytes(StandardCharsets.UTF_8);
    int p = out.startRow(RowReader.OPTIONS, name.length + 64L);
    byte[] d = out.data;
    if (name.length > 0) {
      d[p] = 0x0a;
      p = FrameBuffer.varint(d, p + 1, name.length);
      System.arraycopy(name, 0, d, p, name.length);
      p += name.length;
    }
    p = field(d, p, 2, stream.physicalType().number());
    p = field(d, p, 3, stream.generalizedStatements() ? 1 : 0);
    p = field(d, p, 4, stream.rdfStar() ? 1 : 0);
    p = field(d, p, 9, stream.maxNameTableSize());
    p = field(d, p, 10, stream.maxPrefixTableSize());
    p = field(d, p, 11, stream.maxDatatypeTableSize());
    p = field(d, p, 14, stream.logicalType());
    p = field(d, p, 15, stream.version());
    out.endRow(p);
  }

  private static int field(byte[] d, int at, int number, int value) {
    if (value == 0) {
      return at;
    }
    d[at] = (byte) (number << 3);
    return FrameBuffer.varint(d, at + 1, value);
  }

  /** Writes a namespace declaration. */
  void namespace(String name, String iri, long number) throws JellyWriteException {
    byte[] nameText = name.getBytes(StandardCharsets.UTF_8);
    byte[] iriText = iri.getBytes(StandardCharsets.UTF_8);
    t.iris.startRow();
    String problem = t.iris.split(iriText, 0, iriText.length);
    if (problem != null) {
      throw new JellyWriteException(number, "an IRI as the namespace", problem, null);
    }
    int p = out.startRow(RowReader.NAMESPACE, nameText.length + IriEncoder.MAX_BYTES + 8L);
    byte[] d = out.data;
    if (nameText.length > 0) {
      d[p] = 0x0a;
      p = FrameBuffer.varint(d, p + 1, nameText.length);
      System.arraycopy(nameText, 0, d, p, nameText.length);
      p += nameText.length;
    }
    d[p] = 0x12;
    p = t.iris.write(d, p + 1, t.iris.prefix, t.iris.name);
    out.endRow(p);
  }
}
