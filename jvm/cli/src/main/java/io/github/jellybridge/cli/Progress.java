package io.github.jellybridge.cli;

/** Is told, now and then, how far reading a file has got. */
@FunctionalInterface
interface Progress {
  /** Ignores all reports. */
  Progress NONE = (bytes, statements) -> {};

  /**
   * Takes one report; must return quickly.
   *
   * @param bytes bytes of the file read so far, before decompression
   * @param statements statements read so far
   */
  void report(long bytes, long statements);
}
