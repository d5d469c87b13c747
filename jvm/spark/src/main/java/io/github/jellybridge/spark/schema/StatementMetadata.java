package io.github.jellybridge.spark.schema;

import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;

/** The hidden column {@code _metadata}. */
public final class StatementMetadata implements MetadataColumn {
  @Override
  public String name() {
    return StatementSchema.METADATA;
  }

  @Override
  public DataType dataType() {
    return StatementSchema.metadata();
  }

  @Override
  public boolean isNullable() {
    return false;
  }

  @Override
  public String comment() {
    return "The file of a statement, and the numbers of its frame and of itself in that file";
  }
}
