package io.github.jellybridge.spark.write;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;

/**
 * The part of a file format that the classes of this package need for writing: the extension of
 * files, and an encoder for rows. Created on the driver, sent to the tasks.
 */
public interface RowFileFormat extends Serializable {
  /** The extension of file names, with its dot and without that of a compression. */
  String extension();

  /**
   * Starts a file.
   *
   * @param out the output, already compressed and buffered; the encoder does not close it
   */
  RowFileEncoder open(OutputStream out) throws IOException;
}
