package io.github.jellybridge.rdf;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Some bytes, and then a failure: in the same read as the last of them, as storage fails. */
public final class BrokenInput extends InputStream {
  private final ByteArrayInputStream bytes;
  private final int most;

  /** How it fails. */
  public final IOException failure = new IOException("disk on fire");

  /**
   * Takes the first bytes of a file.
   *
   * @param most how many bytes a read gives at most
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
