package io.github.jellybridge.spark.common;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** A folder whose files may not be looked up is not an empty one. */
public class FoldersTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  @Test
  public void aFolderWhoseFilesMayNotBeLookedUpIsAnError() throws IOException {
    Path folder = temporary.getRoot().toPath().resolve("t");
    TestFiles.write(temporary.getRoot().toPath(), "t/a");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rw-------"));
    try {
      assumeFalse("root may look up any file", Files.isExecutable(folder));
      UncheckedIOException e =
          assertThrows(
              UncheckedIOException.class, () -> TestFiles.index(Map.of(), folder.toString()));
      assertTrue(e.getMessage(), e.getMessage().contains("t: the files in it may not be looked"));
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
    assertEquals(1, TestFiles.index(Map.of(), folder.toString()).files().size());
  }
}
