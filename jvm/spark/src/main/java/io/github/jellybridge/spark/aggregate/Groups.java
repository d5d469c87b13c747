package io.github.jellybridge.spark.aggregate;

import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Groups of an aggregation that can be handed out as rows, wherever they come from. */
interface Groups {
  /** The number of groups. */
  int size();

  /** Groups {@code from} to {@code to}, exclusive, as rows. */
  ColumnarBatch rows(int from, int to);
}
