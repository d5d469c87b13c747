package io.github.jellybridge.cli;

import java.util.Locale;

/** Receives reports on the progress of reading a file. */
@FunctionalInterface
interface Progress {
  /** Ignores all reports. */
  Progress NONE = (bytes, statements) -> {};

  /**
   * Handles one report; must return quickly.
   *
   * @param bytes bytes of the file read so far, before decompression
   * @param statements statements read so far; negative if unknown
   */
  void report(long bytes, long statements);

  /** Returns a progress bar for a file, updated at most every tenth of a second. */
  static Progress bar(Console console, String name, long total) {
    long start = System.nanoTime();
    long[] next = {start};
    return (bytes, statements) -> {
      long now = System.nanoTime();
      if (now - next[0] >= 0) {
        next[0] = now + 100_000_000L;
        double seconds = (now - start) / 1e9;
        double part = total > 0 ? Math.min((double) bytes / total, 1) : 0;
        int filled = (int) (part * 24);
        String text =
            "["
                + "#".repeat(filled)
                + ".".repeat(24 - filled)
                + String.format(Locale.ROOT, "] %3.0f%%", part * 100);
        if (statements >= 0) {
          text += String.format(Locale.ROOT, "  %.1f M statements", statements / 1e6);
        }
        if (seconds >= 1) {
          text += String.format(Locale.ROOT, "  %.0f MiB/s", bytes / seconds / (1 << 20));
        }
        console.showProgress(text + "  " + name);
      }
    };
  }
}
