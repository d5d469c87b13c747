package io.github.jellybridge.files;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.options.TestFiles;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that a folder whose files cannot be looked up is not taken for an empty one. */
public class FoldersTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  @Test
  public void anEmptyListOfFilesThatMayNotBeLookedUpIsAnError() throws IOException {
    org.apache.hadoop.fs.Path folder =
        new org.apache.hadoop.fs.Path(temporary.newFolder("t").toURI());
    FileSystem fs = folder.getFileSystem(new Configuration());
    assertEquals(0, Folders.list(fs, folder, local -> true).length);
    AccessControlException e =
        assertThrows(AccessControlException.class, () -> Folders.list(fs, folder, local -> false));
    assertTrue(e.getMessage(), e.getMessage().contains("may not be looked up"));
  }

  @Test
  public void aFolderOfThisMachineIsListedAsHadoopListsIt() throws IOException {
    Path folder = temporary.newFolder("12:00 %41 ž").toPath();
    for (String name :
        List.of("a", "b c#d?.x", "10:30", "%25", "ÿ☃😀", ".a.crc", ".hidden", "_x")) {
      Files.writeString(folder.resolve(name), name);
      Files.setLastModifiedTime(folder.resolve(name), FileTime.fromMillis(1_000_000_123L));
    }
    Files.createDirectory(folder.resolve("sub"));
    Files.createSymbolicLink(folder.resolve("to-file"), folder.resolve("a"));
    Files.createSymbolicLink(folder.resolve("to-folder"), Path.of("sub"));
    org.apache.hadoop.fs.Path path =
        new org.apache.hadoop.fs.Path(
            new org.apache.hadoop.fs.Path(temporary.getRoot().toURI()),
            "./" + folder.getFileName());
    FileSystem fs = path.getFileSystem(new Configuration());
    Set<String> expected = described(fs.listStatus(path));
    assertEquals(10, expected.size());
    assertEquals(expected, described(Folders.list(fs, path)));
  }

  private static Set<String> described(FileStatus[] files) {
    Set<String> described = new TreeSet<>();
    for (FileStatus file : files) {
      described.add(
          file.getPath()
              + (file.isDirectory() ? " folder" : " " + file.getLen())
              + (file.isFile() ? " file " : " ")
              + file.getModificationTime());
    }
    return described;
  }

  @Test
  public void aLinkThatLeadsNowhereIsNotLeftOutSilently() throws IOException {
    Path folder = temporary.newFolder("t").toPath();
    TestFiles.write(folder, "a.jelly");
    Files.createSymbolicLink(folder.resolve("_b"), Path.of("gone"));
    Path link = Files.createSymbolicLink(folder.resolve("c.jelly"), Path.of("gone"));
    Cases.each(
        List.of(Path.of("gone"), Path.of("c.jelly")),
        target -> {
          Files.delete(link);
          Files.createSymbolicLink(link, target);
          for (String path : List.of("", "/*")) {
            UncheckedIOException e =
                assertThrows(
                    UncheckedIOException.class, () -> TestFiles.index(Map.of(), folder + path));
            assertTrue(
                e.getMessage(), e.getMessage().contains("c.jelly is a link that leads to no file"));
          }
        });
    Map<String, String> ignoring = Map.of("ignoreMissingFiles", "true");
    assertEquals(1, TestFiles.index(ignoring, folder.toString()).files().size());
    assertEquals(1, TestFiles.index(ignoring, folder + "/*").files().size());
    Map<String, String> others = Map.of("pathGlobFilter", "a*");
    assertEquals(1, TestFiles.index(others, folder.toString()).files().size());
  }

  @Test
  public void aFileWhoseNameIsNoTextIsNotLeftOutSilently() throws Exception {
    Path folder = temporary.newFolder("t").toPath();
    String touch = "touch \"$(printf 'a\\377.jelly')\" \"$(printf '_b\\377')\"";
    assertEquals(
        0, new ProcessBuilder("sh", "-c", touch).directory(folder.toFile()).start().waitFor());
    TestFiles.write(folder, "b.jelly");
    TestFiles.write(folder, "c/b.jelly");
    Path mangled = Files.createDirectory(folder.resolve("c/e"));
    String mv = "mv e \"$(printf 'e\\377')\"";
    assertEquals(
        0,
        new ProcessBuilder("sh", "-c", mv)
            .directory(mangled.getParent().toFile())
            .start()
            .waitFor());
    Cases.each(
        List.of("", "/*.jelly", "/{a,b}*", "/c/*/b.jelly", "/c/*/*.jelly"),
        path -> {
          UncheckedIOException e =
              assertThrows(
                  UncheckedIOException.class, () -> TestFiles.index(Map.of(), folder + path));
          assertTrue(e.getMessage(), e.getMessage().contains("is no text in the encoding"));
        });
    Cases.each(
        List.of("/b*", "/c/b*", "/c/{b,c}.jelly"),
        path -> {
          assertEquals(path, 1, TestFiles.index(Map.of(), folder + path).files().size());
        });
  }

  @Test
  public void filesInAnUnreadableFolderAreNotMissing() throws IOException {
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(temporary.newFolder("t").getPath(), "gone/a");
    FileSystem fs = file.getFileSystem(new Configuration());
    Folders.checkMissing(fs, file, local -> true);
    AccessControlException e =
        assertThrows(
            AccessControlException.class,
            () -> Folders.checkMissing(fs, file, local -> !local.endsWith("t")));
    assertTrue(e.getMessage(), e.getMessage().contains("/t may not be looked up"));
  }

  @Test
  public void whereNothingCanBeListedTheErrorNamesThePath() {
    UnsupportedOperationException e =
        assertThrows(
            UnsupportedOperationException.class,
            () -> TestFiles.index(Map.of(), "http://127.0.0.1/x.jelly"));
    String message = e.getMessage();
    assertTrue(message, message.startsWith("Cannot list http://127.0.0.1/x.jelly: "));
  }

  /**
   * Tests a folder without execute permission: root can look up its files, other users get an
   * error.
   */
  @Test
  public void aFolderIsReadOrAnErrorButNeverEmpty() throws IOException {
    Path folder = temporary.getRoot().toPath().resolve("t");
    TestFiles.write(temporary.getRoot().toPath(), "t/a");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rw-------"));
    try {
      if (Files.isExecutable(folder)) {
        assertEquals(1, TestFiles.index(Map.of(), folder.toString()).files().size());
      } else {
        UncheckedIOException e =
            assertThrows(
                UncheckedIOException.class, () -> TestFiles.index(Map.of(), folder.toString()));
        assertTrue(e.getMessage(), e.getMessage().contains("t: the files in it may not be looked"));
      }
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
    assertEquals(1, TestFiles.index(Map.of(), folder.toString()).files().size());
  }
}
