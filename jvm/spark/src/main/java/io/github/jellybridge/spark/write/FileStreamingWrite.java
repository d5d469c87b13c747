package io.github.jellybridge.spark.write;

import io.github.jellybridge.spark.publish.StagedFile;
import io.github.jellybridge.spark.publish.StreamLog;
import io.github.jellybridge.spark.publish.WriteFailures;
import io.github.jellybridge.spark.publish.WriteTransaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.fs.FSError;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the epochs of a streaming query, each exactly once: an epoch is published together with
 * its entry in the {@link StreamLog}, and an epoch that has an entry is not published again.
 */
public final class FileStreamingWrite implements StreamingWrite {
  /**
   * The property by which Spark marks tasks of the trigger Continuous; the name of its constant
   * differs between versions.
   */
  private static final String CONTINUOUS = "__is_continuous_processing";

  private static final Logger LOG = LoggerFactory.getLogger(FileStreamingWrite.class);

  private final FileWriteSpec spec;
  private WriteTransaction job;

  public FileStreamingWrite(FileWriteSpec spec) {
    this.spec = spec;
  }

  @Override
  public StreamingDataWriterFactory createStreamingWriterFactory(PhysicalWriteInfo info) {
    refuseContinuous();
    try {
      String owner = spec.queryId() + "-";
      job = WriteTransaction.start(spec, owner);
      try {
        // Spark runs a query only once at a time, so its other folders belong to dead runs.
        job.recoverRunsOf(owner);
      } catch (IOException | RuntimeException | FSError e) {
        job.abort(); // Spark aborts only jobs that have started
        throw e;
      }
      return job.writers(spec);
    } catch (IOException | FSError e) {
      throw WriteFailures.uncheckedAt(spec.path(), e);
    }
  }

  /** Rejects continuous tasks, which run through all epochs, while a job ends with each epoch. */
  private void refuseContinuous() {
    SparkContext context = SparkSession.active().sparkContext();
    if (Boolean.parseBoolean(context.getLocalProperty(CONTINUOUS))) {
      throw new UnsupportedOperationException(
          "Data source '"
              + spec.shortName()
              + "' does not take streams of the trigger Continuous; use another, such as"
              + " ProcessingTime.");
    }
  }

  @Override
  public boolean useCommitCoordinator() {
    return true;
  }

  @Override
  public void commit(long epochId, WriterCommitMessage[] messages) {
    try {
      job.recoverDead();
      StreamLog log = new StreamLog(job.fs(), job.root(), spec.queryId());
      if (epochId <= log.lastEpoch()) {
        job.abort(); // published by a run that ended before Spark recorded it
        return;
      }
      List<StagedFile> files = job.files(messages.length);
      List<String> names = files.stream().map(StagedFile::path).toList();
      job.publish(files, List.of(), new StreamLog.Entry(spec.queryId(), epochId, names));
      prune(log);
    } catch (IOException | FSError e) {
      throw WriteFailures.uncheckedAt(spec.path(), e);
    }
  }

  /**
   * Deletes old entries. The epoch already counts, so failures are only logged; a later epoch
   * deletes the rest.
   */
  private void prune(StreamLog log) {
    try {
      log.prune();
    } catch (IOException | RuntimeException | FSError e) {
      LOG.warn("The log of query {} in {} was not pruned", spec.queryId(), spec.path(), e);
    }
  }

  @Override
  public void abort(long epochId, WriterCommitMessage[] messages) {
    try {
      job.abort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
