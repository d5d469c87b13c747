package io.github.jellybridge.jelly.draft;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.jelly.decode.RetainedTerms;
import io.github.jellybridge.jelly.decode.RowDecoder;
import io.github.jellybridge.jelly.decode.StreamRowDecoder;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.RowCounter;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.Map;
import java.util.Set;

/** Decodes rows of the Jelly-RDF 1.0.0 draft, one by one. */
public final class DraftRowDecoder implements RowDecoder {
  private final DecoderState state = new DecoderState();
  private final WireReader in;
  private final TermDecoder t;
  private final StreamRowDecoder strict;
  private final RetainedTerms retained;

  public DraftRowDecoder(
      WireReader in, TermTable table, StreamOptions stream, JellyReadOptions options) {
    this.in = in;
    this.t = new TermDecoder(in, table, stream, options);
    this.strict = new StreamRowDecoder(t, state, new DraftStatementDecoder(t, state), Layout.DRAFT);
    this.retained = new RetainedTerms(t, state);
  }

  @Override
  public void decode(StatementBatch into, int end, boolean whole, int max)
      throws JellyParseException {
    while (in.pos < end && into.size() < max) {
      int kind = strict.decode(in.pos, end, whole);
      if (kind < 0) {
        break;
      }
      if (kind == strict.statementKind) {
        into.ensureCapacity(into.size() + 1);
        into.add(state.lastS, state.lastP, state.lastO, state.lastG);
      }
    }
  }

  @Override
  public TermDecoder terms() {
    return t;
  }

  @Override
  public RetainedTerms retained() {
    return retained;
  }

  @Override
  public void maxRowBytes(long bytes) {
    strict.header.maxRowBytes = bytes;
  }

  @Override
  public void filter(PredicateFilter filter) {
    // The draft decoder reads all objects.
  }

  @Override
  public RowCounter counter() {
    return new RowCounter(strict);
  }

  @Override
  public Set<NamespaceDeclaration> namespaces() {
    return strict.namespaces.all();
  }

  @Override
  public Map<String, String> prefixes() {
    return strict.namespaces.latest();
  }

  @Override
  public boolean inGraph() {
    return strict.order.inGraph();
  }

  @Override
  public void checkEnd() throws JellyParseException {
    strict.order.checkEnd();
  }
}
