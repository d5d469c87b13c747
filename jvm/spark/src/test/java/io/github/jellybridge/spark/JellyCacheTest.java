package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.spark.scan.WrittenFiles;
import io.github.jellybridge.testing.Cases;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests which rows a DataFrame, cached or not, shows after a later write. */
public class JellyCacheTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private final SparkSession spark = SparkJelly.spark();
  private Path target;

  @Before
  public void write() {
    target = temporary.getRoot().toPath().resolve("target");
    save("errorifexists", "a", "b");
  }

  @After
  public void forget() {
    spark.catalog().clearCache();
  }

  private void save(String mode, String... locals) {
    WrittenFiles.statements(locals).write().format("jelly").mode(mode).save(target.toString());
  }

  private static boolean isFromCache(Dataset<Row> rows) {
    return rows.queryExecution().withCachedData().toString().contains("InMemoryRelation");
  }

  @Test
  public void aDataFrameKeepsTheFilesItFoundWhenItWasMade() {
    Dataset<Row> early = SparkJelly.read(target);
    save("append", "c");
    assertEquals(2, early.count());
    assertEquals(3, SparkJelly.read(target).count());
  }

  @Test
  public void aDataFrameWhoseFilesWereOverwrittenSaysSo() {
    Dataset<Row> early = SparkJelly.read(target);
    save("overwrite", "c");
    Exception error = assertThrows(Exception.class, early::collectAsList);
    String message = WrittenFiles.messages(error);
    assertTrue(message, message.contains("is gone"));
    assertTrue(message, message.contains("Load the path again"));
  }

  @Test
  public void aCachedDataFrameKeepsItsRowsAndNewOnesSeeTheWrite() {
    Cases.each(
        new String[] {"append", "overwrite"},
        mode -> {
          Dataset<Row> cached = SparkJelly.read(target).cache();
          long before = cached.count();
          assertTrue("the same files", isFromCache(SparkJelly.read(target)));
          save(mode, "c");
          assertEquals(before, cached.count());
          Dataset<Row> after = SparkJelly.read(target);
          assertFalse("other files", isFromCache(after));
          assertEquals(mode.equals("append") ? 3 : 1, after.count());
        });
  }

  @Test
  public void otherOptionsAreNotFoundInTheCache() {
    SparkJelly.read(target).cache();
    assertFalse(isFromCache(SparkJelly.read(target, "blankNodes", "preserve")));
  }

  @Test
  public void aCachedReadIsNotUsedUnderOtherSettingsOfBrokenFiles() {
    spark.conf().set("spark.sql.files.ignoreCorruptFiles", "true");
    try {
      SparkJelly.read(target).cache();
    } finally {
      spark.conf().unset("spark.sql.files.ignoreCorruptFiles");
    }
    assertFalse(isFromCache(SparkJelly.read(target)));
  }

  @Test
  public void tablesAreCachedByName() {
    spark.sql("CREATE TABLE kept USING jelly OPTIONS (path '" + target + "')");
    spark.conf().set("spark.sql.catalog.jelly", JellyPathCatalog.class.getName());
    try {
      for (String table : new String[] {"kept", "jelly.`" + target + "`"}) {
        Supplier<Dataset<Row>> rows = () -> spark.sql("SELECT * FROM " + table);
        rows.get().cache();
        long before = rows.get().count();
        assertTrue(table, isFromCache(rows.get()));
        spark.sql("INSERT INTO " + table + " SELECT s, p, o FROM " + table + " LIMIT 1");
        assertEquals(table, before + 1, rows.get().count());
      }
    } finally {
      spark.sql("DROP TABLE kept");
    }
  }
}
