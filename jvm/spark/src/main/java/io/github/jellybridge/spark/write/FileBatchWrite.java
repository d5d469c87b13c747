package io.github.jellybridge.spark.write;

import io.github.jellybridge.spark.listing.PartitionKeys;
import io.github.jellybridge.spark.publish.ConcurrentJobs;
import io.github.jellybridge.spark.publish.Overwrite;
import io.github.jellybridge.spark.publish.OverwriteGuard;
import io.github.jellybridge.spark.publish.StagedFile;
import io.github.jellybridge.spark.publish.WriteFailures;
import io.github.jellybridge.spark.publish.WriteTransaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the rows of a batch query: publishes all of its files, or none. */
public final class FileBatchWrite implements BatchWrite {
  private static final Logger LOG = LoggerFactory.getLogger(FileBatchWrite.class);

  /** Hadoop's own setting: whether successful jobs leave the file {@code _SUCCESS}. */
  private static final String MARK_SUCCESS = "mapreduce.fileoutputcommitter.marksuccessfuljobs";

  private final FileWriteSpec spec;
  private final Overwrite overwrite;
  private final PartitionKeys old;
  private WriteTransaction job;
  private long bytes;

  public FileBatchWrite(FileWriteSpec spec, Overwrite overwrite, PartitionKeys old) {
    this.spec = spec;
    this.overwrite = overwrite;
    this.old = old;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    try {
      if (overwrite.kind() != Overwrite.Kind.APPEND) {
        OverwriteGuard.refuseOverwrite(spec.path(), spec.conf());
      }
      job = WriteTransaction.start(spec, "");
      return job.writers(spec);
    } catch (IOException | FSError e) {
      throw WriteFailures.uncheckedAt(spec.path(), e);
    }
  }

  @Override
  public boolean useCommitCoordinator() {
    return true;
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    try {
      List<StagedFile> files = job.files(messages.length);
      // First, so that files left by dead jobs are not taken for data that counts.
      List<Path> others = job.recoverDead();
      List<String> replaced = replaced(files, others);
      job.publish(files, replaced, null);
      bytes = files.stream().mapToLong(StagedFile::bytes).sum();
      markSuccess();
    } catch (IOException | FSError e) {
      throw WriteFailures.uncheckedAt(spec.path(), e);
    }
  }

  /** Writes {@code _SUCCESS} after a publication. If that fails, the files count nevertheless. */
  private void markSuccess() {
    if (!spec.conf().getBoolean(MARK_SUCCESS, true)) {
      return;
    }
    try {
      job.fs().create(new Path(job.root(), "_SUCCESS"), true).close();
    } catch (IOException | RuntimeException | FSError e) {
      LOG.warn("There is no _SUCCESS in {}, whose files are complete", job.root(), e);
    }
  }

  /** The size of the published files. */
  long bytes() {
    return bytes;
  }

  private List<String> replaced(List<StagedFile> files, List<Path> stagingFolders)
      throws IOException {
    if (overwrite.kind() == Overwrite.Kind.APPEND) {
      return List.of();
    }
    Set<String> written = files.stream().map(StagedFile::partition).collect(Collectors.toSet());
    Predicate<String> folders = overwrite.folders(old, written);
    return new ConcurrentJobs(job.fs(), job.root(), stagingFolders).publishedFiles(folders);
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    if (job == null) {
      return;
    }
    try {
      job.abort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return "write of " + spec.shortName() + " files to " + spec.path();
  }
}
