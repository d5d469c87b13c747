package io.github.jellybridge.spark.listing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.catalog.PathCatalog;
import io.github.jellybridge.spark.options.TestFiles;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that a path catalog opens table names that are paths, and refuses everything else. */
public class PathCatalogTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private SparkSession spark;
  private Path file;

  /** A catalog whose tables have the columns of the test data and no rows. */
  public static final class Catalog extends PathCatalog {
    static Map<String, String> lastOptions;

    public Catalog() {
      super("test");
    }

    @Override
    protected Table open(CaseInsensitiveStringMap options) {
      lastOptions = new HashMap<>(options);
      TestFiles.index(Map.of(), options.get("path"));
      return new Empty(options.get("path"));
    }
  }

  private record Empty(String name) implements Table {
    @Override
    @Deprecated
    public StructType schema() {
      return StructType.fromDDL("s INT");
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.BATCH_READ);
    }
  }

  @Before
  public void start() {
    spark = LocalSpark.get();
    spark.conf().set("spark.sql.catalog.paths", Catalog.class.getName());
    spark.conf().set("spark.sql.catalog.paths.mode", "DROPMALFORMED");
    file = TestFiles.write(temporary.getRoot().toPath(), "a b.test");
  }

  private static void refused(String expected, org.junit.function.ThrowingRunnable action) {
    Exception e = assertThrows(Exception.class, action);
    assertTrue(e + " should contain " + expected, e.toString().contains(expected));
  }

  @Test
  public void aPathInBackquotesIsATable() {
    String columns = spark.sql("DESCRIBE paths.`" + file + "`").collectAsList().toString();
    assertTrue(columns, columns.contains("s,int"));
    assertEquals(file.toString(), Catalog.lastOptions.get("path"));
    assertEquals("DROPMALFORMED", Catalog.lastOptions.get("mode"));
    assertEquals(1, spark.table("paths.`" + file + "`").schema().length());
  }

  @Test
  public void missingPathIsSaidSo() {
    refused("PATH_NOT_FOUND", () -> spark.sql("SELECT * FROM paths.`/no/such/file`"));
    assertThrows(AnalysisException.class, () -> spark.table("paths.`/no/such/file`"));
  }

  @Test
  public void namesOfSeveralPartsAreRefused() {
    refused("in backquotes", () -> spark.table("paths.`/a`.`/b`"));
  }

  @Test
  public void changesAreRefusedWithAnAlternative() {
    String name = "paths.`" + file + "`";
    refused("already exists", () -> spark.sql("CREATE TABLE " + name + " (s INT)"));
    refused("CREATE TABLE t USING test", () -> spark.sql("CREATE TABLE paths.`/new` (s INT)"));
    refused("delete the files", () -> spark.sql("DROP TABLE " + name));
    refused(
        "schema of test files is fixed",
        () -> spark.sql("ALTER TABLE " + name + " ADD COLUMN x INT"));
    refused("move the files", () -> spark.sql("ALTER TABLE " + name + " RENAME TO paths.`/other`"));
    refused("name a path instead", () -> spark.sql("SHOW TABLES IN paths").count());
  }

  @Test
  public void filesHaveNoVersions() {
    String query = "SELECT * FROM paths.`" + file + "` ";
    refused("leave out VERSION AS OF", () -> spark.sql(query + "VERSION AS OF 1"));
    refused(
        "modifiedBefore leaves out newer files",
        () -> spark.sql(query + "TIMESTAMP AS OF '2026-01-01'"));
  }

  @Test
  public void existenceIsThatOfThePath() throws Exception {
    Catalog catalog = new Catalog();
    catalog.initialize("paths", CaseInsensitiveStringMap.empty());
    assertEquals("paths", catalog.name());
    assertTrue(catalog.tableExists(Identifier.of(new String[0], file.toString())));
    assertFalse(catalog.tableExists(Identifier.of(new String[0], "/no/such/file")));
  }
}
