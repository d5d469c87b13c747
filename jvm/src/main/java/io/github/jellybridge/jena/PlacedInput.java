package io.github.jellybridge.jena;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Knows the place in a text of the bytes that go by, for all who look at them behind it. */
class PlacedInput extends FilterInputStream {
  private TextPlace start = new TextPlace();
  private TextPlace end = new TextPlace();
  private byte[] text = {};
  private int first;

  PlacedInput(InputStream in) {
    super(in);
  }

  /**
   * Returns the place of one of the bytes that were read last.
   *
   * @param index where the byte is in the array that was read into
   */
  final TextPlace place(int index) {
    TextPlace place = new TextPlace(start);
    place.pass(text, first, index);
    return place;
  }

  /** Returns where the bytes end that were read so far. */
  final TextPlace end() {
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
      TextPlace before = start;
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
