package io.github.jellybridge.spark.patch;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

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

  /** The four of them, and more columns behind them. */
  public static Column[] all(Column... more) {
    return columns(NAMES, more);
  }

  /** Columns of any names, and more behind them. */
  static Column[] columns(List<String> names, Column... more) {
    Stream<Column> named = names.stream().map(name -> col(name));
    return Stream.concat(named, Stream.of(more)).toArray(Column[]::new);
  }

  /** A hash of a statement: whole terms would be dear to sort and to look up by. */
  public static Column key() {
    return xxhash64(all());
  }

  /**
   * The terms of an operation in the type that terms of statements have when they are read. Of
   * another type, Spark would make all terms of all statements anew in a union.
   */
  public static Column[] terms() {
    return new Column[] {term("s"), term("p"), term("o"), col("g")};
  }

  private static Column term(String name) {
    return struct(
            coalesce(col(name + ".kind"), lit("")).as("kind"),
            coalesce(col(name + ".value"), lit("")).as("value"),
            col(name + ".lang").as("lang"),
            col(name + ".datatype").as("datatype"))
        .as(name);
  }

  /** Fails where the columns of terms are not of the type of terms, but texts, for example. */
  static void requireTerms(Dataset<Row> table) {
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

  /** The names of columns, in lower case unless the session tells names of two cases apart. */
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

  /** The columns of a table of statements; null graphs where it has no column for them. */
  public static Dataset<Row> of(Dataset<Row> table) {
    requireTerms(table);
    Column graph =
        names(table).contains("g")
            ? col("g")
            : lit(null).cast(TermField.nullableStructType()).as("g");
    return table.select(col("s"), col("p"), col("o"), graph);
  }

  /** The same statements; the query fails at one with a blank node. */
  public static Dataset<Row> refusingBlankNodes(Dataset<Row> statements) {
    Column blank = lit(false);
    for (String name : NAMES) {
      blank = blank.or(coalesce(holdsBlankNode(name), lit(false)));
    }
    Column error = raise_error(lit("a blank node, whose label means nothing in another file"));
    return statements.withColumn(
        "s", when(blank, error.cast(TermField.structType())).otherwise(col("s")));
  }

  /** Whether the term of a column is a blank node, or a quoted triple with one. */
  private static Column holdsBlankNode(String name) {
    Column kind = col(name + ".kind");
    // There may be anything in the literals and IRIs of a quoted triple.
    Column withoutEscapes = regexp_replace(col(name + ".value"), "\\\\.", "");
    Column labels = regexp_replace(withoutEscapes, "\"[^\"]*\"|<[^<>\\s]*>", "");
    return kind.equalTo("bnode").or(kind.equalTo("triple").and(labels.contains("_:")));
  }
}
