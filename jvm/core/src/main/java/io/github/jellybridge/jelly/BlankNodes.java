package io.github.jellybridge.jelly;

/** The scope of blank node labels. Jelly-RDF 1.1, "Blank nodes", leaves it to the consumer. */
public enum BlankNodes {
  /**
   * Labels are made unique per file. The same label in two files denotes two nodes, unless the
   * frame metadata of both files has the same scope ({@link JellyWriteOptions#scope}).
   */
  FILE,
  /** Labels are kept as written. */
  PRESERVE,
  /** Labels are made unique per frame. This suits grouped streams of graphs and datasets. */
  FRAME
}
