package io.github.jellybridge.spark.write;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;

/**
 * What a file format has to bring so that the classes of this package write it: how files are
 * named, and an encoder from rows. Made on the driver, sent to the tasks.
 */
public interface RowFileFormat extends Serializable {
  /** The extension of the names, with its dot and without that of a compression. */
  String extension();

  /**
   * Starts a file.
   *
   * @param out where to write, compressed and buffered already; the encoder does not close it
   */
  RowFileEncoder open(OutputStream out) throws IOException;
}
