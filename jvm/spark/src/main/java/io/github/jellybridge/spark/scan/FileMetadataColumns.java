package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.listing.FileColumns;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.listing.PartitionColumns;
import io.github.jellybridge.spark.schema.StatementSchema;
import java.util.List;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * The columns whose values are known before a file is read: the partition columns, followed by the
 * fields of {@code _metadata} about the file.
 */
public record FileMetadataColumns(PartitionColumns partitions) implements FileColumns {
  private static final StructType METADATA = StatementSchema.metadata();
  private static final List<String> FIELDS =
      List.of(
          StatementSchema.FILE_PATH,
          StatementSchema.FILE_NAME,
          StatementSchema.FILE_SIZE,
          StatementSchema.FILE_MODIFICATION_TIME);

  @Override
  public int indexOf(NamedReference reference) {
    String[] names = reference.fieldNames();
    if (!names[0].equals(StatementSchema.METADATA)) {
      return partitions.indexOf(reference);
    }
    int field = names.length == 2 ? FIELDS.indexOf(names[1]) : -1;
    return field < 0 ? -1 : partitions.schema().length() + field;
  }

  @Override
  public boolean isOfFolders(int index) {
    return index < partitions.schema().length();
  }

  @Override
  public DataType type(int index) {
    int field = index - partitions.schema().length();
    return field < 0 ? partitions.type(index) : METADATA.apply(FIELDS.get(field)).dataType();
  }

  @Override
  public Object value(int index, FileEntry file) {
    int field = index - partitions.schema().length();
    return field < 0
        ? partitions.value(index, file)
        : new FileMetadata(file, partitions.schema()).metadata(FIELDS.get(field));
  }
}
