package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.wire.ChunkedInput;
import io.github.jellybridge.jelly.wire.RowHeader;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.StatementBatch;
import java.io.IOException;

/**
 * Finds the frames of a stream (Jelly-RDF 1.1, "Stream frames"), lets a {@link RowDecoder} decode
 * their rows, and checks their ends.
 */
public final class FrameReader {
  /** The longest form of a varint, in bytes; lengths take at most five. */
  public static final int MAX_VARINT = 10;

  /** The longest tag and length of a row, in bytes; limits of rows exclude them. */
  private static final int ROW_HEAD = 1 + MAX_VARINT;

  private final WireReader in;
  private final ChunkedInput chunks;
  private final Split split;
  private final StatementBatch batch;
  private final FrameBlankNodes scope;

  /** Limit of the length of frames. */
  private long maxFrameBytes;

  /** Whether each frame is preceded by its length. */
  public boolean delimited;

  /** Decodes the rows; null before the options row. */
  public RowDecoder rows;

  /** Whether the reader is inside a frame. */
  public boolean inFrame;

  /** Offset in the file of the last started frame, including its length if it has one. */
  public long start;

  /** Offset in the file of the end of the last started frame. */
  public long end;

  /** The number of frames read to their end. */
  public long count;

  /**
   * Creates a reader before the first frame.
   *
   * @param split the expected end of the stream
   * @param batch the batch to decode rows into
   * @param scope gives each frame its own blank nodes; null for none
   */
  public FrameReader(
      WireReader in,
      ChunkedInput chunks,
      Split split,
      StatementBatch batch,
      FrameBlankNodes scope,
      long maxFrameBytes) {
    this.in = in;
    this.chunks = chunks;
    this.split = split;
    this.batch = batch;
    this.scope = scope;
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Rejects longer frames and rows from now on. */
  void limit(long maxBytes) {
    maxFrameBytes = maxBytes;
    if (rows != null) {
      rows.maxRowBytes(maxBytes);
    }
  }

  /**
   * Starts the next frame.
   *
   * @param whole whether to buffer the whole frame
   * @return false at the end of the stream, or if the batch must be returned before more is read
   */
  public boolean startFrame(boolean whole) throws IOException {
    while (!isLengthBuffered()) {
      if (batch.size() > 0) {
        return false;
      }
      refill(chunks.chunkBytes());
    }
    if (in.pos == in.limit) {
      if (batch.size() == 0) {
        checkEnd();
      }
      return false;
    }
    in.row = -1;
    long length = Long.MAX_VALUE >> 1;
    int at = in.pos;
    start = in.fileOffset(at);
    if (delimited) {
      length = in.varint(at, in.limit);
      if (length < 0 || length > maxFrameBytes) {
        throw in.error(
            at,
            "a frame of at most " + maxFrameBytes + " bytes (option maxFrameBytes)",
            "a frame of " + Long.toUnsignedString(length) + " bytes");
      }
    } else if (count > 0) {
      return false;
    }
    int body = delimited ? in.next : at;
    boolean buffer = whole || rows != null && rows.needsWholeFrames();
    if (buffer && in.limit - body < length && !in.ended && batch.size() > 0) {
      // Reading its bytes would start another chunk and invalidate the terms of the batch.
      return false;
    }
    in.pos = body;
    end = in.base + body + length;
    inFrame = true;
    if (scope != null) {
      scope.start(in.frame);
    }
    if (buffer) {
      // A chunk has many frames of columns: fewer chunks are fewer copies of the lookups.
      bufferFrame(whole ? 0 : chunks.chunkBytes());
    }
    return true;
  }

  /** Returns whether the length of the next frame is buffered, or all remaining bytes are. */
  private boolean isLengthBuffered() {
    return in.ended || (delimited ? in.isVarintBuffered() : in.limit - in.pos >= MAX_VARINT);
  }

  /** Buffers the rest of the frame. Its length has been checked. */
  public void makeFrameWhole() throws IOException {
    bufferFrame(0);
  }

  /** Buffers the rest of the frame, and if that needs another read, at least so many bytes. */
  private void bufferFrame(int atLeast) throws IOException {
    while (!in.ended && in.base + in.limit < end) {
      int buffered = in.limit - in.pos;
      long missing = end - in.base - in.pos;
      if (buffered > maxFrameBytes) {
        throw in.error(
            in.pos,
            "a frame of at most " + maxFrameBytes + " bytes (option maxFrameBytes)",
            "a longer one");
      }
      // Double the buffer each time: a wrong length then takes no more memory than the file has
      // bytes.
      long wanted = Math.max(chunks.chunkBytes(), 2L * buffered);
      refill((int) Math.min(wanted, Math.max(Math.min(missing, maxFrameBytes + 1), atLeast)));
    }
    if (!isFrameBuffered()) {
      throw cutFrame();
    }
  }

  /**
   * Decodes rows of the current frame.
   *
   * @return false if the batch is full, or must be returned before more can be read
   */
  public boolean decode(int max) throws IOException {
    while (true) {
      boolean whole = isFrameBuffered();
      int to = bufferedEnd();
      rows.decode(batch, to, whole, max);
      if (whole && in.pos >= to) {
        endFrame();
        return true;
      }
      if (batch.size() > 0) {
        return false;
      }
      refill(neededForRow());
    }
  }

  /** Returns whether the current frame is buffered to its end; a bare frame ends with the file. */
  public boolean isFrameBuffered() {
    return end - in.base <= in.limit || in.ended && !delimited;
  }

  /** Returns the end in the chunk of the buffered part of the current frame. */
  public int bufferedEnd() {
    return (int) Math.min(in.limit, end - in.base);
  }

  private JellyParseException cutFrame() {
    if (!split.isLast() && in.fileOffset(in.limit) == split.end()) {
      return wrongIndex("the end of a frame", "the middle of one");
    }
    return in.error(
        in.pos,
        "a frame that ends at byte " + end,
        "the end of the file, " + (end - in.base - in.limit) + " bytes short");
  }

  /** Reads more of the row at {@code in.pos}, which is only partly buffered. */
  public void refillForRow() throws IOException {
    refill(neededForRow());
  }

  private void refill(int wanted) throws IOException {
    chunks.refill(wanted, rows == null ? null : rows.retained());
  }

  /** Returns how many bytes to buffer to make progress with the row at {@code in.pos}. */
  private int neededForRow() throws JellyParseException {
    int buffered = in.limit - in.pos;
    long most = maxFrameBytes + ROW_HEAD;
    if (in.ended || buffered >= most) {
      in.row = RowHeader.rowAt(in, in.pos);
    }
    if (in.ended) {
      throw cutFrame();
    }
    if (buffered >= most) {
      throw in.error(
          in.pos,
          "a row of at most " + maxFrameBytes + " bytes (option maxFrameBytes)",
          "a longer one");
    }
    long wanted = Math.max(chunks.chunkBytes(), 2L * buffered);
    return (int) Math.min(wanted, most);
  }

  /** Ends the current frame. */
  public void endFrame() throws JellyParseException {
    if (rows != null) {
      rows.endFrame();
    }
    inFrame = false;
    count++;
    in.frame++;
    in.row = -1;
  }

  /** Adds frames that another component has read to the counts. */
  public void passed(long whole) {
    count += whole;
    in.frame += whole;
  }

  /** Checks that the file or split may end here. */
  private void checkEnd() throws JellyParseException {
    if (rows == null) {
      return;
    }
    if (split.isLast()) {
      rows.checkEnd();
    } else if (in.fileOffset(in.pos) < split.end()) {
      throw in.error(in.pos, "a file of more than " + split.end() + " bytes", "the end of it");
    } else if (in.frame != split.next().frame()) {
      throw wrongIndex("frame " + split.next().frame(), "frame " + in.frame);
    }
  }

  /** Checks that the split ends at the expected statement. */
  public void checkEndStatement(long statements) throws JellyParseException {
    if (!split.isLast() && statements != split.next().statement()) {
      throw wrongIndex("statement " + split.next().statement(), "statement " + statements);
    }
  }

  /** Returns an error for a split point that does not match the content of the file. */
  public JellyParseException wrongIndex(String expected, String found) {
    return in.error(
        in.pos,
        expected + " at split point " + split.end(),
        found
            + "; if the file has changed, load its path again; otherwise its split index is wrong:"
            + " index the file again, or read with split=none");
  }
}
