package io.github.jellybridge.spark.options;

/** The reaction of a reader to malformed input: the values of Spark's option {@code mode}. */
public enum ReadMode {
  /** Malformed input fails the query. */
  FAILFAST,
  /**
   * The malformed part of a file is dropped and counted. Its extent depends on the format: from the
   * malformed frame to the end of the file in Jelly, a line in N-Triples and N-Quads, everything
   * after the error in other syntaxes, the whole file in RDF/Borsh.
   */
  DROPMALFORMED
}
