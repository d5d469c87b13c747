package io.github.jellybridge.spark.options;

import io.github.jellybridge.files.Folders;
import org.apache.hadoop.fs.Path;

/** Whether a second thread reads the next part of a file while one is decoded. */
public enum ReadAheadMode {
  /**
   * Where there is something to gain: in a scan of one task, since a core for the second thread is
   * likely to be idle, and for files that are not on this machine, since that thread mostly waits.
   * Where every core has a task, handing bytes from core to core takes longer than reading them.
   */
  AUTO,
  /** In any case. */
  TRUE,
  /** Never. */
  FALSE;

  /**
   * Decides for a file.
   *
   * @param tasks how many tasks the scan has
   * @param file the file to read
   */
  public boolean applies(int tasks, Path file) {
    return switch (this) {
      case AUTO -> tasks == 1 || !Folders.isLocal(file);
      case TRUE -> true;
      case FALSE -> false;
    };
  }
}
