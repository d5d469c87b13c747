package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import java.io.IOException;

/**
 * A file whose split points are to be found.
 *
 * @param source its bytes
 * @param file its name
 * @param options how to read it
 * @param every distance of the split points, in bytes
 * @param maxStateBytes limit of the size of all states, in bytes; the distance grows to stay below
 *     it
 */
record IndexedFile(
    SplitIndexer.Source source,
    String file,
    JellyReadOptions options,
    long every,
    long maxStateBytes) {

  /** Opens the file at its start. */
  JellyReader reader() throws IOException {
    return JellyReader.open(source.open(), file, options);
  }

  /** Returns the job with options for a walk over the whole file. */
  IndexedFile forWalk() {
    return new IndexedFile(source, file, forWalk(options), every, maxStateBytes);
  }

  /** Returns options to read everything, with the limits and the strictness of the given ones. */
  static JellyReadOptions forWalk(JellyReadOptions options) {
    return options.toBuilder()
        .blankNodes(BlankNodes.PRESERVE)
        .columns(JellyReadOptions.ALL)
        .wholeFrames(false)
        .build();
  }

  /** Returns the job without a limit for states, for a caller that adds up the states itself. */
  IndexedFile forOnePoint() {
    return new IndexedFile(source, file, options, every, Long.MAX_VALUE);
  }
}
