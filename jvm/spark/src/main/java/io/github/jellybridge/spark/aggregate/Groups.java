package io.github.jellybridge.spark.aggregate;

import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Groups of an aggregation that can be returned as rows, from memory or from disk. */
interface Groups {
  /** The number of groups. */
  int size();

  /** Groups {@code from} to {@code to}, exclusive, as rows. */
  ColumnarBatch rows(int from, int to);
}
