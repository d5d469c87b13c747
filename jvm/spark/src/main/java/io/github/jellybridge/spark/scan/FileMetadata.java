package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.schema.StatementSchema;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Values that all statements of a file share: partition values and metadata of the file. */
final class FileMetadata {
  private final FileEntry file;
  private final StructType partitionColumns;

  FileMetadata(FileEntry file, StructType partitionColumns) {
    this.file = file;
    this.partitionColumns = partitionColumns;
  }

  /**
   * Returns the value of a partition column, in Spark's internal form.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  Object partitionValue(String name) {
    return file.partitionValues()[partitionColumns.fieldIndex(name)];
  }

  /**
   * Returns a field of the metadata, in Spark's internal form. A partition column may have the same
   * name.
   *
   * @throws IllegalArgumentException if there is no such field
   */
  Object metadata(String name) {
    return switch (name) {
      case StatementSchema.FILE_PATH -> UTF8String.fromString(file.uri());
      case StatementSchema.FILE_NAME -> UTF8String.fromString(encodedName(file));
      case StatementSchema.FILE_SIZE -> file.length();
      case StatementSchema.FILE_MODIFICATION_TIME ->
          TimeUnit.MILLISECONDS.toMicros(file.modificationTime());
      default -> throw new IllegalArgumentException("no field " + name + " in the metadata");
    };
  }

  /** Returns the URL-encoded last part of the path, as Spark's own sources show it. */
  private static String encodedName(FileEntry file) {
    String path = file.hadoopPath().toUri().getRawPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
