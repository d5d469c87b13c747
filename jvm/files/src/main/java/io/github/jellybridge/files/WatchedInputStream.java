package io.github.jellybridge.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Records the failure of an input, to distinguish it from failures of the decompressor that reads
 * it, which may wrap or replace the original exception.
 */
final class WatchedInputStream extends FilterInputStream {
  private IOException failure;

  WatchedInputStream(InputStream in) {
    super(in);
  }

  /**
   * Returns the failure of the input, or null. An unchecked one becomes the cause of an
   * IOException.
   */
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
