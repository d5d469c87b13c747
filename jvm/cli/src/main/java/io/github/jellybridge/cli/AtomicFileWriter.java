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
 * Writes files that appear together when all are complete. Until then each is a draft: a hidden
 * file beside its target. Drafts are deleted on failure, and when a signal ends the process.
 */
final class AtomicFileWriter implements Closeable {
  /** Before Hadoop closes its file systems. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  /** So many characters of the name, of four bytes each, and a UUID are a name of legal length. */
  private static final int NAME_CHARACTERS = 50;

  private static final int BUFFER_BYTES = 1 << 16;

  private final FileSystem fs;
  private final List<Draft> drafts = new ArrayList<>();
  private final Runnable atEnd = this::abandon;
  private boolean closed;

  private record Draft(Path file, Path target) {}

  /** Gives a draft the name of its target. */
  interface Renaming {
    void rename(Path draft, Path target) throws IOException;
  }

  AtomicFileWriter(FileSystem fs) {
    this.fs = fs;
    ShutdownHookManager.get().addShutdownHook(atEnd, PRIORITY);
  }

  /** Starts a draft with a unique name. */
  synchronized OutputStream create(Path target) throws IOException {
    checkOpen();
    String name = target.getName().replaceFirst("^\\.", "");
    int characters = Math.min(name.codePointCount(0, name.length()), NAME_CHARACTERS);
    String start = name.substring(0, name.offsetByCodePoints(0, characters));
    Path file = ColonNames.in(target.getParent(), "." + start + "." + UUID.randomUUID());
    OutputStream out = open(file);
    drafts.add(new Draft(file, target));
    return out;
  }

  /** Opens a local file without Hadoop, which would not follow the umask. */
  private OutputStream open(Path file) throws IOException {
    if (!isLocal(fs)) {
      return fs.create(file, false);
    }
    if (!fs.mkdirs(file.getParent())) {
      throw new IOException("cannot make the folder " + file.getParent());
    }
    return new BufferedOutputStream(new FileOutputStream(local(fs, file).toFile()), BUFFER_BYTES);
  }

  /** Renames all drafts, in the order in which they were started; or none if one cannot be. */
  synchronized void publish(Renaming renaming) throws IOException {
    checkOpen();
    List<Path> published = new ArrayList<>();
    try {
      while (!drafts.isEmpty()) {
        renaming.rename(drafts.get(0).file, drafts.get(0).target);
        published.add(drafts.remove(0).target);
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
   * Gives a draft a name that no file has. A local rename would replace a file that was created
   * since the last check; creating a link never does.
   *
   * @throws FileAlreadyExistsException when there is a file on this machine that has the name
   */
  static void renameToFree(FileSystem fs, Path draft, Path target) throws IOException {
    if (isLocal(fs) && link(fs, draft, target)) {
      if (fs instanceof ChecksumFileSystem checked) {
        // Of a former file of this name; a rename deletes it as well.
        checked.getRawFileSystem().delete(checked.getChecksumFile(target), false);
      }
      fs.delete(draft, false);
    } else if (!fs.rename(draft, target)) {
      throw new IOException("cannot rename " + draft);
    }
  }

  /** Makes a hard link; returns false if the file system has none. */
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

  /** Deletes the drafts that were not published. */
  @Override
  public void close() throws IOException {
    delete();
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(atEnd);
    }
  }

  private synchronized void delete() throws IOException {
    closed = true;
    for (Draft draft : drafts) {
      fs.delete(draft.file, false);
    }
    drafts.clear();
  }

  private void abandon() {
    try {
      delete();
    } catch (IOException e) {
      // The process ends: there is no caller to report it to.
    }
  }
}
