package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.FileEntry;
import io.github.jellybridge.spark.common.FileInputPartition;
import io.github.jellybridge.spark.common.FilePacker;
import io.github.jellybridge.spark.common.SessionSettings;
import java.util.List;

/** Decides what each task of a scan reads; the one place that does. */
public interface FileTasks {
  /** Returns the tasks of a scan of these files. */
  List<FileInputPartition> tasks(List<FileEntry> files);

  /** Tells, without a look at the files, whether one task will read them all. */
  boolean inOneTask(List<FileEntry> files);

  /** These tasks, if the rows say where in its file a statement is; or some that can tell that. */
  default FileTasks numbering() {
    return this;
  }

  /** Tasks of whole files, small ones together. */
  static FileTasks ofWholeFiles(SessionSettings session) {
    return new FileTasks() {
      @Override
      public List<FileInputPartition> tasks(List<FileEntry> files) {
        return FilePacker.packWhole(files, session);
      }

      @Override
      public boolean inOneTask(List<FileEntry> files) {
        return tasks(files).size() <= 1;
      }
    };
  }
}
