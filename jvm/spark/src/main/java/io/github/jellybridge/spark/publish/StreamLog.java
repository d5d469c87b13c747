package io.github.jellybridge.spark.publish;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The epochs that streaming queries have published to a table: one small file for each epoch, below
 * {@code _jelly-bridge-streams/QUERY/}, so that an epoch that Spark runs again is not published
 * twice. The file holds the names of the epoch's files, which tell two runs apart that publish the
 * same epoch. Only the last {@value #KEPT} entries are kept.
 */
public final class StreamLog {
  /** Name of the folder of all logs in the folder of the table. */
  public static final String FOLDER = "_jelly-bridge-streams";

  static final int KEPT = 100;

  private static final String STAGED = ".epoch";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final FileSystem fs;
  private final Path root;
  private final String queryId;

  public StreamLog(FileSystem fs, Path root, String queryId) {
    this.fs = fs;
    this.root = root;
    this.queryId = queryId;
  }

  /** The entry of an epoch that is to be published. */
  public record Entry(String queryId, long epoch, List<String> files) {
    /** Returns the path of the entry, relative to the table's folder. */
    public String file() {
      return FOLDER + "/" + queryId + "/" + epoch;
    }

    /** Writes the entry into the staging folder of the job. */
    public void stage(FileSystem fs, Path staging) throws IOException {
      try (OutputStream out = fs.create(new Path(staging, STAGED), true)) {
        out.write(JSON.writeValueAsBytes(Map.of("epoch", epoch, "files", files)));
      }
    }

    /**
     * Moves the staged entry into the log. The entry is missing if another job has taken this one
     * for dead and removed its files; the epoch must then not be recorded.
     */
    public void write(FileSystem fs, Path root, Path staging) throws IOException {
      Path file = new Path(root, file());
      fs.mkdirs(file.getParent());
      // Checked first because some file systems replace an existing file.
      if (fs.exists(file) || !fs.rename(new Path(staging, STAGED), file)) {
        throw new IOException(
            "Epoch " + epoch + " of query " + queryId + " was published or removed by another job");
      }
    }
  }

  /** Returns the last published epoch; -1 before the first one. */
  public long lastEpoch() throws IOException {
    long last = -1;
    for (FileStatus entry : entries()) {
      last = Math.max(last, epoch(entry));
    }
    return last;
  }

  /** Deletes entries of epochs that Spark cannot run again. */
  public void prune() throws IOException {
    long last = lastEpoch();
    for (FileStatus entry : entries()) {
      long epoch = epoch(entry);
      if (epoch >= 0 && epoch <= last - KEPT) {
        fs.delete(entry.getPath(), false);
      }
    }
  }

  private FileStatus[] entries() throws IOException {
    try {
      return fs.listStatus(new Path(root, FOLDER + "/" + queryId));
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  private static long epoch(FileStatus entry) {
    String name = entry.getPath().getName();
    return name.chars().allMatch(c -> c >= '0' && c <= '9') ? Long.parseLong(name) : -1;
  }
}
