package io.github.jellybridge.jena;

import java.io.IOException;
import java.io.InputStream;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TEndpointTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * The bytes of a file for Thrift, which reads from the buffer; a stream would give single bytes.
 */
final class ThriftInput extends TEndpointTransport {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;

  ThriftInput(InputStream in) throws TTransportException {
    super(new TConfiguration());
    this.in = in;
  }

  /** Tells whether there is at least one more byte. */
  boolean more() throws IOException {
    if (at < end) {
      return true;
    }
    at = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws TTransportException {
    try {
      if (!more()) {
        throw new TTransportException(TTransportException.END_OF_FILE, "the file ends");
      }
    } catch (IOException e) {
      throw new TTransportException(TTransportException.UNKNOWN, e);
    }
    int n = Math.min(length, end - at);
    System.arraycopy(buffer, at, target, offset, n);
    at += n;
    return n;
  }

  @Override
  public byte[] getBuffer() {
    return buffer;
  }

  @Override
  public int getBufferPosition() {
    return at;
  }

  @Override
  public int getBytesRemainingInBuffer() {
    return end - at;
  }

  @Override
  public void consumeBuffer(int length) {
    at += length;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void open() {
    // The caller opens and closes the stream.
  }

  @Override
  public void close() {
    // As for open.
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    throw new UnsupportedOperationException("is only read");
  }
}
