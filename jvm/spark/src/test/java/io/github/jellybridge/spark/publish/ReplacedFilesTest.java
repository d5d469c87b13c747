package io.github.jellybridge.spark.publish;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.Folders;
import io.github.jellybridge.spark.write.FaultyFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that deleting several old files at a time has the same result as one by one. */
public class ReplacedFilesTest {
  private static final int FOLDERS = 30;

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private final List<String> deleted = Collections.synchronizedList(new ArrayList<>());
  private FileSystem fs;
  private Path root;

  @Before
  public void makeFiles() throws IOException {
    root = temporary.getRoot().toPath().resolve("table");
    for (int i = 0; i < FOLDERS; i++) {
      Path folder = Files.createDirectories(root.resolve("a=1/b=" + i));
      Files.createFile(folder.resolve("part-0"));
      Files.createFile(folder.resolve("part-1"));
    }
    fs = new org.apache.hadoop.fs.Path(root.toUri()).getFileSystem(FaultyFileSystem.conf());
  }

  @After
  public void failNowhere() {
    FaultyFileSystem.failNowhere();
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  private List<String> files() throws IOException {
    return ReplacedFiles.list(fs, hadoop(root), folder -> true);
  }

  private boolean noteDeleted(String call, org.apache.hadoop.fs.Path path) {
    return call.equals("delete") && deleted.add(path.getParent().getName() + "/" + path.getName());
  }

  @Test
  public void allFilesAndTheFoldersThatAreEmptyThenAreDeleted() throws IOException {
    List<String> old = files();
    assertEquals(2 * FOLDERS, old.size());
    Files.createFile(root.resolve("a=1/b=7/new"));
    ReplacedFiles.delete(fs, hadoop(root), old);
    assertEquals(List.of("a=1/b=7/new"), files());
    assertEquals(List.of("b=7"), Folders.names(fs, hadoop(root.resolve("a=1"))));
  }

  @Test
  public void noOtherIsTriedWhenTheFirstCannotBeDeleted() throws IOException {
    List<String> old = files();
    FaultyFileSystem.failAt(this::noteDeleted);
    assertThrows(IOException.class, () -> ReplacedFiles.delete(fs, hadoop(root), old));
    assertEquals(1, deleted.size());
    assertTrue(old.get(0).endsWith(deleted.get(0)));
    assertEquals(old, files());
  }

  @Test
  public void oneThatCannotBeDeletedIsAnError() throws IOException {
    List<String> old = files();
    FaultyFileSystem.failAt(
        (call, path) ->
            call.equals("delete")
                && path.getName().equals("part-1")
                && path.getParent().getName().equals("b=9"));
    assertThrows(IOException.class, () -> ReplacedFiles.delete(fs, hadoop(root), old));
    assertTrue(Files.exists(root.resolve("a=1/b=9/part-1")));
    FaultyFileSystem.failNowhere();
    ReplacedFiles.delete(fs, hadoop(root), old);
    assertFalse(Files.exists(root.resolve("a=1")));
  }

  @Test
  public void aFolderThatCannotBeDeletedStays() throws IOException {
    List<String> old = files();
    FaultyFileSystem.failAt((call, path) -> call.equals("delete") && path.getName().equals("b=9"));
    ReplacedFiles.delete(fs, hadoop(root), old);
    assertEquals(List.of("b=9"), Folders.names(fs, hadoop(root.resolve("a=1"))));
    assertEquals(List.of(), files());
  }

  /**
   * Tests that deletion continues after an interrupt, as only the journal knows the remaining
   * files.
   */
  @Test
  public void anInterruptStopsNoDeletion() throws IOException {
    List<String> old = files();
    Thread deleting = Thread.currentThread();
    FaultyFileSystem.failAt(
        (call, path) -> {
          deleting.interrupt();
          return false;
        });
    ReplacedFiles.delete(fs, hadoop(root), old);
    assertTrue(Thread.interrupted());
    assertFalse(Files.exists(root.resolve("a=1")));
  }

  @Test
  public void severalAreDeletedAtATime() throws IOException {
    List<String> old = files();
    CountDownLatch two = new CountDownLatch(2);
    Set<String> waited = Collections.synchronizedSet(new TreeSet<>());
    String first = old.get(0);
    FaultyFileSystem.failAt(
        (call, path) -> {
          if (call.equals("delete") && !path.toString().endsWith(first)) {
            two.countDown();
            try {
              two.await(); // would never return if files were deleted one by one
            } catch (InterruptedException e) {
              waited.add(path.toString());
            }
          }
          return false;
        });
    ReplacedFiles.delete(fs, hadoop(root), old);
    assertEquals(Set.of(), waited);
    assertFalse(Files.exists(root.resolve("a=1")));
  }

  /** Tests that the names are those of a Hadoop listing. */
  @Test
  public void namesAreThoseOfAListing() throws IOException {
    FileSystem checked = FileSystem.getLocal(new Configuration());
    checked.create(new org.apache.hadoop.fs.Path(hadoop(root), "c")).close();
    Files.createDirectory(root.resolve("12:00"));
    assertTrue(Files.exists(root.resolve(".c.crc")));
    assertEquals(Set.of("12:00", "a=1", "c"), new TreeSet<>(Folders.names(checked, hadoop(root))));
  }
}
