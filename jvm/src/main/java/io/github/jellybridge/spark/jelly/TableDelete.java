package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.PartitionFilter;
import io.github.jellybridge.spark.common.write.FileWriteBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * {@code DELETE} and {@code TRUNCATE}: an overwrite without rows, and so without a job. Files are
 * deleted as they are, so conditions have to be about partitions.
 */
final class TableDelete {
  private final StatementTable table;
  private final PartitionFilter partitions;
  private final List<Predicate> conditions;

  /** Of the rows for which all predicates are true. */
  TableDelete(StatementTable table, Predicate[] predicates) {
    this.table = table;
    this.partitions = table.partitionFilter();
    this.conditions =
        Arrays.stream(predicates).filter(predicate -> !(predicate instanceof AlwaysTrue)).toList();
  }

  /** Whether the conditions are the same for all rows of a file. */
  boolean isOfWholeFiles() {
    return conditions.stream().allMatch(partitions::handles);
  }

  /** Deletes the files, all of them or none. */
  void run() {
    FileWriteBuilder builder = (FileWriteBuilder) table.newWriteBuilder(new NoRows(table.schema()));
    BatchWrite write =
        (conditions.isEmpty()
                ? builder.truncate()
                : builder.overwriteWhere(key -> partitions.matches(key, conditions)))
            .build()
            .toBatch();
    WriterCommitMessage[] none = {};
    try {
      write.createBatchWriterFactory(() -> 0);
      write.commit(none);
    } catch (RuntimeException e) {
      write.abort(none);
      throw e;
    }
  }

  private record NoRows(StructType schema) implements LogicalWriteInfo {
    @Override
    public CaseInsensitiveStringMap options() {
      return CaseInsensitiveStringMap.empty();
    }

    @Override
    public String queryId() {
      return UUID.randomUUID().toString();
    }
  }
}
