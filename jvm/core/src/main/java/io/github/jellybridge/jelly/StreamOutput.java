package io.github.jellybridge.jelly;

import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.statistics.StatisticsCollector;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.jelly.wire.FrameWriter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The frames of a stream that is written, in any layout, and the list of its checkpoints. */
final class StreamOutput {
  private static final int METADATA = 15;

  /** Shorter files without checkpoints have no statistics: reading them costs next to nothing. */
  private static final int LEAST_BYTES = 1 << 16;

  /** The metadata keys of Bloom filters, by column. */
  private static final String[] BLOOM_KEYS = {
    "jelly-bridge.bloom.s", "jelly-bridge.bloom.p", "jelly-bridge.bloom.o", "jelly-bridge.bloom.g"
  };

  /** The frame being written. */
  final FrameBuffer frame = new FrameBuffer();

  final FrameWriter sink;
  private final PartedOutput parts;
  private final JellyWriteOptions options;
  private final long checkpointBytes;
  private final List<SplitPoint> checkpoints = new ArrayList<>();
  private final StatisticsCollector statistics;
  private long frames;
  private long lastCheckpoint;
  private int partsEnded;

  // With checkpoints, the last frame that the caller ended: it may become the last of the file.
  private byte[] held;

  StreamOutput(OutputStream out, JellyWriteOptions options) {
    this.sink = new FrameWriter(out, options.delimited());
    this.parts = out instanceof PartedOutput parted ? parted : () -> {};
    this.options = options;
    this.checkpointBytes =
        options.delimited() && options.checkpointBytes() > 0
            ? options.checkpointBytes()
            : Long.MAX_VALUE;
    this.statistics =
        options.statistics() && checkpointBytes < Long.MAX_VALUE
            ? new StatisticsCollector(isFlat() ? options.bloomFilter() : 0, maxFrameBytes())
            : null;
  }

  /** Returns whether frames have no meaning, so that the writer may add some. */
  private boolean isFlat() {
    return !options.logicalType().grouped();
  }

  /** Returns the number of frames written to their end. */
  long frames() {
    return frames;
  }

  /** Returns whether enough bytes have been written since the last checkpoint for another one. */
  boolean checkpointDue() {
    return position() + frame.length() - lastCheckpoint >= checkpointBytes;
  }

  /**
   * Makes the next frame, which has no content yet, a checkpoint.
   *
   * @param statements number of statements before it
   * @param messages number of messages that have ended before it
   */
  void checkpoint(long statements, long messages) throws IOException {
    endPart(false);
    lastCheckpoint = position();
    checkpoints.add(new SplitPoint(lastCheckpoint, frames, statements, messages, null));
  }

  // ---- statistics ------------------------------------------------------------------------------

  /** Adds statements that were encoded to the statistics of the current part. */
  void count(StatementBatch batch, TermTable terms, int from, int to) {
    if (statistics != null) {
      statistics.add(batch, terms, from, to);
    }
  }

  /**
   * Ends a part: writes its Bloom filters, each in a frame of its own.
   *
   * @param hasContent whether the current frame has content, which is written before them
   * @return whether the current frame still has content
   */
  private boolean endPart(boolean hasContent) throws IOException {
    if (statistics == null) {
      return hasContent;
    }
    boolean content = hasContent;
    long partBytes = position() + (content ? frame.length() : 0) - lastCheckpoint;
    for (int column = 0; column < BLOOM_KEYS.length; column++) {
      byte[] filter = statistics.bloom(column, partBytes);
      if (filter != null && filter.length < maxFrameBytes()) {
        if (content) {
          flush();
          content = false;
        }
        metadata(BLOOM_KEYS[column], filter);
        flush();
        statistics.bloomWritten(column, filter, sink.bytes() - filter.length);
      }
    }
    statistics.endPart();
    return content;
  }

  private int maxFrameBytes() {
    return options.maxFrameBytes() > 0 ? options.maxFrameBytes() : Integer.MAX_VALUE;
  }

  // ---- metadata --------------------------------------------------------------------------------

  /** Adds the scope of blank nodes to the metadata of the frame, if there is one. */
  void scope() {
    if (options.scope() != null) {
      metadata(JellyWriter.SCOPE_KEY, options.scope().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Adds an entry of the metadata map. */
  void metadata(String key, byte[] value) {
    byte[] name = key.getBytes(StandardCharsets.US_ASCII);
    int length =
        2
            + FrameBuffer.varintLength(name.length)
            + name.length
            + FrameBuffer.varintLength(value.length)
            + value.length;
    frame.ensure(length + 8L);
    byte[] d = frame.data;
    int p = frame.end;
    d[p] = METADATA << 3 | 2;
    p = FrameBuffer.varint(d, p + 1, length);
    p = FrameBuffer.field(d, p, 1, name);
    frame.end = FrameBuffer.field(d, p, 2, value);
  }

  // ---- frames ----------------------------------------------------------------------------------

  /** Ends the frame. */
  void flush() throws IOException {
    flush(false);
  }

  /** Ends the frame at the request of the caller. It may turn out to be the last one. */
  void flushForCaller() throws IOException {
    flush(!checkpoints.isEmpty());
  }

  private void flush(boolean hold) throws IOException {
    if (frames == 0) {
      if (!options.delimited()) {
        // After the rows: the options row has to come first to show how the stream is framed.
        scope();
      }
    } else if (!options.delimited()) {
      throw new IllegalStateException("a stream that is not delimited has one frame");
    }
    writeHeld();
    if (hold) {
      held = Arrays.copyOf(frame.data, frame.end);
    } else {
      write(frame.data, frame.end);
    }
    frames++;
    frame.reset();
  }

  /** Returns the offset in the file of the next frame. */
  private long position() {
    return held == null
        ? sink.bytes()
        : sink.bytes() + delimitedLength(held.length - FrameBuffer.HEAD);
  }

  private static int delimitedLength(int length) {
    return FrameBuffer.varintLength(length) + length;
  }

  private void writeHeld() throws IOException {
    if (held != null) {
      byte[] last = held;
      held = null;
      write(last, last.length);
    }
  }

  /** Writes a frame; a part ends before each checkpoint. */
  private void write(byte[] data, int end) throws IOException {
    if (partsEnded < checkpoints.size() && checkpoints.get(partsEnded).offset() == sink.bytes()) {
      parts.endPart();
      partsEnded++;
    }
    sink.write(data, end);
  }

  /** Returns how many bytes the list of checkpoints and the statistics take in a frame. */
  private int listLength(byte[] list, byte[] encoded) {
    int start = frame.end;
    metadata(CheckpointIndex.KEY, CheckpointIndex.value(list, encoded, 0));
    int length = frame.end - start;
    frame.end = start;
    return length;
  }

  /**
   * Writes the last frame, which contains the list of checkpoints and the statistics.
   *
   * @param hasContent whether the current frame has more than metadata
   * @param maxFrameBytes maximum length of a frame
   */
  void writeLast(boolean hasContent, int maxFrameBytes) throws IOException {
    boolean content = hasContent;
    boolean small = position() + frame.length() < LEAST_BYTES || !isFlat();
    byte[] encoded = new byte[0];
    if (statistics != null && !(small && checkpoints.isEmpty())) {
      content = endPart(content);
      encoded = statistics.encoded();
    }
    byte[] list = CheckpointIndex.list(checkpoints);
    if (listLength(list, encoded) > maxFrameBytes()) {
      encoded = new byte[0];
    }
    if (checkpoints.isEmpty() && encoded.length == 0) {
      if (content) {
        flush();
      }
      return;
    }
    long room = (long) maxFrameBytes - listLength(list, encoded);
    if (!content && held != null && held.length - FrameBuffer.HEAD <= room) {
      // The caller ended the last frame: it is the held one.
      byte[] last = held;
      held = null;
      System.arraycopy(last, 0, frame.data, 0, last.length);
      frame.end = last.length;
      frames--;
    } else if (content && frame.length() > room) {
      // The list needs its own frame.
      flush();
    }
    writeHeld();
    int start = frame.end;
    metadata(CheckpointIndex.KEY, CheckpointIndex.value(list, encoded, 0));
    long fileLength = sink.bytes() + delimitedLength(frame.length());
    frame.end = start;
    metadata(CheckpointIndex.KEY, CheckpointIndex.value(list, encoded, fileLength));
    // A part of its own, so that the list can be read without the rest.
    parts.endPart();
    sink.write(frame.data, frame.end);
    frames++;
    frame.reset();
  }
}
