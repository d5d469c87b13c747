package io.github.jellybridge.spark.scan;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;

/** How tasks read the files of a format; made on the driver, sent to the executors. */
public interface FileCodec extends Serializable {
  /** The columns to fill, as bits of {@link io.github.jellybridge.rdf.StatementBatch}. */
  int columns();

  /**
   * Returns how to read for rows that have terms as a whole, when nothing looks at terms apart from
   * them: nobody gains by a term that occurs again having the same id.
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
   */
  Opener opener(int tasks);

  /** Opens the files of one task; may lend memory from file to file. */
  interface Opener {
    /**
     * Opens a file or a part of one.
     *
     * @param in the decompressed bytes from the start of the slice on; closed with the reader
     * @param slice what to read
     * @param counts whether statements are going to be counted only
     * @param wanted lets the reader leave out statements that it rejects; null to want all
     */
    StatementReader open(InputStream in, FileSlice slice, boolean counts, PredicateFilter wanted)
        throws IOException;
  }
}
