package io.github.jellybridge.bench;

import java.io.OutputStream;

/** Takes bytes and keeps only how many. */
final class CountingOutput extends OutputStream {
  long bytes;

  @Override
  public void write(int b) {
    bytes++;
  }

  @Override
  public void write(byte[] b, int offset, int length) {
    bytes += length;
  }
}
