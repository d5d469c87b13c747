package io.github.jellybridge.jena;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Watches the bytes of a document on their way to its parser, and how deeply they nest. */
abstract class NestingInput extends FilterInputStream {
  private final String what;
  private final int maxDepth;
  private final RiotErrors errors;
  private int depth;
  private byte[] text;
  private int start;
  private final TextPlace place = new TextPlace();

  /**
   * Watches a stream.
   *
   * @param what what is nested, in the plural
   */
  NestingInput(InputStream in, String what, int maxDepth, RiotErrors errors) {
    super(in);
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
    place.pass(text, start, at);
    return errors.at(place.line(), place.column(), expected, found);
  }

  /** Returns where the bytes end that were read so far. */
  final TextPlace place() {
    return place;
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
      text = buffer;
      start = offset;
      scan(buffer, offset, offset + n);
      place.pass(text, offset, offset + n);
    }
    return n;
  }

  @Override
  public final boolean markSupported() {
    return false;
  }
}
