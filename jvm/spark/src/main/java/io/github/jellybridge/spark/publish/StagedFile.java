package io.github.jellybridge.spark.publish;

import java.io.Serializable;

/**
 * A finished file in a staging folder.
 *
 * @param attempt the folder of the task's attempt, below the staging folder
 * @param path the path of the file below that folder, and later below the table's
 * @param rows number of rows in the file
 * @param bytes size of the file
 */
public record StagedFile(String attempt, String path, long rows, long bytes)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The partition folders in the path of the file; empty without partition columns. */
  public String partition() {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }
}
