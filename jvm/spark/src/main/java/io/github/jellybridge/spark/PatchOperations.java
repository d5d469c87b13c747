package io.github.jellybridge.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;

import io.github.jellybridge.spark.patch.OrderColumn;
import io.github.jellybridge.spark.patch.PatchQueries;
import io.github.jellybridge.spark.patch.PatchStatementColumns;
import io.github.jellybridge.spark.schema.PatchSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.internal.SQLConf;

/**
 * What can be done with tables of statements ({@code s, p, o} and, if there are graphs, {@code g})
 * and tables of patches (see {@link PatchSchema}). Blank nodes are the same if their labels are.
 *
 * <p>Everything is a plan of Spark's own operators: statements are shuffled at most once, and
 * nothing is brought to the driver. The queries are those of Python's module {@code
 * jelly_bridge.patch_operations}.
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
    Dataset<Row> before = statements(old, refuseBlankNodes);
    Dataset<Row> after = statements(changed, refuseBlankNodes);
    return transaction(
        PatchQueries.run("difference", Map.of("old", before, "new", after)), id, prev);
  }

  /**
   * As {@link #applyPatch(Dataset, Dataset, List)}, in the order of {@code patch} and {@code seq}.
   */
  public static Dataset<Row> applyPatch(Dataset<Row> statements, Dataset<Row> patch) {
    return applyPatch(statements, patch, ORDER);
  }

  /**
   * Returns the statements after patches: the last operation on a statement wins, transactions that
   * are aborted or not ended do nothing, and neither do headers and namespaces. Statements that no
   * patch names keep their number of copies.
   *
   * @param order the columns that the operations are in order of, the last of them within a patch;
   *     several files need something in front of {@code patch}: the query fails where two
   *     operations of files have the same place
   * @throws IllegalArgumentException if the order is empty
   */
  public static Dataset<Row> applyPatch(Dataset<Row> data, Dataset<Row> patch, List<String> order) {
    Dataset<Row> old = statements(data, false);
    Dataset<Row> net = net(done(patch, order, false));
    Map<String, Dataset<Row>> tables = Map.of("statements", old, "net", net);
    return PatchQueries.run("apply", hashes(old, net) ? "hash_join" : "", tables, Map.of());
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
    Dataset<Row> done = done(patch, order, true);
    return transaction(net(done), null, null)
        .unionByName(PatchQueries.run("namespaces", Map.of("done", done)));
  }

  /** As {@link #invert(Dataset, Dataset, List)}, in the order of {@code patch} and {@code seq}. */
  public static Dataset<Row> invert(Dataset<Row> patch, Dataset<Row> statements) {
    return invert(patch, statements, ORDER);
  }

  /**
   * Returns the patch that undoes another: it deletes the statements that the other has added and
   * adds those that it has deleted, if the other changed anything. Namespaces stay.
   *
   * @param data the statements that the patch was applied to
   * @param order as for {@link #applyPatch(Dataset, Dataset, List)}
   */
  public static Dataset<Row> invert(Dataset<Row> patch, Dataset<Row> data, List<String> order) {
    Dataset<Row> done = done(patch, order, false);
    Map<String, Dataset<Row>> tables = Map.of("done", done, "statements", statements(data, false));
    return transaction(PatchQueries.run("undo", tables), null, null);
  }

  private static Dataset<Row> statements(Dataset<Row> table, boolean refuseBlankNodes) {
    Dataset<Row> statements = PatchStatementColumns.of(table);
    return refuseBlankNodes
        ? PatchQueries.run("without_blank_nodes", Map.of("statements", statements))
        : statements;
  }

  /** The operations of patches without those of transactions that are aborted, or not ended. */
  private static Dataset<Row> done(Dataset<Row> patch, List<String> order, boolean namespaces) {
    PatchStatementColumns.requireTerms(patch);
    if (order.isEmpty()) {
      throw new IllegalArgumentException(
          "order must be names of columns, the last of them within a patch, not empty");
    }
    List<Column> columns = new ArrayList<>(List.of(col("op")));
    PatchSchema.TERMS.forEach(name -> columns.add(col(name)));
    if (namespaces) {
      columns.add(col("name"));
      columns.add(col("value"));
    }
    List<Column> unit = new ArrayList<>(List.of(lit(0)));
    order.subList(0, order.size() - 1).forEach(name -> unit.add(col(name)));
    columns.add(struct(unit.toArray(Column[]::new)).as("unit"));
    columns.add(col(order.get(order.size() - 1)).as("seq"));
    Dataset<Row> operations = patch.select(columns.toArray(Column[]::new));
    Dataset<Row> undone = PatchQueries.run("undone", Map.of("patch", operations));
    if (OrderColumn.TYPES.contains(operations.schema().apply("seq").dataType())) {
      // The places in a patch can be counted.
      String message =
          "the order is ambiguous: operations have the same "
              + String.join(", ", order)
              + ", or none; patches of several files need an order that begins with something that"
              + " orders the files";
      undone =
          undone.unionByName(
              PatchQueries.run(
                  "ambiguous", "", Map.of("patch", operations), Map.of("message", message)));
    }
    return PatchQueries.run("done", Map.of("patch", operations, "undone", undone));
  }

  private static Dataset<Row> net(Dataset<Row> done) {
    return PatchQueries.run("net", Map.of("done", done));
  }

  private static Dataset<Row> transaction(Dataset<Row> net, String id, String prev) {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("id", id);
    parameters.put("prev", prev);
    return PatchQueries.run("transaction", "", Map.of("net", net), parameters);
  }

  /**
   * Whether statements meet those that a patch names by hash, because these are too many to be sent
   * to all tasks, but neither large nor similar in size: Spark would sort all statements. The
   * bounds are Spark's own, which it uses if {@code spark.sql.join.preferSortMergeJoin} is off.
   *
   * <p>Python calls this as well, except on Spark Connect.
   */
  public static boolean hashes(Dataset<Row> statements, Dataset<Row> net) {
    if (statements.isStreaming() || net.isStreaming()) {
      return false;
    }
    SQLConf conf = net.queryExecution().sparkSession().sessionState().conf();
    double broadcast = Math.max(conf.autoBroadcastJoinThreshold(), 0);
    double size = bytes(net);
    boolean fits = size < Math.max(broadcast, LEAST) * conf.numShufflePartitions();
    return size > broadcast && fits && 3 * size <= bytes(statements);
  }

  private static double bytes(Dataset<Row> table) {
    return table.queryExecution().optimizedPlan().stats().sizeInBytes().toDouble();
  }
}
