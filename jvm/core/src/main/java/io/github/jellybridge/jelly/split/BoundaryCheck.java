package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.decode.OptionChecks;
import io.github.jellybridge.jelly.decode.RowDecoder;
import io.github.jellybridge.jelly.wire.BufferPool;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Compares the state at the end of a split with the assumptions of the reader of the next one. At a
 * checkpoint that reader assumes the stream options and the scope of blank nodes that are repeated
 * there, and no open graph. At a split point of an index it assumes the state in the index.
 */
public final class BoundaryCheck {
  /** Larger than most checkpoints, in bytes. */
  private static final int CHUNK = 1 << 12;

  private final JellyReader reader;
  private final Split split;
  private final JellyReadOptions options;

  /**
   * Creates a check.
   *
   * @param reader has read all of its split, which is not the last one of the file
   */
  public BoundaryCheck(JellyReader reader, Split split, JellyReadOptions options) {
    this.reader = reader;
    this.split = split;
    this.options = options.toBuilder().chunkBytes(CHUNK).readAhead(false).build();
  }

  /**
   * Checks the start of the next split.
   *
   * @param rest the bytes after the split
   * @param decoded whether the rows of the split were decoded and not only counted, so that the
   *     state at its end is known
   * @throws JellyParseException if the next split would start with a wrong state
   */
  public void check(InputStream rest, boolean decoded) throws IOException {
    if (split.endsAtCheckpoint()) {
      checkCheckpoint(rest, decoded);
    } else if (decoded) {
      checkIndex();
    }
  }

  /** Checks that a checkpoint repeats the options and the scope of this split. */
  private void checkCheckpoint(InputStream rest, boolean decoded) throws IOException {
    if (reader.frames.rows.inGraph()) {
      throw reader.in.error(
          reader.in.pos, "a graph end before a checkpoint", "a graph that is open");
    }
    long messages = reader.frames.rows.messagesAtCheckpoint();
    if (decoded && messages != split.next().message()) {
      throw reader.frames.wrongIndex("message " + split.next().message(), "message " + messages);
    }
    JellyReader next = start(rest);
    if (next != null) {
      StreamOptions before = reader.header().options();
      if (!before.equals(next.header().options())) {
        throw OptionChecks.changed(reader.in, reader.in.pos, before, next.header().options());
      }
      compareScopes(reader.headerReader.scope, next.headerReader.scope);
    }
  }

  /**
   * Checks that the state in the index for the next split point equals the state after all rows of
   * this split. So each split verifies the next one, even if the file has changed since indexing.
   */
  private void checkIndex() throws IOException {
    JellyReader next = start(InputStream.nullInputStream());
    if (next == null) {
      return;
    }
    String difference = difference(next);
    if (difference != null) {
      throw reader.frames.wrongIndex("the stream state of the index", difference);
    }
  }

  private String difference(JellyReader next) {
    RowDecoder rows = reader.frames.rows;
    RowDecoder others = next.frames.rows;
    if (!rows.options().equals(others.options())) {
      return "other stream options";
    }
    if (!Objects.equals(reader.headerReader.scope, next.headerReader.scope)) {
      return "another scope of blank nodes";
    }
    return StateComparison.difference(rows, others);
  }

  /**
   * Starts the next split without closing it; returns null if it cannot be read, which its own
   * reader reports.
   */
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

  private void compareScopes(String before, String repeated) throws JellyParseException {
    if (!Objects.equals(before, repeated)) {
      throw reader.in.error(
          reader.in.pos,
          "a checkpoint with the scope of blank nodes of the stream: " + before,
          String.valueOf(repeated));
    }
  }
}
