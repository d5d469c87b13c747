package io.github.jellybridge.spark.publish.model;

import io.github.jellybridge.spark.publish.Lease;
import io.github.jellybridge.spark.publish.model.Operation.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** Hadoop's interface to the operations of the model, which the current program asks for. */
public final class ModelFileSystem extends FileSystem {
  private static final URI ROOT = URI.create("model:///");

  private static final ThreadLocal<Function<Operation, String>> PROGRAM = new ThreadLocal<>();

  /** Settings with this file system for {@code model:} paths. */
  static Configuration conf() {
    Configuration conf = new Configuration();
    conf.set("fs.model.impl", ModelFileSystem.class.getName());
    return conf;
  }

  /** Lets the code that this thread runs call a program's operations. */
  static void use(Function<Operation, String> program) {
    PROGRAM.set(program);
  }

  static void release() {
    PROGRAM.remove();
  }

  private static String call(Kind kind, Path path, String other) {
    Function<Operation, String> program = PROGRAM.get();
    // The thread that renews leases does nothing: the model has a time of its own.
    return program == null ? ModelFiles.YES : program.apply(new Operation(kind, text(path), other));
  }

  private static String call(Kind kind, Path path) {
    return call(kind, path, "");
  }

  private static String found(Kind kind, Path path) throws FileNotFoundException {
    String answer = call(kind, path);
    if (answer.equals(ModelFiles.MISSING)) {
      throw new FileNotFoundException(path.toString());
    }
    return answer;
  }

  private static String text(Path path) {
    return path.toUri().getPath();
  }

  @Override
  public URI getUri() {
    return ROOT;
  }

  @Override
  public String getScheme() {
    return "model";
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    String content = found(Kind.OPEN, path).substring(1);
    return new FSDataInputStream(new Content(content.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    call(Kind.CREATE, path);
    OutputStream out =
        new ByteArrayOutputStream() {
          private boolean closed;

          @Override
          public void close() {
            if (!closed) {
              closed = true;
              call(Kind.WRITE, path, toString(StandardCharsets.UTF_8));
            }
          }
        };
    return new FSDataOutputStream(out, null);
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean rename(Path from, Path to) {
    return call(Kind.RENAME, from, text(to)).equals(ModelFiles.YES);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    if (!recursive) {
      String answer = call(Kind.DELETE, path);
      if (answer.equals(ModelFiles.NOT_EMPTY)) {
        throw new IOException(path + " is not empty");
      }
      return answer.equals(ModelFiles.YES);
    }
    String children = call(Kind.LIST, path);
    return !children.equals(ModelFiles.MISSING) && deleteAll(path, children);
  }

  /** As the local file system does: if a file was not deleted, it tries the others. */
  private boolean deleteAll(Path folder, String listed) throws IOException {
    boolean all = true;
    for (FileStatus child : statuses(folder, listed)) {
      all &= delete(child.getPath(), child.isDirectory());
    }
    return all && call(Kind.DELETE, folder).equals(ModelFiles.YES);
  }

  private static List<FileStatus> statuses(Path folder, String listed) {
    return listed
        .lines()
        .map(
            line -> {
              String name = line.substring(line.indexOf(' ') + 1);
              return status(new Path(folder, name), line.startsWith("folder"), 0);
            })
        .toList();
  }

  private static FileStatus status(Path path, boolean folder, int time) {
    return new FileStatus(1, folder, 1, 1, time * 2 * Lease.MILLIS, path);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return statuses(path, found(Kind.LIST, path)).toArray(FileStatus[]::new);
  }

  @Override
  public void setWorkingDirectory(Path folder) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path(ROOT);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) {
    return call(Kind.MAKE_FOLDER, path).equals(ModelFiles.YES);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    String[] answer = found(Kind.STATUS, path).split(" ");
    return status(path, answer[0].equals("folder"), Integer.parseInt(answer[1]));
  }

  /** The content of a file, which is read from its start. */
  private static final class Content extends ByteArrayInputStream
      implements Seekable, PositionedReadable {
    Content(byte[] content) {
      super(content);
    }

    @Override
    public void seek(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getPos() {
      return pos;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void readFully(long position, byte[] buffer) {
      throw new UnsupportedOperationException();
    }
  }
}
