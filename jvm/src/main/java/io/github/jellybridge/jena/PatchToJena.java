package io.github.jellybridge.jena;

import io.github.jellybridge.jelly.PatchOptions;
import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.rdf.TermTable;
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
  public final void start(PatchOptions options, TermTable table) {
    terms = new JenaTerms(table);
  }

  private org.apache.jena.graph.Node graph(int g) {
    return g == TermTable.NO_TERM ? Quad.defaultGraphNodeGenerated : terms.node(g);
  }

  @Override
  public final void add(int s, int p, int o, int g) {
    changes.add(graph(g), terms.node(s), terms.node(p), terms.node(o));
  }

  @Override
  public final void delete(int s, int p, int o, int g) {
    changes.delete(graph(g), terms.node(s), terms.node(p), terms.node(o));
  }

  @Override
  public final void addNamespace(String name, int iri, int g) {
    changes.addPrefix(terms.node(g), name, terms.node(iri).getURI());
  }

  @Override
  public final void deleteNamespace(String name, int iri, int g) {
    changes.deletePrefix(terms.node(g), name);
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
  public final void header(String name, int value) {
    changes.header(name, terms.node(value));
  }

  @Override
  public void endPatch() {
    changes.segment();
  }
}
