package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.TermTable;
import java.util.function.UnaryOperator;
import org.apache.jena.graph.Node;

/** Ids of the nodes of a batch; IRIs and blank nodes that come again soon keep theirs. */
final class NodeIds {
  private static final int SLOTS = 1 << 12;

  private final NodeTerms terms;
  private final Node[] nodes = new Node[SLOTS];
  private final int[] ids = new int[SLOTS];
  private final int[] batches = new int[SLOTS];
  private int batch = 1;

  NodeIds(TermTable terms, UnaryOperator<String> labels) {
    this.terms = new NodeTerms(terms, labels);
  }

  /** Forgets all ids, because the table was emptied. */
  void forget() {
    batch++;
  }

  int id(Node node) {
    if (!node.isURI() && !node.isBlank()) {
      return terms.add(node);
    }
    int hash = node.hashCode();
    int slot = (hash ^ hash >>> 16) & SLOTS - 1;
    if (batches[slot] == batch && (nodes[slot] == node || nodes[slot].equals(node))) {
      return ids[slot];
    }
    int id = terms.add(node);
    nodes[slot] = node;
    ids[slot] = id;
    batches[slot] = batch;
    return id;
  }
}
