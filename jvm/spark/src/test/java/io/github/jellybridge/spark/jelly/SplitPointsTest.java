package io.github.jellybridge.spark.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.CountingFileSystem;
import io.github.jellybridge.spark.scan.JellySamples;
import io.github.jellybridge.spark.scan.SparkJelly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests how often, and by how many threads, the files of a large table are searched for split
 * points.
 */
public class SplitPointsTest {
  private static final int FILES = 100;

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private final RuntimeConfig conf = SparkJelly.spark().conf();

  @Before
  public void write() throws IOException {
    Path folder = temporary.getRoot().toPath();
    Path first = folder.resolve("f0.jelly");
    JellySamples.writeTriples(first, JellySamples.numbered(10), 10);
    for (int i = 1; i < FILES; i++) {
      Files.copy(first, folder.resolve("f" + i + ".jelly"));
    }
    conf.set("spark.sql.files.maxPartitionBytes", "100");
    conf.set("spark.sql.files.openCostInBytes", "1");
    conf.set("spark.sql.files.minPartitionNum", "4");
  }

  @After
  public void reset() {
    conf.unset("spark.sql.files.maxPartitionBytes");
    conf.unset("spark.sql.files.openCostInBytes");
    conf.unset("spark.sql.files.minPartitionNum");
  }

  private void plan() {
    CountingFileSystem.forgetCalls();
    int tasks =
        SparkJelly.spark()
            .read()
            .format("jelly")
            .options(CountingFileSystem.OPTIONS)
            .option("split", "checkpoint")
            .load("counted://" + temporary.getRoot())
            .rdd()
            .getNumPartitions();
    assertTrue(tasks + " tasks", tasks >= FILES);
  }

  @Test
  public void eachFileIsLookedAtOnceHoweverManyThereAre() {
    plan();
    assertEquals(FILES, CountingFileSystem.calls("open"));
    plan();
    assertEquals(0, CountingFileSystem.calls("open"));
  }

  @Test
  public void manyFilesAreLookedAtByManyThreads() {
    plan();
    assertTrue(CountingFileSystem.threads("open") > 1);
  }
}
