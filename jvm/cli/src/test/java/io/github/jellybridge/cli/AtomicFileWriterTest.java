package io.github.jellybridge.cli;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Drafts get the names of their targets, or leave existing files alone and vanish. */
public class AtomicFileWriterTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void aFileCreatedInTheMeantimeIsNotReplaced() throws Exception {
    Path target = folder.getRoot().toPath().resolve("target");
    assertThrows(
        FileAlreadyExistsException.class,
        () -> publish(target, "ours", () -> Files.writeString(target, "theirs")));
    assertEquals("theirs", Files.readString(target));
    assertEquals(List.of("target"), names());
  }

  @Test
  public void aFreeNameIsTakenAndChecksumsOfAFormerFileGo() throws Exception {
    Path target = folder.getRoot().toPath().resolve("target");
    publish(target, "ours", () -> Files.writeString(target.resolveSibling(".target.crc"), "old"));
    assertEquals("ours", Files.readString(target));
    assertEquals(List.of("target"), names());
  }

  /** Of files that belong together, the first would look whole. */
  @Test
  public void noneAppearsWhereOneCannot() throws Exception {
    Path first = folder.getRoot().toPath().resolve("first");
    Path second = folder.getRoot().toPath().resolve("second");
    assertThrows(
        FileAlreadyExistsException.class,
        () -> publish(List.of(first, second), "ours", () -> Files.writeString(second, "theirs")));
    assertEquals("theirs", Files.readString(second));
    assertEquals(List.of("second"), names());
  }

  private interface Step {
    void run() throws Exception;
  }

  private static void publish(Path target, String content, Step step) throws Exception {
    publish(List.of(target), content, step);
  }

  /** Writes temporary files, runs a step, and publishes. */
  private static void publish(List<Path> targets, String content, Step step) throws Exception {
    FileSystem fs = FileSystem.newInstanceLocal(new Configuration());
    fs.setWriteChecksum(false);
    try (AtomicFileWriter files = new AtomicFileWriter(fs)) {
      for (Path target : targets) {
        try (OutputStream out = files.create(new org.apache.hadoop.fs.Path(target.toUri()))) {
          out.write(content.getBytes(StandardCharsets.UTF_8));
        }
      }
      step.run();
      files.publish((temporary, name) -> AtomicFileWriter.renameToFree(fs, temporary, name));
    }
  }

  private List<String> names() throws Exception {
    try (Stream<Path> files = Files.list(folder.getRoot().toPath())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
