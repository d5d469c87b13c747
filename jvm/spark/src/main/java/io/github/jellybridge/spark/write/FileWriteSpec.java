package io.github.jellybridge.spark.write;

import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.ExistingFiles;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The properties of a write that are known before Spark decides what to overwrite.
 *
 * @param shortName short name of the format, for messages
 * @param path the folder of the table
 * @param queryId Spark's id of the query; the same for all runs of a streaming query
 * @param format the encoder of the files
 * @param partitions the partition columns, outermost first
 * @param groups columns whose equal values stay together within a partition
 * @param order the order of the rows
 * @param existing the existing files
 * @param session settings for partition columns
 * @param compression the compression of the files
 * @param maxRecordsPerFile number of rows after which a new file is started; 0 for never
 * @param conf Hadoop's configuration
 */
public record FileWriteSpec(
    String shortName,
    String path,
    String queryId,
    RowFileFormat format,
    List<PartitionColumn> partitions,
    List<String> groups,
    RowOrder order,
    ExistingFiles existing,
    SessionSettings session,
    CompressedOutput compression,
    long maxRecordsPerFile,
    Configuration conf) {
  /** Returns the same write with other partition columns. */
  FileWriteSpec withPartitions(List<PartitionColumn> others) {
    return new FileWriteSpec(
        shortName,
        path,
        queryId,
        format,
        others,
        groups,
        order,
        existing,
        session,
        compression,
        maxRecordsPerFile,
        conf);
  }
}
