package io.github.jellybridge.jena;

import java.io.FilterInputStream;
import java.io.IOException;

/** Watches the bytes of a document on their way to its parser, and how deeply they nest. */
abstract class NestingInput extends FilterInputStream {
  private final PositionTrackingInput places;
  private final String what;
  private final int maxDepth;
  private final RiotErrors errors;
  private int depth;

  /**
   * Watches a stream.
   *
   * @param what what is nested, in the plural
   */
  NestingInput(PositionTrackingInput in, String what, int maxDepth, RiotErrors errors) {
    super(in);
    this.places = in;
    this.what = what;
    this.maxDepth = maxDepth;
    this.errors = errors;
  }

  /** Looks at the next bytes of the document. */
  abstract void scan(byte[] bytes, int from, int to) throws IOException;

  /**
   * Something starts that nests.
   *
   * @param at where it does in the bytes at hand
   */
  final void down(int at) throws IOException {
    if (++depth > maxDepth) {
      throw wrong(
          at, what + " nested at most " + maxDepth + " deep (see option maxDepth)", "one more");
    }
  }

  /** Something ends that nests; returns how deep what is around it nests. */
  final int up() {
    return --depth;
  }

  /** Makes an error at a place of the bytes at hand. */
  final IOException wrong(int at, String expected, String found) {
    TextPosition place = places.place(at);
    return errors.at(place.line(), place.column(), expected, found);
  }

  /** Returns where the bytes end that were read so far. */
  final TextPosition place() {
    return places.end();
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
