package io.github.jellybridge.spark.options;

/** What a reader does at malformed input: the values of Spark's option {@code mode}. */
public enum ReadMode {
  /** The first malformed frame fails the query. */
  FAILFAST,
  /** What precedes the malformed frame is kept, the rest of that file is dropped and counted. */
  DROPMALFORMED
}
