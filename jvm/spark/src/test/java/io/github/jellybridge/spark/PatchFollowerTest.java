package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.RdfPatchText;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import io.github.jellybridge.spark.listing.CountingFileSystem;
import io.github.jellybridge.spark.listing.LocalSpark;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests that a snapshot follows the patches of a folder: each step is applied completely and once.
 */
public class PatchFollowerTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private final SparkSession spark = LocalSpark.get();
  private Path patches;
  private Path snapshot;
  private Path checkpoint;

  @Before
  public void nameFolders() throws Exception {
    Path root = temporary.getRoot().toPath();
    patches = Files.createDirectory(root.resolve("patches"));
    snapshot = root.resolve("now");
    checkpoint = root.resolve("checkpoint");
  }

  private static byte[] patch(String... operations) throws Exception {
    String text = String.join(" .\n", operations) + " .\n";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PatchWriter writer = PatchWriter.open(out, PatchWriteOptions.defaults())) {
      RdfPatchText.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), writer);
    }
    return out.toByteArray();
  }

  private static String of(String op, String value) {
    return op + " _:s <http://e/p> \"" + value + "\"";
  }

  /** Writes a patch file with the given modification time; smaller seconds are older files. */
  private void arrive(String name, int second, byte[] bytes) throws Exception {
    Path file = patches.resolve(name);
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + second * 1000L));
  }

  private void follow(int filesAtATime) throws Exception {
    follow(filesAtATime, snapshot.toString(), Map.of("compression", "zstd"));
  }

  private void follow(int filesAtATime, String target, Map<String, String> writeOptions)
      throws Exception {
    StreamingQuery query =
        PatchFollower.follow(
                spark,
                patches.toString(),
                target,
                Map.of("maxFilesPerTrigger", Integer.toString(filesAtATime)),
                writeOptions)
            .option("checkpointLocation", checkpoint.toString())
            .trigger(Trigger.AvailableNow())
            .start();
    assertTrue(query.awaitTermination(300_000));
  }

  private Set<String> values() {
    Set<String> values = new TreeSet<>();
    spark
        .read()
        .format("jelly")
        .option("blankNodes", "preserve")
        .load(snapshot.toString())
        .selectExpr("concat(s.value, ' ', o.value)")
        .collectAsList()
        .forEach(row -> assertTrue(values.add(row.getString(0))));
    return values;
  }

  @Test
  public void filesAreAppliedFromTheOldestOnAndOnce() throws Exception {
    arrive("b.jellyp", 1, patch(of("A", "1"), of("A", "2")));
    arrive("a.jellyp", 2, patch(of("D", "1"), "TX", of("A", "9"), "TA", of("A", "3")));
    follow(10);
    assertEquals(Set.of("s 2", "s 3"), values());

    arrive("0.jellyp", 3, patch(of("A", "1"), of("D", "2")));
    arrive("1.jellyp", 4, patch(of("D", "3")));
    follow(1);
    assertEquals(Set.of("s 1"), values());
    assertEquals(List.of("checkpoint", "now", "patches"), names(temporary.getRoot().toPath()));

    // Simulates a process that died after the step, before Spark noted it: the step is done again.
    Path commits = checkpoint.resolve("commits");
    int last = names(commits).stream().mapToInt(Integer::parseInt).max().orElseThrow();
    Files.delete(commits.resolve(Integer.toString(last)));
    Files.deleteIfExists(commits.resolve("." + last + ".crc"));
    follow(1);
    assertEquals(Set.of("s 1"), values());
  }

  @Test
  public void optionsForWritingMayNameTheFileSystemOfTheSnapshot() throws Exception {
    CountingFileSystem.forget();
    arrive("a.jellyp", 1, patch(of("A", "1")));
    arrive("b.jellyp", 2, patch(of("A", "2")));
    follow(1, "counted:" + snapshot, CountingFileSystem.OPTIONS);
    assertEquals(Set.of("s 1", "s 2"), values());
  }

  @Test
  public void aStepThatFailsLeavesTheSnapshotAsItIs() throws Exception {
    arrive("a.jellyp", 1, patch(of("A", "1")));
    follow(1);
    byte[] good = patch(of("A", "2"), of("D", "1"));
    arrive("b.jellyp", 2, Arrays.copyOf(good, good.length - 1));
    assertThrows(StreamingQueryException.class, () -> follow(1));
    assertEquals(Set.of("s 1"), values());
    arrive("b.jellyp", 2, good);
    follow(1);
    assertEquals(Set.of("s 2"), values());
  }

  @Test
  public void newestFirstIsRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                PatchFollower.follow(
                    spark,
                    patches.toString(),
                    snapshot.toString(),
                    Map.of("LATESTFIRST", "True"),
                    Map.of()));
    assertTrue(e.getMessage(), e.getMessage().contains("latestFirst"));
  }

  private static List<String> names(Path folder) throws Exception {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    }
  }
}
