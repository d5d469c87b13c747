package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.wire.RowHeader;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;

/**
 * Decodes and checks the rows of Jelly-RDF one at a time, in any form (Jelly-RDF 1.1, "Stream
 * rows"). A {@link StatementDecoder} decodes the statements of a layout.
 */
public final class StreamRowDecoder implements StrictRowDecoder {
  public final WireReader in;
  public final TermDecoder t;
  public final DecoderState state;
  public final RowHeader header;
  public final RowOrderCheck order;
  public final NamespaceReader namespaces;
  public final EntryDecoder entries;

  /** The kind of the rows that are statements: {@code TRIPLE} or {@code QUAD}. */
  public final int statementKind;

  private final StatementDecoder statements;
  private final OptionsReader optionsReader;

  public StreamRowDecoder(
      TermDecoder t, DecoderState state, StatementDecoder statements, Layout layout) {
    this.in = t.in;
    this.t = t;
    this.state = state;
    this.statements = statements;
    // Frames of the draft have no metadata.
    this.header = new RowHeader(in, t.options.maxFrameBytes(), RowKind::of, layout == Layout.V1);
    this.order = new RowOrderCheck(in, t.stream.physicalType());
    this.statementKind = RowKind.ofStatements(t.stream.physicalType());
    this.optionsReader = new OptionsReader(in, t.options, layout);
    this.entries = new EntryDecoder(t, state, layout);
    this.namespaces = new NamespaceReader(in, t, t.stream, layout);
  }

  @Override
  public int decode(int at, int end, boolean whole) throws JellyParseException {
    int kind = header.read(at, end, whole);
    if (kind >= 0) {
      int next = in.next;
      if (kind > 0) {
        row(kind, in.bodyStart, in.bodyEnd, at);
      }
      in.pos = next;
    }
    return kind;
  }

  @Override
  public boolean statementAllowed() {
    return order.statementAllowed();
  }

  /** Decodes the row at {@code at}, whose body is in [from, to). */
  public void row(int kind, int from, int to, int at) throws JellyParseException {
    switch (kind) {
      case RowKind.TRIPLE -> {
        order.enter(kind, at);
        statements.triple(from, to);
      }
      case RowKind.QUAD -> {
        order.enter(kind, at);
        statements.quad(from, to);
      }
      case RowKind.NAME -> entries.name(from, to, at);
      case RowKind.PREFIX -> entries.prefix(from, to, at);
      case RowKind.DATATYPE -> entries.datatype(from, to, at);
      case RowKind.GRAPH_START -> {
        order.enter(kind, at);
        statements.graphStart(from, to);
      }
      case RowKind.GRAPH_END -> {
        order.enter(kind, at);
        t.skipFields(from, to);
      }
      case RowKind.NAMESPACE -> namespace(from, to, at);
      case RowKind.OPTIONS -> options(from, to, at);
      default -> throw RowHeader.unknownKind(in, kind, at);
    }
  }

  /** Checks that an options row repeats the first one. */
  public void options(int from, int to, int at) throws JellyParseException {
    StreamOptions again = optionsReader.read(from, to);
    if (!again.equals(t.stream)) {
      throw OptionChecks.changed(in, at, t.stream, again);
    }
  }

  private void namespace(int from, int to, int at) throws JellyParseException {
    namespaces.checkAllowed(at);
    String name = namespaces.name(from, to, at);
    namespaces.add(name, t.terms.value(statements.iri(in.bodyStart, in.bodyEnd)));
  }
}
