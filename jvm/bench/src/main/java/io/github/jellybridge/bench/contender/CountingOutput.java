package io.github.jellybridge.bench.contender;

import java.io.IOException;
import java.io.OutputStream;

/** Takes bytes and keeps only how many. */
public final class CountingOutput extends OutputStream {
  public long bytes;

  /** Writes to an output of this kind. */
  @FunctionalInterface
  public interface Writing {
    void to(OutputStream out) throws IOException;
  }

  /** How many bytes are written; equal for every round of a contender. */
  public static long count(Writing writing) throws IOException {
    CountingOutput out = new CountingOutput();
    writing.to(out);
    return out.bytes;
  }

  @Override
  public void write(int b) {
    bytes++;
  }

  @Override
  public void write(byte[] b, int offset, int length) {
    bytes += length;
  }
}
