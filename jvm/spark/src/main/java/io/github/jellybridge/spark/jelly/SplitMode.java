package io.github.jellybridge.spark.jelly;

/** How a file may be shared by several tasks: option {@code split}. */
enum SplitMode {
  /** At checkpoints; else by an index, which is made when cores would be idle otherwise. */
  AUTO,
  /** At the checkpoints that its writer made, if any. */
  CHECKPOINT,
  /** By an index, which is made if there is none. */
  INDEX,
  /** Not at all. */
  NONE
}
