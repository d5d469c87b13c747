package io.github.jellybridge.jelly.wire;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes frames to a stream. Refuses to continue after a failure, as it is unknown how much was
 * written.
 */
public final class FrameWriter {
  private final OutputStream sink;
  private final boolean delimited;
  private boolean finished;
  private boolean failed;
  private long bytes;

  /** Writes the end of a stream. */
  public interface End {
    void write() throws IOException;
  }

  /**
   * Creates a writer.
   *
   * @param sink closed with the writer
   * @param delimited whether each frame is preceded by its length
   */
  public FrameWriter(OutputStream sink, boolean delimited) {
    this.sink = sink;
    this.delimited = delimited;
  }

  /** Begins a change: a failure between here and {@link #end} makes the stream unusable. */
  public void begin() {
    if (finished || failed) {
      throw new IllegalStateException(
          failed ? "writing failed before" : "the stream was finished before");
    }
    failed = true;
  }

  public void end() {
    failed = false;
  }

  /** Writes a frame, which starts after {@link FrameBuffer#HEAD} bytes reserved for its length. */
  public void write(byte[] frame, int end) throws IOException {
    int length = end - FrameBuffer.HEAD;
    int from = FrameBuffer.HEAD;
    if (delimited) {
      from -= FrameBuffer.varintLength(length);
      FrameBuffer.varint(frame, from, length);
    }
    sink.write(frame, from, end - from);
    bytes += end - from;
  }

  /** Returns the number of bytes written. */
  public long bytes() {
    return bytes;
  }

  /** Ends the stream, once. The callback {@code last} writes the last frames. */
  public void finish(End last) throws IOException {
    if (finished) {
      return;
    }
    begin();
    last.write();
    sink.flush();
    finished = true;
    end();
  }

  /** Finishes the stream, unless writing failed before, and closes it. */
  public void close(End last) throws IOException {
    try {
      if (!failed) {
        finish(last);
      }
    } finally {
      sink.close();
    }
  }
}
