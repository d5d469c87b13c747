package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.encode.EncoderState;
import io.github.jellybridge.jelly.encode.IriEncoder;
import io.github.jellybridge.jelly.encode.RepeatedTerm;
import io.github.jellybridge.jelly.encode.RowEncoder;
import io.github.jellybridge.jelly.encode.StatementEncoder;
import io.github.jellybridge.jelly.encode.TermEncoder;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.jelly.wire.PatchRowKind;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;

/** Encodes the rows of patches (Jelly-Patch, "Patch rows"). */
public final class PatchRowEncoder implements RowEncoder {
  private static final int NAMESPACE_GRAPH = 3;
  private static final int HEADER_VALUE = 2;

  private final FrameBuffer out;
  private final PatchOptions options;
  private final EncoderState state = new EncoderState();
  public final TermEncoder t;
  private final StatementEncoder statements;
  private final boolean quads;
  private TermTable terms;

  public PatchRowEncoder(FrameBuffer out, PatchOptions options) {
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
    this.t = new TermEncoder(out, tables, PatchRowKind.NAME);
    this.statements = new StatementEncoder(out, t, state, quads);
    t.iris.splitNumbers();
  }

  @Override
  public void restart() {
    statements.restart();
  }

  @Override
  public void use(TermTable table) {
    terms = table;
    statements.use(table);
  }

  @Override
  public void detach(TermTable table) {
    state.detach(table);
  }

  @Override
  public void options() {
    int p = out.startRow(RowKind.OPTIONS, 64);
    byte[] d = out.data;
    p = FrameBuffer.field(d, p, 1, options.statementType().number());
    p = FrameBuffer.field(d, p, 2, options.streamType().number());
    p = FrameBuffer.field(d, p, 3, options.generalizedStatements() ? 1 : 0);
    p = FrameBuffer.field(d, p, 4, options.rdfStar() ? 1 : 0);
    p = FrameBuffer.field(d, p, 9, options.maxNameTableSize());
    p = FrameBuffer.field(d, p, 10, options.maxPrefixTableSize());
    p = FrameBuffer.field(d, p, 11, options.maxDatatypeTableSize());
    p = FrameBuffer.field(d, p, 15, options.version());
    out.endRow(p);
  }

  /** Writes a row without fields. */
  void empty(int kind) {
    out.endRow(out.startRow(kind, 0));
  }

  /** Writes an added or deleted statement and the rows that it needs. */
  public void statement(int kind, int s, int p, int o, int g, long number)
      throws JellyWriteException {
    t.startRow();
    if (!quads) {
      refuseGraph(g, number);
    }
    statements.write(kind, s, p, o, g, number);
  }

  private static void refuseGraph(int g, long number) throws JellyWriteException {
    if (g != TermTable.NO_TERM) {
      throw new JellyWriteException(
          number, "no graph in a stream of triples", "a named graph", "statementType");
    }
  }

  /** Writes an added or deleted namespace. */
  void namespace(int kind, byte[] name, int iri, int g, long number) throws JellyWriteException {
    if (iri == TermTable.NO_TERM && kind == PatchRowKind.NAMESPACE_ADD) {
      throw new JellyWriteException(number, "the IRI of the namespace that is added", "none", null);
    }
    if (iri != TermTable.NO_TERM && terms.kind(iri) != TermKind.IRI) {
      throw new JellyWriteException(
          number, "an IRI as the namespace", TermKind.label(terms.kind(iri)), null);
    }
    t.startRow();
    RepeatedTerm value = new RepeatedTerm();
    RepeatedTerm graph = state.lastG;
    boolean newG = false;
    if (iri != TermTable.NO_TERM) {
      t.prepare(value, iri, 2, number);
    }
    if (quads) {
      newG = g != graph.id && t.prepare(graph, g, 3, number);
    } else {
      refuseGraph(g, number);
    }
    if (t.iris.startOverWithoutPrefixes()) {
      statements.again(value, iri != TermTable.NO_TERM, iri, 2, number);
      statements.again(graph, newG, g, 3, number);
    }
    long room = name.length + 16L + (newG ? t.room(graph) : 0) + IriEncoder.MAX_BYTES;
    int at = out.startRow(kind, room);
    byte[] d = out.data;
    at = text(d, at, name, number);
    if (iri != TermTable.NO_TERM) {
      at = t.write(d, at, value, 2, number);
    }
    if (newG) {
      at = statements.graph(d, at, NAMESPACE_GRAPH, number);
    }
    out.endRow(at);
  }

  /** Writes a header. */
  void header(byte[] key, int value, long number) throws JellyWriteException {
    if (value == TermTable.NO_TERM) {
      throw new JellyWriteException(number, "a value of the header", "none (null)", null);
    }
    t.startRow();
    RepeatedTerm term = new RepeatedTerm();
    t.prepare(term, value, 2, number);
    if (t.iris.startOverWithoutPrefixes()) {
      statements.again(term, true, value, 2, number);
    }
    int at = out.startRow(PatchRowKind.HEADER, key.length + 16L + t.room(term));
    byte[] d = out.data;
    at = text(d, at, key, number);
    out.endRow(t.write(d, at, term, HEADER_VALUE, number));
  }

  private static int text(byte[] d, int at, byte[] text, long number) throws JellyWriteException {
    if (Utf8.firstInvalid(text, 0, text.length) >= 0) {
      throw new JellyWriteException(
          number,
          "a name that is valid UTF-8",
          new String(text, StandardCharsets.UTF_8) + ", a malformed sequence",
          null);
    }
    return FrameBuffer.field(d, at, 1, text);
  }
}
