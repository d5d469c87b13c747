package io.github.jellybridge.jelly;

import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.jelly.wire.FrameWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The frames of a stream that is written, in any layout, and the list of its checkpoints. */
final class StreamOutput {
  private static final int METADATA = 15;

  /** The frame being written. */
  final FrameBuffer frame = new FrameBuffer();

  final FrameWriter sink;
  private final PartedOutput parts;
  private final JellyWriteOptions options;
  private final long checkpointBytes;
  private final List<SplitPoint> checkpoints = new ArrayList<>();
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
  void checkpoint(long statements, long messages) {
    lastCheckpoint = position();
    checkpoints.add(new SplitPoint(lastCheckpoint, frames, statements, messages, null));
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

  /** Returns how many bytes a list of checkpoints takes in a frame. */
  private int listLength(byte[] list) {
    int start = frame.end;
    metadata(CheckpointIndex.KEY, CheckpointIndex.value(list, 0));
    int length = frame.end - start;
    frame.end = start;
    return length;
  }

  /**
   * Writes the last frame, which contains the list of checkpoints.
   *
   * @param hasContent whether the current frame has more than metadata
   * @param maxFrameBytes maximum length of a frame
   */
  void writeLast(boolean hasContent, int maxFrameBytes) throws IOException {
    if (checkpoints.isEmpty()) {
      if (hasContent) {
        flush();
      }
      return;
    }
    byte[] list = CheckpointIndex.list(checkpoints);
    long room = (long) maxFrameBytes - listLength(list);
    if (!hasContent && held != null && held.length - FrameBuffer.HEAD <= room) {
      // The caller ended the last frame: it is the held one.
      byte[] last = held;
      held = null;
      System.arraycopy(last, 0, frame.data, 0, last.length);
      frame.end = last.length;
      frames--;
    } else if (hasContent && frame.length() > room) {
      // The list needs its own frame.
      flush();
    }
    writeHeld();
    int start = frame.end;
    metadata(CheckpointIndex.KEY, CheckpointIndex.value(list, 0));
    long fileLength = sink.bytes() + delimitedLength(frame.length());
    frame.end = start;
    metadata(CheckpointIndex.KEY, CheckpointIndex.value(list, fileLength));
    // A part of its own, so that the list can be read without the rest.
    parts.endPart();
    sink.write(frame.data, frame.end);
    frames++;
    frame.reset();
  }
}
