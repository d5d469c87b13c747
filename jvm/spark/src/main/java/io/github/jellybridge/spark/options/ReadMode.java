package io.github.jellybridge.spark.options;

/** The reaction of a reader to malformed input: the values of Spark's option {@code mode}. */
public enum ReadMode {
  /** The first malformed frame fails the query. */
  FAILFAST,
  /** Keeps everything before the malformed frame; the rest of that file is dropped and counted. */
  DROPMALFORMED
}
