package io.github.jellybridge.rdf;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** An input that fails after some bytes, as storage may. */
public final class BrokenInput extends InputStream {
  private final ByteArrayInputStream bytes;
  private final int most;

  /** The error that is thrown after the last byte. */
  public final IOException failure = new IOException("disk on fire");

  /**
   * Takes the first bytes of a file.
   *
   * @param length number of bytes before the failure
   * @param most largest number of bytes that one read returns
   */
  public BrokenInput(byte[] file, int length, int most) {
    super();
    this.bytes = new ByteArrayInputStream(Arrays.copyOf(file, length));
    this.most = most;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n = bytes.read(buffer, offset, Math.min(length, most));
    if (n < 0) {
      throw failure;
    }
    return n;
  }
}
