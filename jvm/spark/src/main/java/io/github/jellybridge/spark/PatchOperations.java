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
 * Operations on tables of statements ({@code s, p, o} and, if there are graphs, {@code g}) and
 * tables of patches (see {@link PatchSchema}). Blank nodes with the same label are the same.
 *
 * <p>All operations are plans of Spark's own operators: statements are shuffled at most once, and
 * nothing is brought to the driver. The Python module {@code jelly_bridge.patch_operations} runs
 * the same queries.
 */
public final class PatchOperations {
  /**
   * Spark's default broadcast threshold in bytes, the least that is assumed, even in sessions that
   * broadcast nothing.
   */
  private static final double LEAST = 10 << 20;

  private static final List<String> ORDER = List.of("patch", "seq");

  private PatchOperations() {}

  /** Returns the patch that turns one table of statements into another, without headers. */
  public static Dataset<Row> diff(Dataset<Row> old, Dataset<Row> changed) {
    return diff(old, changed, null, null, false);
  }

  /**
   * Returns the patch that turns one table of statements into another: deletes, then adds, in one
   * transaction. Duplicates are ignored.
   *
   * @param id IRI of the patch for a header, or null
   * @param prev IRI of the previous patch for a header, or null
   * @param refuseBlankNodes whether the query fails at a blank node, because labels have no meaning
   *     outside their file
   */
  public static Dataset<Row> diff(
      Dataset<Row> old, Dataset<Row> changed, String id, String prev, boolean refuseBlankNodes) {
    Dataset<Row> before = statements(old, refuseBlankNodes);
    Dataset<Row> after = statements(changed, refuseBlankNodes);
    return transaction(
        PatchQueries.run("difference", Map.of("old", before, "new", after)), id, prev);
  }

  /**
   * Applies patches as {@link #applyPatch(Dataset, Dataset, List)} does, in the order of {@code
   * patch} and {@code seq}.
   */
  public static Dataset<Row> applyPatch(Dataset<Row> statements, Dataset<Row> patch) {
    return applyPatch(statements, patch, ORDER);
  }

  /**
   * Returns the statements after patches have been applied. The last operation on a statement wins.
   * Transactions that are aborted or not ended have no effect, nor do headers and namespaces.
   * Statements that no patch names keep their number of copies.
   *
   * @param order the columns that order the operations; the last one orders those within a patch.
   *     Patches of several files need a column before {@code patch} that orders the files: the
   *     query fails if two operations have the same position
   * @throws IllegalArgumentException if the order is empty
   */
  public static Dataset<Row> applyPatch(Dataset<Row> data, Dataset<Row> patch, List<String> order) {
    Dataset<Row> old = statements(data, false);
    Dataset<Row> net = net(done(patch, order, false));
    Map<String, Dataset<Row>> tables = Map.of("statements", old, "net", net);
    return PatchQueries.run("apply", hashes(old, net) ? "hash_join" : "", tables, Map.of());
  }

  /**
   * Shortens a patch as {@link #compact(Dataset, List)} does, in the order of {@code patch} and
   * {@code seq}.
   */
  public static Dataset<Row> compact(Dataset<Row> patch) {
    return compact(patch, ORDER);
  }

  /**
   * Returns a shortest patch with the same effect on any statements: at most one operation for each
   * statement, in one transaction, and the last operation on each namespace. Headers are left out.
   *
   * @param order as for {@link #applyPatch(Dataset, Dataset, List)}
   */
  public static Dataset<Row> compact(Dataset<Row> patch, List<String> order) {
    Dataset<Row> done = done(patch, order, true);
    return transaction(net(done), null, null)
        .unionByName(PatchQueries.run("namespaces", Map.of("done", done)));
  }

  /**
   * Inverts a patch as {@link #invert(Dataset, Dataset, List)} does, in the order of {@code patch}
   * and {@code seq}.
   */
  public static Dataset<Row> invert(Dataset<Row> patch, Dataset<Row> statements) {
    return invert(patch, statements, ORDER);
  }

  /**
   * Returns the patch that undoes another one: it deletes the statements that the other patch has
   * added and adds those that it has deleted, as far as they changed anything. Namespaces stay.
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

  /** Returns the operations of patches without transactions that are aborted or not ended. */
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
      // Whole-number positions within a patch have no gaps, so mixed files can be detected.
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
   * Decides whether to join statements by hash with those that a patch names. That pays when the
   * patch is too large to broadcast, yet neither large in itself nor similar in size to the
   * statements: Spark would sort all statements. The bounds are those that Spark uses if {@code
   * spark.sql.join.preferSortMergeJoin} is off.
   *
   * <p>Python also calls this method, except on Spark Connect.
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
