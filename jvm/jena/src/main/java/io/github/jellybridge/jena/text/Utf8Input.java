package io.github.jellybridge.jena.text;

import io.github.jellybridge.rdf.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Rejects malformed UTF-8, which RIOT would replace silently. The valid bytes before it are handed
 * out first.
 */
public final class Utf8Input extends PositionTrackingInput {
  /** The most bytes of a character. */
  private static final int WIDEST = 4;

  private final ParseErrors errors;

  /** The first bytes of a character that did not end with the last read, and how many they are. */
  private final byte[] begun = new byte[WIDEST];

  private int begunLength;
  private TextPosition begunAt = new TextPosition();

  /** The error after the bytes that were handed out; null before one is found. */
  private IOException failure;

  /** Checks a stream from its beginning. */
  public Utf8Input(InputStream in, ParseErrors errors) {
    super(in);
    this.errors = errors;
  }

  /**
   * {@inheritDoc}
   *
   * @throws UncheckedIOException for any error: RIOT's tokenizer loses the type of a checked one
   */
  @Override
  public int read(byte[] buffer, int offset, int length) {
    try {
      if (failure != null) {
        throw failure;
      }
      int n = super.read(buffer, offset, length);
      if (n >= 0) {
        int valid = check(buffer, offset, offset + n);
        if (valid == 0 && failure != null) {
          throw failure;
        }
        return valid;
      }
      if (begunLength > 0) {
        throw wrong(begunAt, begun[0]);
      }
      return n;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns how many bytes may be handed out: all of them, or those before the failure. */
  private int check(byte[] text, int offset, int end) throws IOException {
    int from = offset;
    if (begunLength > 0) {
      while (from < end && begunLength < width(begun[0])) {
        begun[begunLength++] = text[from++];
      }
      if (begunLength < width(begun[0])) {
        return end - offset;
      }
      if (Utf8.firstInvalid(begun, 0, begunLength) >= 0) {
        throw wrong(begunAt, begun[0]);
      }
      begunLength = 0;
    }
    int whole = end - unfinished(text, from, end);
    int invalid = Utf8.firstInvalid(text, from, whole);
    if (invalid >= 0) {
      failure = wrong(position(invalid), text[invalid]);
      return invalid - offset;
    }
    begunLength = end - whole;
    if (begunLength > 0) {
      System.arraycopy(text, whole, begun, 0, begunLength);
      begunAt = position(whole);
    }
    return end - offset;
  }

  /** Returns how many of the last bytes start a character that is not complete. */
  private static int unfinished(byte[] text, int from, int end) {
    for (int back = 1; back < WIDEST && back <= end - from; back++) {
      byte b = text[end - back];
      if (width(b) > 1) {
        return width(b) > back ? back : 0;
      }
      if (b >= 0) {
        return 0;
      }
    }
    return 0;
  }

  /** Returns the length of a character by its first byte; 1 if no character starts with it. */
  private static int width(byte first) {
    int b = first & 0xff;
    return b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : b >= 0xc0 ? 2 : 1;
  }

  private IOException wrong(TextPosition position, byte found) {
    return errors.at(
        position.line(), position.column(), "valid UTF-8", "byte 0x%02x".formatted(found & 0xff));
  }
}
