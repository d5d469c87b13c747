package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.TermTable;
import org.apache.jena.graph.Node;

/** Gives the nodes of a batch their ids; IRIs and blank nodes that recur soon keep theirs. */
final class NodeIdCache {
  private static final int SLOTS = 1 << 12;

  /** How many of the last characters of a text are hashed. */
  private static final int HASHED = 12;

  private final NodeTerms terms;

  /** Of each slot: its batch in the high half and the hash of its node in the low half. */
  private final long[] tags = new long[SLOTS];

  private final Node[] nodes = new Node[SLOTS];
  private final int[] ids = new int[SLOTS];
  private long batch = 1;

  NodeIdCache(TermTable terms) {
    this.terms = new NodeTerms(terms);
  }

  /** Forgets all ids, because the table was emptied. */
  void forget() {
    batch++;
  }

  /** Returns the id of a node of this batch. */
  int id(Node node) {
    boolean iri = node.isURI();
    if (!iri && !node.isBlank()) {
      return terms.add(node);
    }
    int hash = hash(iri ? node.getURI() : node.getBlankNodeLabel());
    int slot = (hash ^ hash >>> 16) & SLOTS - 1;
    long tag = batch << 32 | hash & 0xffffffffL;
    if (tags[slot] == tag && (nodes[slot] == node || nodes[slot].equals(node))) {
      return ids[slot];
    }
    int id = terms.add(node);
    tags[slot] = tag;
    nodes[slot] = node;
    ids[slot] = id;
    return id;
  }

  /** Hashes the end of a text: hashing all of it would dominate the cost. */
  private static int hash(String text) {
    int hash = text.length();
    for (int i = Math.max(0, text.length() - HASHED); i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }
}
