package io.github.jellybridge.spark.publish;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that only the files in the commit messages of tasks count. */
public class TaskCommitMessagesTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private FileSystem fs;
  private Path staging;

  @Before
  public void open() throws IOException {
    fs = FileSystem.getLocal(new Configuration());
    staging = new Path(folder.getRoot().toURI());
  }

  private void leave(int task, String attempt) throws IOException {
    StagedFile file = new StagedFile(attempt, "part-0000" + task, 1, 1);
    TaskCommitMessages.leave(fs, staging, task, attempt, List.of(file));
  }

  private List<String> attempts(int tasks) throws IOException {
    return TaskCommitMessages.gather(fs, staging, tasks).stream().map(StagedFile::attempt).toList();
  }

  @Test
  public void ofTwoAttemptsOfATaskTheLastOneCounts() throws IOException {
    leave(0, "attempt-0-7-0");
    leave(1, "attempt-1-10-0");
    leave(0, "attempt-0-3-0");
    leave(1, "attempt-1-9-0");
    assertEquals(List.of("attempt-0-7-0", "attempt-1-10-0"), attempts(2));
  }

  @Test
  public void aNoteThatAKilledAttemptHasLeftHalfDoesNotCount() throws IOException {
    leave(0, "attempt-0-7-0");
    for (String half : List.of("", "{\"task\":0,\"files\":[{\"att")) {
      try (OutputStream out = fs.create(new Path(staging, "_committed/attempt-0-3-0"), true)) {
        out.write(half.getBytes(StandardCharsets.UTF_8));
      }
      assertEquals(List.of("attempt-0-7-0"), attempts(1));
      assertThrows(IOException.class, () -> attempts(2));
    }
  }

  @Test
  public void aTaskWithoutANoteIsAnError() throws IOException {
    leave(0, "attempt-0-0-0");
    assertThrows(IOException.class, () -> attempts(2));
  }
}
