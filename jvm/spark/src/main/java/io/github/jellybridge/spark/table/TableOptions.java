package io.github.jellybridge.spark.table;

import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.FileStreamOptions;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.scan.TaskPlanner;
import io.github.jellybridge.spark.schema.TermFormat;

/** What a table has to know of its options, whatever the format of its files. */
public interface TableOptions {
  /** Which files, and what to do with broken ones. */
  FileOptions files();

  /** What a trigger of a stream takes. */
  FileStreamOptions stream();

  /** How a term looks in a row. */
  TermFormat termFormat();

  /** Statements in a column batch. */
  int batchSize();

  /** Whether filters, limits and aggregates are taken over from Spark. */
  boolean pushdown();

  /** What shares the files among tasks. */
  TaskPlanner tasks(SessionSettings session, SerializableHadoopConf conf);

  /** How tasks read some columns, given as bits of StatementBatch. */
  FileCodec codec(int columns, SerializableHadoopConf conf);
}
