package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.write.ExistingFiles;
import io.github.jellybridge.spark.common.write.FileDelete;
import io.github.jellybridge.spark.common.write.WriteTarget;
import org.apache.spark.sql.types.StructType;

/** What a table of a catalog shows of its folder. */
record FilesOfTable(StatementTable table) implements ExistingFiles {
  @Override
  public StructType partitionColumns() {
    return table.partitionColumns();
  }

  /** As for {@code DELETE}. */
  @Override
  public void requireAll() {
    if (!table.showsAllFiles() && WriteTarget.hasFiles(table.path(), table.conf().get())) {
      throw FileDelete.ofSomeFiles();
    }
  }
}
