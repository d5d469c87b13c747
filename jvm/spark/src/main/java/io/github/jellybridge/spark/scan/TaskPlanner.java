package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.filter.PushedFilters;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.SessionSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

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
   * Returns a planner that leaves out parts that a query does not need; this planner itself, if it
   * cannot tell.
   */
  default TaskPlanner reading(Wanted wanted) {
    return this;
  }

  /**
   * The statements of the files that a query needs.
   *
   * @param filters which statements
   * @param counted if statements are only counted: for each term of this column, a bit of {@link
   *     io.github.jellybridge.rdf.StatementBatch}, or all together if it is 0
   * @param limit how many statements
   */
  record Wanted(PushedFilters filters, OptionalInt counted, long limit) {
    /** The limit of a query that needs all statements. */
    public static final long ALL = Long.MAX_VALUE;

    /** All statements with all columns. */
    public static final Wanted EVERYTHING =
        new Wanted(PushedFilters.none(), OptionalInt.empty(), ALL);
  }

  /**
   * Returns numbers of statements and terms for Spark's optimizer; empty if too few of the files
   * have statistics.
   */
  default Optional<StatementCounts> counts(List<FileEntry> files) {
    return Optional.empty();
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
    public static final PartCounts NONE = new PartCounts(0, 0);

    /** Returns the sum of both. */
    public PartCounts plus(PartCounts that) {
      return new PartCounts(read + that.read, skipped + that.skipped);
    }
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
