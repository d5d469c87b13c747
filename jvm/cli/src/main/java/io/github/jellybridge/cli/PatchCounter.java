package io.github.jellybridge.cli;

import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.patch.PatchOptions;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;

/**
 * Counts events and passes them to another handler.
 *
 * @param next receives each event first; events that it rejects are not counted
 */
record PatchCounter(OperationCounts counts, PatchHandler next) implements PatchHandler {
  @Override
  public void start(PatchOptions options, TermTable terms) throws IOException {
    next.start(options, terms);
  }

  @Override
  public void add(int s, int p, int o, int g) throws IOException {
    next.add(s, p, o, g);
    counts.add(PatchOp.ADD);
  }

  @Override
  public void delete(int s, int p, int o, int g) throws IOException {
    next.delete(s, p, o, g);
    counts.add(PatchOp.DELETE);
  }

  @Override
  public void addNamespace(String name, int iri, int g) throws IOException {
    next.addNamespace(name, iri, g);
    counts.add(PatchOp.ADD_NAMESPACE);
  }

  @Override
  public void deleteNamespace(String name, int iri, int g) throws IOException {
    next.deleteNamespace(name, iri, g);
    counts.add(PatchOp.DELETE_NAMESPACE);
  }

  @Override
  public void startTransaction() throws IOException {
    next.startTransaction();
    counts.add(PatchOp.START);
  }

  @Override
  public void commit() throws IOException {
    next.commit();
    counts.add(PatchOp.COMMIT);
  }

  @Override
  public void abort() throws IOException {
    next.abort();
    counts.add(PatchOp.ABORT);
  }

  @Override
  public void header(String name, int value) throws IOException {
    next.header(name, value);
    counts.add(PatchOp.HEADER);
  }

  @Override
  public void endPatch() throws IOException {
    next.endPatch();
  }

  @Override
  public void forget() throws IOException {
    next.forget();
  }
}
