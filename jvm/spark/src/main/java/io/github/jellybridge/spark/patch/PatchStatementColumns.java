package io.github.jellybridge.spark.patch;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.schema.PatchSchema;
import io.github.jellybridge.spark.schema.TermField;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of statements in tables of statements and of patches. */
public final class PatchStatementColumns {
  private static final List<String> NAMES = PatchSchema.TERMS;

  private PatchStatementColumns() {}

  /** Fails if the columns of terms have another type, such as text. */
  public static void requireTerms(Dataset<Row> table) {
    List<String> names = names(table);
    StructField[] columns = table.schema().fields();
    for (int i = 0; i < columns.length; i++) {
      StructField column = columns[i];
      if (NAMES.contains(names.get(i)) && !isTerm(column.dataType())) {
        throw new IllegalArgumentException(
            String.format(
                "column %s: expected a term, struct<kind, value, lang, datatype>, found %s; read"
                    + " without termFormat=ntriples, or make terms of texts with rdf_term",
                column.name(), column.dataType().simpleString()));
      }
    }
  }

  /** Returns the names of columns, in lower case unless the session is case-sensitive. */
  private static List<String> names(Dataset<Row> table) {
    boolean caseSensitive = SessionSettings.caseSensitive(table.sparkSession());
    return Stream.of(table.columns())
        .map(name -> caseSensitive ? name : name.toLowerCase(Locale.ROOT))
        .toList();
  }

  private static boolean isTerm(DataType type) {
    return type instanceof NullType
        || type instanceof StructType struct
            && Arrays.equals(struct.fieldNames(), TermField.structType().fieldNames());
  }

  /**
   * Selects the columns of a table of statements, with null graphs if it has no column for them.
   */
  public static Dataset<Row> of(Dataset<Row> table) {
    requireTerms(table);
    Column graph =
        names(table).contains("g")
            ? col("g")
            : lit(null).cast(TermField.nullableStructType()).as("g");
    return table.select(col("s"), col("p"), col("o"), graph);
  }
}
