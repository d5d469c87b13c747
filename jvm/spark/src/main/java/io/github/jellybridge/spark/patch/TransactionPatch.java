package io.github.jellybridge.spark.patch;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import io.github.jellybridge.spark.schema.TermField;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A patch of one transaction, as a table: headers, what is deleted, what is added, and namespaces.
 */
public final class TransactionPatch {
  /** Where what is deleted starts to count. */
  private static final long DELETES = 1L << 10;

  private static final long ADDS = 1L << 60;
  private static final long NAMESPACES = ADDS + (1L << 59);
  private static final long COMMIT = 1L << 62;

  private static final StructType TERM = TermField.nullableStructType();
  private static final StructType MARK =
      new StructType()
          .add("op", DataTypes.StringType)
          .add("name", DataTypes.StringType)
          .add("iri", DataTypes.StringType)
          .add("seq", DataTypes.LongType);

  private TransactionPatch() {}

  /**
   * Makes a patch.
   *
   * @param net statements, with a column {@code add} that tells whether they are added or deleted
   * @param id IRI of the patch for a header, or null
   * @param prev IRI of the patch before for a header, or null
   */
  public static Dataset<Row> of(Dataset<Row> net, String id, String prev) {
    // Statements with a subject one behind the other, which takes the fewest bytes in a file.
    Dataset<Row> sorted =
        net.repartition(col("s")).sortWithinPartitions(col("g"), col("s"), col("p"), col("o"));
    Dataset<Row> operations =
        sorted.select(
            when(col("add"), lit("A")).otherwise(lit("D")).as("op"),
            col("s"),
            col("p"),
            col("o"),
            col("g"),
            noText().as("name"),
            noTerm().as("value"),
            lit(0L).as("patch"),
            number(when(col("add"), lit(ADDS)).otherwise(lit(DELETES))));
    return marks(net, id, prev).unionByName(operations);
  }

  /**
   * Makes a patch with operations on namespaces.
   *
   * @param namespaces these operations: {@code op}, {@code name}, {@code g} and {@code value}
   */
  public static Dataset<Row> of(Dataset<Row> net, Dataset<Row> namespaces) {
    return of(net, null, null)
        .unionByName(
            namespaces.select(
                col("op"),
                noTerm().as("s"),
                noTerm().as("p"),
                noTerm().as("o"),
                col("g"),
                col("name"),
                col("value"),
                lit(0L).as("patch"),
                number(lit(NAMESPACES))));
  }

  /** Headers, and where the transaction starts and ends. */
  private static Dataset<Row> marks(Dataset<Row> net, String id, String prev) {
    List<Row> marks = new ArrayList<>();
    long seq = 0;
    if (id != null) {
      marks.add(RowFactory.create("H", "id", id, seq++));
    }
    if (prev != null) {
      marks.add(RowFactory.create("H", "prev", prev, seq++));
    }
    marks.add(RowFactory.create("TX", null, null, seq));
    marks.add(RowFactory.create("TC", null, null, COMMIT));
    Column iri =
        struct(
                lit("iri").as("kind"),
                coalesce(col("iri"), lit("")).as("value"),
                noText().as("lang"),
                noText().as("datatype"))
            .cast(TERM);
    return net.sparkSession()
        .createDataFrame(marks, MARK)
        .select(
            col("op"),
            noTerm().as("s"),
            noTerm().as("p"),
            noTerm().as("o"),
            noTerm().as("g"),
            col("name"),
            when(col("iri").isNotNull(), iri).otherwise(noTerm()).as("value"),
            lit(0L).as("patch"),
            col("seq"));
  }

  private static Column noTerm() {
    return lit(null).cast(TERM);
  }

  private static Column noText() {
    return lit(null).cast(DataTypes.StringType);
  }

  private static Column number(Column from) {
    return monotonically_increasing_id().plus(from).as("seq");
  }
}
