package io.github.jellybridge.spark;

import static org.junit.Assert.assertThrows;

import io.github.jellybridge.spark.scan.SavedFolder;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.spark.scan.WrittenFiles;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;

/** Provides a database of tables in a session with our catalog. */
public abstract class SessionCatalogCase {
  protected static final String CATALOG = "spark.sql.catalog.spark_catalog";

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  protected SparkSession spark;
  protected Path database;
  protected Path outside;

  @Before
  public void start() {
    spark = SparkJelly.spark().newSession();
    spark.conf().set(CATALOG, JellySessionCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.jelly", JellyPathCatalog.class.getName());
    database = temporary.getRoot().toPath().resolve("database");
    outside = temporary.getRoot().toPath().resolve("outside");
    spark.sql("CREATE DATABASE tables LOCATION '" + database + "'");
    spark.sql("USE tables");
    view("some", "a", "b");
    view("others", "x");
  }

  @After
  public void stop() {
    spark.sql("DROP DATABASE tables CASCADE");
  }

  private void view(String name, String... locals) {
    spark
        .createDataFrame(WrittenFiles.statements(locals).collectAsList(), WrittenFiles.TRIPLE)
        .createOrReplaceTempView(name);
  }

  protected Dataset<Row> failing() {
    return spark.sql("SELECT s, p, if(raise_error('boom') IS NULL, o, p) AS o FROM others");
  }

  protected List<String> tables() {
    return spark
        .sql("SHOW TABLES IN tables")
        .select("tableName")
        .where("!isTemporary")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  protected void assertRefused(String sql, String... parts) {
    Exception error = assertThrows(Exception.class, () -> spark.sql(sql));
    SavedFolder.assertContains(WrittenFiles.messages(error), parts);
  }
}
