package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.publish.OverwriteGuard;
import io.github.jellybridge.spark.schema.StatementSchema;
import io.github.jellybridge.spark.table.StatementTable;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;

/** Plans the tasks of a scan: cuts large files and combines small ones. */
final class ScanBatch implements Batch {
  private final StatementTable table;
  private final List<FileEntry> files;
  private final ReadPlan plan;
  private final Consumer<TaskPlanner.PartCounts> planned;

  /**
   * Creates a batch.
   *
   * @param planned receives the numbers of parts of files that the tasks read and leave out
   */
  ScanBatch(
      StatementTable table,
      List<FileEntry> files,
      ReadPlan plan,
      Consumer<TaskPlanner.PartCounts> planned) {
    this.planned = planned;
    this.table = table;
    this.files = files;
    this.plan = plan;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    OverwriteGuard.note(files);
    TaskPlanner tasks = table.tasks();
    if (StatementSchema.numbersStatements(plan.schema())) {
      tasks = tasks.numbering();
    }
    tasks = tasks.reading(plan.wanted());
    List<FileInputPartition> partitions = tasks.tasks(files);
    planned.accept(tasks.parts());
    if (partitions.size() > 1 && plan.aggregation() != null && plan.aggregation().complete()) {
      throw new IllegalStateException(
          "Spark counts on one task that gives each group once, not on " + partitions.size());
    }
    if (partitions.isEmpty() && plan.aggregation() != null && plan.aggregation().global()) {
      // Spark adds up partial counts: without any, a count would be null instead of 0.
      return new InputPartition[] {new FileInputPartition(0, 1, List.of())};
    }
    return partitions.toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new StatementPartitionReaderFactory(plan, table.conf());
  }

  /**
   * Tells whether two scans are equal, so that Spark reads the files of equal scans in a query
   * once.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof ScanBatch that
        && table.sameOptions(that.table)
        && files.equals(that.files)
        && plan.sameRows(that.plan);
  }

  @Override
  public int hashCode() {
    return 31 * files.hashCode() + plan.schema().hashCode();
  }
}
