package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.scan.SavedFolder;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.spark.scan.WrittenFiles;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;

/**
 * Tests that overwriting a partition replaces all folders with its values, however these are spelt.
 */
public class JellyOverwritePartitionsTest {
  @Rule public final SavedFolder folder = new SavedFolder();
  private SparkSession spark;
  private String table;

  @Before
  public void start() {
    spark = SparkJelly.spark();
    spark.conf().set("spark.sql.catalog.jelly", JellyPathCatalog.class.getName());
    table = "jelly.`" + folder.target() + "`";
  }

  @After
  public void stop() {
    spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    spark.conf().unset("spark.sql.caseSensitive");
  }

  /** The columns of one triple, whose object is a literal. */
  private static String st(String value) {
    return "SELECT '<http://e/s>' s, '<http://e/p>' p, '\"" + value + "\"' o";
  }

  private Dataset<Row> rows(String value, String columns) {
    return spark.sql(st(value) + ", " + columns);
  }

  /**
   * Adds a triple to the partition with the given values, written as the columns of a {@code
   * SELECT}.
   */
  private void add(String value, String columns, String... names) {
    rows(value, columns)
        .write()
        .format("jelly")
        .mode("append")
        .partitionBy(names)
        .save(folder.target().toString());
  }

  private void overwriteDynamically(Dataset<Row> rows, String... names) {
    rows.write()
        .format("jelly")
        .mode("overwrite")
        .option("partitionOverwriteMode", "dynamic")
        .partitionBy(names)
        .save(folder.target().toString());
  }

  /** The values of the triples in the table, sorted. */
  private List<String> values() {
    return SparkJelly.read(folder.target()).select("o.value").collectAsList().stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  /** The folders of the partitions, sorted. */
  private List<String> folders() {
    try (Stream<Path> files = Files.walk(folder.target())) {
      return files
          .filter(f -> f.getFileName().toString().startsWith("part-"))
          .map(f -> folder.target().relativize(f.getParent()).toString())
          .distinct()
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void rename(String from, String to) throws IOException {
    Files.move(folder.target().resolve(from), folder.target().resolve(to));
  }

  @Test
  public void aNumberIsReplacedWithAnyTrailingZerosInItsFolder() {
    add("old", "cast(19.90 as decimal(6,2)) price", "price");
    add("other", "cast(19.91 as decimal(6,2)) price", "price");
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (price = 19.90) " + st("new"));
    assertEquals(List.of("new", "other"), values());
    assertEquals(List.of("price=19.9", "price=19.91"), folders());
  }

  @Test
  public void aNumberIsReplacedWithAnExponentAndWithout() {
    add("old", "1e10D d", "d");
    assertEquals(List.of("d=1.0E10"), folders());
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (d = 1e10D) " + st("new"));
    assertEquals(List.of("new"), values());
  }

  @Test
  public void aNumberIsReplacedWithLeadingZerosAndWithout() {
    Cases.each(
        List.of("1", "'01'"),
        constant -> {
          folder.save(WrittenFiles.statements());
          spark.sql(
              "CREATE OR REPLACE TABLE "
                  + table
                  + " PARTITIONED BY (m) AS "
                  + st("a")
                  + ", '01' m");
          add("b", "'1' m", "m");
          add("c", "'10' m", "m");
          spark.sql("INSERT OVERWRITE " + table + " PARTITION (m = " + constant + ") " + st("new"));
          assertEquals(List.of("c", "new"), values());
          assertEquals(List.of("m=1", "m=10"), folders());
        });
  }

  /** Tests leftover checksum files, which Hadoop neither lists nor deletes with their folder. */
  @Test
  public void checksumsOfFilesThatAreGoneDoNoHarm() throws IOException {
    add("old", "1 m", "m");
    Files.createFile(folder.target().resolve("m=1/.gone.jelly.crc"));
    rows("new", "2 m")
        .write()
        .format("jelly")
        .mode("overwrite")
        .partitionBy("m")
        .save(folder.target().toString());
    add("more", "2 m", "m");
    assertEquals(List.of("more", "new"), values());
  }

  /**
   * Tests that all files count as one partition if there are no partition columns, as with Parquet.
   */
  @Test
  public void aTableWithoutPartitionsIsReplacedAsAWholeInModeDynamic() throws IOException {
    folder.save(WrittenFiles.statements("old"));
    Path below = Files.createDirectory(folder.target().resolve("below"));
    for (Path file : WrittenFiles.jellyFiles(folder.target())) {
      Files.move(file, below.resolve(file.getFileName()));
    }
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    spark.sql("INSERT OVERWRITE " + table + " " + st("new"));
    assertEquals(
        1,
        SparkJelly.spark()
            .read()
            .format("jelly")
            .option("recursiveFileLookup", true)
            .load(folder.target().toString())
            .count());
  }

  @Test
  public void theModeMayBeAnOptionOfTheStatementOrOfTheTable() {
    String mode = " WITH ('partitionOverwriteMode' = '%s') ";
    add("a", "1 m", "m");
    add("b", "2 m", "m");
    spark.sql("INSERT OVERWRITE " + table + mode.formatted("dynamic") + st("c") + ", 2 m");
    assertEquals(List.of("a", "c"), values());
    spark.sql(
        "CREATE TABLE named USING jelly OPTIONS (partitionOverwriteMode 'dynamic') LOCATION '"
            + folder.target()
            + "'");
    spark.sql("INSERT OVERWRITE named " + st("d") + ", 1 m");
    spark.sql("DROP TABLE named");
    assertEquals(List.of("c", "d"), values());
  }

  /** Tests mode dynamic in Spark, which then does not pass the named partition to the writer. */
  @Test
  public void modeStaticIsRefusedWhereSparkAsksForThePartitionsThatGetRows() {
    add("a", "1 m, 'x' k", "m", "k");
    add("b", "2 m, 'x' k", "m", "k");
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    String insert = "INSERT OVERWRITE " + table + " WITH ('partitionOverwriteMode' = 'static') ";
    for (String rest :
        List.of(
            "PARTITION (m = 1, k = 'y') " + st("c"),
            "PARTITION (m = 1, k) " + st("c") + ", 'y' k",
            st("c") + ", 1 m, 'y' k")) {
      Exception e = assertThrows(Exception.class, () -> spark.sql(insert + rest));
      assertTrue(e.getMessage(), e.getMessage().contains("replace only those that get rows"));
    }
    assertEquals(List.of("a", "b"), values());
  }

  @Test
  public void textsAreEqualOnlyAsTheyAre() {
    add("a", "'01' m", "m");
    add("b", "'1' m", "m");
    add("c", "'x' m", "m");
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (m = '1') " + st("new"));
    assertEquals(List.of("a", "c", "new"), values());
    assertEquals(List.of("m=01", "m=1", "m=x"), folders());
  }

  @Test
  public void aTextIsReplacedHoweverItsFolderEscapesIt() throws IOException {
    add("a", "'x/y' k", "k");
    add("b", "'x=y' k", "k");
    rename("k=x%2Fy", "k=%78%2fy");
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (k = 'x/y') " + st("new"));
    assertEquals(List.of("b", "new"), values());
    assertEquals(List.of("k=x%2Fy", "k=x%3Dy"), folders());
  }

  @Test
  public void aDateIsMidnightWhereThereAreTimestamps() {
    add("date", "'2026-01-02' t", "t");
    add("midnight", "'2026-01-02 00:00:00' t", "t");
    add("noon", "'2026-01-02 12:00:00' t", "t");
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (t = '2026-01-02') " + st("new"));
    assertEquals(List.of("new", "noon"), values());
    overwriteDynamically(rows("newer", "date'2026-01-02' t"), "t");
    assertEquals(List.of("newer", "noon"), values());
  }

  @Test
  public void aTimestampDoesNotReplaceTheFolderOfItsDate() {
    add("date", "date'2026-01-02' t", "t");
    overwriteDynamically(rows("noon", "timestamp'2026-01-02 12:00:00' t"), "t");
    assertEquals(List.of("date", "noon"), values());
  }

  @Test
  public void columnsWithoutAConstantMayHaveAnyValue() {
    add("a", "'01' m, 'x' k", "m", "k");
    add("b", "'1' m, 'y' k", "m", "k");
    add("c", "'2' m, 'x' k", "m", "k");
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (m = 1, k) " + st("new") + ", 'z' k");
    assertEquals(List.of("c", "new"), values());
    assertEquals(List.of("m=1/k=z", "m=2/k=x"), folders());
  }

  @Test
  public void dynamicOverwriteReplacesAllFoldersOfTheValuesThatAreWritten() {
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    add("a", "'01' m, 'x' k", "m", "k");
    add("b", "'1' m, 'x' k", "m", "k");
    add("c", "'01' m, 'y' k", "m", "k");
    add("d", "'2' m, 'x' k", "m", "k");
    add("e", "'01' m, cast(null as string) k", "m", "k");
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (m = 1, k) " + st("new") + ", 'x' k");
    assertEquals(List.of("c", "d", "e", "new"), values());
    overwriteDynamically(rows("newer", "1 m, '' k"), "m", "k");
    assertEquals(List.of("c", "d", "new", "newer"), values());
  }

  @Test
  public void dynamicOverwriteComparesValuesAsTheyAreReadAfterIt() {
    add("a", "'01' m", "m");
    overwriteDynamically(rows("b", "1.0D m"), "m");
    assertEquals(List.of("b"), values());
    add("c", "'02' m", "m");
    // One value that is not a number turns all values into text.
    overwriteDynamically(rows("d", "'2' m").union(rows("e", "'x' m")), "m");
    assertEquals(List.of("b", "c", "d", "e"), values());
  }

  @Test
  public void dynamicOverwriteSparesHiddenFolders() throws IOException {
    add("a", "1 m", "m");
    Path hidden = Files.createDirectories(folder.target().resolve("_kept/m=1"));
    Files.writeString(hidden.resolve("file"), "x");
    overwriteDynamically(rows("b", "1 m"), "m");
    assertEquals(List.of("b"), values());
    assertTrue(Files.exists(hidden.resolve("file")));
  }

  @Test
  public void staticOverwriteSparesHiddenFolders() throws Exception {
    add("a", "1 m", "m");
    Path hidden = Files.createDirectories(folder.target().resolve("_kept/m=1"));
    Files.writeString(hidden.resolve("file"), "x");
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (m = 1) " + st("b"));
    assertEquals(List.of("b"), values());
    spark.sql("INSERT INTO " + table + " REPLACE WHERE m = 1 " + st("c") + ", 1 m");
    assertEquals(List.of("c"), values());
    assertTrue(Files.exists(hidden.resolve("file")));
  }

  @Test
  public void conditionsReplaceByValue() throws Exception {
    add("a", "'01' m", "m");
    add("b", "'1' m", "m");
    add("c", "'2' m", "m");
    spark.sql("INSERT INTO " + table + " REPLACE WHERE m = 1 " + st("d") + ", 1 m");
    assertEquals(List.of("c", "d"), values());
    add("e", "'02' m", "m");
    rows("f", "2 m").writeTo(table).overwrite(functions.col("m").equalTo(2));
    assertEquals(List.of("d", "f"), values());
  }

  @Test
  public void thePartitionOfNullsIsReplaced() {
    String insert = "INSERT OVERWRITE " + table + " PARTITION (k = null) ";
    String where = "INSERT INTO " + table + " REPLACE WHERE ";
    for (String sql :
        List.of(
            insert + st("new"),
            where + "k IS NULL " + st("new") + ", cast(null as string) k",
            where + "k <=> null " + st("new") + ", cast(null as string) k")) {
      spark.sql(
          "CREATE OR REPLACE TABLE " + table + " PARTITIONED BY (k) AS " + st("a") + ", 'null' k");
      add("b", "cast(null as string) k", "k");
      add("c", "'' k", "k");
      spark.sql(sql);
      assertEquals(List.of("a", "new"), values());
      assertEquals(List.of("k=__HIVE_DEFAULT_PARTITION__", "k=null"), folders());
    }
  }

  @Test
  public void nullIsOneOfSeveralConstants() {
    add("a", "1 m, cast(null as int) n", "m", "n");
    add("b", "1 m, 2 n", "m", "n");
    add("c", "2 m, cast(null as int) n", "m", "n");
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (m = 1, n = null) " + st("new"));
    assertEquals(List.of("b", "c", "new"), values());
  }

  @Test
  public void otherConditionsAreRefused() {
    add("a", "'x' k", "k");
    add("b", "'y' k", "k");
    for (String condition :
        List.of(
            "k IS NOT NULL",
            "k > 'x'",
            "k = null",
            "NOT k <=> null",
            "k = 'x' OR k = 'y'",
            "k IN ('x', 'y')",
            "k = 'x' AND k = 'y'",
            "k = 'x' AND k IS NULL",
            "o IS NULL",
            "false")) {
      String sql =
          "INSERT INTO " + table + " REPLACE WHERE " + condition + " " + st("new") + ", 'x' k";
      assertThrows(condition, Exception.class, () -> spark.sql(sql));
      assertEquals(List.of("a", "b"), values());
    }
  }

  @Test
  public void newFoldersAreSpeltLikeThoseThatAreThere() {
    add("a", "'a' Kk, 1 Mm", "Kk", "Mm");
    overwriteDynamically(rows("b", "'a' kk, 1 MM"), "KK", "mm");
    assertEquals(List.of("Kk=a/Mm=1"), folders());
    assertEquals(List.of("b"), values());
    add("c", "'a' kk, 2 mm", "kk", "mm");
    rows("d", "'a' kk, 3 mm")
        .write()
        .format("jelly")
        .mode("append")
        .save(folder.target().toString());
    assertEquals(List.of("Kk=a/Mm=1", "Kk=a/Mm=2", "Kk=a/Mm=3"), folders());
  }

  @Test
  public void namesThatDifferInCaseAreOneColumnForOverwriting() throws IOException {
    add("a", "'a' kk", "kk");
    add("b", "'b' kk", "kk");
    rename("kk=a", "KK=a");
    overwriteDynamically(rows("c", "'a' kk").union(rows("d", "'b' kk")), "kk");
    assertEquals(List.of("KK=a", "KK=b"), folders());
    assertEquals(List.of("c", "d"), values());
  }

  @Test
  public void caseMattersWhereTheSessionSaysSo() {
    add("a", "'a' Kk", "Kk");
    spark.conf().set("spark.sql.caseSensitive", "true");
    Exception error = assertThrows(Exception.class, () -> add("b", "'a' kk", "kk"));
    SavedFolder.assertContains(WrittenFiles.messages(error), "partitioned by [Kk]", "[kk]");
    assertEquals(List.of("Kk=a"), folders());
  }
}
