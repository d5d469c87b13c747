package io.github.jellybridge.jena;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Knows the place in a text of the bytes that go by, for all who look at them behind it. */
class PositionTrackingInput extends FilterInputStream {
  private TextPosition start = new TextPosition();
  private TextPosition end = new TextPosition();
  private byte[] text = {};
  private int first;

  PositionTrackingInput(InputStream in) {
    super(in);
  }

  /**
   * Returns the place of one of the bytes that were read last.
   *
   * @param index where the byte is in the array that was read into
   */
  final TextPosition place(int index) {
    TextPosition place = new TextPosition(start);
    place.pass(text, first, index);
    return place;
  }

  /** Returns where the bytes end that were read so far. */
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
      end.pass(start, buffer, offset, offset + n);
    }
    return n;
  }

  @Override
  public final boolean markSupported() {
    return false;
  }
}
