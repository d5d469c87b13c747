/**
 * SQL functions on RDF terms, {@code rdf_value} and its like. Spark calls their methods {@code
 * invoke} from generated code, with its own binary strings and rows.
 */
package io.github.jellybridge.spark.functions.terms;
