package io.github.jellybridge.spark.publish;

import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.write.FileWriteSpec;
import io.github.jellybridge.spark.write.FileWriterFactory;
import io.github.jellybridge.spark.write.TaskPlan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job that writes to the folder of a table: its staging folder and its files; on the driver. */
public final class FileJob {
  private static final Logger LOG = LoggerFactory.getLogger(FileJob.class);

  /** Hadoop's own setting: whether jobs that succeed leave the file {@code _SUCCESS}. */
  private static final String MARK_SUCCESS = "mapreduce.fileoutputcommitter.marksuccessfuljobs";

  private final FileWriteSpec spec;
  private final FileSystem fs;
  private final Path root;
  private final String id = JobId.next();
  private final StagingFolder staging;
  private boolean publishing;

  private FileJob(FileWriteSpec spec, FileSystem fs, Path root, String owner) throws IOException {
    this.spec = spec;
    this.fs = fs;
    this.root = root;
    this.staging = StagingFolder.create(fs, root, owner + id);
  }

  /**
   * Starts a job, which makes its staging folder.
   *
   * @param owner what the name of that folder starts with
   * @throws IOException when the path is a file, or cannot be written to
   */
  public static FileJob start(FileWriteSpec spec, String owner) throws IOException {
    Path path = new Path(spec.path());
    FileSystem fs = path.getFileSystem(spec.conf());
    Path root = fs.makeQualified(path);
    if (fs.exists(root) && !fs.getFileStatus(root).isDirectory()) {
      throw new IOException(
          root + " is a file; a job writes a folder of files. Name another path, or delete it.");
    }
    return new FileJob(spec, fs, root, owner);
  }

  public FileSystem fs() {
    return fs;
  }

  public Path root() {
    return root;
  }

  public StagingFolder staging() {
    return staging;
  }

  public FileWriterFactory writers() {
    return new FileWriterFactory(
        new TaskPlan(
            staging.path().toString(),
            staging.madeRoot(),
            id,
            spec.format(),
            spec.partitions(),
            spec.session().timeZone(),
            spec.compression(),
            spec.maxRecordsPerFile(),
            new SerializableHadoopConf(spec.conf())));
  }

  /** The files that the given number of tasks have finished. */
  public List<StagedFile> files(int tasks) throws IOException {
    return TaskCommitMessages.gather(fs, staging.path(), tasks);
  }

  /**
   * Publishes files; leaves everything as it was if that fails. What fails when they count is no
   * failure of the job: it would be run again, and its rows be there twice.
   */
  public void publish(List<StagedFile> files, List<String> replaced, StreamLog.Entry log)
      throws IOException {
    publishing = true;
    Publication publication = new Publication(fs, root, staging, files);
    try {
      publication.run(replaced, log);
    } catch (IOException | RuntimeException | FSError e) {
      if (!undo(publication, e)) {
        throw e;
      }
      LOG.warn("The files of {} count, though the last step has failed", staging.path(), e);
    }
    try {
      staging.delete();
    } catch (IOException | RuntimeException | FSError e) {
      LOG.warn("{} stays for the next job to remove", staging.path(), e);
    }
  }

  /** Takes back a publication that has failed; tells whether its files count all the same. */
  private boolean undo(Publication publication, Throwable failure) {
    try {
      return publication.undo();
    } catch (IOException | RuntimeException | FSError e) {
      // The journal says to the next job what is left to do.
      staging.abandon();
      failure.addSuppressed(e);
      return false;
    }
  }

  /** Leaves {@code _SUCCESS}, behind a publication; if that fails, it is the files that count. */
  public void markSuccess() {
    if (!spec.conf().getBoolean(MARK_SUCCESS, true)) {
      return;
    }
    try {
      fs.create(new Path(root, "_SUCCESS"), true).close();
    } catch (IOException | RuntimeException | FSError e) {
      LOG.warn("There is no _SUCCESS in {}, whose files are complete", root, e);
    }
  }

  /**
   * Ends a job that has failed; nothing of it stays. A publication that fails has cleaned up behind
   * itself, or left its journal to the next job.
   */
  public void abort() throws IOException {
    if (!publishing) {
      staging.delete();
    }
  }
}
