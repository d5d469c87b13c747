package io.github.jellybridge.bench.contender;

import java.util.Locale;

/** The tasks of the read benchmark. */
public enum ReadTask {
  /** Number of statements. */
  COUNT,
  /** Number of statements of each predicate. */
  GROUP_PREDICATE,
  /** One predicate's most frequent objects. */
  FILTER_GROUP_OBJECT,
  /** Number of distinct subjects. */
  DISTINCT_SUBJECTS,
  /** Sums of the lengths of subjects, predicates and objects. */
  STRING_LENGTHS,
  /** Every field of every statement, thrown away. */
  MATERIALISE,
  /** {@code ?a p1 ?b . ?b p2 ?c}, the most frequent {@code ?c}. */
  SELF_JOIN,
  /** Every field of the statements of one rare predicate, thrown away; not in the mean. */
  FILTER_SCAN;

  /** How many groups a task that could give many of them returns. */
  public static final int TOP = 20;

  /** The name in tables and files, as {@code group-predicate}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The predicates that the tasks use on one data set.
   *
   * @param filter the predicate of {@code FILTER_GROUP_OBJECT} and {@code p2} of the join
   * @param rare the predicate of {@code FILTER_SCAN}
   * @param join {@code p1} of the join
   */
  public record Predicates(String filter, String rare, String join) {}
}
