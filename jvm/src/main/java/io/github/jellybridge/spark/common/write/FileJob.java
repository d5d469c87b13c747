package io.github.jellybridge.spark.common.write;

import io.github.jellybridge.spark.common.SerializableHadoopConf;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A job that writes to the folder of a table: its staging folder and its files; on the driver. */
final class FileJob {
  /** Hadoop's own setting: whether jobs that succeed leave the file {@code _SUCCESS}. */
  private static final String MARK_SUCCESS = "mapreduce.fileoutputcommitter.marksuccessfuljobs";

  private final FileWriteSpec spec;
  private final FileSystem fs;
  private final Path root;
  private final String id = UUID.randomUUID().toString();
  private final StagingFolder staging;

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
  static FileJob start(FileWriteSpec spec, String owner) throws IOException {
    Path path = new Path(spec.path());
    FileSystem fs = path.getFileSystem(spec.conf());
    Path root = fs.makeQualified(path);
    if (fs.exists(root) && !fs.getFileStatus(root).isDirectory()) {
      throw new IOException(
          root + " is a file; a job writes a folder of files. Name another path, or delete it.");
    }
    return new FileJob(spec, fs, root, owner);
  }

  FileSystem fs() {
    return fs;
  }

  Path root() {
    return root;
  }

  StagingFolder staging() {
    return staging;
  }

  FileWriterFactory writers() {
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
  List<StagedFile> files(int tasks) throws IOException {
    return TaskNotes.gather(fs, staging.path(), tasks);
  }

  /** Publishes files; leaves everything as it was if that fails. */
  void publish(List<StagedFile> files, List<String> replaced, StreamLog.Entry log)
      throws IOException {
    Publication publication = new Publication(fs, root, staging, files);
    try {
      publication.run(replaced, log);
    } catch (IOException | RuntimeException e) {
      try {
        publication.undo();
      } catch (IOException | RuntimeException undoing) {
        // The journal says to the next job what is left to do.
        staging.abandon();
        e.addSuppressed(undoing);
      }
      throw e;
    }
    staging.delete();
  }

  void markSuccess() throws IOException {
    if (spec.conf().getBoolean(MARK_SUCCESS, true)) {
      fs.create(new Path(root, "_SUCCESS"), true).close();
    }
  }

  /** Ends a job that has failed; nothing of it stays. */
  void abort() throws IOException {
    staging.delete();
  }
}
