package io.github.jellybridge.jelly;

/**
 * How far a blank node label reaches (Jelly-RDF 1.1, "Blank nodes": the specification leaves it to
 * the consumer).
 */
public enum BlankNodes {
  /**
   * Labels are made unique per file: the same label in two files is two nodes, unless both files
   * were written together and say so ({@link JellyWriteOptions#scope}).
   */
  FILE,
  /** Labels are left as they are written. */
  PRESERVE,
  /** Labels are made unique per frame, as grouped streams of graphs and datasets mean them. */
  FRAME
}
