package io.github.jellybridge.jelly.wire;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Where frames are written to, and whether that still makes sense: after a failure it does not, as
 * nobody knows what was written.
 */
public final class FrameWriter {
  private final OutputStream sink;
  private final boolean delimited;
  private boolean finished;
  private boolean failed;
  private long bytes;

  /** What ends a stream. */
  public interface End {
    void write() throws IOException;
  }

  /**
   * Makes an output.
   *
   * @param sink closed with the output
   * @param delimited whether the length of a frame stands before it
   */
  public FrameWriter(OutputStream sink, boolean delimited) {
    this.sink = sink;
    this.delimited = delimited;
  }

  /** Whatever fails from here to {@link #end} leaves the stream unusable. */
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

  /** Writes a frame that starts behind {@link FrameBuffer#HEAD} bytes of room for its length. */
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

  /** Ends the stream, once; what is to come before its end is written by {@code last}. */
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

  /** Finishes, unless writing failed before, and closes the stream. */
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
