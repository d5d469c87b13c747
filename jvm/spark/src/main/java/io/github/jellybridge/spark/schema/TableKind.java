package io.github.jellybridge.spark.schema;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** What the rows of a table are, and with that which columns there are. */
public enum TableKind {
  /** Statements: {@code s, p, o, g}. */
  STATEMENTS(List.of("s", "p", "o", "g")),

  /** Operations of patches: {@code op, s, p, o, g, name, value, patch, seq}. */
  OPERATIONS(List.of("op", "s", "p", "o", "g", "name", "value", "patch", "seq"));

  /** What is done, as the letters of RDF Patch. */
  public static final String OP = "op";

  /** The number of the patch in its file. */
  public static final String PATCH = "patch";

  /** The number of the operation in its patch. */
  public static final String SEQ = "seq";

  private static final String NAME = "name";

  /** The columns of term ids in a batch, by their numbers. */
  private static final List<String> IDS = List.of("s", "p", "o", "g", NAME, "value");

  /** The number of the column of ids of names. */
  public static final int NAME_IDS = IDS.indexOf(NAME);

  /** How many columns of ids there are. */
  public static final int ID_COLUMNS = IDS.size();

  private final List<String> columns;

  TableKind(List<String> columns) {
    this.columns = columns;
  }

  /** The names of the columns, in order. */
  public List<String> columns() {
    return columns;
  }

  /** The names of the columns of a table that are none of these, as partition columns are. */
  public List<String> others(StructType table) {
    return Stream.of(table.fieldNames())
        .filter(name -> columns.stream().noneMatch(name::equalsIgnoreCase))
        .toList();
  }

  /** The columns with their types; terms in some format. */
  public StructType schema(TermFormat format) {
    StructType schema = new StructType();
    for (String column : columns) {
      schema =
          switch (column) {
            case OP -> schema.add(column, DataTypes.StringType, false);
            case PATCH, SEQ -> schema.add(column, DataTypes.LongType, false);
            case NAME -> schema.add(column, DataTypes.StringType, true);
            // All statements have the first three terms, but not all operations are on statements.
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

  /** The number of the column of ids that a column shows; -1 for one that shows something else. */
  public int idColumn(StructField field) {
    return columns.contains(field.name()) ? IDS.indexOf(field.name()) : -1;
  }

  /** Whether a column of ids shows texts instead of terms. */
  public static boolean isText(int idColumn) {
    return idColumn == NAME_IDS;
  }

  /** The columns of ids that a schema shows, as bits; the first four are those of the codec. */
  public int idColumns(StructType schema) {
    int bits = 0;
    for (StructField field : schema.fields()) {
      int column = idColumn(field);
      bits |= column < 0 ? 0 : 1 << column;
    }
    return bits;
  }

  /** Whether a schema shows anything that differs from row to row. */
  public boolean showsRows(StructType schema) {
    return List.of(schema.fieldNames()).stream().anyMatch(columns::contains);
  }
}
