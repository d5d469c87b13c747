package io.github.jellybridge.spark.common.write;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.common.Compression;
import io.github.jellybridge.spark.common.SerializableHadoopConf;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** A task that goes on behind the end of its job leaves nothing of it. */
public class FileDataWriterTest {
  private static final InternalRow ROW = new GenericInternalRow(0);

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private final Configuration conf = new Configuration();
  private FileSystem fs;
  private Path root;
  private StagingFolder job;

  @Before
  public void startAJob() throws IOException {
    fs = FileSystem.getLocal(conf);
    root = fs.makeQualified(new Path(temporary.getRoot().toURI().toString(), "table"));
    job = StagingFolder.create(fs, root, "job");
  }

  /** Files of one byte a row. */
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
          out.write(0);
        }

        @Override
        public void finish() {
          // Every byte is written already.
        }
      };
    }
  }

  private FileDataWriter task() {
    return new FileDataWriter(
        new TaskPlan(
            job.path().toString(),
            job.madeRoot(),
            "job",
            new Bytes(),
            List.of(),
            ZoneOffset.UTC,
            Compression.NONE,
            1,
            new SerializableHadoopConf(conf)),
        0,
        "attempt-0-0");
  }

  private void assertNothingIsLeft() throws IOException {
    assertEquals(0, temporary.getRoot().list().length);
  }

  @Test
  public void aTaskThatStartsBehindTheEnd() throws IOException {
    job.delete();
    UncheckedIOException error = assertThrows(UncheckedIOException.class, this::task);
    assertTrue(error.getMessage(), error.getMessage().contains("has ended"));
    assertNothingIsLeft();
  }

  @Test
  public void aTaskThatStartsAFileBehindTheEnd() throws IOException {
    try (FileDataWriter task = task()) {
      task.write(ROW);
      job.delete();
      assertThrows(IOException.class, () -> task.write(ROW));
    }
    assertNothingIsLeft();
  }

  @Test
  public void aTaskThatCommitsBehindTheEnd() throws IOException {
    try (FileDataWriter task = task()) {
      task.write(ROW);
      job.delete();
      assertThrows(IOException.class, task::commit);
    }
    assertNothingIsLeft();
  }

  /** Whatever the task leaves while it runs is gone with the job. */
  @Test
  public void aTaskWithoutRowsThatCommitsBehindTheEnd() throws IOException {
    try (FileDataWriter task = task()) {
      job.delete();
      assertThrows(IOException.class, task::commit);
    }
    assertNothingIsLeft();
  }

  /** As when a folder was made, but no file in it, because the job was just removing it. */
  @Test
  public void aTaskThatIsAbortedBehindTheEnd() throws IOException {
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
}
