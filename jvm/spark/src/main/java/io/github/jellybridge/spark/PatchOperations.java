package io.github.jellybridge.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;

import io.github.jellybridge.spark.patch.PatchEffect;
import io.github.jellybridge.spark.patch.PatchStatementColumns;
import io.github.jellybridge.spark.patch.TransactionPatch;
import io.github.jellybridge.spark.schema.PatchSchema;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.internal.SQLConf;

/**
 * What can be done with tables of statements ({@code s, p, o} and, if there are graphs, {@code g})
 * and tables of patches (see {@link PatchSchema}). Blank nodes are the same if their labels are.
 *
 * <p>Everything is a plan of Spark's own operators: statements are shuffled at most once, and
 * nothing is brought to the driver. Python's module {@code jelly_bridge.patch_operations} makes the
 * same plans.
 */
public final class PatchOperations {
  /** What Spark sends to all tasks by default, for sessions that send nothing. */
  private static final double LEAST = 10 << 20;

  private static final List<String> ORDER = List.of("patch", "seq");

  private PatchOperations() {}

  /** As {@link #diff(Dataset, Dataset, String, String, boolean)}, without headers. */
  public static Dataset<Row> diff(Dataset<Row> old, Dataset<Row> changed) {
    return diff(old, changed, null, null, false);
  }

  /**
   * Returns the patch that makes one table of statements another: deletes, then adds, in one
   * transaction. Duplicates are ignored.
   *
   * @param id IRI of the patch for a header, or null
   * @param prev IRI of the patch before for a header, or null
   * @param refuseBlankNodes whether the query fails at a blank node, as labels mean nothing outside
   *     of their files
   */
  public static Dataset<Row> diff(
      Dataset<Row> old, Dataset<Row> changed, String id, String prev, boolean refuseBlankNodes) {
    Dataset<Row> before = PatchStatementColumns.of(old);
    Dataset<Row> after = PatchStatementColumns.of(changed);
    if (refuseBlankNodes) {
      before = PatchStatementColumns.refusingBlankNodes(before);
      after = PatchStatementColumns.refusingBlankNodes(after);
    }
    Column[] statement = PatchStatementColumns.all();
    // Most statements are in both tables: grouped only where they meet, they are looked up once.
    Dataset<Row> net =
        before
            .withColumn("old", lit(1))
            .withColumn("new", lit(0))
            .unionByName(after.withColumn("old", lit(0)).withColumn("new", lit(1)))
            .repartition(statement)
            .groupBy(statement)
            .agg(max("old").as("old"), max("new").as("new"))
            .where("old <> new")
            .withColumn("add", col("new").equalTo(1));
    return TransactionPatch.of(net, id, prev);
  }

  /**
   * As {@link #applyPatch(Dataset, Dataset, List)}, in the order of {@code patch} and {@code seq}.
   */
  public static Dataset<Row> applyPatch(Dataset<Row> statements, Dataset<Row> patch) {
    return applyPatch(statements, patch, ORDER);
  }

  /**
   * Returns the statements after patches: the last operation on a statement wins, transactions that
   * are aborted or not ended do nothing, and neither do headers and namespaces. What no patch names
   * stays as often as it is there.
   *
   * @param order the columns that the operations are in order of, the last of them within a patch;
   *     several files need something in front of {@code patch}: the query fails where two
   *     operations of files have the same place
   * @throws IllegalArgumentException if the order is empty
   */
  public static Dataset<Row> applyPatch(
      Dataset<Row> statements, Dataset<Row> patch, List<String> order) {
    // What the last operation is matters for what is added only: all that is named leaves first.
    Dataset<Row> old =
        PatchStatementColumns.of(statements).withColumn("key", PatchStatementColumns.key());
    Dataset<Row> named = PatchEffect.of(patch, order).net();
    Column same =
        col("old.s")
            .equalTo(col("named.s"))
            .and(col("old.p").equalTo(col("named.p")))
            .and(col("old.o").equalTo(col("named.o")))
            .and(col("old.g").eqNullSafe(col("named.g")));
    // Not an equality by itself, which Spark would take for part of the key.
    Column checked = coalesce(same, lit(false));
    return old.as("old")
        .join(
            hashed(old, named).as("named"),
            col("old.key").equalTo(col("named.key")).and(checked),
            "left_anti")
        .select(PatchStatementColumns.all())
        .unionByName(named.where("add").select(PatchStatementColumns.terms()));
  }

  /** As {@link #compact(Dataset, List)}, in the order of {@code patch} and {@code seq}. */
  public static Dataset<Row> compact(Dataset<Row> patch) {
    return compact(patch, ORDER);
  }

  /**
   * Returns a shortest patch with the same effect on any statements: at most one operation for
   * each, in one transaction, and the last operation on each namespace. Headers are left out.
   *
   * @param order as for {@link #applyPatch(Dataset, Dataset, List)}
   */
  public static Dataset<Row> compact(Dataset<Row> patch, List<String> order) {
    PatchEffect effect = PatchEffect.of(patch, order);
    return TransactionPatch.of(effect.net(), effect.namespaces());
  }

  /** As {@link #invert(Dataset, Dataset, List)}, in the order of {@code patch} and {@code seq}. */
  public static Dataset<Row> invert(Dataset<Row> patch, Dataset<Row> statements) {
    return invert(patch, statements, ORDER);
  }

  /**
   * Returns the patch that undoes another: what that has added is deleted, and what it has deleted
   * is added, if it was not so before. Namespaces are left as they are.
   *
   * @param statements what the patch was applied to
   * @param order as for {@link #applyPatch(Dataset, Dataset, List)}
   */
  public static Dataset<Row> invert(
      Dataset<Row> patch, Dataset<Row> statements, List<String> order) {
    return TransactionPatch.of(PatchEffect.of(patch, order).undo(statements), null, null);
  }

  /**
   * Says that a table is to be looked up in by hash where it is too large to be sent to all tasks,
   * but neither large nor alike: Spark would sort all statements. The bounds are Spark's own, which
   * it goes by if {@code spark.sql.join.preferSortMergeJoin} is off.
   */
  private static Dataset<Row> hashed(Dataset<Row> old, Dataset<Row> named) {
    if (old.isStreaming() || named.isStreaming()) {
      return named;
    }
    SQLConf conf = named.queryExecution().sparkSession().sessionState().conf();
    double broadcast = Math.max(conf.autoBroadcastJoinThreshold(), 0);
    double size = bytes(named);
    boolean fits = size < Math.max(broadcast, LEAST) * conf.numShufflePartitions();
    return size > broadcast && fits && 3 * size <= bytes(old) ? named.hint("shuffle_hash") : named;
  }

  private static double bytes(Dataset<Row> table) {
    return table.queryExecution().optimizedPlan().stats().sizeInBytes().toDouble();
  }
}
