package io.github.jellybridge.spark.publish;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.write.FaultyFileSystem;
import io.github.jellybridge.spark.write.FileDataWriter;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowFileFormat;
import io.github.jellybridge.spark.write.TaskPlan;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that a task which outlives its job leaves no files. */
public class FileDataWriterTest {
  private static final int TASKS = 4;
  private static final int ROUNDS = TestSize.of(12, 40);
  private static final InternalRow ROW = new GenericInternalRow(0);
  private static final InternalRow LARGE = new GenericInternalRow(new Object[] {1 << 20});

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private Configuration conf = new Configuration();
  private Compression compression = Compression.NONE;
  private FileSystem fs;
  private Path root;
  private StagingFolder job;

  @Before
  public void nameTable() throws IOException {
    fs = FileSystem.getLocal(conf);
    root = fs.makeQualified(new Path(temporary.getRoot().toURI().toString(), "table"));
    startAJob();
  }

  private void startAJob() throws IOException {
    job = StagingFolder.create(fs, root, "job");
  }

  /** Writes incompressible rows of one byte, or of as many bytes as their first column says. */
  private record Bytes() implements RowFileFormat {
    private static final long serialVersionUID = 1L;

    @Override
    public String extension() {
      return ".bytes";
    }

    @Override
    public RowFileEncoder open(OutputStream out) {
      return new RowFileEncoder() {
        @Override
        public void write(InternalRow row) throws IOException {
          byte[] bytes = new byte[row.numFields() == 0 ? 1 : row.getInt(0)];
          new Random(7).nextBytes(bytes);
          out.write(bytes);
        }

        @Override
        public void finish() {
          // Every byte is written already.
        }
      };
    }
  }

  private FileDataWriter task() {
    return task(0);
  }

  private FileDataWriter task(int id) {
    return task(id, 0);
  }

  private FileDataWriter task(int id, int attempt) {
    return new FileDataWriter(
        new TaskPlan(
            job.path().toString(),
            job.madeRoot(),
            "job",
            new Bytes(),
            List.of(),
            ZoneOffset.UTC,
            CompressedOutput.of(compression),
            1,
            new SerializableHadoopConf(conf)),
        id,
        "attempt-" + id + "-" + attempt);
  }

  private void assertNothingIsLeft() throws IOException {
    assertEquals(0, temporary.getRoot().list().length);
  }

  @Test
  public void aTaskThatStartsAfterTheEnd() throws IOException {
    job.delete();
    UncheckedIOException error = assertThrows(UncheckedIOException.class, this::task);
    assertTrue(error.getMessage(), error.getMessage().contains("has ended"));
    assertNothingIsLeft();
  }

  @Test
  public void aTaskThatStartsAFileAfterTheEnd() throws IOException {
    try (FileDataWriter task = task()) {
      task.write(ROW);
      job.delete();
      assertThrows(IOException.class, () -> task.write(ROW));
    }
    assertNothingIsLeft();
  }

  @Test
  public void aTaskThatCommitsAfterTheEnd() throws IOException {
    try (FileDataWriter task = task()) {
      task.write(ROW);
      job.delete();
      assertThrows(IOException.class, task::commit);
    }
    assertNothingIsLeft();
  }

  /** Tests that files of the task vanish with the job. */
  @Test
  public void aTaskWithoutRowsThatCommitsAfterTheEnd() throws IOException {
    try (FileDataWriter task = task()) {
      job.delete();
      assertThrows(IOException.class, task::commit);
    }
    assertNothingIsLeft();
  }

  /** Tests folders that the task made without a file in them, because the job was being removed. */
  @Test
  public void aTaskThatIsAbortedAfterTheEnd() throws IOException {
    for (Path left : new Path[] {root, new Path(job.path(), "_committed")}) {
      try (FileDataWriter task = task()) {
        task.write(ROW);
        job.delete();
        fs.mkdirs(left);
        task.abort();
      }
      assertNothingIsLeft();
      startAJob();
    }
    job.delete();
  }

  /** Stops tasks at random while the driver and each of them delete files. */
  @Test
  public void tasksThatRunWhileTheirJobEnds() throws Exception {
    ExecutorService tasks = Executors.newFixedThreadPool(TASKS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        CyclicBarrier start = new CyclicBarrier(TASKS + 1);
        List<Future<Boolean>> running = new ArrayList<>();
        for (int task = 0; task < TASKS; task++) {
          int id = task;
          running.add(tasks.submit(() -> outlivesItsJob(id, start)));
        }
        start.await();
        Thread.sleep(round % 4); // Gives tasks time to write files, whose deletion takes a while.
        job.delete();
        for (Future<Boolean> task : running) {
          assertTrue(task.get());
        }
        assertNothingIsLeft();
        startAJob();
      }
    } finally {
      tasks.shutdownNow();
    }
    job.delete();
  }

  /** Writes in the way Spark does until the job has ended. */
  private boolean outlivesItsJob(int id, CyclicBarrier start) throws Exception {
    start.await();
    FileDataWriter task;
    try {
      task = task(id);
    } catch (UncheckedIOException e) {
      return true; // as Spark does
    }
    try (task) {
      try {
        for (int row = 0; row < 1_000_000; row++) {
          task.write(ROW);
        }
      } catch (IOException e) {
        task.abort();
        return true;
      }
    }
    return false;
  }

  /**
   * Tests deletions that fail because other tasks create or delete files in the folder, as on a
   * local file system.
   */
  @Test
  public void aDeletionThatOthersDisturb() throws IOException {
    int[] disturbed = {0};
    fs =
        new LocalFileSystem() {
          @Override
          public boolean delete(Path path, boolean recursive) throws IOException {
            return (!path.equals(job.path()) || disturbed[0]++ >= 2)
                && super.delete(path, recursive);
          }
        };
    fs.initialize(root.toUri(), conf);
    job.delete();
    startAJob();
    job.delete();
    assertEquals(3, disturbed[0]);
    assertNothingIsLeft();
  }

  @Test
  public void theFilesOfOthersStay() throws IOException {
    try (FileDataWriter task = task()) {
      job.delete();
      StagingFolder next = StagingFolder.create(fs, root, "next");
      assertThrows(IOException.class, task::commit);
      assertTrue(Lease.isHeld(fs, next.path()));
      next.delete();
    }
    assertNothingIsLeft();
  }

  @Test
  public void anAttemptThatFailsAfterItsNoteIsFollowedByTheNext() throws IOException {
    conf = FaultyFileSystem.conf();
    boolean[] noted = {false};
    try (FileDataWriter first = task(0, 0)) {
      first.write(ROW);
      FaultyFileSystem.failAt(
          (call, path) -> {
            noted[0] |= call.equals("create") && path.getParent().getName().equals("_committed");
            return noted[0] && call.equals("status") && path.getName().equals("_lease");
          });
      assertThrows(IOException.class, first::commit);
      FaultyFileSystem.failNowhere();
      first.abort();
    }
    try (FileDataWriter second = task(0, 1)) {
      second.write(ROW);
      second.commit();
    }
    List<StagedFile> files = TaskCommitMessages.gather(fs, job.path(), 1);
    assertEquals("attempt-0-1", files.get(0).attempt());
    job.delete();
  }

  @Test
  public void filesThatCannotBeWrittenAreClosed() throws IOException {
    conf = FaultyFileSystem.conf();
    for (Compression each : List.of(Compression.NONE, Compression.GZIP, Compression.ZSTD)) {
      compression = each;
      FaultyFileSystem.failAt((call, path) -> call.equals("write"));
      FileDataWriter task = task();
      IOException error = assertThrows(IOException.class, () -> task.write(LARGE));
      assertEquals("Cannot write to " + root + ": the store does not answer", error.getMessage());
      try {
        task.abort();
      } catch (IOException e) {
        assertEquals(
            "compressors have an end to write", "the store does not answer", e.getMessage());
      }
      FaultyFileSystem.failNowhere();
      assertEquals(each.name(), 0, FaultyFileSystem.writing());
    }
    job.delete();
  }
}
