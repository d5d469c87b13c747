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
 * <p>What Spark offered, in two: the predicates that are evaluated completely in the reader, so
 * that Spark need not look again, and those that are left to Spark. Immutable.
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

  /** No filter at all. */
  public static PushedFilters none() {
    return NONE;
  }

  /**
   * Compiles what can be compiled.
   *
   * @param offered predicates that must all hold
   * @param kind the table that has the columns
   * @param format how columns of terms look
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

  /** The column of which a predicate lets only a few terms pass, as a bit; 0 when there is none. */
  private static int columnPicked(Predicate predicate, TableKind kind, TermFormat format) {
    return switch (predicate.name()) {
      case "=", "<=>", "IN" ->
          Arrays.stream(predicate.children()).skip(1).allMatch(child -> child instanceof Literal<?>)
              ? TermPath.of(predicate.children()[0], kind, format)
                  // Of operations there are few kinds, and most are adds or deletes.
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
   * The share of the statements that is taken to pass, known on the driver only: half of them for
   * each column of which only certain terms pass. Mostly it is much less, but too small an estimate
   * makes Spark broadcast what is too large for it.
   */
  public double passingShare() {
    return 1.0 / (1 << Integer.bitCount(columnsPicked));
  }

  /** Whether every statement passes. */
  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  /** The columns that must be decoded to decide, as a mask of {@code JellyReadOptions}. */
  public int columns() {
    return nodes.stream().mapToInt(FilterNode::columns).reduce(0, (a, b) -> a | b)
        & JellyReadOptions.ALL;
  }

  /** For explain: {@code PushedFilters: [p.value = 'x']}; long lists are shortened. */
  public String describe() {
    return description;
  }

  /** A new evaluator, for one reader. */
  public StatementFilter newFilter() {
    return new ConjunctiveFilter(nodes);
  }
}
