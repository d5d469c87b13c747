package io.github.jellybridge.jena;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Text of UTF-16 as UTF-8, so that all who look at its bytes need to know but one encoding. */
final class Utf16Input extends InputStream {
  private final Reader in;
  private final RiotErrors errors;
  private final CharBuffer chars = CharBuffer.allocate(1 << 12);
  private final TextPlace place = new TextPlace();
  private ByteBuffer bytes = ByteBuffer.allocate(0);

  /**
   * Reads text.
   *
   * @param charset in which order its bytes are
   */
  Utf16Input(InputStream in, Charset charset, RiotErrors errors) {
    // A decoder of its own, because the usual one replaces what is malformed without a word.
    this.in = new InputStreamReader(in, charset.newDecoder());
    this.errors = errors;
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (!fill()) {
      return -1;
    }
    int n = Math.min(length, bytes.remaining());
    bytes.get(buffer, offset, n);
    return n;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Returns false at the end. */
  private boolean fill() throws IOException {
    if (bytes.hasRemaining()) {
      return true;
    }
    int n;
    chars.clear();
    try {
      do {
        n = in.read(chars);
        // Half a character waits for the other half.
      } while (n > 0 && Character.isHighSurrogate(chars.get(chars.position() - 1)));
    } catch (CharacterCodingException e) {
      throw errors.at(place.line(), 0, "valid UTF-16", "half a character");
    }
    chars.flip();
    bytes = StandardCharsets.UTF_8.newEncoder().encode(chars);
    place.pass(bytes.array(), 0, bytes.limit());
    return bytes.hasRemaining();
  }
}
