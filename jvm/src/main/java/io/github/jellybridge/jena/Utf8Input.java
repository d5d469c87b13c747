package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.Utf8;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Refuses bytes that are no UTF-8, which RIOT would replace without a word. */
final class Utf8Input extends FilterInputStream {
  private final RiotErrors errors;
  private byte[] text = new byte[1 << 13];

  /** Bytes at the start of {@link #text} of a character that did not end with the last read. */
  private int begun;

  private final TextPlace place = new TextPlace();

  Utf8Input(InputStream in, RiotErrors errors) {
    super(in);
    this.errors = errors;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /**
   * {@inheritDoc}
   *
   * @throws UncheckedIOException for any error: of a checked one the tokenizer of RIOT keeps but
   *     the message
   */
  @Override
  public int read(byte[] buffer, int offset, int length) {
    try {
      return checked(buffer, offset, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int checked(byte[] buffer, int offset, int length) throws IOException {
    int n = in.read(buffer, offset, length);
    if (n < 0) {
      if (begun > 0) {
        throw wrong(0);
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
      throw wrong(invalid);
    }
    place.pass(text, 0, whole);
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

  private IOException wrong(int at) {
    place.pass(text, 0, at);
    String found = "byte 0x%02x".formatted(text[at] & 0xff);
    return errors.at(place.line(), place.column(), "valid UTF-8", found);
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
