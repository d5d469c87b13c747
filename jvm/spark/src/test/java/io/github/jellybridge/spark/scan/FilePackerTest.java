package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.listing.Serialized;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that files are packed into the same tasks as files that Spark cannot split. */
public class FilePackerTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private SparkSession spark;

  @Before
  public void start() {
    spark = LocalSpark.get();
  }

  private void same(String folder, Map<String, String> settings) {
    settings.forEach((key, value) -> spark.conf().set(key, value));
    try {
      // With wholetext, each file is one row and cannot be split.
      List<Row> rows =
          spark
              .read()
              .option("wholetext", "true")
              .text(folder)
              .selectExpr("spark_partition_id()", "_metadata.file_path")
              .collectAsList();
      List<TreeSet<String>> theirs = new ArrayList<>();
      for (Row row : rows) {
        while (theirs.size() <= row.getInt(0)) {
          theirs.add(new TreeSet<>());
        }
        theirs.get(row.getInt(0)).add(row.getString(1));
      }
      List<TreeSet<String>> ours = new ArrayList<>();
      for (FileInputPartition partition :
          FilePacker.packWhole(
              TestFiles.index(Map.of(), folder).files(), SessionSettings.of(spark))) {
        assertEquals(ours.size(), partition.index());
        TreeSet<String> files = new TreeSet<>();
        partition.slices().forEach(slice -> files.add(slice.file().uri()));
        ours.add(files);
      }
      assertEquals(theirs, ours);
    } finally {
      settings.keySet().forEach(spark.conf()::unset);
    }
  }

  @Test
  public void packsAsSpark() throws IOException {
    Path folder = temporary.getRoot().toPath().resolve("d");
    Files.createDirectories(folder);
    for (int i = 1; i <= 25; i++) {
      // All sizes differ, as Spark keeps files of equal size in the order of the listing.
      byte[] bytes = new byte[(i * 377) % 1009 + i];
      Arrays.fill(bytes, (byte) 'x');
      Files.write(folder.resolve("f" + i), bytes);
    }
    String path = folder.toString();
    same(path, Map.of());
    same(path, Map.of("spark.sql.files.openCostInBytes", "100"));
    same(path, Map.of("spark.sql.files.maxPartitionBytes", "2KB"));
    same(
        path,
        Map.of(
            "spark.sql.files.maxPartitionBytes", "2000b", "spark.sql.files.openCostInBytes", "0"));
    same(
        path,
        Map.of("spark.sql.files.minPartitionNum", "5", "spark.sql.files.openCostInBytes", "50"));
    same(
        path,
        Map.of(
            "spark.sql.leafNodeDefaultParallelism", "7", "spark.sql.files.openCostInBytes", "9"));
    same(
        path,
        Map.of("spark.sql.files.maxPartitionBytes", "500", "spark.sql.files.maxPartitionNum", "3"));
  }

  @Test
  public void nothingToPack() {
    assertEquals(List.of(), FilePacker.packWhole(List.of(), SessionSettings.of(spark)));
  }

  @Test
  public void anEmptyFileWhoseOpeningCostsNothingIsOnePart() {
    FileEntry empty = new FileEntry("/empty.nt", 0, 0, new Object[0], new String[0]);
    spark.conf().set("spark.sql.files.openCostInBytes", "0");
    try {
      SessionSettings session = SessionSettings.of(spark);
      assertEquals(1, FilePacker.parts(List.of(empty), session).applyAsLong(empty));
    } finally {
      spark.conf().unset("spark.sql.files.openCostInBytes");
    }
  }

  @Test
  public void hostsWithMostBytesArePreferred() throws Exception {
    FileInputPartition partition =
        new FileInputPartition(
            0,
            1,
            List.of(
                slice(10, "a", "b"),
                slice(5, "b", "c"),
                slice(1, "d", "c"),
                slice(99, "localhost")));
    assertArrayEquals(new String[] {"b", "a", "c"}, partition.preferredLocations());
    FileInputPartition copy = Serialized.copy(partition);
    assertEquals(partition, copy);
    assertEquals(115, copy.totalBytes());
  }

  private static FileSlice slice(long length, String... hosts) {
    return FileSlice.whole(new FileEntry("file:/" + length, length, 0, new Object[] {1}, hosts));
  }
}
