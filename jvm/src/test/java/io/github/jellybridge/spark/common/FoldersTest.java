package io.github.jellybridge.spark.common;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** A folder whose files may not be looked up is not an empty one. */
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
  public void whatIsInAFolderWhoseFilesMayNotBeLookedUpIsNotMissing() throws IOException {
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

  /** Root may look up all files; everybody else is to be told that they may not. */
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
