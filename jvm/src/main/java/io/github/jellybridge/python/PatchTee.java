package io.github.jellybridge.python;

import io.github.jellybridge.jelly.PatchOptions;
import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;

/**
 * Hands events on to two handlers.
 *
 * @param first gets them first
 * @param second does not get what the first one refuses
 */
record PatchTee(PatchHandler first, PatchHandler second) implements PatchHandler {
  @Override
  public void start(PatchOptions options, TermTable terms) throws IOException {
    first.start(options, terms);
    second.start(options, terms);
  }

  @Override
  public void add(int s, int p, int o, int g) throws IOException {
    first.add(s, p, o, g);
    second.add(s, p, o, g);
  }

  @Override
  public void delete(int s, int p, int o, int g) throws IOException {
    first.delete(s, p, o, g);
    second.delete(s, p, o, g);
  }

  @Override
  public void addNamespace(String name, int iri, int g) throws IOException {
    first.addNamespace(name, iri, g);
    second.addNamespace(name, iri, g);
  }

  @Override
  public void deleteNamespace(String name, int iri, int g) throws IOException {
    first.deleteNamespace(name, iri, g);
    second.deleteNamespace(name, iri, g);
  }

  @Override
  public void startTransaction() throws IOException {
    first.startTransaction();
    second.startTransaction();
  }

  @Override
  public void commit() throws IOException {
    first.commit();
    second.commit();
  }

  @Override
  public void abort() throws IOException {
    first.abort();
    second.abort();
  }

  @Override
  public void header(String name, int value) throws IOException {
    first.header(name, value);
    second.header(name, value);
  }

  @Override
  public void endPatch() throws IOException {
    first.endPatch();
    second.endPatch();
  }

  @Override
  public void forget() throws IOException {
    first.forget();
    second.forget();
  }
}
