package io.github.jellybridge.jena;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.jena.graph.Triple;
import org.apache.jena.sparql.core.Quad;

/**
 * The statements of a Jelly stream as Jena's, read as they are asked for.
 *
 * <p>Input that breaks a rule ends in an {@link UncheckedIOException} whose cause is a {@link
 * io.github.jellybridge.jelly.JellyParseException}, each time that there is to be more. The stream
 * is also closed at its end.
 */
public final class JellyIterator<T> implements Iterator<T>, Closeable {
  private static final int BATCH = 1024;

  private final JellyReader reader;
  private final JenaTerms terms;
  private final Maker<T> maker;
  private int at;
  private int size;
  private boolean ended;
  private UncheckedIOException failure;

  /** Makes a statement of entry i of a batch. */
  private interface Maker<T> {
    T make(JenaTerms terms, StatementBatch batch, int i);
  }

  private JellyIterator(JellyReader reader, Maker<T> maker) {
    this.reader = reader;
    this.terms = new JenaTerms(reader.terms());
    this.maker = maker;
  }

  /**
   * Reads quads; those of the default graph are in {@link Quad#defaultGraphNodeGenerated}. One in a
   * graph that only Jena takes for the default one is an error.
   *
   * @param in the bytes, already decompressed; closed with the iterator
   * @param name the name that errors carry, and the default scope of blank nodes
   * @param options how to read, all columns
   */
  public static JellyIterator<Quad> quads(InputStream in, String name, JellyReadOptions options) {
    return new JellyIterator<>(JellyReader.open(in, name, options), JenaTerms::quad);
  }

  /** Reads triples as {@link #quads} reads quads; a statement in a named graph is an error. */
  public static JellyIterator<Triple> triples(
      InputStream in, String name, JellyReadOptions options) {
    return new JellyIterator<>(JellyReader.open(in, name, options), JellyIterator::triple);
  }

  private static Triple triple(JenaTerms terms, StatementBatch batch, int i) {
    if (batch.g[i] != TermTable.NO_TERM) {
      throw new IllegalStateException(
          "Statement "
              + (batch.firstStatement() + i)
              + " is in the graph "
              + terms.node(batch.g[i])
              + " and no triple; read quads.");
    }
    return terms.triple(batch, i);
  }

  @Override
  public boolean hasNext() {
    if (at < size || ended) {
      return at < size;
    }
    if (failure != null) {
      throw failure;
    }
    try {
      ended = !reader.nextBatch(BATCH);
      at = 0;
      size = ended ? 0 : reader.batch().size();
      if (ended) {
        reader.close();
      }
    } catch (IOException e) {
      size = 0;
      closeAfter(e);
      failure = new UncheckedIOException(e);
      throw failure;
    }
    return !ended;
  }

  private void closeAfter(IOException failure) {
    try {
      reader.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return maker.make(terms, reader.batch(), at++);
  }

  /** Closes the stream; there are no more statements. */
  @Override
  public void close() throws IOException {
    ended = true;
    size = 0;
    reader.close();
  }
}
