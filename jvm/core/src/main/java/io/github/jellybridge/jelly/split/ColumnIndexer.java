package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.columns.ColumnFrameDecoder;
import io.github.jellybridge.jelly.decode.FrameReader;
import io.github.jellybridge.jelly.wire.WireReader;
import java.io.IOException;
import java.util.Arrays;

/**
 * Finds split points in a file of the column layout. One walk reads the lookup entries and the
 * number of rows of each frame, but no columns.
 *
 * <p>A frame that restates the options needs no lookups from before. In a file with such frames,
 * they are preferred: others become split points only half a distance later.
 */
final class ColumnIndexer {
  private final SplitPointList found;
  private final FrameReader frames;
  private final WireReader in;
  private final byte[] scope;
  private final ColumnFrameDecoder decoder;
  private long every;

  /** Desired offset of the next split point, in bytes. */
  private long target;

  private long statements;

  /** The options row in force; null before the first one. */
  private byte[] optionsRow;

  /** Whether a frame has restated the options. */
  private boolean restated;

  /** Creates an indexer of a file whose header has been read. */
  ColumnIndexer(JellyReader reader, SplitPointList found, long every) {
    this.found = found;
    this.frames = reader.frames;
    this.in = reader.in;
    this.scope = reader.headerReader.opening.toByteArray();
    this.decoder = (ColumnFrameDecoder) frames.rows;
    this.every = every;
    this.target = every;
  }

  /** Walks to the end of the file. */
  void walk() throws IOException {
    while (frames.inFrame || frames.startFrame(false)) {
      frames.makeFrameWhole();
      int end = frames.bufferedEnd();
      byte[] row = optionsRow(end);
      if (optionsRow != null) {
        restated |= row != null;
        addPoint(row != null);
      }
      optionsRow = row == null ? optionsRow : row;
      statements += decoder.walkFrame(end);
      frames.endFrame();
    }
  }

  /** Returns the row of the frame at {@code in.pos}; null if it has none. */
  private byte[] optionsRow(int end) throws IOException {
    for (int at = in.pos; at < end; at = in.bodyEnd) {
      if (in.field(at, end) >>> 3 == 1) {
        return Arrays.copyOfRange(in.data, in.bodyStart, in.bodyEnd);
      }
    }
    return null;
  }

  /** Adds the start of the current frame if a split point is due. */
  private void addPoint(boolean restates) {
    if (frames.start < target + (restated && !restates ? every / 2 : 0)) {
      return;
    }
    StreamState state = decoder.state.write(scope, optionsRow, restates);
    every *=
        found.add(
            new SplitPoint(frames.start, in.frame, statements, decoder.state.messages(), state));
    target = frames.start + every;
  }
}
