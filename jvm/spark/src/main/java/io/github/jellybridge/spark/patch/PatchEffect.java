package io.github.jellybridge.spark.patch;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lead;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.struct;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.DataType;

/**
 * What patches do: their operations without those of transactions that are aborted, or not ended.
 */
public final class PatchEffect {
  private final Dataset<Row> operations;
  private final List<String> order;

  private PatchEffect(Dataset<Row> operations, List<String> order) {
    this.operations = operations;
    this.order = order;
  }

  /**
   * Returns what patches do.
   *
   * @param order the columns that the operations are in order of, the last of them within a patch;
   *     queries fail where two operations have the same place
   */
  public static PatchEffect of(Dataset<Row> patch, List<String> order) {
    PatchStatementColumns.requireTerms(patch);
    if (order.isEmpty()) {
      throw new IllegalArgumentException(
          "order must be names of columns, the last of them within a patch, not empty");
    }
    return new PatchEffect(effective(patch, order), order);
  }

  /** Each statement that patches name once, with its hash, and whether it is added in the end. */
  public Dataset<Row> net() {
    return addsAndDeletes()
        .select(
            PatchStatementColumns.all(PatchStatementColumns.key().as("key"), place().as("place")))
        .repartition(col("key"))
        .groupBy(PatchStatementColumns.all(col("key")))
        .agg(max("place").as("last"))
        .select(PatchStatementColumns.all(col("key"), col("last.add").as("add")));
  }

  /** The last operation on each namespace: {@code op}, {@code name}, {@code g}, {@code value}. */
  public Dataset<Row> namespaces() {
    Column last = struct(PatchStatementColumns.columns(order, col("op"), col("value")));
    return operations
        .where("op IN ('PA', 'PD')")
        .groupBy(col("name"), col("g"))
        .agg(max(last).as("last"))
        .select(col("name"), col("g"), col("last.op").as("op"), col("last.value").as("value"));
  }

  /**
   * What undoes the patches: each statement once whose being there they change, and whether it is
   * added again.
   *
   * @param statements what the patches are applied to
   */
  public Dataset<Row> undo(Dataset<Row> statements) {
    Dataset<Row> changes =
        addsAndDeletes().select(PatchStatementColumns.all(place().as("last"), lit(0).as("base")));
    return PatchStatementColumns.of(statements)
        .withColumn("last", lit(null).cast(changes.schema().apply("last").dataType()))
        .withColumn("base", lit(1))
        .unionByName(changes)
        .groupBy(PatchStatementColumns.all())
        .agg(max("last").as("last"), max("base").as("base"))
        .where("last IS NOT NULL AND last.add <> (base = 1)")
        .withColumn("add", col("base").equalTo(1));
  }

  private Dataset<Row> addsAndDeletes() {
    return operations.where("op IN ('A', 'D')");
  }

  /** The order of an operation, and whether it adds. */
  private Column place() {
    return struct(PatchStatementColumns.columns(order, col("op").equalTo("A").as("add")));
  }

  private static Dataset<Row> effective(Dataset<Row> patch, List<String> order) {
    String seq = order.get(order.size() - 1);
    List<String> unit = order.subList(0, order.size() - 1);
    // Only the marks of transactions go through a window: there are few of them.
    WindowSpec marks = Window.partitionBy(PatchStatementColumns.columns(unit)).orderBy(col(seq));
    List<Column> range = units(unit);
    range.add(col(seq).as("undone_from"));
    range.add(lead(col(seq), 1).over(marks).as("undone_to"));
    range.add(col("op"));
    range.add(lead(col("op"), 1).over(marks).as("ended_by"));
    Dataset<Row> undone =
        patch
            .where("op IN ('TX', 'TC', 'TA')")
            .select(range.toArray(Column[]::new))
            .where("op = 'TX' AND NOT ended_by <=> 'TC'")
            .drop("op", "ended_by");
    DataType type = patch.select(seq).schema().apply(0).dataType();
    if (OrderColumn.TYPES.contains(type)) {
      // The places in a patch can be counted.
      undone = undone.unionByName(refusedPlaces(patch, unit, seq, type));
    }
    Column inside =
        col(seq).geq(col("undone_from")).and(coalesce(col(seq).leq(col("undone_to")), lit(true)));
    for (int i = 0; i < unit.size(); i++) {
      inside = inside.and(col(unit.get(i)).eqNullSafe(col("undone_" + i)));
    }
    // Only what is undone is sent to all tasks; the operations stay where they are.
    return patch.join(broadcast(undone), inside, "left_anti");
  }

  private static List<Column> units(List<String> unit) {
    List<Column> units = new ArrayList<>();
    unit.forEach(name -> units.add(col(name).as("undone_" + units.size())));
    return units;
  }

  /**
   * Fails where more operations of a patch are there than places, or one has none; otherwise, has
   * no rows. Patches of a file have no gaps, so this finds all that are mixed up with those of
   * another file.
   */
  private static Dataset<Row> refusedPlaces(
      Dataset<Row> patch, List<String> unit, String seq, DataType type) {
    Column places = max(seq).cast("double").minus(min(seq).cast("double")).plus(1);
    List<String> order = new ArrayList<>(unit);
    order.add(seq);
    Column place =
        raise_error(
                lit(
                    "the order is ambiguous: operations have the same "
                        + String.join(", ", order)
                        + ", or none; patches of several files need an order that begins with"
                        + " something that orders the files"))
            .cast(type);
    return patch
        .groupBy(units(unit).toArray(Column[]::new))
        .agg(count("*").as("operations"), places.as("places"))
        .where("operations > coalesce(places, 0)")
        .withColumn("undone_from", place)
        .withColumn("undone_to", place)
        .drop("operations", "places");
  }
}
