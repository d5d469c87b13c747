package io.github.jellybridge.jena.text;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that knows the position in its text of the bytes that were read last. */
public class PositionTrackingInput extends FilterInputStream {
  private TextPosition start = new TextPosition();
  private TextPosition end = new TextPosition();
  private byte[] text = {};
  private int first;

  /** Tracks a stream from its beginning. */
  public PositionTrackingInput(InputStream in) {
    super(in);
  }

  /**
   * Returns the position of one of the bytes that were read last.
   *
   * @param index where the byte is in the array that was read into
   */
  final TextPosition position(int index) {
    TextPosition position = new TextPosition(start);
    position.advance(text, first, index);
    return position;
  }

  /** Returns the position after the bytes read so far. */
  final TextPosition end() {
    return end;
  }

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n = in.read(buffer, offset, length);
    if (n > 0) {
      text = buffer;
      first = offset;
      TextPosition before = start;
      start = end;
      end = before;
      end.advance(start, buffer, offset, offset + n);
    }
    return n;
  }

  @Override
  public final boolean markSupported() {
    return false;
  }
}
