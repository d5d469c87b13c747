package io.github.jellybridge.spark.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Gives metrics only when they may have changed: Spark asks a row reader for them every hundred
 * rows and merges what it gets, which was an eighth of reading all rows.
 *
 * <p>Spark keeps the values of before when it gets none, unless it adds up those of several readers
 * in one task (after {@code coalesce}); therefore a reader that is not alone in its task always
 * answers in full, and so does one that has ended.
 */
public final class ChangedMetrics {
  private static final CustomTaskMetric[] NONE = {};

  /** How many readers each running task of this JVM has had. */
  private static final Map<Long, AtomicInteger> READERS = new ConcurrentHashMap<>();

  private final Supplier<CustomTaskMetric[]> metrics;
  private final AtomicInteger readers;
  private boolean changed = true;
  private boolean ended;

  /** The metrics of a reader that the current task makes now. */
  public static ChangedMetrics inTask(Supplier<CustomTaskMetric[]> metrics) {
    TaskContext task = TaskContext.get();
    return new ChangedMetrics(metrics, task == null ? new AtomicInteger() : readersOf(task));
  }

  /**
   * @param readers the number of readers of the task so far, to which this one is added
   */
  ChangedMetrics(Supplier<CustomTaskMetric[]> metrics, AtomicInteger readers) {
    this.metrics = metrics;
    this.readers = readers;
    readers.incrementAndGet();
  }

  private static AtomicInteger readersOf(TaskContext task) {
    long id = task.taskAttemptId();
    AtomicInteger known = READERS.get(id); // a task makes its readers one after the other
    if (known == null) {
      known = new AtomicInteger();
      READERS.put(id, known);
      task.addTaskCompletionListener((TaskCompletionListener) done -> READERS.remove(id));
    }
    return known;
  }

  /** Notes that the metrics may have changed. */
  public void changed() {
    changed = true;
  }

  /** Notes that the reader has nothing more to read. */
  public void ended() {
    ended = true;
  }

  /** All metrics, or none when they are as they were. */
  public CustomTaskMetric[] values() {
    if (!changed && !ended && readers.get() == 1) {
      return NONE;
    }
    changed = false;
    return metrics.get();
  }
}
