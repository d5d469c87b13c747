package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import java.io.IOException;

/**
 * A file to find places of.
 *
 * @param source its bytes
 * @param file its name
 * @param options how to read it
 * @param every how far apart the places should be, in bytes
 * @param maxStateBytes what all states may take up, in bytes; places get rarer to keep to it
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

  /** Returns the job with options that have all of a file walked over. */
  IndexedFile forWalk() {
    JellyReadOptions all =
        options.toBuilder()
            .blankNodes(BlankNodes.PRESERVE)
            .columns(JellyReadOptions.ALL)
            .wholeFrames(false)
            .build();
    return new IndexedFile(source, file, all, every, maxStateBytes);
  }

  /** Returns the job with no limit for states, as somebody else adds them up. */
  IndexedFile forOnePlace() {
    return new IndexedFile(source, file, options, every, Long.MAX_VALUE);
  }
}
