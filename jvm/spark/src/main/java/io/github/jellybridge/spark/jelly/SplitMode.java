package io.github.jellybridge.spark.jelly;

/** How several tasks may share a file: option {@code split}. */
enum SplitMode {
  /** At checkpoints; else by an index, which is created if cores would otherwise be idle. */
  AUTO,
  /** At the checkpoints of its writer, if any. */
  CHECKPOINT,
  /** By an index, which is created if it does not exist. */
  INDEX,
  /** Not at all. */
  NONE
}
