package io.github.jellybridge.spark.write;

import io.github.jellybridge.files.Compression;
import java.util.List;

/**
 * How a format writes the rows of a query.
 *
 * @param files the encoder of the files
 * @param partitions the partition columns, outermost first
 * @param frameColumns columns whose change starts a new frame; empty for none
 * @param order how rows are sorted before they are written, and whether tasks share them by that
 *     order
 * @param compression of the files
 * @param maxRecordsPerFile rows at which another file is started; 0 for never
 */
public record WritePlan(
    RowFileFormat files,
    List<PartitionColumn> partitions,
    List<String> frameColumns,
    RowOrder order,
    Compression compression,
    long maxRecordsPerFile) {}
