package io.github.jellybridge.spark.stream;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * A folder of small files. Each exists completely or not at all, and is never overwritten.
 *
 * <p>A file is written under a hidden name and then renamed, as Spark does for its checkpoints.
 * With Hadoop's newer interface, the rename itself fails if the name is taken; with older file
 * systems, the name is looked up first.
 */
final class LogFolder {
  private final Path folder;
  private final FileSystem fs;
  private final FileContext context;

  LogFolder(Path folder, Configuration conf) throws IOException {
    this.folder = folder;
    this.fs = folder.getFileSystem(conf);
    this.context = context(folder, conf);
  }

  private static FileContext context(Path folder, Configuration conf) {
    try {
      return FileContext.getFileContext(folder.toUri(), conf);
    } catch (UnsupportedFileSystemException e) {
      return null;
    }
  }

  /** Returns the names of the files, in any order; empty if there is no folder. */
  Set<String> names() throws IOException {
    Set<String> names = new HashSet<>();
    try {
      for (FileStatus status : fs.listStatus(folder)) {
        String name = status.getPath().getName();
        if (status.isFile() && !name.startsWith(".")) {
          names.add(name);
        }
      }
    } catch (FileNotFoundException e) {
      // Nothing has been written yet.
    }
    return names;
  }

  /** The content of a file. */
  byte[] read(String name) throws IOException {
    try (InputStream in = fs.open(new Path(folder, name))) {
      return in.readAllBytes();
    }
  }

  /**
   * Writes a file.
   *
   * @throws FileAlreadyExistsException if there is a file of this name
   */
  void write(String name, byte[] content) throws IOException {
    fs.mkdirs(folder);
    Path target = new Path(folder, name);
    Path temporary = new Path(folder, "." + name + "." + UUID.randomUUID() + ".tmp");
    boolean done = false;
    try {
      try (OutputStream out = fs.create(temporary, false)) {
        out.write(content);
      }
      if (context != null) {
        context.rename(temporary, target);
      } else if (fs.exists(target) || !fs.rename(temporary, target)) {
        throw new FileAlreadyExistsException(target + " is there already");
      }
      done = true;
    } finally {
      if (!done) {
        fs.delete(temporary, false);
      }
    }
  }

  /** Deletes a file if it exists. */
  void delete(String name) throws IOException {
    fs.delete(new Path(folder, name), false);
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
