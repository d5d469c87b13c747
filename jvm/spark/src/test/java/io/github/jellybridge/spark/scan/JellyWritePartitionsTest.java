package io.github.jellybridge.spark.scan;

import static io.github.jellybridge.spark.scan.JellySamples.lang;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.Rule;
import org.junit.Test;

/** Tests that partition folders are those of Parquet, and how overwriting changes them. */
public class JellyWritePartitionsTest {
  @Rule public final SavedFolder folder = new SavedFolder();

  private static Dataset<Row> partitioned() {
    StructType schema =
        WrittenFiles.TRIPLE.add("lang", DataTypes.StringType).add("year", DataTypes.IntegerType);
    List<Row> rows = new ArrayList<>();
    int i = 0;
    for (String lang : new String[] {"en", "a/b=c %", "", null}) {
      for (int year : new int[] {2025, 2026}) {
        for (int n = 0; n < 3; n++) {
          rows.add(
              RowFactory.create(
                  WrittenFiles.iri("s" + i++),
                  WrittenFiles.iri("p"),
                  WrittenFiles.iri("o"),
                  lang,
                  year));
        }
      }
    }
    return SparkJelly.spark().createDataFrame(rows, schema);
  }

  @Test
  public void columnsWhoseNamesAreNoWordsAreGivenInBackquotes() {
    Cases.each(
        List.of("Straße 1", "a`b", "a.b", "1"),
        name -> {
          Dataset<Row> rows = partitioned().drop("lang").withColumnRenamed("year", name);
          Path saved = folder.in(name);
          for (String mode : List.of("errorifexists", "append", "overwrite")) {
            rows.write()
                .format("jelly")
                .mode(mode)
                .partitionBy("`" + name.replace("`", "``") + "`")
                .save(saved.toString());
          }
          assertEquals(Set.of(name + "=2025", name + "=2026"), folders(saved));
        });
  }

  @Test
  public void partitionByMakesFoldersAsParquetDoes() {
    Dataset<Row> rows = partitioned().repartition(2);
    Path parquet = folder.in("parquet");
    rows.write().partitionBy("lang", "year").parquet(parquet.toString());
    Cases.each(
        List.of("errorifexists", "append", "overwrite", "ignore"),
        mode -> {
          Path saved = folder.in(mode);
          rows.write()
              .format("jelly")
              .mode(mode)
              .partitionBy("lang", "year")
              .save(saved.toString());
          assertEquals(folders(parquet), folders(saved));
          assertEquals(
              SparkJelly.rows(
                  SparkJelly.spark()
                      .read()
                      .parquet(parquet.toString())
                      .selectExpr("s.value v", "lang", "year")
                      .orderBy("v")),
              SparkJelly.rows(
                  SparkJelly.read(saved).selectExpr("s.value v", "lang", "year").orderBy("v")));
        });
  }

  private static Set<String> folders(Path root) {
    Set<String> folders = new HashSet<>();
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(f -> f.getFileName().toString().startsWith("part-"))
          .forEach(f -> folders.add(root.relativize(f.getParent()).toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folders;
  }

  @Test
  public void valuesOfEveryTypeMakeTheFoldersOfParquet() {
    Dataset<Row> rows =
        WrittenFiles.statements("a")
            .selectExpr(
                "*",
                "true b",
                "cast(1 as byte) y",
                "cast(2 as short) h",
                "3L l",
                "cast(1.5 as float) f",
                "1e300d d",
                "cast(1.50 as decimal(9,3)) c",
                "date'2026-01-02' t",
                "timestamp'2026-01-02 03:04:05.678' ts",
                "timestamp_ntz'2026-01-02 03:04:05' tn",
                "cast(null as int) n");
    String[] names = {"b", "y", "h", "l", "f", "d", "c", "t", "ts", "tn", "n"};
    Path parquet = folder.in("parquet");
    rows.write().partitionBy(names).parquet(parquet.toString());
    rows.write().format("jelly").partitionBy(names).save(folder.target().toString());
    assertEquals(folders(parquet), folders(folder.target()));
  }

  @Test
  public void appendKeepsThePartitionsThatAreThere() {
    partitioned()
        .write()
        .format("jelly")
        .partitionBy("lang", "year")
        .save(folder.target().toString());
    DataFrameWriter<Row> more = partitioned().write().format("jelly").mode("append");
    more.save(folder.target().toString());
    assertEquals(48, SparkJelly.read(folder.target()).count());
    Exception error =
        assertThrows(
            Exception.class,
            () ->
                partitioned()
                    .drop("lang")
                    .write()
                    .format("jelly")
                    .mode("append")
                    .partitionBy("year")
                    .save(folder.target().toString()));
    SavedFolder.assertContains(
        WrittenFiles.messages(error), "partitioned by [lang, year]", "[year]");
    assertEquals(48, SparkJelly.read(folder.target()).count());
  }

  @Test
  public void overwriteMayChangeThePartitioning() {
    partitioned()
        .write()
        .format("jelly")
        .partitionBy("lang", "year")
        .save(folder.target().toString());
    partitioned()
        .drop("lang")
        .write()
        .format("jelly")
        .mode("overwrite")
        .partitionBy("year")
        .save(folder.target().toString());
    assertEquals(Set.of("year=2025", "year=2026"), folders(folder.target()));
    assertEquals(
        List.of("_SUCCESS", "year=2025", "year=2026"), WrittenFiles.names(folder.target()));
    folder.save(partitioned().drop("lang", "year"));
    assertEquals(Set.of(""), folders(folder.target()));
    assertEquals(24, SparkJelly.read(folder.target()).count());
  }

  @Test
  public void dynamicOverwriteReplacesThePartitionsThatAreWritten() {
    Dataset<Row> rows = partitioned().drop("lang");
    rows.write().format("jelly").partitionBy("year").save(folder.target().toString());
    rows.where("year = 2026 and s.value like '%s3'")
        .write()
        .format("jelly")
        .mode("overwrite")
        .option("partitionOverwriteMode", "dynamic")
        .partitionBy("year")
        .save(folder.target().toString());
    assertEquals(
        List.of("[2025,12]", "[2026,1]"),
        SparkJelly.rows(SparkJelly.read(folder.target()).groupBy("year").count().orderBy("year")));
  }

  @Test
  public void anUnreadableTableMayBeOverwritten() throws Exception {
    Files.createDirectories(folder.target().resolve("k=1"));
    Files.writeString(folder.target().resolve("k=1/part-0"), "x");
    Files.writeString(folder.target().resolve("beside"), "x");
    folder.save(WrittenFiles.statements("a"));
    assertEquals(List.of("a"), WrittenFiles.locals(folder.target()));
    assertEquals(2, WrittenFiles.names(folder.target()).size());
  }

  @Test
  public void aColumnIsAPartitionOnce() {
    Exception error =
        assertThrows(
            Exception.class,
            () ->
                partitioned()
                    .drop("lang")
                    .write()
                    .format("jelly")
                    .partitionBy("year", "YEAR")
                    .save(folder.in("twice").toString()));
    SavedFolder.assertContains(error.getMessage(), "'YEAR' is named twice");
  }

  @Test
  public void aColumnNamedAsTheHiddenOneIsNoPartition() {
    Dataset<Row> rows = partitioned().drop("lang").withColumnRenamed("year", "_Metadata");
    Exception error =
        assertThrows(
            Exception.class,
            () ->
                rows.write()
                    .format("jelly")
                    .partitionBy("_Metadata")
                    .save(folder.in("hidden").toString()));
    SavedFolder.assertContains(
        error.getMessage(), "'_Metadata' cannot be a partition", "a hidden column of this name");
  }

  @Test
  public void partitionsThatNoReaderWouldSeeAreRefused() {
    Dataset<Row> rows = partitioned().drop("year");
    for (Dataset<Row> hidden :
        List.of(
            rows.withColumnRenamed("lang", ".lang"),
            rows.withColumn("lang", functions.lit("draft._COPYING_")))) {
      Exception error =
          assertThrows(
              Exception.class,
              () ->
                  hidden
                      .write()
                      .format("jelly")
                      .partitionBy("`" + hidden.columns()[3] + "`")
                      .save(folder.in("hidden").toString()));
      SavedFolder.assertContains(WrittenFiles.messages(error), "would be hidden from all readers");
      assertFalse(Files.exists(folder.in("hidden")));
    }
  }

  @Test
  public void columnsThatAreNothingAreRefused() {
    SavedFolder.assertContains(
        folder.refused(partitioned()), "does not know what to do with lang, year", "partitionBy");
  }
}
