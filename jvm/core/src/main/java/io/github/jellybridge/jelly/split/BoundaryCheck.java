package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.decode.StreamRowDecoder;
import io.github.jellybridge.jelly.decode.V1RowDecoder;
import io.github.jellybridge.jelly.wire.BufferPool;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Compares the assumptions of the reader of the next part of a file with the state at the end of
 * this one. At a checkpoint that reader assumes the stream options and the scope of blank nodes
 * that are repeated there, and no open graph; at a split point of an index it assumes all that the
 * index says.
 */
public final class BoundaryCheck {
  /** More than a checkpoint takes up, mostly. */
  private static final int CHUNK = 1 << 12;

  private final JellyReader reader;
  private final Split split;
  private final JellyReadOptions options;

  /**
   * Prepares a check.
   *
   * @param reader has read all of its part, which is not the last one
   */
  public BoundaryCheck(JellyReader reader, Split split, JellyReadOptions options) {
    this.reader = reader;
    this.split = split;
    this.options = options.toBuilder().chunkBytes(CHUNK).readAhead(false).build();
  }

  /**
   * Checks the start of the next part.
   *
   * @param rest the bytes after the part
   * @param decoded whether the rows of the part were looked into, so that all is known that they
   *     say
   * @throws JellyParseException if the next part would start with a wrong state
   */
  public void check(InputStream rest, boolean decoded) throws IOException {
    if (split.endsAtCheckpoint()) {
      checkCheckpoint(rest);
    } else if (decoded) {
      checkIndex();
    }
  }

  /** Checks that a checkpoint repeats the options and the scope of this part. */
  private void checkCheckpoint(InputStream rest) throws IOException {
    if (reader.frames.rows.inGraph()) {
      throw reader.in.error(
          reader.in.pos, "a graph end before a checkpoint", "a graph that is open");
    }
    JellyReader next = start(rest);
    if (next != null) {
      compare("stream options", reader.header().options(), next.header().options());
      compare("scope of blank nodes", reader.headerReader.scope, next.headerReader.scope);
    }
  }

  /**
   * Checks that the state that an index gives for the next split point is that after all rows of
   * this part. So each part vouches for the next one, even if the file has changed since.
   */
  private void checkIndex() throws IOException {
    JellyReader next = start(InputStream.nullInputStream());
    if (next == null) {
      return;
    }
    String difference = difference(next);
    if (difference != null) {
      throw reader.frames.wrongIndex("what is known of the stream", difference);
    }
  }

  private String difference(JellyReader next) throws IOException {
    if (!reader.header().options().equals(next.header().options())) {
      return "other stream options";
    }
    if (!Objects.equals(reader.headerReader.scope, next.headerReader.scope)) {
      return "another scope of blank nodes";
    }
    return StateComparison.difference(rows(reader), rows(next));
  }

  /** Returns the decoder of a part: only files of 1.x have an index. */
  private static StreamRowDecoder rows(JellyReader part) {
    return ((V1RowDecoder) part.frames.rows).strict;
  }

  /** Starts the next part, which is not closed; null if it cannot be read, as it will say. */
  private JellyReader start(InputStream rest) throws IOException {
    Split following = new Split(split.next(), null);
    JellyReader next = JellyReader.open(rest, reader.in.file, options, new BufferPool(), following);
    try {
      next.header();
      return next;
    } catch (JellyParseException e) {
      return null;
    }
  }

  private void compare(String what, Object before, Object repeated) throws JellyParseException {
    if (!Objects.equals(before, repeated)) {
      throw reader.in.error(
          reader.in.pos,
          "a checkpoint with the " + what + " of before: " + before,
          String.valueOf(repeated));
    }
  }
}
