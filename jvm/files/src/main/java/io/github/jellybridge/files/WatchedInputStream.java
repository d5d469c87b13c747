package io.github.jellybridge.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Remembers the failure of an input, so that it can be told from failures of the decompressor that
 * reads it: some of those wrap or replace what they catch.
 */
final class WatchedInputStream extends FilterInputStream {
  private IOException failure;

  WatchedInputStream(InputStream in) {
    super(in);
  }

  /** Returns how the input has failed, what is unchecked as a cause; null if it has not. */
  IOException failure() {
    return failure;
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (IOException | RuntimeException e) {
      failure = e instanceof IOException io ? io : new IOException(e.toString(), e);
      throw e;
    }
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    try {
      return in.read(buffer, offset, length);
    } catch (IOException | RuntimeException e) {
      failure = e instanceof IOException io ? io : new IOException(e.toString(), e);
      throw e;
    }
  }
}
