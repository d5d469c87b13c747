package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;

/**
 * Encodes rows of Jelly-RDF 1.1 ("Stream rows"): options, lookup entries, statements without
 * repeated terms, graphs, namespaces.
 */
public final class V1RowEncoder implements RowEncoder {
  private static final int GRAPH_START = 1;

  private final FrameBuffer out;
  private final JellyWriteOptions options;
  private final EncoderState state = new EncoderState();
  final TermEncoder t;
  private final StatementEncoder statements;
  private final int kind;
  private final boolean quads;
  private final boolean graphs;
  private boolean inGraph;

  public V1RowEncoder(FrameBuffer out, JellyWriteOptions options) {
    this.out = out;
    this.options = options;
    this.quads = options.physicalType() == PhysicalType.QUADS;
    this.graphs = options.physicalType() == PhysicalType.GRAPHS;
    this.kind = RowKind.ofStatements(options.physicalType());
    this.t = new TermEncoder(out, options, RowKind.NAME);
    this.statements = new StatementEncoder(out, t, state, quads);
  }

  @Override
  public void restart() {
    statements.restart();
  }

  @Override
  public void use(TermTable terms) {
    statements.use(terms);
  }

  @Override
  public void detach(TermTable terms) {
    state.detach(terms);
  }

  /** Writes one statement and the rows that it needs. */
  public void statement(StatementBatch batch, int i, long number) throws JellyWriteException {
    int g = batch.g == null ? TermTable.NO_TERM : batch.g[i];
    t.startRow();
    if (graphs) {
      graph(g, number);
    } else if (!quads && g != TermTable.NO_TERM) {
      throw new JellyWriteException(
          number, "the default graph in a stream of triples", "a named graph", "physicalType");
    }
    statements.write(kind, batch.s[i], batch.p[i], batch.o[i], g, number);
  }

  // ---- graphs --------------------------------------------------------------------------------

  private void graph(int g, long number) throws JellyWriteException {
    RepeatedTerm last = state.lastG;
    boolean other = g != last.id && t.prepare(last, g, 3, number);
    if (inGraph && !other) {
      // The entries of the graph name are not those of the statement.
      t.iris.startRow();
      return;
    }
    endGraph();
    if (!other) {
      // The ended graph has to be named again, and its entries may have been replaced.
      last.forget();
      t.prepare(last, g, 3, number);
    }
    int at = out.startRow(RowKind.GRAPH_START, t.room(last));
    out.endRow(statements.graph(out.data, at, GRAPH_START, number));
    inGraph = true;
    t.iris.startRow();
  }

  /** Ends the open graph, if any. */
  public void endGraph() {
    if (inGraph) {
      out.endRow(out.startRow(RowKind.GRAPH_END, 0));
      inGraph = false;
    }
  }

  // ---- other rows ----------------------------------------------------------------------------

  @Override
  public void options() {
    StreamOptions stream = options.streamOptions();
    byte[] name = stream.streamName().getBytes(StandardCharsets.UTF_8);
    int p = out.startRow(RowKind.OPTIONS, name.length + 64L);
    byte[] d = out.data;
    p = FrameBuffer.field(d, p, 1, name);
    p = FrameBuffer.field(d, p, 2, stream.physicalType().number());
    p = FrameBuffer.field(d, p, 3, stream.generalizedStatements() ? 1 : 0);
    p = FrameBuffer.field(d, p, 4, stream.rdfStar() ? 1 : 0);
    p = FrameBuffer.field(d, p, 9, stream.maxNameTableSize());
    p = FrameBuffer.field(d, p, 10, stream.maxPrefixTableSize());
    p = FrameBuffer.field(d, p, 11, stream.maxDatatypeTableSize());
    p = FrameBuffer.field(d, p, 14, stream.logicalType());
    p = FrameBuffer.field(d, p, 15, stream.version());
    out.endRow(p);
  }

  /** Writes a namespace declaration. */
  public void namespace(String name, String iri, long number) throws JellyWriteException {
    byte[] nameText = Utf8.bytes(name);
    byte[] iriText = Utf8.bytes(iri);
    t.iris.startRow();
    String problem = t.iris.split(iriText, 0, iriText.length);
    if (problem != null) {
      throw new JellyWriteException(number, "an IRI as the namespace", problem, null);
    }
    int p = out.startRow(RowKind.NAMESPACE, nameText.length + IriEncoder.MAX_BYTES + 8L);
    byte[] d = out.data;
    p = FrameBuffer.field(d, p, 1, nameText);
    d[p] = 0x12;
    p = t.iris.write(d, p + 1, t.iris.prefix, t.iris.name);
    out.endRow(p);
  }
}
