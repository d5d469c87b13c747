package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.split.StatementFollower;
import io.github.jellybridge.jelly.wire.RowCounter;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.Map;
import java.util.Set;

/** Decodes rows of Jelly-RDF 1.0 and 1.1. */
public final class V1RowDecoder implements RowDecoder {
  final DecoderState state = new DecoderState();

  /** The strict decoder of rows, for walks that decode only a few of them. */
  public final StreamRowDecoder strict;

  private final TermDecoder t;
  private final V1TermDecoder terms;
  private final V1StatementDecoder statements;
  private final BatchDecoder batches;
  private final RetainedTerms retained;

  public V1RowDecoder(
      WireReader in, TermTable table, StreamOptions stream, JellyReadOptions options) {
    t = new TermDecoder(in, table, stream, options);
    terms = new V1TermDecoder(t, state);
    statements = new V1StatementDecoder(t, state, terms);
    strict = new StreamRowDecoder(t, state, statements, Layout.V1);
    FastRowDecoder.Kinds kinds =
        new FastRowDecoder.Kinds(strict.statementKind, -1, RowKind.NAME, RowKind.PREFIX);
    batches = new BatchDecoder(t, state, terms, strict.header, kinds, strict);
    retained = new RetainedTerms(t, state);
  }

  @Override
  public void decode(StatementBatch into, int end, boolean whole, int max)
      throws JellyParseException {
    batches.decode(into, end, whole, max);
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
    batches.filter(filter);
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

  @Override
  public void resume(SplitPoint start) {
    if (start.state() == null) {
      state.forgetEntries();
      follower().forgetTerms();
    } else {
      state.resume(start.state());
    }
  }

  /** Returns a follower that tracks statements from the middle of the stream on. */
  public StatementFollower follower() {
    return new StatementFollower(t, state, terms, statements, strict.statementKind == RowKind.QUAD);
  }
}
