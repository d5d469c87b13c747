package io.github.jellybridge.spark.listing;

import io.github.jellybridge.spark.schema.ColumnName;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * The partition columns of a table, outermost first.
 *
 * @param schema see {@link FileIndex#partitionSchema}
 * @param caseSensitive whether names that differ in case are different names
 */
public record PartitionColumns(StructType schema, boolean caseSensitive) implements FileColumns {
  @Override
  public int indexOf(NamedReference reference) {
    if (reference.fieldNames().length == 1) {
      String name = reference.fieldNames()[0];
      for (int i = 0; i < schema.length(); i++) {
        if (ColumnName.same(schema.fields()[i].name(), name, caseSensitive)) {
          return i;
        }
      }
    }
    return -1;
  }

  @Override
  public boolean isOfFolders(int index) {
    return true;
  }

  @Override
  public DataType type(int index) {
    return schema.fields()[index].dataType();
  }

  @Override
  public Object value(int index, FileEntry file) {
    return file.partitionValues()[index];
  }
}
