package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.FileEntry;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** What is the same for all statements of a file: partition values and facts for the metadata. */
final class FileFacts implements Function<String, Object> {
  private final FileEntry file;
  private final StructType partitionColumns;

  FileFacts(FileEntry file, StructType partitionColumns) {
    this.file = file;
    this.partitionColumns = partitionColumns;
  }

  /**
   * The value of a partition column or a field of the metadata, in Spark's internal form.
   *
   * @throws IllegalArgumentException when there is no such column
   */
  @Override
  public Object apply(String name) {
    return switch (name) {
      case JellySchema.FILE_PATH -> UTF8String.fromString(file.uri());
      case JellySchema.FILE_NAME -> UTF8String.fromString(encodedName(file));
      case JellySchema.FILE_SIZE -> file.length();
      case JellySchema.FILE_MODIFICATION_TIME ->
          TimeUnit.MILLISECONDS.toMicros(file.modificationTime());
      default -> file.partitionValues()[partitionColumns.fieldIndex(name)];
    };
  }

  /** The last part of the path with its URL encoding, as Spark's own sources show it. */
  private static String encodedName(FileEntry file) {
    String path = file.hadoopPath().toUri().getRawPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
