package io.github.jellybridge.spark.publish;

import io.github.jellybridge.spark.io.LruCache;
import io.github.jellybridge.spark.listing.FileEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import scala.Option;

/**
 * Remembers the files that the queries of this driver read, to keep a query from overwriting its
 * own input.
 *
 * <p>A query is identified by Spark's execution id, which its scans and its write share.
 */
public final class OverwriteGuard {
  private static final String EXECUTION_ID = "spark.sql.execution.id";
  private static final int QUERIES = 256;

  /** Scans hold their files while they run; after that, the entries are not needed. */
  private static final Map<String, List<WeakReference<List<FileEntry>>>> READS =
      new LruCache<>(QUERIES);

  private OverwriteGuard() {}

  /** Records that the query of this thread reads files; called when a scan plans its tasks. */
  public static void note(List<FileEntry> files) {
    String query = query();
    if (query != null) {
      synchronized (READS) {
        READS.computeIfAbsent(query, q -> new ArrayList<>()).add(new WeakReference<>(files));
      }
    }
  }

  /**
   * Fails if the query of this thread overwrites a folder that it reads.
   *
   * @param table the folder of the table
   * @throws IllegalArgumentException naming a file that is both read and overwritten
   */
  public static void refuseOverwrite(String table, Configuration conf) {
    String query = query();
    if (query == null) {
      return;
    }
    List<WeakReference<List<FileEntry>>> reads;
    synchronized (READS) {
      reads = List.copyOf(READS.getOrDefault(query, List.of()));
    }
    String below = real(table, conf) + "/";
    Map<String, String> realFolders = new HashMap<>();
    for (WeakReference<List<FileEntry>> read : reads) {
      List<FileEntry> files = read.get();
      if (files == null) {
        continue;
      }
      for (FileEntry file : files) {
        String parent = new Path(file.path()).getParent().toString();
        String folder = realFolders.computeIfAbsent(parent, p -> real(p, conf));
        if ((folder + "/").startsWith(below)
            || isLink(file.path(), conf) && real(file.path(), conf).startsWith(below)) {
          throw new IllegalArgumentException(
              "Cannot overwrite "
                  + table
                  + ", because the query reads from it: "
                  + file.path()
                  + ". Write to another folder, then move it.");
        }
      }
    }
  }

  /** Tells whether a file is a symbolic link, which exists on local file systems only. */
  private static boolean isLink(String file, Configuration conf) {
    Path path = new Path(file);
    try {
      return path.getFileSystem(conf) instanceof LocalFileSystem local
          && Files.isSymbolicLink(local.pathToFile(path).toPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a qualified path; on local file systems, with symbolic links resolved. */
  private static String real(String name, Configuration conf) {
    Path path = new Path(name);
    try {
      FileSystem fs = path.getFileSystem(conf);
      Path qualified = fs.makeQualified(path);
      return fs instanceof LocalFileSystem local
          ? fs.makeQualified(new Path(local.pathToFile(qualified).getCanonicalPath())).toString()
          : qualified.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String query() {
    Option<SparkSession> session = SparkSession.getActiveSession();
    if (session.isEmpty()) {
      return null;
    }
    SparkContext context = session.get().sparkContext();
    String id = context.getLocalProperty(EXECUTION_ID);
    return id == null ? null : context.applicationId() + " " + id;
  }
}
