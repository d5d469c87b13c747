package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.decode.RowDecoder;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.patch.PatchRowEncoder;
import io.github.jellybridge.rdf.TermTable;

/**
 * Encodes the rows of a stream in order, into a {@link FrameBuffer}. There is one for each form of
 * rows that is written: {@link V1RowEncoder} and {@link PatchRowEncoder}; {@link RowDecoder} is the
 * counterpart.
 */
public interface RowEncoder {
  /** Starts over: a reader that begins here knows nothing. The next row is the options row. */
  void restart();

  /** Writes the options row. */
  void options();

  /** Takes the table that ids refer to from now on; the one before was detached. */
  void use(TermTable terms);

  /** Keeps what repeated terms need of the table, which may change before it is used again. */
  void detach(TermTable terms);

  /** Starts rows at which a reader can begin. */
  default void start() {
    restart();
    options();
  }
}
