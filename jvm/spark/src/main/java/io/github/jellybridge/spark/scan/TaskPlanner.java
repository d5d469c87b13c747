package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.SessionSettings;
import java.util.List;

/** Decides what each task of a scan reads; no other class does. */
public interface TaskPlanner {
  /** Returns the tasks of a scan of these files. */
  List<FileInputPartition> tasks(List<FileEntry> files);

  /** Tells, without reading the files, whether one task will read them all. */
  boolean inOneTask(List<FileEntry> files);

  /**
   * Returns a planner whose tasks know the number of each statement in its file; this planner
   * itself, if its tasks know that.
   */
  default TaskPlanner numbering() {
    return this;
  }

  /** Returns a planner for whole files, which combines small ones. */
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
