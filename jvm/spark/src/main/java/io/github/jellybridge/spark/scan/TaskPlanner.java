package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.SessionSettings;
import java.util.List;

/** Decides what each task of a scan reads; the one place that does. */
public interface TaskPlanner {
  /** Returns the tasks of a scan of these files. */
  List<FileInputPartition> tasks(List<FileEntry> files);

  /** Tells, without a look at the files, whether one task will read them all. */
  boolean inOneTask(List<FileEntry> files);

  /** These tasks, if the rows say where in its file a statement is; or some that can tell that. */
  default TaskPlanner numbering() {
    return this;
  }

  /** Tasks of whole files, small ones together. */
  static TaskPlanner ofWholeFiles(SessionSettings session) {
    return new TaskPlanner() {
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
