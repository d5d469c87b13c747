package io.github.jellybridge.spark.listing;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files under the scheme {@code counted} with a record of calls and their threads. A folder
 * {@code many-N} appears to have N files, the last of which is the newest.
 */
public final class CountingFileSystem extends RawLocalFileSystem {
  /** Settings that map the scheme to this class. */
  public static final Map<String, String> OPTIONS =
      Map.of("fs.counted.impl", CountingFileSystem.class.getName());

  private static final URI ROOT = URI.create("counted:///");
  private static final String MANY = "many-";
  private static final Queue<Call> CALLS = new ConcurrentLinkedQueue<>();

  private record Call(String name, Thread thread) {}

  /** The same as a configuration. */
  public static Configuration conf() {
    Configuration conf = new Configuration();
    OPTIONS.forEach(conf::set);
    return conf;
  }

  /** Makes Hadoop forget the file system. Once used, Hadoop finds it even without the settings. */
  public static void forget() throws IOException {
    FileSystem.get(ROOT, conf()).close();
  }

  /** Forgets all calls so far. */
  public static void forgetCalls() {
    CALLS.clear();
  }

  /** Number of calls of {@code open}, {@code list}, {@code status} or {@code mkdirs}. */
  public static long calls(String name) {
    return CALLS.stream().filter(call -> call.name().equals(name)).count();
  }

  /** Number of threads that have made this call. */
  public static long threads(String name) {
    return CALLS.stream()
        .filter(call -> call.name().equals(name))
        .map(Call::thread)
        .distinct()
        .count();
  }

  private static void note(String name) {
    CALLS.add(new Call(name, Thread.currentThread()));
  }

  @Override
  public String getScheme() {
    return "counted";
  }

  @Override
  public URI getUri() {
    return ROOT;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    note("open");
    return super.open(path, bufferSize);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    note("list");
    if (!path.getName().startsWith(MANY)) {
      return super.listStatus(path);
    }
    FileStatus[] files = new FileStatus[Integer.parseInt(path.getName().substring(MANY.length()))];
    for (int i = 0; i < files.length; i++) {
      files[i] = new FileStatus(1, false, 1, 1, 1_577_836_800_000L + i, new Path(path, "f" + i));
    }
    return files;
  }

  private static boolean isOneOfMany(Path path) {
    return path.getParent() != null && path.getParent().getName().startsWith(MANY);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    note("status");
    boolean many = path.getName().startsWith(MANY);
    return many || isOneOfMany(path)
        ? new FileStatus(1, many, 1, 1, 1_577_836_800_000L, path)
        : super.getFileStatus(path);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    note("status");
    return isOneOfMany(path) || super.exists(path);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    note("mkdirs");
    return super.mkdirs(path, permission);
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    note("mkdirs");
    return super.mkdirs(path);
  }
}
