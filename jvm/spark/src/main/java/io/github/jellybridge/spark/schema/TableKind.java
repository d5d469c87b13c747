package io.github.jellybridge.spark.schema;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The kind of the rows of a table, which determines its columns. */
public enum TableKind {
  /** Statements: {@code s, p, o, g}. */
  STATEMENTS(List.of("s", "p", "o", "g")),

  /** Operations of patches: {@code op, s, p, o, g, name, value, patch, seq}. */
  OPERATIONS(List.of("op", "s", "p", "o", "g", "name", "value", "patch", "seq"));

  /** The column of the operation, in the letters of RDF Patch. */
  public static final String OP = "op";

  /** The column of the patch number in its file. */
  public static final String PATCH = "patch";

  /** The column of the operation number in its patch. */
  public static final String SEQ = "seq";

  private static final String NAME = "name";

  /** The columns of term ids in a batch, by their numbers. */
  private static final List<String> IDS = List.of("s", "p", "o", "g", NAME, "value");

  /** The number of the id column of names. */
  public static final int NAME_IDS = IDS.indexOf(NAME);

  /** The number of id columns. */
  public static final int ID_COLUMNS = IDS.size();

  private final List<String> columns;

  TableKind(List<String> columns) {
    this.columns = columns;
  }

  /** The names of the columns, in order. */
  public List<String> columns() {
    return columns;
  }

  /**
   * Returns the names of a table's columns that are not of this kind, such as partition columns.
   */
  public List<String> others(StructType table) {
    return Stream.of(table.fieldNames())
        .filter(name -> columns.stream().noneMatch(name::equalsIgnoreCase))
        .toList();
  }

  /** Returns the columns with their types, for a format of terms. */
  public StructType schema(TermFormat format) {
    StructType schema = new StructType();
    for (String column : columns) {
      schema =
          switch (column) {
            case OP -> schema.add(column, DataTypes.StringType, false);
            case PATCH, SEQ -> schema.add(column, DataTypes.LongType, false);
            case NAME -> schema.add(column, DataTypes.StringType, true);
            // All statements have the first three terms, but some operations are not about
            // statements.
            default -> {
              boolean nullable = this == OPERATIONS || column.equals("g");
              yield schema.add(column, term(format, nullable), nullable);
            }
          };
    }
    return schema;
  }

  private static DataType term(TermFormat format, boolean nullable) {
    if (format == TermFormat.NTRIPLES) {
      return DataTypes.StringType;
    }
    return nullable ? TermField.nullableStructType() : TermField.structType();
  }

  /** Returns the number of the id column that a column shows; -1 if it shows something else. */
  public int idColumn(StructField field) {
    return columns.contains(field.name()) ? IDS.indexOf(field.name()) : -1;
  }

  /** Tells whether an id column shows texts instead of terms. */
  public static boolean isText(int idColumn) {
    return idColumn == NAME_IDS;
  }

  /** Returns the id columns that a schema shows, as bits; the first four are those of the codec. */
  public int idColumns(StructType schema) {
    int bits = 0;
    for (StructField field : schema.fields()) {
      int column = idColumn(field);
      bits |= column < 0 ? 0 : 1 << column;
    }
    return bits;
  }

  /** Tells whether a schema has any column whose values differ from row to row. */
  public boolean showsRows(StructType schema) {
    return List.of(schema.fieldNames()).stream().anyMatch(columns::contains);
  }
}
