package io.github.jellybridge.spark.write;

import java.util.List;

/**
 * The order that rows are brought into before they are written, after that of their partitions, and
 * how tasks share them.
 *
 * @param columns the columns to sort by; none to leave rows as they come
 * @param amongTasks whether the tasks, too, get ranges of that order, for which Spark shuffles
 * @param shuffledBy a column by which Spark shuffles all rows into one task; null to let tasks be
 */
public record RowOrder(List<String> columns, boolean amongTasks, String shuffledBy) {
  /** Rows as they come. */
  public static final RowOrder NONE = new RowOrder(List.of(), false);

  /** Some order. */
  public RowOrder(List<String> columns, boolean amongTasks) {
    this(columns, amongTasks, null);
  }

  /**
   * All rows in one task.
   *
   * @param shuffledBy a column that the rows have, as Spark wants one
   * @param columns the columns to sort by; none to leave rows as they come
   */
  public static RowOrder inOneTask(String shuffledBy, String... columns) {
    return new RowOrder(List.of(columns), false, shuffledBy);
  }

  /** Returns the same order in each task, without a shuffle by it. */
  public RowOrder withinTasks() {
    return new RowOrder(columns, false, shuffledBy);
  }
}
