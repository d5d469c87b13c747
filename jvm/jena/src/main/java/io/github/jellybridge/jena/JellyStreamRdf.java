package io.github.jellybridge.jena;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sparql.core.Quad;

/**
 * Writes statements as Jelly. Blank nodes keep their labels. Prefixes are written if {@link
 * JellyWriteOptions#namespaceDeclarations} is set.
 *
 * <p>A statement that cannot be written ends in an {@link UncheckedIOException} whose cause names
 * the statement and the option that would allow it; a node that is no term of RDF 1.1, in an {@link
 * IllegalArgumentException}. After any exception nothing more is written, and {@link #close} does
 * not finish the stream.
 */
public final class JellyStreamRdf extends StreamRDFBase implements Closeable {
  private static final int BATCH = 1024;
  private static final byte[] NOTHING = {};

  private final OutputStream out;
  private final JellyWriter writer;
  private final boolean namespaces;
  private final TermTable terms = new TermTable();
  private final NodeIdCache ids = new NodeIdCache(terms);
  private final StatementBatch batch = new StatementBatch(BATCH, true, true, true, true);
  private boolean failed;
  private boolean finished;

  /**
   * Opens a stream; writes nothing yet.
   *
   * @param out closed with this
   */
  public JellyStreamRdf(OutputStream out, JellyWriteOptions options) {
    this.out = out;
    writer = JellyWriter.open(out, options);
    namespaces = options.namespaceDeclarations();
    terms.reset(NOTHING, 0);
  }

  @Override
  public void triple(Triple triple) {
    add(triple.getSubject(), triple.getPredicate(), triple.getObject(), null);
  }

  @Override
  public void quad(Quad quad) {
    add(quad.getSubject(), quad.getPredicate(), quad.getObject(), quad.getGraph());
  }

  /** Whatever fails from here to {@link #end} leaves the stream unusable. */
  private void begin() {
    if (failed) {
      throw new IllegalStateException("writing failed before");
    }
    if (finished) {
      throw new IllegalStateException("the stream was finished before");
    }
    failed = true;
  }

  private void end() {
    failed = false;
  }

  private void add(Node s, Node p, Node o, Node g) {
    begin();
    int i = batch.size();
    batch.s[i] = ids.id(s);
    batch.p[i] = ids.id(p);
    batch.o[i] = ids.id(o);
    batch.g[i] = g == null || Quad.isDefaultGraph(g) ? TermTable.NO_TERM : ids.id(g);
    batch.size(i + 1);
    if (i + 1 == BATCH || terms.isLarge()) {
      flush();
    }
    end();
  }

  @Override
  public void prefix(String prefix, String iri) {
    if (namespaces) {
      begin();
      flush();
      run(() -> writer.namespace(prefix, iri));
      end();
    }
  }

  private void flush() {
    if (batch.size() > 0) {
      run(() -> writer.write(batch, terms));
    }
    batch.clear(writer.statementsWritten());
    terms.reset(terms.data(), 0);
    terms.symbols().clear();
    ids.forget();
  }

  /** Writes the buffered statements; nothing can be written after it. */
  @Override
  public void finish() {
    if (finished) {
      return;
    }
    begin();
    flush();
    run(writer::finish);
    end();
    finished = true;
  }

  /** Finishes, unless writing failed before, and closes the stream. */
  @Override
  public void close() throws IOException {
    if (failed) {
      out.close();
      return;
    }
    try (writer) {
      finish();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns the number of statements so far. */
  public long statements() {
    return writer.statementsWritten() + batch.size();
  }

  /** Something that writes. */
  private interface Step {
    void run() throws IOException;
  }

  private static void run(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
