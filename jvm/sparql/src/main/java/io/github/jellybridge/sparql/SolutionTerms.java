package io.github.jellybridge.sparql;

import io.github.jellybridge.spark.RdfFunctions;
import org.apache.spark.sql.Column;

/** The form of the terms in the solutions of SELECT. */
public enum SolutionTerms {
  /** Structs of {@code kind, value, lang, datatype}. */
  STRUCT,
  /** N-Triples text. */
  NTRIPLES,
  /** IRIs, labels of blank nodes, and lexical forms of literals, as text. */
  VALUE;

  Column of(Column term) {
    return switch (this) {
      case STRUCT -> term;
      case NTRIPLES -> RdfFunctions.rdf_ntriples(term);
      case VALUE -> term.getField("value");
    };
  }
}
