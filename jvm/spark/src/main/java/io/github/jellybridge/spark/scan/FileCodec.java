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
 * How the files of a table are read: shared among tasks on the driver, then sent to the executors,
 * which open them.
 */
public interface FileCodec extends Serializable {
  /** The columns to fill, as bits of {@link io.github.jellybridge.rdf.StatementBatch}. */
  int columns();

  /** Returns the same codec for other columns. */
  FileCodec withColumns(int columns);

  /** Returns what shares the files among tasks; whole files unless the format can split them. */
  default TaskPlanner tasks(
      FileOptions files, SessionSettings session, SerializableHadoopConf conf) {
    return TaskPlanner.ofWholeFiles(session);
  }

  /**
   * Returns the codec for rows that hold whole terms, when nothing else looks at terms: equal terms
   * then need not have the same id.
   */
  default FileCodec forRows() {
    return this;
  }

  /**
   * Tells whether a slice can only be read of the very file that was planned with; one that was
   * changed since is then an error.
   */
  default boolean needsUnchanged(FileSlice slice) {
    return false;
  }

  /**
   * Makes what opens the files of one task, one after the other.
   *
   * @param tasks how many tasks the scan has
   * @param conf for a second look at a file, when an error has to name its line
   */
  Opener opener(int tasks, Configuration conf);

  /** Opens the files of one task; may lend memory from file to file. */
  interface Opener {
    /**
     * Opens a file or a part of one.
     *
     * @param in the decompressed bytes from the start of the slice on; closed with the reader
     * @param slice what to read
     * @param counts whether statements are going to be counted only
     * @param filter lets the reader leave out statements that it rejects; null to keep all
     */
    StatementReader open(InputStream in, FileSlice slice, boolean counts, PredicateFilter filter)
        throws IOException;
  }
}
