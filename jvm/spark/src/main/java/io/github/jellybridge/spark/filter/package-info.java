/**
 * Filters that the reader takes over from Spark.
 *
 * <p>{@link PredicateCompiler} turns Spark's predicates into {@link FilterNode}s or declines them;
 * {@link PushedFilters} is the result. A test of one term runs once for each term of a table, not
 * for each row ({@link TermFilterCache}). {@link TruthValue} holds SQL's three truth values.
 */
package io.github.jellybridge.spark.filter;
