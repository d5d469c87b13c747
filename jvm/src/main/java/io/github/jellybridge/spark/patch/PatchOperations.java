package io.github.jellybridge.spark.patch;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lead;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import io.github.jellybridge.spark.jelly.vectors.TermField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What can be done with tables of statements ({@code s, p, o} and, if there are graphs, {@code g})
 * and tables of patches (see {@link PatchSchema}). Blank nodes are the same if their labels are.
 *
 * <p>Everything is a plan of Spark's own operators: statements are shuffled at most once, and
 * nothing is brought to the driver. Python's module {@code jelly_bridge.patch_operations} makes the
 * same plans.
 */
public final class PatchOperations {
  /** Where what a diff adds starts to count; what it deletes starts at {@link #DELETES}. */
  private static final long ADDS = 1L << 60;

  /** What Spark sends to all tasks by default, for sessions that send nothing. */
  private static final double LEAST = 10 << 20;

  private static final long DELETES = 1L << 10;
  private static final long COMMIT = 1L << 62;

  private static final List<String> STATEMENT = PatchSchema.TERMS;
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
    Dataset<Row> both =
        statements(old, refuseBlankNodes)
            .withColumn("old", lit(1))
            .withColumn("new", lit(0))
            .unionByName(
                statements(changed, refuseBlankNodes)
                    .withColumn("old", lit(0))
                    .withColumn("new", lit(1)));
    // Most statements are in both tables: grouped only where they meet, they are looked up once.
    Dataset<Row> net =
        both.repartition(columns(STATEMENT))
            .groupBy(columns(STATEMENT))
            .agg(max("old").as("old"), max("new").as("new"))
            .where("old <> new")
            .withColumn("add", col("new").equalTo(1));
    return transaction(net, id, prev, null);
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
   */
  public static Dataset<Row> applyPatch(
      Dataset<Row> statements, Dataset<Row> patch, List<String> order) {
    // What the last operation is matters for what is added only: all that is named leaves first.
    Dataset<Row> old = statements(statements, false).withColumn("key", key());
    Dataset<Row> named = net(patch, order);
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
        .select(columns(STATEMENT))
        .unionByName(named.where("add").select(terms()));
  }

  /** A hash of a statement: whole terms would be dear to sort and to look up by. */
  private static Column key() {
    return xxhash64(columns(STATEMENT));
  }

  /**
   * The terms of an operation in the type that terms of statements have when they are read. Of
   * another type, Spark would make all terms of all statements anew in a union.
   */
  private static Column[] terms() {
    List<Column> terms = new ArrayList<>();
    for (String name : STATEMENT) {
      Column term =
          struct(
              coalesce(col(name + ".kind"), lit("")).as("kind"),
              coalesce(col(name + ".value"), lit("")).as("value"),
              col(name + ".lang").as("lang"),
              col(name + ".datatype").as("datatype"));
      boolean always = !name.equals("g");
      terms.add(always ? term.as(name) : col(name));
    }
    return terms.toArray(Column[]::new);
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
    List<Column> last = new ArrayList<>(Arrays.asList(columns(order)));
    last.add(col("op"));
    last.add(col("value"));
    Dataset<Row> done = effective(patch, order);
    Dataset<Row> namespaces =
        done.where("op IN ('PA', 'PD')")
            .groupBy(col("name"), col("g"))
            .agg(max(struct(last.toArray(Column[]::new))).as("last"))
            .select(col("name"), col("g"), col("last.op").as("op"), col("last.value").as("value"));
    return transaction(net(patch, order), null, null, namespaces);
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
    Dataset<Row> net =
        withLast(statements, patch, order)
            .where("last IS NOT NULL AND last.add <> (base = 1)")
            .withColumn("add", col("base").equalTo(1));
    return transaction(net, null, null, null);
  }

  // ---- parts ---------------------------------------------------------------------------------

  private static Column[] columns(List<String> names) {
    return names.stream().map(org.apache.spark.sql.functions::col).toArray(Column[]::new);
  }

  /** Fails where the columns of terms are not of the type of terms, but texts, for example. */
  private static void requireTerms(Dataset<Row> table) {
    for (StructField column : table.schema().fields()) {
      if (STATEMENT.contains(column.name()) && !isTerm(column.dataType())) {
        throw new IllegalArgumentException(
            String.format(
                "column %s: expected a term, struct<kind, value, lang, datatype>, found %s; read"
                    + " without termFormat=ntriples, or make terms of texts with rdf_term",
                column.name(), column.dataType().simpleString()));
      }
    }
  }

  private static boolean isTerm(DataType type) {
    return type instanceof NullType
        || type instanceof StructType struct
            && Arrays.equals(struct.fieldNames(), TermField.structType().fieldNames());
  }

  /** The four columns of statements; null graphs where there is no column. */
  private static Dataset<Row> statements(Dataset<Row> table, boolean refuseBlankNodes) {
    requireTerms(table);
    List<String> names = Arrays.asList(table.columns());
    Column graph =
        names.contains("g") ? col("g") : lit(null).cast(TermField.nullableStructType()).as("g");
    Dataset<Row> rows = table.select(col("s"), col("p"), col("o"), graph);
    if (!refuseBlankNodes) {
      return rows;
    }
    Column blank = lit(false);
    for (String name : STATEMENT) {
      Column quoted =
          col(name + ".kind").equalTo("triple").and(col(name + ".value").contains("_:"));
      Column here = col(name + ".kind").equalTo("bnode").or(quoted);
      blank = blank.or(coalesce(here, lit(false)));
    }
    Column checked =
        when(
                blank,
                raise_error(lit("a blank node, whose label means nothing in another file"))
                    .cast(TermField.structType()))
            .otherwise(col("s"));
    return rows.withColumn("s", checked);
  }

  /** The order of an operation, and whether it adds. */
  private static Column place(List<String> order) {
    List<Column> parts = new ArrayList<>(Arrays.asList(columns(order)));
    parts.add(col("op").equalTo("A").as("add"));
    return struct(parts.toArray(Column[]::new));
  }

  /** The operations on statements that count. */
  private static Dataset<Row> addsAndDeletes(Dataset<Row> patch, List<String> order) {
    return effective(patch, order).where("op IN ('A', 'D')");
  }

  /**
   * What patches do in the end: each statement that they name once, with its hash, and whether it
   * is added.
   */
  private static Dataset<Row> net(Dataset<Row> patch, List<String> order) {
    List<Column> statement = new ArrayList<>(Arrays.asList(columns(STATEMENT)));
    statement.add(col("key"));
    return addsAndDeletes(patch, order)
        .select(col("s"), col("p"), col("o"), col("g"), key().as("key"), place(order).as("place"))
        .repartition(col("key"))
        .groupBy(statement.toArray(Column[]::new))
        .agg(max("place").as("last"))
        .select(col("s"), col("p"), col("o"), col("g"), col("key"), col("last.add").as("add"));
  }

  /**
   * Statements and those that patches name, each once: whether it was there, and what came last.
   */
  private static Dataset<Row> withLast(
      Dataset<Row> statements, Dataset<Row> patch, List<String> order) {
    Dataset<Row> operations =
        addsAndDeletes(patch, order)
            .withColumn("last", place(order))
            .select(col("s"), col("p"), col("o"), col("g"), col("last"), lit(0).as("base"));
    Dataset<Row> base =
        statements(statements, false)
            .withColumn("last", lit(null).cast(operations.schema().apply("last").dataType()))
            .withColumn("base", lit(1));
    return base.unionByName(operations)
        .groupBy(columns(STATEMENT))
        .agg(max("last").as("last"), max("base").as("base"));
  }

  /** The operations without those of transactions that are aborted, or not ended. */
  private static Dataset<Row> effective(Dataset<Row> patch, List<String> order) {
    requireTerms(patch);
    String seq = order.get(order.size() - 1);
    List<String> unit = order.subList(0, order.size() - 1);
    // Only the marks of transactions go through a window: there are few of them.
    WindowSpec marks = Window.partitionBy(columns(unit)).orderBy(col(seq));
    List<Column> range = units(unit);
    range.add(col(seq).as("undone_from"));
    range.add(lead(col(seq), 1).over(marks).as("undone_to"));
    range.add(col("op"));
    range.add(lead(col("op"), 1).over(marks).as("end"));
    Dataset<Row> undone =
        patch
            .where("op IN ('TX', 'TC', 'TA')")
            .select(range.toArray(Column[]::new))
            .where("op = 'TX' AND NOT end <=> 'TC'")
            .drop("op", "end");
    if (patch.select(seq).schema().apply(0).dataType().equals(DataTypes.LongType)) {
      undone = undone.unionByName(refusedPlaces(patch, unit, seq));
    }
    Column inside =
        col(seq).geq(col("undone_from")).and(coalesce(col(seq).leq(col("undone_to")), lit(true)));
    for (int i = 0; i < unit.size(); i++) {
      inside = inside.and(col(unit.get(i)).equalTo(col("undone_" + i)));
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
   * Fails where more operations of a patch are there than places; otherwise, has no rows. Patches
   * of a file have no gaps, so this finds all that are mixed up with those of another file.
   */
  private static Dataset<Row> refusedPlaces(Dataset<Row> patch, List<String> unit, String seq) {
    Column places = max(seq).cast("double").minus(min(seq).cast("double")).plus(1);
    List<String> order = new ArrayList<>(unit);
    order.add(seq);
    Column place =
        raise_error(
                lit(
                    "the order is ambiguous: operations have the same "
                        + String.join(", ", order)
                        + "; patches of several files need an order that begins with something"
                        + " that orders the files"))
            .cast(DataTypes.LongType);
    return patch
        .groupBy(units(unit).toArray(Column[]::new))
        .agg(count("*").as("operations"), places.as("places"))
        .where("operations > places")
        .withColumn("undone_from", place)
        .withColumn("undone_to", place)
        .drop("operations", "places");
  }

  /** Makes a patch of statements with a column {@code add}. */
  private static Dataset<Row> transaction(
      Dataset<Row> net, String id, String prev, Dataset<Row> namespaces) {
    SparkSession spark = net.sparkSession();
    List<Row> marks = new ArrayList<>();
    long seq = 0;
    if (id != null) {
      marks.add(RowFactory.create("H", "id", id, seq++));
    }
    if (prev != null) {
      marks.add(RowFactory.create("H", "prev", prev, seq++));
    }
    marks.add(RowFactory.create("TX", null, null, seq++));
    marks.add(RowFactory.create("TC", null, null, COMMIT));
    StructType type =
        new StructType()
            .add("op", DataTypes.StringType)
            .add("name", DataTypes.StringType)
            .add("iri", DataTypes.StringType)
            .add("seq", DataTypes.LongType);
    StructType term = TermField.nullableStructType();
    Column none = lit(null).cast(term);
    Column text = lit(null).cast(DataTypes.StringType);
    Column iri =
        when(
                col("iri").isNotNull(),
                struct(
                        lit("iri").as("kind"),
                        coalesce(col("iri"), lit("")).as("value"),
                        text.as("lang"),
                        text.as("datatype"))
                    .cast(term))
            .otherwise(none);
    Dataset<Row> frame =
        spark
            .createDataFrame(marks, type)
            .select(
                col("op"),
                none.as("s"),
                none.as("p"),
                none.as("o"),
                none.as("g"),
                col("name"),
                iri.as("value"),
                lit(0L).as("patch"),
                col("seq"));
    Column number = monotonically_increasing_id();
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
            text.as("name"),
            none.as("value"),
            lit(0L).as("patch"),
            number.plus(when(col("add"), lit(ADDS)).otherwise(lit(DELETES))).as("seq"));
    Dataset<Row> result = frame.unionByName(operations);
    if (namespaces == null) {
      return result;
    }
    return result.unionByName(
        namespaces.select(
            col("op"),
            none.as("s"),
            none.as("p"),
            none.as("o"),
            col("g"),
            col("name"),
            col("value"),
            lit(0L).as("patch"),
            number.plus(lit(ADDS + (1L << 59))).as("seq")));
  }
}
