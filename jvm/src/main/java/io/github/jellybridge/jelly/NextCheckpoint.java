package io.github.jellybridge.jelly;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Compares the checkpoint that a part of a file ends at with what the part has started with. Who
 * reads the next part knows nothing of this one, takes the stream options and the scope of blank
 * nodes as they are repeated there, and no graph to be open.
 */
final class NextCheckpoint {
  /** More than a checkpoint takes up, mostly. */
  private static final int CHUNK = 1 << 12;

  private NextCheckpoint() {}

  /**
   * Checks that a checkpoint repeats what a part has started with. One that cannot be read is left
   * to the next part, which says so.
   *
   * @param reader has read all of its part
   * @param rest the bytes behind the part
   * @throws JellyParseException if the checkpoint says something else
   */
  static void check(JellyReader reader, InputStream rest, JellyReadOptions options, Split split)
      throws IOException {
    if (reader.frames.rows.inGraph()) {
      throw reader.in.error(
          reader.in.pos, "a graph end before a checkpoint", "a graph that is open");
    }
    JellyReadOptions few = options.toBuilder().chunkBytes(CHUNK).readAhead(false).build();
    SplitPoint place = new SplitPoint(split.end(), split.endFrame(), split.endStatement(), null);
    // Not closed, as the stream is that of the part.
    JellyReader next =
        JellyReader.open(rest, reader.in.file, few, new ReaderMemory(), Split.between(place, null));
    try {
      next.header();
    } catch (JellyParseException e) {
      return;
    }
    compare(reader, "stream options", reader.header().options(), next.header().options());
    compare(reader, "scope of blank nodes", reader.headerReader.scope, next.headerReader.scope);
  }

  private static void compare(JellyReader reader, String what, Object before, Object repeated)
      throws JellyParseException {
    if (!Objects.equals(before, repeated)) {
      throw reader.in.error(
          reader.in.pos,
          "a checkpoint with the " + what + " of before: " + before,
          String.valueOf(repeated));
    }
  }
}
