/**
 * Expressions of a query and their terms, as columns of Spark.
 *
 * <p>{@link io.github.jellybridge.sparql.expression.Expressions} turns expressions into columns: as
 * {@code NativeExpressions} of Spark where possible, with {@code NativeArithmetic} and {@code
 * NativeLiterals}, else as functions that call an {@code ArqExpression} for each row. {@link
 * io.github.jellybridge.sparql.expression.Terms} are the columns, rows and nodes of terms; a {@link
 * io.github.jellybridge.sparql.expression.SortKey} orders them as ORDER BY does (SPARQL 1.1 Query
 * Language, section 15.1).
 */
package io.github.jellybridge.sparql.expression;
