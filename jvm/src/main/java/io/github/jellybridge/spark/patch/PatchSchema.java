package io.github.jellybridge.spark.patch;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.jelly.vectors.TermField;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of a table of patches: one row an operation. */
public final class PatchSchema {
  static final List<String> TERMS = List.of("s", "p", "o", "g");

  /** All columns, in order. */
  public static final StructType TABLE = table();

  private PatchSchema() {}

  private static StructType table() {
    StructType term = TermField.structType();
    StructType schema = new StructType().add("op", DataTypes.StringType, false);
    for (String name : TERMS) {
      schema = schema.add(name, term, true);
    }
    return schema
        .add("name", DataTypes.StringType, true)
        .add("value", term, true)
        .add("patch", DataTypes.LongType, false)
        .add("seq", DataTypes.LongType, false);
  }

  /** The columns of a table with partition folders. */
  static StructType with(StructType partitions) {
    StructType schema = TABLE;
    for (StructField field : partitions.fields()) {
      schema = schema.add(field);
    }
    return schema;
  }

  /** The bits of the statement columns that a schema names, for the codec. */
  static int columns(StructType schema) {
    int columns = JellyReadOptions.NONE;
    for (String name : schema.fieldNames()) {
      int index = TERMS.indexOf(name);
      if (index >= 0) {
        columns |= 1 << index;
      }
    }
    return columns;
  }
}
