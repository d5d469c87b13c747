package io.github.jellybridge.spark.write;

import java.util.List;

/**
 * The order of rows before they are written, after the order of their partitions, and their
 * distribution among tasks.
 *
 * @param columns the columns to sort by; none to keep the order of the query
 * @param amongTasks whether tasks also receive ranges of that order, for which Spark shuffles
 * @param shuffledBy a column by which Spark shuffles all rows into one task; null to keep the tasks
 *     of the query
 */
public record RowOrder(List<String> columns, boolean amongTasks, String shuffledBy) {
  /** The order of the query. */
  public static final RowOrder NONE = new RowOrder(List.of(), false);

  /** Creates an order without a shuffle into one task. */
  public RowOrder(List<String> columns, boolean amongTasks) {
    this(columns, amongTasks, null);
  }

  /**
   * Returns an order with all rows in one task.
   *
   * @param shuffledBy any column of the rows, because Spark requires one
   * @param columns the columns to sort by; none to keep the order of the query
   */
  public static RowOrder inOneTask(String shuffledBy, String... columns) {
    return new RowOrder(List.of(columns), false, shuffledBy);
  }

  /** Returns the same order in each task, without a shuffle by it. */
  public RowOrder withinTasks() {
    return new RowOrder(columns, false, shuffledBy);
  }
}
