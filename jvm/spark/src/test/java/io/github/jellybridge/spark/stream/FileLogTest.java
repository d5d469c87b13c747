package io.github.jellybridge.spark.stream;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests the log of a stream's files: it is small, compacted, and refused if it is not valid. */
public class FileLogTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private StreamedFolder folder(String... options) {
    return StreamedFolder.of(temporary, options);
  }

  @Test
  public void offsetDoesNotGrowWithTheNumberOfFiles() {
    StreamedFolder folder = folder();
    for (int i = 0; i < 500; i++) {
      folder.write("f" + i, 1, i);
    }
    assertEquals("{\"logOffset\":0}", folder.offset().json());
  }

  @Test
  public void logIsCompactedAndStillKnowsEveryFile() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "1");
    for (int i = 0; i < 35; i++) {
      folder.write("f" + i, 1, i);
      assertEquals(List.of("f" + i), folder.trigger());
    }
    // Compacted at 9, 19 and 29; entries that 19.compact replaced are deleted.
    List<String> expected = new ArrayList<>(List.of("19.compact", "29.compact"));
    for (int i = 20; i < 35; i++) {
      if (i != 29) {
        expected.add(Integer.toString(i));
      }
    }
    expected.sort(null);
    assertEquals(expected, folder.log());
    folder.restart();
    assertEquals(List.of(), folder.trigger());
    FileMicroBatchStream stream = folder.stream();
    assertEquals(
        List.of("f8", "f9", "f10"),
        folder.files(
            stream.deserializeOffset("{\"logOffset\":7}"),
            stream.deserializeOffset("{\"logOffset\":10}")));
  }

  @Test
  public void compactionForgetsFilesThatAreGoneAndOld() throws IOException {
    StreamedFolder folder = folder("maxFilesPerTrigger", "1");
    for (int i = 0; i < 40; i++) {
      folder.write("f" + i, 1, i);
      assertEquals(List.of("f" + i), folder.trigger());
      if (i >= 3) {
        folder.delete("f" + (i - 3));
      }
    }
    String log = Files.readString(folder.checkpoint().resolve("39.compact"));
    assertTrue(log, log.lines().count() < 12);
  }

  @Test
  public void lostLogIsAnErrorAndNotARepetition() throws IOException {
    StreamedFolder folder = folder("maxFilesPerTrigger", "1");
    folder.write("a", 1, 0);
    folder.write("b", 1, 1);
    folder.trigger();
    folder.trigger();
    Files.delete(folder.checkpoint().resolve("1"));
    folder.restart();
    Exception error = assertThrows(IllegalStateException.class, folder::trigger);
    assertTrue(error.getMessage(), error.getMessage().contains("lost the files of batch 1"));
  }

  @Test
  public void twoQueriesOnOneCheckpointAreAnError() {
    StreamedFolder folder = folder();
    StreamedFolder other = folder();
    folder.write("a", 1, 0);
    folder.trigger();
    Exception error = assertThrows(IllegalStateException.class, other::trigger);
    assertTrue(error.getMessage(), error.getMessage().contains("same checkpoint"));
  }

  @Test
  public void cutLogIsAnError() throws IOException {
    StreamedFolder folder = folder();
    folder.write("a", 1, 0);
    folder.write("b", 1, 0);
    folder.trigger();
    Path file = folder.checkpoint().resolve("0");
    List<String> lines = Files.readAllLines(file);
    replace(file, String.join("\n", lines.subList(0, 2)));
    Exception error = assertThrows(UncheckedIOException.class, folder::restart);
    assertTrue(error.getCause().getMessage().contains("names 1 files of 2"));
  }

  @Test
  public void logOfALaterVersionIsAnError() throws IOException {
    StreamedFolder folder = folder();
    folder.write("a", 1, 0);
    folder.trigger();
    Path file = folder.checkpoint().resolve("0");
    replace(file, Files.readString(file).replace("\"version\":1", "\"version\":2"));
    Exception error = assertThrows(UncheckedIOException.class, folder::restart);
    assertTrue(error.getCause().getMessage().contains("knows version 1 only"));
  }

  @Test
  public void checkpointOfAnotherSourceIsAnError() throws IOException {
    StreamedFolder folder = folder();
    Files.createDirectories(folder.checkpoint());
    Files.writeString(folder.checkpoint().resolve("0"), "v1\n{\"path\":\"file:/x\"}");
    Exception error = assertThrows(UncheckedIOException.class, folder::restart);
    assertTrue(error.getCause().getMessage().contains("it starts with 'v1'"));
    Files.writeString(folder.checkpoint().resolve("0"), "\n");
    error = assertThrows(UncheckedIOException.class, folder::restart);
    assertTrue(error.getCause().getMessage().contains("it starts with ''"));
    assertThrows(IllegalArgumentException.class, () -> FileOffset.parse("{\"topic\":{\"0\":5}}"));
  }

  /** Overwrites a file and deletes the checksum file that Hadoop keeps beside it. */
  private static void replace(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
  }

  /** Local files on a full disk. */
  public static final class FullDisk extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("full:///");
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      org.apache.hadoop.fs.Path full = new org.apache.hadoop.fs.Path("/dev/full");
      return new FSDataOutputStream(createOutputStream(full, false), null);
    }
  }

  @Test
  public void aFullDiskIsAnErrorThatNamesTheCheckpoint() {
    Configuration conf = new Configuration();
    conf.set("fs.full.impl", FullDisk.class.getName());
    String path = "full:" + temporary.getRoot() + "/log";
    FileLog log = new FileLog(new org.apache.hadoop.fs.Path(path), conf);
    UncheckedIOException thrown =
        assertThrows(UncheckedIOException.class, () -> log.add(List.of(), List::of));
    String expected = "Cannot write the checkpoint " + path + ": ";
    assertTrue(thrown.getMessage(), thrown.getMessage().startsWith(expected));
    assertTrue(thrown.getMessage(), thrown.getMessage().contains("No space left on device"));
  }
}
