package io.github.jellybridge.spark.scan;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.SessionSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the files of a table: divides them among tasks on the driver, and opens them on the
 * executors.
 */
public interface FileCodec extends Serializable {
  /** The columns to fill, as bits of {@link io.github.jellybridge.rdf.StatementBatch}. */
  int columns();

  /** Returns the same codec for other columns. */
  FileCodec withColumns(int columns);

  /**
   * Returns the planner that divides the files among tasks; it plans whole files unless the format
   * can split them.
   */
  default TaskPlanner tasks(
      FileOptions files, SessionSettings session, SerializableHadoopConf conf) {
    return TaskPlanner.ofWholeFiles(session);
  }

  /**
   * Returns the codec for rows of whole terms, if nothing else reads terms: equal terms then need
   * not have the same id.
   */
  default FileCodec forRows() {
    return this;
  }

  /** Returns the codec for a caller that takes batches of one column also as runs. */
  default FileCodec forRuns() {
    return this;
  }

  /**
   * Tells whether a slice can only be read from the exact file that it was planned for, so that a
   * file changed since then is an error.
   */
  default boolean needsUnchanged(FileSlice slice) {
    return false;
  }

  /**
   * Creates the opener of the files of one task.
   *
   * @param tasks number of tasks of the scan
   * @param conf for reading a file again when an error has to name its line
   */
  Opener opener(int tasks, Configuration conf);

  /** Opens the files of one task one after the other; may reuse memory from file to file. */
  interface Opener {
    /**
     * Opens a file or a part of one.
     *
     * @param in the decompressed bytes from the start of the slice on; closed with the reader
     * @param slice the part to read
     * @param counts whether statements will only be counted
     * @param filter allows the reader to skip statements that it rejects; null to keep all
     */
    StatementReader open(InputStream in, FileSlice slice, boolean counts, PredicateFilter filter)
        throws IOException;
  }
}
