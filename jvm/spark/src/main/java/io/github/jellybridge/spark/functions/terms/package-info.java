/**
 * SQL functions on RDF terms: {@code rdf_value}, {@code rdf_term}, {@code rdf_ntriples} and others.
 *
 * <p>Each function is a class whose {@code invoke} method Spark calls in generated code. {@link
 * TermFunctions} lists them, {@link TermLayout} finds the fields of a term in a struct.
 */
package io.github.jellybridge.spark.functions.terms;
