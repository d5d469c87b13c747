package io.github.jellybridge.spark.options;

import io.github.jellybridge.files.Folders;
import org.apache.hadoop.fs.Path;

/** Whether a second thread reads the next part of a file while the current one is decoded. */
public enum ReadAheadMode {
  /**
   * If it is likely to help. In a scan of one task, a core for the second thread is probably idle.
   * For remote files, that thread mostly waits. If every core has a task, passing bytes from core
   * to core takes longer than reading them.
   */
  AUTO,
  /** Always. */
  TRUE,
  /** Never. */
  FALSE;

  /**
   * Decides for a file.
   *
   * @param tasks number of tasks of the scan
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
