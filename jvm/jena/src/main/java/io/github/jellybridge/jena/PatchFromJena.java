package io.github.jellybridge.jena;

import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.rdfpatch.PatchException;
import org.apache.jena.rdfpatch.RDFChanges;
import org.apache.jena.sparql.core.Quad;

/** Makes the calls of Jena events of patches; mirrors {@link PatchToJena}. */
final class PatchFromJena implements RDFChanges {
  /** Calls after which terms are forgotten, if not before because of their text. */
  private static final int BATCH = 1024;

  private static final byte[] NOTHING = {};

  private final PatchHandler handler;
  private final TermTable terms = new TermTable();
  private final NodeTerms nodes = new NodeTerms(terms);
  private int calls;

  PatchFromJena(PatchHandler handler) throws IOException {
    this.handler = handler;
    terms.reset(NOTHING, 0);
    handler.start(null, terms);
  }

  /** An exception that the handler throws: it is not about the text. */
  static final class HandlerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HandlerException(RuntimeException cause) {
      super(cause);
    }

    /** Returns the exception of the handler. */
    RuntimeException thrown() {
      return (RuntimeException) getCause();
    }
  }

  /** The action of a call, with the exceptions that Jena's interface lacks. */
  private interface Event {
    void run() throws IOException;
  }

  private void event(Event event) {
    try {
      event.run();
      if (++calls >= BATCH || terms.isLarge()) {
        calls = 0;
        handler.forget();
        terms.reset(NOTHING, 0);
        terms.symbols().clear();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      throw new PatchException("expected terms of RDF 1.1, found " + e.getMessage(), e);
    } catch (PatchException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new HandlerException(e);
    }
  }

  /** Ends the one patch there is. */
  void end() throws IOException {
    handler.endPatch();
  }

  private int graph(Node g) {
    if (g != null && Quad.isDefaultGraph(g)) {
      // To Jena it is the default graph, to others a graph of this name.
      throw new PatchException(
          "expected a graph that Jena does not take for the default one, found <" + g + ">");
    }
    return g == null ? TermTable.NO_TERM : nodes.add(g);
  }

  @Override
  public void header(String field, Node value) {
    event(() -> handler.header(field, nodes.add(value)));
  }

  @Override
  public void add(Node g, Node s, Node p, Node o) {
    event(() -> handler.add(nodes.add(s), nodes.add(p), nodes.add(o), graph(g)));
  }

  @Override
  public void delete(Node g, Node s, Node p, Node o) {
    event(() -> handler.delete(nodes.add(s), nodes.add(p), nodes.add(o), graph(g)));
  }

  @Override
  public void addPrefix(Node g, String prefix, String uri) {
    event(() -> handler.addNamespace(prefix, nodes.add(NodeFactory.createURI(uri)), graph(g)));
  }

  @Override
  public void deletePrefix(Node g, String prefix) {
    event(() -> handler.deleteNamespace(prefix, TermTable.NO_TERM, graph(g)));
  }

  @Override
  public void txnBegin() {
    event(handler::startTransaction);
  }

  @Override
  public void txnCommit() {
    event(handler::commit);
  }

  @Override
  public void txnAbort() {
    event(handler::abort);
  }

  @Override
  public void segment() {
    // A text is one patch.
  }

  @Override
  public void start() {
    // Nothing to open.
  }

  @Override
  public void finish() {
    // The reader calls this at the end of every transaction.
  }
}
