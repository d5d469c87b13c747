package io.github.jellybridge.jena.text;

import java.io.FilterInputStream;
import java.io.IOException;

/** Limits how deeply a document nests, before its parser recurses into it. */
public abstract class NestingInput extends FilterInputStream {
  private final PositionTrackingInput positions;
  private final String what;
  private final int maxDepth;
  private final ParseErrors errors;
  private int depth;

  /**
   * Watches a stream.
   *
   * @param what name of the nested things, in the plural, for errors
   */
  protected NestingInput(PositionTrackingInput in, String what, int maxDepth, ParseErrors errors) {
    super(in);
    this.positions = in;
    this.what = what;
    this.maxDepth = maxDepth;
    this.errors = errors;
  }

  /** Scans the next bytes of the document. */
  protected abstract void scan(byte[] bytes, int from, int to) throws IOException;

  /**
   * Enters a nested thing.
   *
   * @param at its start in the scanned bytes
   */
  protected final void down(int at) throws IOException {
    if (++depth > maxDepth) {
      throw wrong(
          at, what + " nested at most " + maxDepth + " deep (see option maxDepth)", "one more");
    }
  }

  /** Leaves a nested thing; returns the depth around it. */
  protected final int up() {
    return --depth;
  }

  /** Makes an error at a position in the scanned bytes. */
  protected final IOException wrong(int at, String expected, String found) {
    TextPosition position = positions.position(at);
    return errors.at(position.line(), position.column(), expected, found);
  }

  /** Returns the position after the bytes read so far. */
  public final TextPosition position() {
    return positions.end();
  }

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public final int read(byte[] buffer, int offset, int length) throws IOException {
    int n = in.read(buffer, offset, length);
    if (n > 0) {
      scan(buffer, offset, offset + n);
    }
    return n;
  }

  @Override
  public final boolean markSupported() {
    return false;
  }
}
