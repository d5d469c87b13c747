/**
 * The columns of a table and the forms of terms in them.
 *
 * <p>{@link StatementSchema} lists the columns of a {@link TableKind}, the partition columns and
 * the hidden metadata. {@link TermFormat} says whether a term is a struct or N-Triples text, {@link
 * TermField} names the fields of the struct.
 */
package io.github.jellybridge.spark.schema;
