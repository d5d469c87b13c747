package io.github.jellybridge.cli;

import io.github.jellybridge.files.ColonNames;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Writes files that appear together when all are complete. Until then each has a temporary name,
 * hidden in the same folder. Temporary files are deleted on failure, and when a signal ends the
 * process.
 */
final class AtomicFileWriter implements Closeable {
  /** Before Hadoop closes its file systems. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  /** Number of characters kept: with four bytes each plus a UUID, the name has a legal length. */
  private static final int NAME_CHARACTERS = 50;

  private static final int BUFFER_BYTES = 1 << 16;

  private final FileSystem fs;
  private final List<TemporaryFile> temporaries = new ArrayList<>();
  private final Runnable atEnd = this::abandon;
  private boolean closed;

  private record TemporaryFile(Path file, Path target) {}

  /** Renames a temporary file to its target. */
  interface Renaming {
    void rename(Path temporary, Path target) throws IOException;
  }

  AtomicFileWriter(FileSystem fs) {
    this.fs = fs;
    ShutdownHookManager.get().addShutdownHook(atEnd, PRIORITY);
  }

  /** Creates a temporary file with a unique name. */
  synchronized OutputStream create(Path target) throws IOException {
    checkOpen();
    String name = target.getName().replaceFirst("^\\.", "");
    int characters = Math.min(name.codePointCount(0, name.length()), NAME_CHARACTERS);
    String start = name.substring(0, name.offsetByCodePoints(0, characters));
    Path file = ColonNames.in(target.getParent(), "." + start + "." + UUID.randomUUID());
    OutputStream out = open(file);
    temporaries.add(new TemporaryFile(file, target));
    return out;
  }

  /** Opens a local file without Hadoop, which would ignore the umask. */
  private OutputStream open(Path file) throws IOException {
    if (!isLocal(fs)) {
      return fs.create(file, false);
    }
    if (!fs.mkdirs(file.getParent())) {
      throw new IOException("cannot make the folder " + file.getParent());
    }
    return new BufferedOutputStream(new FileOutputStream(local(fs, file).toFile()), BUFFER_BYTES);
  }

  /**
   * Renames all temporary files in the order of their creation; undoes all renames if one fails.
   */
  synchronized void publish(Renaming renaming) throws IOException {
    checkOpen();
    List<Path> published = new ArrayList<>();
    try {
      while (!temporaries.isEmpty()) {
        renaming.rename(temporaries.get(0).file, temporaries.get(0).target);
        published.add(temporaries.remove(0).target);
      }
    } catch (IOException e) {
      takeBack(published, e);
      throw e;
    }
  }

  private void takeBack(List<Path> published, IOException failure) {
    for (Path target : published) {
      try {
        fs.delete(target, false);
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
  }

  /**
   * Renames a temporary file to a name that does not exist yet. A local rename would replace a file
   * that was created since the last check; creating a link never does.
   *
   * @throws FileAlreadyExistsException if a local file has that name
   */
  static void renameToFree(FileSystem fs, Path temporary, Path target) throws IOException {
    if (isLocal(fs) && link(fs, temporary, target)) {
      if (fs instanceof ChecksumFileSystem checked) {
        // The checksum of an earlier file of this name; a rename would delete it as well.
        checked.getRawFileSystem().delete(checked.getChecksumFile(target), false);
      }
      fs.delete(temporary, false);
    } else if (!fs.rename(temporary, target)) {
      throw new IOException("cannot rename " + temporary);
    }
  }

  /** Creates a hard link; returns false if the file system does not support it. */
  private static boolean link(FileSystem fs, Path file, Path name) throws IOException {
    try {
      Files.createLink(local(fs, name), local(fs, file));
      return true;
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | IOException e) {
      return false;
    }
  }

  private static boolean isLocal(FileSystem fs) {
    return "file".equals(fs.getUri().getScheme());
  }

  private static java.nio.file.Path local(FileSystem fs, Path path) {
    return java.nio.file.Path.of(fs.makeQualified(path).toUri().getPath());
  }

  private void checkOpen() throws InterruptedIOException {
    if (closed) {
      throw new InterruptedIOException("the process is about to end");
    }
  }

  /** Deletes the temporary files that were not published. */
  @Override
  public void close() throws IOException {
    delete();
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(atEnd);
    }
  }

  private synchronized void delete() throws IOException {
    closed = true;
    for (TemporaryFile temporary : temporaries) {
      fs.delete(temporary.file, false);
    }
    temporaries.clear();
  }

  private void abandon() {
    try {
      delete();
    } catch (IOException e) {
      // The process is ending: no caller can handle the failure.
    }
  }
}
