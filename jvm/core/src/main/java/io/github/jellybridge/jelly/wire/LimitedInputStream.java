package io.github.jellybridge.jelly.wire;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream, as a stream. */
public final class LimitedInputStream extends FilterInputStream {
  private long left;

  public LimitedInputStream(InputStream in, long length) {
    super(in);
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    int value = left > 0 ? super.read() : -1;
    left -= value < 0 ? 0 : 1;
    return value;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (left <= 0) {
      return length == 0 ? 0 : -1;
    }
    int n = super.read(target, offset, (int) Math.min(length, left));
    left -= Math.max(n, 0);
    return n;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.min(super.available(), left);
  }
}
