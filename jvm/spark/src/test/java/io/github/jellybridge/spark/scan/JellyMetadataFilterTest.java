package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that filters on the file columns of {@code _metadata} select the files to read. */
public class JellyMetadataFilterTest {
  private static final String FILE =
      "_metadata.file_path, _metadata.file_size, _metadata.file_modification_time, y";

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private Path folder;

  @Before
  public void write() throws Exception {
    folder = temporary.getRoot().toPath();
    int day = 1;
    for (String name : List.of("y=1/a.jelly", "y=1/b c.jelly", "y=2/a.jelly", "y=2/č.jelly")) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      JellySamples.writeTriples(file, JellySamples.everyKind().subList(0, day), 250);
      Instant time = Instant.parse("2026-01-0" + day++ + "T12:00:00Z");
      Files.setLastModifiedTime(file, FileTime.from(time));
    }
  }

  private Dataset<Row> read(String... options) {
    return SparkJelly.read(folder, options);
  }

  private static Set<String> files(Dataset<Row> rows) {
    return new TreeSet<>(SparkJelly.rows(rows.selectExpr(FILE.split(", ")).distinct()));
  }

  private static long filesRead(Dataset<Row> rows) {
    return Math.max(0, SparkJelly.metrics(rows).get("jellyFiles"));
  }

  @Test
  public void theAnswerIsThatOfSparkAndOtherFilesAreNotOpened() {
    long size = read().selectExpr("max(_metadata.file_size)").first().getLong(0);
    List<String> conditions =
        List.of(
            "_metadata.file_name = 'a.jelly'",
            "_metadata.file_name in ('b%20c.jelly', 'č.jelly', 'none')",
            "_metadata.file_name like 'a%' and y = 2",
            "_metadata.file_name <> 'a.jelly' or y = 2",
            "_metadata.file_path like '%/y=1/%'",
            "_metadata.file_size < 0",
            "_metadata.file_size >= " + size,
            "not (_metadata.file_size <=> " + size + ")",
            "_metadata.file_modification_time > timestamp'2026-01-02 18:00:00Z'",
            "_metadata.file_modification_time = timestamp'2026-01-03 12:00:00Z' and p is not null");
    Cases.each(
        conditions,
        condition -> {
          Set<String> theirs = files(read("pushdown", "false").where(condition));
          Dataset<Row> ours = read().where(condition);
          assertEquals(condition, theirs, files(ours));
          assertEquals(condition, theirs.size(), filesRead(ours.select("s.value")));
          assertTrue(condition, SparkJelly.plan(ours).contains("MetadataFilters: ["));
          assertFalse(condition, SparkJelly.plan(ours).contains("Filter ("));
        });
  }

  @Test
  public void fieldsOfStatementsAreForSpark() {
    for (String condition :
        List.of(
            "_metadata.statement = 0",
            "_metadata.statement = 0 or _metadata.file_name = 'a.jelly'",
            "_metadata.file_size = _metadata.frame",
            "upper(_metadata.file_name) = 'A.JELLY'")) {
      Dataset<Row> ours = read().where(condition);
      assertEquals(condition, files(read("pushdown", "false").where(condition)), files(ours));
      assertFalse(condition, SparkJelly.plan(ours).contains("MetadataFilters"));
    }
  }

  @Test
  public void aggregatesArePushedDownAfterFileFilters() throws Exception {
    Files.writeString(folder.resolve("y=2/broken.jelly"), "no Jelly");
    Dataset<Row> some = read().where("_metadata.file_name = 'a.jelly'").groupBy("p.value").count();
    assertTrue(SparkJelly.plan(some), SparkJelly.plan(some).contains("PushedGroupBy: [p.value]"));
    assertEquals(4, some.selectExpr("sum(count)").first().getLong(0));
    assertThrows(Exception.class, () -> read().groupBy("p.value").count().collectAsList());
  }
}
