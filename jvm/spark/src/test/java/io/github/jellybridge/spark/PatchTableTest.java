package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.RandomPatch;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests features that tables of patches share with those of statements: columns, filters, streams,
 * save modes.
 */
public class PatchTableTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final SparkSession spark = LocalSpark.get();
  private final byte[] bytes = new RandomPatch(new Random(5), 2, 3, 300).file;
  private String path;
  private List<PatchRow> expected;

  @Before
  public void write() throws Exception {
    path = file("in/a.jellyp", bytes);
    expected = ReferencePatchDecoder.decode(bytes);
  }

  private String file(String name, byte[] content) throws Exception {
    Path file = folder.getRoot().toPath().resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    return file.toString();
  }

  private Dataset<Row> read(String from) {
    return spark.read().format("jelly-patch").load(from);
  }

  private static List<String> texts(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(Row::toString).toList();
  }

  private static Object field(Row row, String term, String name) {
    Row struct = row.getAs(term);
    return struct == null ? null : struct.getAs(name);
  }

  @Test
  public void rowsAndVectorsShowTheSame() {
    // Whole terms come as rows and parts of them as vectors; small batches start within patches.
    Dataset<Row> whole = spark.read().format("jelly-patch").option("batchSize", 7).load(path);
    Dataset<Row> parts =
        whole.selectExpr(
            "op", "name", "patch", "seq", "s.value", "p.kind", "o.lang", "g.value", "value.kind");
    assertTrue(parts.queryExecution().executedPlan().toString().contains("ColumnarToRow"));
    assertFalse(whole.queryExecution().executedPlan().toString().contains("ColumnarToRow"));
    List<String> expectedParts = new ArrayList<>();
    for (Row row : whole.collectAsList()) {
      expectedParts.add(
          RowFactory.create(
                  row.getAs("op"),
                  row.getAs("name"),
                  row.getAs("patch"),
                  row.getAs("seq"),
                  field(row, "s", "value"),
                  field(row, "p", "kind"),
                  field(row, "o", "lang"),
                  field(row, "g", "value"),
                  field(row, "value", "kind"))
              .toString());
    }
    assertEquals(expected.size(), expectedParts.size());
    assertEquals(expectedParts, texts(parts));
  }

  @Test
  public void filtersOnTermsAreEvaluatedByTheReader() {
    Dataset<Row> plain = spark.read().format("jelly-patch").option("pushdown", false).load(path);
    int different = 0;
    for (String filter :
        List.of(
            "p.value LIKE '%1%'",
            "s.kind = 'iri' AND o.kind = 'literal'",
            "s IS NULL",
            "g IS NOT NULL AND op = 'A'",
            "o.lang IS NULL",
            "NOT (o.value = '1')",
            "op IN ('A', 'D') AND length(o.value) > 3",
            "seq BETWEEN 3 AND 5")) {
      Dataset<Row> pushed = read(path).where(filter);
      List<String> rows = texts(plain.where(filter));
      assertEquals(filter, rows, texts(pushed));
      assertEquals(filter, rows.size(), pushed.count());
      different += rows.size() == expected.size() ? 0 : 1;
    }
    assertEquals("filters that leave something out", 8, different);
    String plan = read(path).where("p.value LIKE 'a%'").queryExecution().executedPlan().toString();
    assertTrue(plan, plan.contains("p.value LIKE 'a%'"));
    assertFalse(plan, plan.contains("Filter ("));
  }

  @Test
  public void filtersOnOperationsNamesAndValuesAreEvaluatedByTheReader() {
    PatchRow named =
        expected.stream()
            .filter(row -> row.op().equals("H") && !row.name().isEmpty())
            .findFirst()
            .get();
    String name = "'" + named.name().replace("'", "\\'") + "'";
    List<String> common =
        List.of(
            "op = 'A'",
            "op <> 'A'",
            "op <=> 'D'",
            "op IN ('TX', 'TC', 'TA')",
            "op NOT IN ('A', 'H')",
            "op > 'D' AND op <= 'TA'",
            "op LIKE 'P%' OR op LIKE '%C'",
            "length(op) = 2",
            "'H' = op AND name = " + name,
            "name = " + name,
            "name IS NOT NULL",
            "name IS NULL AND op NOT IN ('A', 'D')",
            "name IN (" + name + ", 'none') OR op = 'TX'",
            "NOT (op = 'A' OR name = " + name + ")",
            "value IS NULL AND name IS NOT NULL",
            "value IS NOT NULL OR p IS NOT NULL",
            "name > 'a' AND op <> 'H'");
    List<String> structs =
        List.of(
            "value.kind = 'iri'",
            "value.value LIKE '%1%'",
            "value.kind <> 'iri' AND op = 'H'",
            "value.lang IS NULL",
            "value.value = o.value OR op = 'D'",
            "value.value > name");
    int all = 0;
    int selective = 0;
    for (String format : List.of("struct", "ntriples")) {
      Dataset<Row> plain = formatted(format).option("pushdown", false).load(path);
      List<String> filters = new ArrayList<>(structs);
      filters.addAll(common);
      if (format.equals("ntriples")) {
        filters = List.of("op = 'A'", "name = " + name, "value LIKE '<%'", "value < 'a'");
      }
      for (String filter : filters) {
        Dataset<Row> pushed = formatted(format).load(path).where(filter);
        List<String> rows = texts(plain.where(filter));
        assertEquals(filter, rows, texts(pushed));
        assertEquals(filter, rows.size(), pushed.count());
        List<Row> columns = pushed.select("op", "seq").collectAsList();
        assertEquals(filter, plain.where(filter).select("op", "seq").collectAsList(), columns);
        String plan = pushed.queryExecution().executedPlan().toString();
        assertFalse(filter + plan, plan.contains("Filter ("));
        all++;
        selective += columns.isEmpty() || columns.size() == expected.size() ? 0 : 1;
      }
    }
    assertTrue(selective + " filters leave something out and something in", selective > all - 6);
    Cases.each(
        List.of("op = 'X'", "op IS NULL", "op = NULL", "op > 'Z'"),
        none -> {
          assertEquals(none, 0, read(path).where(none).count());
        });
    // Spark itself evaluates a comparison of two columns.
    assertEquals(0, read(path).where("op = name").count());
    String plan = read(path).where("op = 'A'").queryExecution().executedPlan().toString();
    assertTrue(plan, plan.contains("op = 'A'") && plan.contains("PushedFilters"));
  }

  private DataFrameReader formatted(String format) {
    return spark.read().format("jelly-patch").option("termFormat", format);
  }

  @Test
  public void numbersOfPatchesAndOperationsSurviveAFilter() {
    List<String> wanted = new ArrayList<>();
    long patch = -1;
    long seq = 0;
    for (PatchRow row : expected) {
      seq = row.patch() == patch ? seq + 1 : 0;
      patch = row.patch();
      if (row.s() == null) {
        wanted.add("[" + patch + "," + seq + "]");
      }
    }
    Dataset<Row> rows = spark.read().format("jelly-patch").option("batchSize", 13).load(path);
    assertEquals(wanted, texts(rows.where("s IS NULL").select("patch", "seq")));
    assertEquals(3, rows.limit(3).collectAsList().size());
  }

  @Test
  public void metadataColumnsDescribeTheFile() {
    Row row =
        read(path)
            .selectExpr("_metadata.file_name", "_metadata.statement", "_metadata.frame", "op")
            .orderBy("statement")
            .collectAsList()
            .get(expected.size() - 1);
    assertEquals("a.jellyp", row.getString(0));
    assertEquals(expected.size() - 1, row.getLong(1));
    assertTrue(row.getLong(2) > 0);
  }

  @Test
  public void everySaveModeAndSqlWork() {
    String out = folder.getRoot() + "/out";
    Dataset<Row> table = read(path);
    var write = table.write().format("jelly-patch").option("rdfStar", true);
    write = write.option("generalized", true);
    write.save(out);
    var again = write;
    Exception e = assertThrows(Exception.class, () -> again.mode("error").save(out));
    assertTrue(e.getMessage(), e.getMessage().contains("exist"));
    write.mode("ignore").save(out);
    assertEquals(expected.size(), read(out).count());
    write.mode("append").save(out);
    assertEquals(2 * expected.size(), read(out).count());
    write.mode("overwrite").save(out);
    assertEquals(expected.size(), read(out).count());
    spark.conf().set("spark.sql.catalog.patches", PatchPathCatalog.class.getName());
    assertEquals(
        expected.size(), spark.sql("SELECT count(*) FROM patches.`" + out + "`").head().getLong(0));
    e = assertThrows(Exception.class, () -> again.partitionBy("op").mode("overwrite").save(out));
    assertTrue(e.toString(), e.toString().contains("tear patches apart"));
  }

  @Test
  public void moreLanguagesThanAreKept() throws Exception {
    int count = 12_000;
    spark
        .range(0, count, 1, 1)
        .selectExpr(
            "'A' AS op",
            "'_:s' AS s",
            "'<http://example.org/p>' AS p",
            "concat('\"', id, '\"@', if(id % 2 = 0, 'en', concat('x-', id))) AS o",
            "0L AS patch",
            "id AS seq")
        .write()
        .format("jelly-patch")
        .save(folder.getRoot() + "/many");
    Path file;
    try (Stream<Path> files = Files.list(folder.getRoot().toPath().resolve("many"))) {
      file = files.filter(f -> f.toString().endsWith(".jellyp")).findFirst().orElseThrow();
    }
    List<PatchRow> written = ReferencePatchDecoder.decode(Files.readAllBytes(file));
    assertEquals(count, written.size());
    for (int i = 0; i < count; i++) {
      Term object = Term.lang("" + i, i % 2 == 0 ? "en" : "x-" + i);
      assertEquals(object, written.get(i).o());
    }
  }

  /** Tests files in partition folders, which the writer does not make but readers support. */
  @Test
  public void patchesAreDeletedByFolder() throws Exception {
    file("days/day=1/a.jellyp", bytes);
    file("days/day=2/a.jellyp", bytes);
    String days = folder.getRoot() + "/days";
    spark.conf().set("spark.sql.catalog.patches", PatchPathCatalog.class.getName());
    spark.sql("DELETE FROM patches.`" + days + "` WHERE day < 2");
    assertEquals(expected.size(), read(days).where("day = 2").count());
    assertEquals(expected.size(), read(days).count());
    spark.sql("TRUNCATE TABLE patches.`" + days + "`");
    assertEquals(0, read(days).count());
  }

  @Test
  public void streamsCopyPatchesExactly() throws Exception {
    String out = folder.getRoot() + "/copy";
    for (int run = 0; run < 2; run++) {
      assertTrue(copying(out).awaitTermination(300_000));
      assertEquals((run + 1) * expected.size(), read(out).count());
      file("in/b.jellyp", bytes);
    }
  }

  private StreamingQuery copying(String target) throws Exception {
    return spark
        .readStream()
        .format("jelly-patch")
        .load(folder.getRoot() + "/in")
        .writeStream()
        .format("jelly-patch")
        .option("rdfStar", true)
        .option("generalized", true)
        .option("checkpointLocation", folder.getRoot() + "/checkpoint")
        .trigger(Trigger.AvailableNow())
        .start(target);
  }

  /**
   * Tests that files are not written beside partition folders, where they would make an unreadable
   * table.
   */
  @Test
  public void patchesAreNotWrittenBesidePartitionFolders() throws Exception {
    file("days/day=1/a.jellyp", bytes);
    String days = folder.getRoot() + "/days";
    Dataset<Row> patches = read(path);
    Exception batch =
        assertThrows(
            Exception.class, () -> patches.write().format("jelly-patch").mode("append").save(days));
    StreamingQuery query = copying(days);
    Exception stream = assertThrows(Exception.class, query::awaitTermination);
    Cases.each(
        List.of(batch, stream),
        e -> {
          assertTrue(e.getMessage(), e.getMessage().contains("partitioned by [day]"));
        });
    assertEquals(expected.size(), read(days).count());
  }

  @Test
  public void rowsBeforeADamageCanBeKept() throws Exception {
    String broken = file("broken.jellyp", Arrays.copyOf(bytes, bytes.length * 2 / 3));
    Dataset<Row> kept =
        spark.read().format("jelly-patch").option("mode", "DROPMALFORMED").load(broken);
    List<String> all = texts(read(path));
    List<String> rows = texts(kept);
    assertTrue(rows.size() < all.size() && !rows.isEmpty());
    assertEquals(all.subList(0, rows.size()), rows);
    assertEquals(rows.size(), kept.count());
  }
}
