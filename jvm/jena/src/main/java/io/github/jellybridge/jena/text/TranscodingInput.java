package io.github.jellybridge.jena.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Transcodes UTF-16 or another encoding to UTF-8, and rejects malformed bytes with their place. */
public final class TranscodingInput extends InputStream {
  private final InputStream in;
  private final CharsetDecoder decoder;
  private final ParseErrors errors;
  private final ByteBuffer encoded = ByteBuffer.allocate(1 << 13).limit(0);
  private final CharBuffer chars = CharBuffer.allocate(1 << 12);
  private final TextPosition position = new TextPosition();
  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private boolean ended;

  /**
   * Reads text.
   *
   * @param charset gives the order of its bytes
   */
  public TranscodingInput(InputStream in, Charset charset, ParseErrors errors) {
    this.in = in;
    // Not that of a Reader, which does not tell the position of malformed input.
    this.decoder = charset.newDecoder();
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
    while (!bytes.hasRemaining()) {
      chars.clear();
      CoderResult result = decoder.decode(encoded, chars, ended);
      if (chars.position() > 0) {
        bytes = StandardCharsets.UTF_8.newEncoder().encode(chars.flip());
        position.advance(bytes.array(), 0, bytes.limit());
      } else if (result.isError()) {
        throw errors.at(
            position.line(), position.column(), "valid " + decoder.charset(), "malformed bytes");
      } else if (ended) {
        return false;
      } else {
        refill();
      }
    }
    return true;
  }

  private void refill() throws IOException {
    encoded.compact();
    int n = in.read(encoded.array(), encoded.position(), encoded.remaining());
    ended = n < 0;
    encoded.position(encoded.position() + Math.max(n, 0)).flip();
  }
}
