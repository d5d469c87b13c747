package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.FileOptions;
import io.github.jellybridge.spark.common.SerializableHadoopConf;
import io.github.jellybridge.spark.common.SessionSettings;
import io.github.jellybridge.spark.common.streaming.FileStreamOptions;
import io.github.jellybridge.spark.jelly.vectors.TermFormat;

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
  FileTasks tasks(SessionSettings session, SerializableHadoopConf conf);

  /** How tasks read some columns, given as bits of StatementBatch. */
  FileCodec codec(int columns, SerializableHadoopConf conf);
}
