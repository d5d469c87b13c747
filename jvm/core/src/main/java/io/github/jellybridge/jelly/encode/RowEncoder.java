package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.decode.RowDecoder;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.patch.PatchRowEncoder;
import io.github.jellybridge.rdf.TermTable;

/**
 * Encodes the rows of a stream in order, into a {@link FrameBuffer}. Each form of rows that can be
 * written has an implementation: {@link V1RowEncoder} and {@link PatchRowEncoder}. {@link
 * RowDecoder} is the counterpart.
 */
public interface RowEncoder {
  /** Restarts, for a reader that begins here. The next row is the options row. */
  void restart();

  /** Writes the options row. */
  void options();

  /** Uses a table from now on; the previous one has been detached. */
  void use(TermTable terms);

  /** Copies the terms that may be repeated, as the table may change before its next use. */
  void detach(TermTable terms);

  /** Writes the rows at which a reader can begin. */
  default void start() {
    restart();
    options();
  }
}
