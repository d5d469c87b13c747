package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.Utf8;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Refuses bytes that are no UTF-8, which RIOT would replace without a word. */
final class Utf8Input extends FilterInputStream {
  private final RiotErrors errors;
  private byte[] text = new byte[1 << 13];

  /** Bytes at the start of {@link #text} of a character that did not end with the last read. */
  private int begun;

  private long line = 1;

  Utf8Input(InputStream in, RiotErrors errors) {
    super(in);
    this.errors = errors;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n = in.read(buffer, offset, length);
    if (n < 0) {
      if (begun > 0) {
        throw wrong(text, 0);
      }
      return n;
    }
    int end = begun + n;
    if (end > text.length) {
      text = Arrays.copyOf(text, end + 8);
    }
    System.arraycopy(buffer, offset, text, begun, n);
    int whole = end - unfinished(end);
    int invalid = Utf8.firstInvalid(text, 0, whole);
    if (invalid >= 0) {
      throw wrong(text, invalid);
    }
    countLines(whole);
    begun = end - whole;
    System.arraycopy(text, whole, text, 0, begun);
    return n;
  }

  /** Returns how many of the last bytes may start a character that goes on. */
  private int unfinished(int end) {
    for (int back = 1; back <= 3 && back <= end; back++) {
      int b = text[end - back] & 0xff;
      if (b >= 0xc0) {
        int width = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2;
        return width > back ? back : 0;
      }
      if (b < 0x80) {
        return 0;
      }
    }
    return 0;
  }

  private void countLines(int end) {
    line += LineFeeds.count(text, 0, end);
  }

  private IOException wrong(byte[] bytes, int at) {
    countLines(at);
    int column = 1;
    for (int i = at - 1; i >= 0 && bytes[i] != '\n'; i--) {
      column += (bytes[i] & 0xc0) == 0x80 ? 0 : 1;
    }
    return errors.at(line, column, "valid UTF-8", "byte 0x%02x".formatted(bytes[at] & 0xff));
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
