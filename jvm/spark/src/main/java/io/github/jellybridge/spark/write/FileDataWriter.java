package io.github.jellybridge.spark.write;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.spark.publish.StagedFile;
import io.github.jellybridge.spark.publish.StagingFolder;
import io.github.jellybridge.spark.publish.TaskCommitMessages;
import io.github.jellybridge.spark.publish.WriteFailures;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * Writes the rows of one attempt of a task to files in its own folder below the staging folder. One
 * file is open at a time, because rows of one partition arrive together, as {@link FileWrite}
 * requires.
 */
public final class FileDataWriter implements DataWriter<InternalRow> {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final TaskPlan plan;
  private final int partitionId;
  private final String attempt;
  private final FileSystem fs;
  private final Path staging;
  private final Path folder;
  private final PartitionPath partitions;
  private final List<StagedFile> finished = new ArrayList<>();
  private final Map<String, Integer> filesOfPartition = new HashMap<>();
  private String partition = "";
  private long rowsBefore;

  // The open file, if any.
  private RowFileEncoder encoder;
  private OutputStream out;
  private OutputStream raw;
  private String path;
  private long rows;

  public FileDataWriter(TaskPlan plan, int partitionId, String attempt) {
    this.plan = plan;
    this.partitionId = partitionId;
    this.attempt = attempt;
    this.partitions = new PartitionPath(plan.partitions(), plan.zone());
    this.staging = new Path(plan.staging());
    this.folder = new Path(staging, attempt);
    try {
      fs = staging.getFileSystem(plan.conf().get());
      leaveIfEnded();
      try {
        fs.mkdirs(folder);
      } finally {
        leaveIfEnded();
      }
    } catch (IOException e) {
      throw WriteFailures.uncheckedAt(staging.getParent().toString(), e);
    }
  }

  @Override
  public void write(InternalRow row) throws IOException {
    try {
      writeRow(row);
    } catch (IOException | FSError e) {
      throw WriteFailures.at(staging.getParent().toString(), e);
    }
  }

  private void writeRow(InternalRow row) throws IOException {
    if (!plan.partitions().isEmpty()) {
      String of = partitions.of(row);
      if (!of.equals(partition)) {
        PartitionPath.requireVisible(of);
        finishFile();
        partition = of;
      }
    }
    if (encoder != null
        && plan.maxRecordsPerFile() > 0
        && rows >= plan.maxRecordsPerFile()
        && encoder.mayEndBefore(row)) {
      finishFile();
    }
    if (encoder == null) {
      openFile();
    }
    try {
      if (!encoder.offer(row)) {
        finishFile();
        openFile();
        encoder.write(row);
      }
    } catch (RowRefusedException e) {
      throw located(e);
    }
    rows++;
  }

  /** Adds the number of the row to the error of a rejected row. */
  private IOException located(RowRefusedException e) {
    return new IOException(
        "Cannot write row "
            + (rowsBefore + e.row())
            + " of task "
            + partitionId
            + (partition.isEmpty() ? "" : " (in " + partition + ")")
            + ": "
            + e.getMessage()
            + ". Nothing was published.",
        e);
  }

  private void openFile() throws IOException {
    int number = filesOfPartition.merge(partition, 1, Integer::sum) - 1;
    String name = plan.fileName(partitionId, number);
    path = partition.isEmpty() ? name : partition + "/" + name;
    Path file = ColonNames.in(folder, path);
    leaveIfEnded(); // before creating a file, which would create the folder again
    raw = fs.create(file, false);
    try {
      leaveIfEnded();
      OutputStream buffered = new BufferedOutputStream(raw, BUFFER_BYTES);
      out = plan.compression().wrap(buffered);
      encoder = plan.format().open(out);
    } catch (IOException | RuntimeException | FSError e) {
      out = null;
      raw.close();
      throw e;
    }
    rows = 0;
  }

  /**
   * Closes the open file, even if the compressor cannot write its end and therefore does not close
   * the file below it.
   */
  private void closeFile() throws IOException {
    OutputStream open = out;
    out = null;
    try {
      open.close();
    } finally {
      raw.close();
    }
  }

  /**
   * Fails if the job has ended, which can happen while its tasks still run. Called before the task
   * creates anything, so that it rarely recreates the staging folder, and afterwards, so that a
   * recreated folder is removed.
   */
  private void leaveIfEnded() throws IOException {
    if (StagingFolder.removeIfEnded(fs, staging, plan.newTable())) {
      throw new IOException("The job of this task has ended: " + staging + " is gone.");
    }
  }

  private void finishFile() throws IOException {
    if (encoder == null) {
      return;
    }
    try {
      encoder.finish();
    } catch (RowRefusedException e) {
      throw located(e);
    }
    encoder = null;
    closeFile();
    long bytes = fs.getFileStatus(ColonNames.in(folder, path)).getLen();
    finished.add(new StagedFile(attempt, path, rows, bytes));
    rowsBefore += rows;
    rows = 0;
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    try {
      finish();
    } catch (IOException | FSError e) {
      throw WriteFailures.at(staging.getParent().toString(), e);
    }
    return null; // see TaskCommitMessages
  }

  private void finish() throws IOException {
    if (encoder == null && finished.isEmpty() && partitionId == 0 && plan.partitions().isEmpty()) {
      openFile(); // so that a table without rows also has a file
    }
    finishFile();
    leaveIfEnded();
    TaskCommitMessages.leave(fs, staging, partitionId, attempt, finished);
    leaveIfEnded();
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return WriteMetrics.ofTask(finished.size() + (encoder == null ? 0 : 1), rowsBefore + rows);
  }

  @Override
  public void abort() throws IOException {
    try {
      close();
    } finally {
      // The cause of the failure may be a file that was created after the end of the job.
      if (!StagingFolder.removeIfEnded(fs, staging, plan.newTable())) {
        // First, so that no note names files that do not exist.
        TaskCommitMessages.take(fs, staging, attempt);
        fs.delete(folder, true);
      }
    }
  }

  @Override
  public void close() throws IOException {
    encoder = null;
    if (out != null) {
      closeFile();
    }
  }
}
