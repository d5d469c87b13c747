package io.github.jellybridge.spark.common.write;

import java.util.List;

/**
 * The order that rows are brought into before they are written, after that of their partitions.
 *
 * @param columns the columns to sort by; none to leave rows as they come
 * @param amongTasks whether the tasks, too, get ranges of that order, for which Spark shuffles
 */
public record RowOrder(List<String> columns, boolean amongTasks) {
  /** Rows as they come. */
  public static final RowOrder NONE = new RowOrder(List.of(), false);

  /** Returns the same order in each task, without a shuffle. */
  public RowOrder withinTasks() {
    return new RowOrder(columns, false);
  }
}
