package io.github.jellybridge.spark.write;

import io.github.jellybridge.files.CompressedOutput;
import java.util.List;

/**
 * The way in which a format writes the rows of a query.
 *
 * @param files the encoder of the files
 * @param partitions the partition columns, outermost first
 * @param frameColumns columns whose change starts a new frame; empty for none
 * @param order the order of the rows, and their distribution among tasks
 * @param compression the compression of the files
 * @param maxRecordsPerFile number of rows after which a new file is started; 0 for never
 */
public record WritePlan(
    RowFileFormat files,
    List<PartitionColumn> partitions,
    List<String> frameColumns,
    RowOrder order,
    CompressedOutput compression,
    long maxRecordsPerFile) {}
