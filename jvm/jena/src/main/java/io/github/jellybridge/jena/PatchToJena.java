package io.github.jellybridge.jena;

import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.patch.PatchOptions;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import org.apache.jena.graph.Node;
import org.apache.jena.rdfpatch.RDFChanges;
import org.apache.jena.sparql.core.Quad;

/** Hands the events of patches on to a handler of Jena; mirrors {@link PatchFromJena}. */
class PatchToJena implements PatchHandler {
  private final RDFChanges changes;
  private JenaTerms terms;

  PatchToJena(RDFChanges changes) {
    this.changes = changes;
  }

  @Override
  public final void start(PatchOptions options, TermTable of) {
    terms = bridge(of);
  }

  /** Makes what makes terms nodes. */
  JenaTerms bridge(TermTable of) {
    return new JenaTerms(of);
  }

  /** Makes a term a node; null for no term. */
  Node node(int id) throws IOException {
    return terms.node(id);
  }

  /** Makes the name of a graph a node; null for no name. */
  Node graphName(int id) throws IOException {
    return terms.graphName(id);
  }

  private Node graph(int g) throws IOException {
    return g == TermTable.NO_TERM ? Quad.defaultGraphNodeGenerated : graphName(g);
  }

  @Override
  public final void add(int s, int p, int o, int g) throws IOException {
    changes.add(graph(g), node(s), node(p), node(o));
  }

  @Override
  public final void delete(int s, int p, int o, int g) throws IOException {
    changes.delete(graph(g), node(s), node(p), node(o));
  }

  @Override
  public final void addNamespace(String name, int iri, int g) throws IOException {
    changes.addPrefix(graphName(g), name, node(iri).getURI());
  }

  @Override
  public final void deleteNamespace(String name, int iri, int g) throws IOException {
    changes.deletePrefix(graphName(g), name);
  }

  @Override
  public final void startTransaction() {
    changes.txnBegin();
  }

  @Override
  public final void commit() {
    changes.txnCommit();
  }

  @Override
  public final void abort() {
    changes.txnAbort();
  }

  @Override
  public void header(String name, int value) throws IOException {
    changes.header(name, node(value));
  }

  @Override
  public void endPatch() {
    changes.segment();
  }
}
