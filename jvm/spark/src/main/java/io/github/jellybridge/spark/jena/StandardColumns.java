package io.github.jellybridge.spark.jena;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import io.github.jellybridge.spark.RdfFunctions;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.schema.ColumnName;
import io.github.jellybridge.spark.schema.StatementSchema;
import io.github.jellybridge.spark.schema.TermField;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.spark.terms.TermColumn;
import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Converts the columns of statements of any writable table to one form. */
public final class StandardColumns {
  private static final String GRAPH = "g";

  private StandardColumns() {}

  /**
   * Selects {@code s, p, o, g} as structs of {@code kind, value, lang, datatype} and leaves out
   * other columns. Accepts columns of N-Triples text. Column {@code g} and the fields for language
   * and datatype may be missing.
   *
   * @throws IllegalArgumentException if a column is missing or cannot hold terms
   */
  public static Dataset<Row> of(Dataset<?> table) {
    // In the table's own session, which need not be the active one.
    RdfFunctions.register(table.sparkSession());
    boolean caseSensitive = SessionSettings.caseSensitive(table.sparkSession());
    Column[] columns =
        StatementSchema.TERM_COLUMNS.stream()
            .map(name -> column(table, name, caseSensitive).as(name))
            .toArray(Column[]::new);
    return table.select(columns);
  }

  private static Column column(Dataset<?> table, String name, boolean caseSensitive) {
    StructType schema = table.schema();
    int at = find(schema, name, caseSensitive);
    if (at < 0 || name.equals(GRAPH) && schema.fields()[at].dataType() instanceof NullType) {
      return lit(null).cast(TermField.nullableStructType());
    }
    StructField field = schema.fields()[at];
    TermColumn term = TermColumn.of(name, at, field.dataType(), caseSensitive);
    Column column = table.col("`" + field.name() + "`");
    if (term.format() == TermFormat.NTRIPLES) {
      return RdfFunctions.rdf_term(column);
    }
    return Arrays.equals(term.fields(), new int[] {0, 1, 2, 3}) ? column : rebuilt(column, term);
  }

  private static int find(StructType schema, String name, boolean caseSensitive) {
    String[] names = schema.fieldNames();
    for (int i = 0; i < names.length; i++) {
      if (ColumnName.same(names[i], name, caseSensitive)) {
        return i;
      }
    }
    if (name.equals(GRAPH)) {
      return -1;
    }
    throw new IllegalArgumentException(
        "There is no column '" + name + "', but only " + String.join(", ", names) + ".");
  }

  private static Column rebuilt(Column column, TermColumn term) {
    String[] names = TermField.structType().fieldNames();
    Column[] fields = new Column[names.length];
    for (int i = 0; i < fields.length; i++) {
      Column field =
          term.fields()[i] < 0 ? lit(null).cast(DataTypes.StringType) : column.getField(names[i]);
      fields[i] = field.as(names[i]);
    }
    return when(column.isNotNull(), struct(fields));
  }
}
