package io.github.jellybridge.spark.filter;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * The predicates that a scan takes over from Spark, compiled on the driver.
 *
 * <p>Divides the predicates that Spark offered into those that the reader evaluates completely, so
 * that Spark need not evaluate them again, and those that stay with Spark. Immutable.
 */
public final class PushedFilters implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final Set<TermPart> PICKING =
      EnumSet.of(TermPart.VALUE, TermPart.TERM, TermPart.TEXT);
  private static final PushedFilters NONE =
      of(new Predicate[0], TableKind.STATEMENTS, TermFormat.STRUCT);

  private final List<FilterNode> nodes;
  private final String description;
  private final transient Predicate[] accepted;
  private final transient Predicate[] declined;
  private final transient int columnsPicked;

  private PushedFilters(
      List<FilterNode> nodes, Predicate[] accepted, Predicate[] declined, int columnsPicked) {
    this.nodes = List.copyOf(nodes);
    this.accepted = accepted;
    this.declined = declined;
    this.columnsPicked = columnsPicked;
    this.description = PredicateDescription.list("PushedFilters", List.of(accepted));
  }

  /** Returns no filter at all. */
  public static PushedFilters none() {
    return NONE;
  }

  /**
   * Compiles all predicates that can be compiled.
   *
   * @param offered predicates that must all hold
   * @param kind the table that has the columns
   * @param format the form of columns of terms
   */
  public static PushedFilters of(Predicate[] offered, TableKind kind, TermFormat format) {
    PredicateCompiler compiler = new PredicateCompiler(kind, format);
    List<FilterNode> nodes = new ArrayList<>();
    List<Predicate> accepted = new ArrayList<>();
    List<Predicate> declined = new ArrayList<>();
    int columnsPicked = 0;
    for (Predicate predicate : offered) {
      Optional<FilterNode> node = compiler.compile(predicate);
      node.ifPresent(nodes::add);
      (node.isPresent() ? accepted : declined).add(predicate);
      columnsPicked |= node.isPresent() ? columnPicked(predicate, kind, format) : 0;
    }
    return new PushedFilters(
        nodes,
        accepted.toArray(Predicate[]::new),
        declined.toArray(Predicate[]::new),
        columnsPicked);
  }

  /**
   * Returns the bit of the column that a predicate restricts to a few terms; 0 if there is no such
   * column.
   */
  private static int columnPicked(Predicate predicate, TableKind kind, TermFormat format) {
    return switch (predicate.name()) {
      case "=", "<=>", "IN" ->
          Arrays.stream(predicate.children()).skip(1).allMatch(child -> child instanceof Literal<?>)
              ? TermPath.of(predicate.children()[0], kind, format)
                  // There are few kinds of operations, and most are adds or deletes.
                  .filter(path -> path.column() != TermPath.OP && PICKING.contains(path.part()))
                  .map(TermPath::mask)
                  .orElse(0)
              : 0;
      default -> 0;
    };
  }

  /** The predicates that the reader evaluates; known on the driver only. */
  public Predicate[] accepted() {
    return accepted.clone();
  }

  /** The predicates that stay with Spark; known on the driver only. */
  public Predicate[] declined() {
    return declined.clone();
  }

  /**
   * The estimated share of the statements that pass, known on the driver only: half for each column
   * that is restricted to certain terms. The true share is usually much smaller, but with too small
   * an estimate Spark would broadcast tables that are too large for it.
   */
  public double passingShare() {
    return 1.0 / (1 << Integer.bitCount(columnsPicked));
  }

  /** Returns false if no statement of a part of a file can pass. */
  public boolean mayPass(PartFacts part) {
    return nodes.stream().allMatch(node -> (part.outcomes(node) & 1 << TruthValue.TRUE) != 0);
  }

  /** Whether every statement passes. */
  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  /** The columns that must be decoded for the decision, as a mask of {@code JellyReadOptions}. */
  public int columns() {
    return nodes.stream().mapToInt(FilterNode::columns).reduce(0, (a, b) -> a | b)
        & JellyReadOptions.ALL;
  }

  /**
   * Describes the filter for explain: {@code PushedFilters: [p.value = 'x']}; long lists are
   * shortened.
   */
  public String describe() {
    return description;
  }

  /** Returns a new evaluator for one reader. */
  public StatementFilter newFilter() {
    return new ConjunctiveFilter(nodes);
  }
}
