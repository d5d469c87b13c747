package io.github.jellybridge.spark.publish.model;

import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.spark.publish.StagingFolder;
import java.util.List;

/**
 * A call of the file system.
 *
 * @param path the file or folder
 * @param other the target of a rename, or the content of a written file
 */
record Operation(Kind kind, String path, String other) {
  /** The calls. */
  enum Kind {
    STATUS,
    LIST,
    OPEN,
    CREATE,
    WRITE,
    MAKE_FOLDER,
    RENAME,
    DELETE
  }

  private static final List<String> PRIVATE =
      List.of(StagingFolder.ATTEMPT_PREFIX, "_committed", ".journal-", ".epoch");

  Operation(Kind kind, String path) {
    this(kind, path, "");
  }

  /** Whether the call may change files. */
  boolean isChange() {
    return kind != Kind.STATUS && kind != Kind.LIST && kind != Kind.OPEN;
  }

  /**
   * Whether no other program looks at the file, so that the call needs no interleaving with theirs.
   *
   * @param owner part of the names of the job
   */
  boolean isPrivate(String owner) {
    return kind != Kind.RENAME && path.contains(owner) && isPrivateFile(path);
  }

  /**
   * Whether only the job itself looks at a file: a task's folder, its note, or a journal that is
   * being written.
   */
  static boolean isPrivateFile(String path) {
    int start = path.indexOf(PublishJournal.STAGING_PREFIX);
    int end = path.indexOf('/', Math.max(start, 0));
    String below = start < 0 || end < 0 ? "" : path.substring(end + 1);
    return PRIVATE.stream().anyMatch(below::startsWith);
  }

  @Override
  public String toString() {
    return kind + " " + path + (other.isEmpty() ? "" : " " + other);
  }
}
