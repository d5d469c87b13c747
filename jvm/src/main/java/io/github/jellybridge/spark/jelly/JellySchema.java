package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.jelly.vectors.TermField;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a table of statements: {@code s, p, o, g}, then partition columns, and the hidden
 * {@code _metadata}.
 */
public final class JellySchema {
  /** Names of the term columns, in the order of their bits in {@link JellyReadOptions#columns}. */
  public static final List<String> TERM_COLUMNS = List.of("s", "p", "o", "g");

  /** Name of the hidden column. */
  public static final String METADATA = "_metadata";

  /** Fields of {@link #METADATA}; those about the file are named as in Spark's own sources. */
  public static final String FILE_PATH = "file_path";

  public static final String FILE_NAME = "file_name";
  public static final String FILE_SIZE = "file_size";
  public static final String FILE_MODIFICATION_TIME = "file_modification_time";
  public static final String FRAME = "frame";
  public static final String STATEMENT = "statement";

  private JellySchema() {}

  /**
   * The schema of a table; only {@code g} can be null (in the default graph).
   *
   * @throws IllegalArgumentException when a partition folder is named like one of our columns
   */
  public static StructType table(TermFormat format, StructType partitionColumns) {
    DataType term = format == TermFormat.STRUCT ? TermField.structType() : DataTypes.StringType;
    StructType schema = new StructType();
    for (String name : TERM_COLUMNS) {
      schema = schema.add(name, term, name.equals("g"));
    }
    for (StructField column : partitionColumns.fields()) {
      if (TERM_COLUMNS.stream().anyMatch(column.name()::equalsIgnoreCase)
          || METADATA.equalsIgnoreCase(column.name())) {
        throw new IllegalArgumentException(
            "The partition folders '"
                + column.name()
                + "=…' clash with the column '"
                + column.name()
                + "' of statements; rename them, or set recursiveFileLookup=true to read"
                + " the files without partition columns.");
      }
      schema = schema.add(column);
    }
    return schema;
  }

  /** The type of {@link #METADATA}. */
  public static StructType metadata() {
    return new StructType()
        .add(FILE_PATH, DataTypes.StringType, false)
        .add(FILE_NAME, DataTypes.StringType, false)
        .add(FILE_SIZE, DataTypes.LongType, false)
        .add(FILE_MODIFICATION_TIME, DataTypes.TimestampType, false)
        .add(FRAME, DataTypes.LongType, false)
        .add(STATEMENT, DataTypes.LongType, false);
  }

  /** The bits of the term columns that a schema names, as {@link JellyReadOptions#columns}. */
  public static int termColumns(StructType schema) {
    int columns = JellyReadOptions.NONE;
    for (StructField field : schema.fields()) {
      int index = TERM_COLUMNS.indexOf(field.name());
      if (index >= 0) {
        columns |= 1 << index;
      }
    }
    return columns;
  }

  /** Whether the schema asks for the frame or the number of each statement. */
  public static boolean numbersStatements(StructType schema) {
    for (StructField field : schema.fields()) {
      if (field.name().equals(METADATA) && field.dataType() instanceof StructType metadata) {
        List<String> names = List.of(metadata.fieldNames());
        return names.contains(FRAME) || names.contains(STATEMENT);
      }
    }
    return false;
  }
}
