/** The DataSource {@code rdf}: files in the common syntaxes of RDF as a table of statements. */
package io.github.jellybridge.spark.rdf;
