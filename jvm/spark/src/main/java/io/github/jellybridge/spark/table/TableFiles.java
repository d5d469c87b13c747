package io.github.jellybridge.spark.table;

import io.github.jellybridge.spark.publish.ExistingFiles;
import io.github.jellybridge.spark.publish.FileDelete;
import io.github.jellybridge.spark.publish.WriteTarget;
import org.apache.spark.sql.types.StructType;

/** The existing files of a table in a catalog. */
record TableFiles(StatementTable table) implements ExistingFiles {
  @Override
  public StructType partitionColumns() {
    return table.partitionColumns();
  }

  /** Rejects the same tables as {@code DELETE} does. */
  @Override
  public void requireAll() {
    if (!table.showsAllFiles() && WriteTarget.hasFiles(table.path(), table.conf().get())) {
      throw FileDelete.ofSomeFiles();
    }
  }
}
