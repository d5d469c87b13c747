package io.github.jellybridge.spark.schema;

import io.github.jellybridge.jelly.JellyReadOptions;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a table: those of its {@link TableKind}, then partition columns, and the hidden
 * {@code _metadata}.
 */
public final class StatementSchema {
  /** Names of the term columns, in the order of their bits in {@link JellyReadOptions#columns}. */
  public static final List<String> TERM_COLUMNS = TableKind.STATEMENTS.columns();

  /** Name of the hidden column. */
  public static final String METADATA = "_metadata";

  /** Fields of {@link #METADATA}; those about the file have the names of Spark's own sources. */
  public static final String FILE_PATH = "file_path";

  public static final String FILE_NAME = "file_name";
  public static final String FILE_SIZE = "file_size";
  public static final String FILE_MODIFICATION_TIME = "file_modification_time";
  public static final String FRAME = "frame";
  public static final String STATEMENT = "statement";
  public static final String MESSAGE = "message";

  private StatementSchema() {}

  /**
   * Returns the schema of a table.
   *
   * @throws IllegalArgumentException if a partition folder has the name of one of our columns
   */
  public static StructType table(TableKind kind, TermFormat format, StructType partitionColumns) {
    StructType schema = kind.schema(format);
    for (StructField column : partitionColumns.fields()) {
      if (kind.columns().stream().anyMatch(column.name()::equalsIgnoreCase)
          || METADATA.equalsIgnoreCase(column.name())) {
        throw new IllegalArgumentException(
            "The partition folders '"
                + column.name()
                + "=…' clash with the column '"
                + column.name()
                + "' of "
                + kind.name().toLowerCase(Locale.ROOT)
                + "; rename them, or set recursiveFileLookup=true to read"
                + " the files without partition columns.");
      }
      schema = schema.add(column);
    }
    return schema;
  }

  /**
   * Checks the schema that a user has declared for a reader.
   *
   * @throws IllegalArgumentException if the files have another one
   */
  public static void checkDeclared(String format, StructType declared, StructType schema) {
    if (!declared.catalogString().equals(schema.catalogString())) {
      throw new IllegalArgumentException(
          "The columns of data source '"
              + format
              + "' are fixed, except for the types of partition columns; leave out the schema:"
              + " the files have "
              + schema.simpleString()
              + ", not "
              + declared.simpleString()
              + ".");
    }
  }

  /** The type of {@link #METADATA}. */
  public static StructType metadata() {
    return new StructType()
        .add(FILE_PATH, DataTypes.StringType, false)
        .add(FILE_NAME, DataTypes.StringType, false)
        .add(FILE_SIZE, DataTypes.LongType, false)
        .add(FILE_MODIFICATION_TIME, DataTypes.TimestampType, false)
        .add(FRAME, DataTypes.LongType, false)
        .add(STATEMENT, DataTypes.LongType, false)
        .add(MESSAGE, DataTypes.LongType, true);
  }

  /**
   * Returns the bits of the term columns that a schema names, as {@link JellyReadOptions#columns}.
   */
  public static int termColumns(TableKind kind, StructType schema) {
    return kind.idColumns(schema) & JellyReadOptions.ALL;
  }

  /** Tells whether the schema contains the frame, message or number of each statement. */
  public static boolean numbersStatements(StructType schema) {
    for (StructField field : schema.fields()) {
      if (field.name().equals(METADATA) && field.dataType() instanceof StructType metadata) {
        List<String> names = List.of(metadata.fieldNames());
        return names.contains(FRAME) || names.contains(STATEMENT) || names.contains(MESSAGE);
      }
    }
    return false;
  }
}
