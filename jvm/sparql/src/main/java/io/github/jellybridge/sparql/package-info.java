/**
 * SPARQL queries over tables of statements, as operations on DataFrames.
 *
 * <p>{@link io.github.jellybridge.sparql.SparqlQuery} is the entry point. ARQ parses the query and
 * makes the algebra of the recommendation. {@code OpTranslator} turns each operator into operations
 * on {@code Solutions}, a table with a column for each variable; {@code Expressions} turns
 * expressions into columns.
 */
package io.github.jellybridge.sparql;
