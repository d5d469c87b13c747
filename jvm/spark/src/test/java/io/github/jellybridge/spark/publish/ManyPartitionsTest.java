package io.github.jellybridge.spark.publish;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.CountingFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that jobs send requests about several partitions to a store at the same time. */
public class ManyPartitionsTest {
  private static final int PARTITIONS = 30;

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private Path root;
  private FileSystem fs;

  @Before
  public void open() throws IOException {
    root = new Path("counted://" + temporary.getRoot());
    fs = root.getFileSystem(CountingFileSystem.conf());
  }

  private static List<String> files(String name) {
    return IntStream.range(0, PARTITIONS).mapToObj(i -> "k=" + i + "/" + name).sorted().toList();
  }

  private void write(String folder, List<String> files) throws IOException {
    for (String file : files) {
      java.nio.file.Path path = java.nio.file.Path.of(folder).resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "data");
    }
  }

  @Test
  public void oldFilesAreListedByManyThreads() throws IOException {
    write(temporary.getRoot().toString(), files("old"));
    CountingFileSystem.forgetCalls();
    List<String> old = ReplacedFiles.list(fs, root, folder -> true);
    assertEquals(files("old"), old.stream().sorted().toList());
    assertEquals(PARTITIONS + 1, CountingFileSystem.calls("list"));
    assertTrue(CountingFileSystem.threads("list") > 2);
  }

  @Test
  public void foldersAreMadeByManyThreads() throws IOException {
    WriteTransaction job = WriteTransaction.start(fs, root, "");
    write(job.staging().toUri().getPath() + "/a", files("new"));
    List<StagedFile> files =
        files("new").stream().map(file -> new StagedFile("a", file, 1, 4)).toList();
    CountingFileSystem.forgetCalls();
    job.publish(files, List.of(), null);
    assertTrue(CountingFileSystem.threads("mkdirs") > 2);
    assertEquals(
        files("new"), ReplacedFiles.list(fs, root, folder -> true).stream().sorted().toList());
  }
}
