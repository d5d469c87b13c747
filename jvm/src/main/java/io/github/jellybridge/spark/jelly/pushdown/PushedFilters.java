package io.github.jellybridge.spark.jelly.pushdown;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * The predicates that a scan takes over from Spark, compiled on the driver.
 *
 * <p>What Spark offered, in two: the predicates that are evaluated completely in the reader, so
 * that Spark need not look again, and those that are left to Spark. Immutable.
 */
public final class PushedFilters implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final PushedFilters NONE = of(new Predicate[0], false);

  private final List<FilterNode> nodes;
  private final String description;
  private final transient Predicate[] accepted;
  private final transient Predicate[] declined;

  private PushedFilters(List<FilterNode> nodes, Predicate[] accepted, Predicate[] declined) {
    this.nodes = List.copyOf(nodes);
    this.accepted = accepted;
    this.declined = declined;
    this.description =
        Arrays.stream(accepted)
            .map(Predicate::toString)
            .collect(Collectors.joining(", ", "PushedFilters: [", "]"));
  }

  /** No filter at all. */
  public static PushedFilters none() {
    return NONE;
  }

  /**
   * Compiles what can be compiled.
   *
   * @param offered predicates that must all hold
   * @param ntriples whether the columns are plain strings ({@code termFormat=ntriples})
   */
  public static PushedFilters of(Predicate[] offered, boolean ntriples) {
    PredicateCompiler compiler = new PredicateCompiler(ntriples);
    List<FilterNode> nodes = new ArrayList<>();
    List<Predicate> accepted = new ArrayList<>();
    List<Predicate> declined = new ArrayList<>();
    for (Predicate predicate : offered) {
      Optional<FilterNode> node = compiler.compile(predicate);
      node.ifPresent(nodes::add);
      (node.isPresent() ? accepted : declined).add(predicate);
    }
    return new PushedFilters(
        nodes, accepted.toArray(Predicate[]::new), declined.toArray(Predicate[]::new));
  }

  /** The predicates that the reader evaluates; known on the driver only. */
  public Predicate[] accepted() {
    return accepted.clone();
  }

  /** The predicates that stay with Spark; known on the driver only. */
  public Predicate[] declined() {
    return declined.clone();
  }

  /** Whether every statement passes. */
  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  /** The columns that must be decoded to decide, as a mask of {@code JellyReadOptions}. */
  public int columns() {
    return nodes.stream().mapToInt(FilterNode::columns).reduce(0, (a, b) -> a | b);
  }

  /** For explain: {@code PushedFilters: [p.value = 'x']}. */
  public String describe() {
    return description;
  }

  /** A new evaluator, for one reader. */
  public StatementFilter newFilter() {
    return new ConjunctiveFilter(nodes);
  }
}
