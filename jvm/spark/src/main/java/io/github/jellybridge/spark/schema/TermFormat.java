package io.github.jellybridge.spark.schema;

/** The form of an RDF term in a row: the values of the option {@code termFormat}. */
public enum TermFormat {
  /** {@code struct<kind, value, lang, datatype>}. */
  STRUCT,
  /** A string of N-Triples text. */
  NTRIPLES
}
