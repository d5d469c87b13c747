package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.filter.PushedFilters;
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

  /**
   * Returns a planner that leaves out parts of files by their statistics; this planner itself, if
   * it knows none.
   *
   * @param filters no task reads a part of a file without a statement that passes them
   * @param counts whether statements will only be counted, all of them
   */
  default TaskPlanner reading(PushedFilters filters, boolean counts) {
    return this;
  }

  /** Returns how many parts of files the last planned tasks read and leave out. */
  default PartCounts parts() {
    return PartCounts.NONE;
  }

  /**
   * Numbers of parts of files that have statistics.
   *
   * @param read parts that tasks read
   * @param skipped parts that no task reads
   */
  record PartCounts(long read, long skipped) {
    /** No parts with statistics. */
    static final PartCounts NONE = new PartCounts(0, 0);
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
