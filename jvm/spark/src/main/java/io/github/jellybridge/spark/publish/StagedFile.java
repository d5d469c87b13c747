package io.github.jellybridge.spark.publish;

import java.io.Serializable;

/**
 * A finished file that waits in a staging folder.
 *
 * @param attempt the folder of the task's attempt, below the staging folder
 * @param path where the file is below that folder, and where it goes below the table's
 * @param rows how many rows it holds
 * @param bytes its size
 */
public record StagedFile(String attempt, String path, long rows, long bytes)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The partition folders on the way to the file; empty without partition columns. */
  public String partition() {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }
}
