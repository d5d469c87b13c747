package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.Rule;
import org.junit.Test;

/** Tests that a write which is cancelled while it runs leaves the old files and none of its own. */
public class JellyCancelledWriteTest {
  private static final long MAX_MILLIS = 60_000;

  @Rule public final SavedFolder folder = new SavedFolder();
  private final SparkSession spark = SparkJelly.spark();

  /** Rows that take a task half a minute. */
  private Dataset<Row> slowRows() {
    Dataset<Row> one = WrittenFiles.statements("new");
    return spark
        .range(0, 3000, 1, 1)
        .filter(functions.expr("java_method('java.lang.Thread', 'sleep', 10L) IS NULL OR id >= 0"))
        .crossJoin(one)
        .drop("id");
  }

  private void cancelWhileWriting(String mode, Path target) throws InterruptedException {
    AtomicReference<Exception> error = new AtomicReference<>();
    Thread writing =
        new Thread(
            () -> {
              spark.sparkContext().setJobGroup("cancelled", "a slow write", true);
              try {
                slowRows().write().format("jelly").mode(mode).save(target.toString());
              } catch (Exception e) {
                error.set(e);
              }
            });
    writing.start();
    long end = System.currentTimeMillis() + MAX_MILLIS;
    while (!hasOpenFile(target)) {
      assertTrue("the job starts", System.currentTimeMillis() < end && writing.isAlive());
      Thread.sleep(20);
    }
    spark.sparkContext().cancelJobGroup("cancelled");
    writing.join(MAX_MILLIS);
    assertFalse("the job ends", writing.isAlive());
    assertNotNull(error.get());
    LocalSpark.awaitTasks();
    assertTrue(error.get().toString(), WrittenFiles.messages(error.get()).contains("cancelled"));
  }

  /** Whether a task has started a file. */
  private static boolean hasOpenFile(Path target) {
    return target.toFile().exists()
        && WrittenFiles.names(target).stream()
            .filter(name -> name.startsWith("_jelly-bridge-staging-"))
            .anyMatch(
                name ->
                    WrittenFiles.names(target.resolve(name)).stream()
                        .map(attempt -> target.resolve(name).resolve(attempt).toFile().list())
                        .anyMatch(files -> files != null && files.length > 0));
  }

  @Test
  public void theOldFilesStay() throws InterruptedException {
    folder.save(WrittenFiles.statements("a", "b"));
    List<String> before = WrittenFiles.names(folder.target());
    Cases.each(
        List.of("overwrite", "append"),
        mode -> {
          cancelWhileWriting(mode, folder.target());
          assertEquals(before, WrittenFiles.names(folder.target()));
          assertEquals(List.of("a", "b"), WrittenFiles.locals(folder.target()));
        });
  }

  @Test
  public void aNewPathIsNotMade() throws InterruptedException {
    cancelWhileWriting("errorifexists", folder.target());
    assertFalse(folder.target().toFile().exists());
  }
}
