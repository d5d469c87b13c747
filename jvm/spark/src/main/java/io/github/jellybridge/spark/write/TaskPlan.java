package io.github.jellybridge.spark.write;

import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import java.io.Serializable;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/**
 * The settings that a task needs to write its files; sent to the executors.
 *
 * @param staging the staging folder of the job
 * @param newTable whether the job has created the folder of the table
 * @param jobId unique to the job; part of the names of its files
 * @param format the encoder of the files
 * @param partitions the partition columns, outermost first
 * @param zone the time zone of timestamps in folders
 * @param compression the compression of the files
 * @param maxRecordsPerFile number of rows after which a new file is started; 0 for never
 * @param conf Hadoop's configuration
 */
public record TaskPlan(
    String staging,
    boolean newTable,
    String jobId,
    RowFileFormat format,
    List<PartitionColumn> partitions,
    ZoneId zone,
    CompressedOutput compression,
    long maxRecordsPerFile,
    SerializableHadoopConf conf)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Returns the name of a file of a task; the name of the first file has no number. */
  public String fileName(int partitionId, int file) {
    String number = file == 0 ? "" : String.format(Locale.ROOT, "-%03d", file);
    return String.format(Locale.ROOT, "part-%05d-%s%s", partitionId, jobId, number)
        + format.extension()
        + compression.format().extension();
  }
}
