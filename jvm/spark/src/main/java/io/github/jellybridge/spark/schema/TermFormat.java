package io.github.jellybridge.spark.schema;

/** How an RDF term looks in a row: the values of the option {@code termFormat}. */
public enum TermFormat {
  /** {@code struct<kind, value, lang, datatype>}. */
  STRUCT,
  /** One string of N-Triples text. */
  NTRIPLES
}
