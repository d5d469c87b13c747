/**
 * SPARQL queries over tables of statements, as operations on DataFrames.
 *
 * <p>How a query becomes a plan; sections are those of the SPARQL 1.1 Query Language:
 *
 * <ol>
 *   <li>{@link io.github.jellybridge.sparql.SparqlQuery} is the entry point. ARQ parses the {@code
 *       QueryText} and makes the algebra (section 18.2), without an optimizer. {@code
 *       SupportedQuery} refuses constructs that are not supported.
 *   <li>{@code OpTranslator} turns each operator of the algebra into {@code Solutions}: a table
 *       with a column of terms for each variable, null where it is unbound. The {@code Scope} of an
 *       operator has the {@code DatasetTable} of the query, the active graph, and the outer
 *       solutions if the operator is within EXISTS.
 *   <li>Groups of operators have classes of their own: {@code BasicGraphPatterns} with their {@code
 *       JoinOrder}, {@code PropertyPaths}, {@code Joins} (Join, LeftJoin, Minus), {@code Existence}
 *       and {@code Substitution} (EXISTS), {@code Assignments} (Extend), {@code Aggregation} with
 *       its {@code PartialAggregate} and {@code ArqAggregate}, {@code Ordering} (OrderBy, Distinct,
 *       Slice).
 *   <li>{@link io.github.jellybridge.sparql.expression} turns their expressions into columns.
 *   <li>The solutions get the form that the caller asks for ({@link
 *       io.github.jellybridge.sparql.SolutionTerms}), become statements ({@code
 *       ConstructTemplate}), or are printed ({@link io.github.jellybridge.sparql.QueryAnswer}).
 * </ol>
 */
package io.github.jellybridge.sparql;
