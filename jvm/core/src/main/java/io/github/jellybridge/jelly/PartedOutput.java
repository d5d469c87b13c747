package io.github.jellybridge.jelly;

import java.io.IOException;

/**
 * An output stream that stores the parts of a file so that a reader can start at each of them: a
 * compressor that starts over. {@link JellyWriter} tells it where the parts end.
 */
public interface PartedOutput {
  /** Ends a part: a reader may start at the byte that is written next. */
  void endPart() throws IOException;
}
