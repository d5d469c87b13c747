package io.github.jellybridge.spark.publish.model;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.LeafFiles;
import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.listing.PartitionKeys;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.Overwrite;
import io.github.jellybridge.spark.publish.StagedFile;
import io.github.jellybridge.spark.publish.TaskCommitMessages;
import io.github.jellybridge.spark.publish.model.Exploration.Event;
import io.github.jellybridge.spark.write.FileBatchWrite;
import io.github.jellybridge.spark.write.FileWriteSpec;
import io.github.jellybridge.spark.write.FileWriterFactory;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.junit.Test;

/**
 * Tests every interleaving of the file operations of two jobs and a reader, with one job killed at
 * any of its operations: readers see all files of a job or none, and the next job cleans up.
 */
public class PublishInterleavingsTest {
  private static final String TABLE = "/table";
  private static final String PUBLISHED = "published";
  private static final int FILES = 2;

  private final Configuration conf = ModelFileSystem.conf();
  private final FileSystem fs = fileSystem();

  /** The folder that jobs write to, relative to that of the table, with a slash. */
  private String partition = "";

  private FileSystem fileSystem() {
    try {
      return new Path("model:" + TABLE).getFileSystem(conf);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private FileWriteSpec spec() {
    return new FileWriteSpec(
        "test",
        "model:" + TABLE,
        "query",
        null,
        List.of(),
        List.of(),
        null,
        null,
        SessionSettings.of(LocalSpark.get()),
        CompressedOutput.of(Compression.NONE),
        0,
        conf);
  }

  /** Writes and publishes two files as Spark does. */
  private String write(Overwrite overwrite) throws IOException {
    FileBatchWrite write =
        new FileBatchWrite(
            spec(), overwrite, new PartitionKeys(new StructType(), spec().session()));
    WriterCommitMessage[] messages = new WriterCommitMessage[1];
    try {
      FileWriterFactory tasks = (FileWriterFactory) write.createBatchWriterFactory(() -> 1);
      stage(tasks);
      write.commit(messages);
      return PUBLISHED;
    } catch (RuntimeException e) {
      write.abort(messages);
      throw e;
    }
  }

  private void stage(FileWriterFactory tasks) throws IOException {
    Path staging = new Path(tasks.plan().staging());
    List<StagedFile> files = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      String name = partition + "part-" + i + "-" + tasks.plan().jobId();
      fs.create(new Path(staging, "attempt-0/" + name), true).close();
      files.add(new StagedFile("attempt-0", name, 1, 1));
    }
    TaskCommitMessages.leave(fs, staging, 0, "attempt-0", files);
  }

  private String read() {
    return LeafFiles.list(List.of(new Path("model:" + TABLE)), conf, false).files().stream()
        .map(leaf -> leaf.status().getPath().getName())
        .collect(Collectors.joining(" "));
  }

  private ModelFiles oldTable() {
    ModelFiles files = ModelFiles.withFolder(TABLE);
    for (int i = 0; i < FILES; i++) {
      files = files.apply(new Operation(Operation.Kind.CREATE, TABLE + "/old-" + i)).after();
    }
    return files;
  }

  /** Visits the states of two jobs; the second one is null for none. */
  private Exploration explore(Event event, Overwrite first, Overwrite second) {
    ModelFiles start = oldTable();
    Program a = new Program('a', () -> write(first), start);
    Program b = new Program('b', () -> second == null ? PUBLISHED : write(second), start);
    Program next = new Program('d', () -> write(Overwrite.APPEND), start);
    Map<String, Overwrite> jobs =
        second == null ? Map.of(a.owner(), first) : Map.of(a.owner(), first, b.owner(), second);
    AllOrNothing rules = new AllOrNothing(jobs, event, next, reader());
    Exploration exploration = new Exploration(event, a, b, rules);
    int states = exploration.run(start);
    assertTrue("states " + states, states > (second == null ? 30 : 3_000));
    return exploration;
  }

  private Program reader() {
    return new Program('c', this::read, oldTable());
  }

  /** Checks the tables that a reader finds, which lists the folder a number of times at most. */
  private void read(Exploration jobs, int listings) {
    int states = new Reading(jobs, reader(), listings).run();
    assertTrue("states of the reader " + states, states > jobs.changes().size());
  }

  /** The rules of publishing. */
  private record AllOrNothing(
      Map<String, Overwrite> jobs, Event event, Program next, Program reader)
      implements Exploration.Rules {
    /** The number of files of each job, and of the old files. */
    private static Map<String, Integer> count(String files) {
      Map<String, Integer> found = new HashMap<>();
      for (String file : files.split(" ")) {
        String owner = file.startsWith("old-") ? "old" : file.substring(7, 30);
        found.merge(owner, 1, Integer::sum);
      }
      return found;
    }

    @Override
    public void checkFiles(ModelFiles files) {
      String table = reader.alone(files).result();
      assertFalse(table, table.isEmpty() || table.startsWith("failed"));
      Map<String, Integer> found = count(table);
      found.forEach((owner, number) -> assertEquals(owner + " in " + table, FILES, (int) number));
      boolean replaced =
          found.keySet().stream()
              .anyMatch(job -> jobs.containsKey(job) && jobs.get(job) != Overwrite.APPEND);
      assertEquals(table, !replaced, found.containsKey("old"));
    }

    @Override
    public void checkEnd(ModelFiles files, String first, String second) {
      String table = reader.alone(files).result();
      if (event != Event.SUSPEND) {
        long failed = Stream.of(first, second).filter(job -> job.startsWith("failed")).count();
        assertTrue(first + ", " + second, failed <= (event == Event.REFUSE ? 1 : 0));
      }
      ModelFiles later = files.later(path -> false);
      Program.End ended = next.alone(later);
      assertEquals(PUBLISHED, ended.result());
      ModelFiles end = ended.files();
      assertEquals(
          List.of(),
          end.entries().keySet().stream().filter(PublishInterleavingsTest::isStaging).toList());
      Set<String> after = new TreeSet<>(List.of(reader.alone(end).result().split(" ")));
      Set<String> there = new TreeSet<>();
      end.entries()
          .forEach(
              (path, entry) -> {
                if (!entry.isFolder()) {
                  there.add(path.substring(path.lastIndexOf('/') + 1));
                }
              });
      there.remove("_SUCCESS");
      assertEquals("files that do not count", after, there);
      after.removeIf(file -> file.contains(next.owner()));
      assertEquals(new TreeSet<>(List.of(table.split(" "))), after);
    }
  }

  private static boolean isStaging(String path) {
    return path.contains(PublishJournal.STAGING_PREFIX);
  }

  @Test
  public void twoJobsOneOfWhichIsKilled() {
    explore(Event.KILL, Overwrite.APPEND, Overwrite.APPEND);
    explore(Event.KILL, Overwrite.APPEND, Overwrite.ALL);
  }

  @Test
  public void twoJobsOneOfWhichIsSuspendedUntilItsLeaseHasExpired() {
    if (TestSize.of(0, 1) == 1) {
      explore(Event.SUSPEND, Overwrite.APPEND, Overwrite.ALL);
    }
  }

  @Test
  public void twoJobsOfANewPartitionOneOfWhichIsRefusedACall() {
    partition = "k=1/";
    explore(Event.REFUSE, Overwrite.APPEND, Overwrite.APPEND);
  }

  @Test
  public void aJobAndAReader() {
    for (Overwrite job : List.of(Overwrite.APPEND, Overwrite.ALL)) {
      read(explore(Event.KILL, job, null), 2);
    }
  }

  @Test
  public void aJobThatIsRefusedACallAndAReader() {
    for (Overwrite job : List.of(Overwrite.APPEND, Overwrite.ALL)) {
      read(explore(Event.REFUSE, job, null), 2);
    }
  }

  @Test
  public void twoJobsOneOfWhichIsRefusedACall() {
    if (TestSize.of(0, 1) == 1) {
      explore(Event.REFUSE, Overwrite.APPEND, Overwrite.ALL);
    }
  }

  @Test
  public void twoJobsAndAReader() {
    if (TestSize.of(0, 1) == 1) {
      read(explore(Event.NONE, Overwrite.APPEND, Overwrite.APPEND), 1);
    }
  }
}
