package io.github.jellybridge.spark.io;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.Test;

/**
 * Tests that a stream read by a second thread gives the bytes and errors of the original stream.
 */
public class ReadAheadInputStreamTest {
  /** More than twice the size of the buffer. */
  private static final int LARGE = 5_000_011;

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** Returns its bytes in pieces of random length, then ends or fails. */
  private static final class Source extends InputStream {
    private final Random random = new Random(5);
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final byte[] bytes;
    private final Throwable end;
    private int at;
    private volatile boolean closed;

    Source(byte[] bytes, Throwable end) {
      this.bytes = bytes;
      this.end = end;
    }

    @Override
    public int read() {
      throw new AssertionError("bytes are not read one by one");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      assertFalse(closed);
      threads.add(Thread.currentThread());
      int n = Math.min(Math.min(length, 1 + random.nextInt(300_000)), bytes.length - at);
      if (n == 0) {
        fail();
        return -1;
      }
      System.arraycopy(bytes, at, target, offset, n);
      at += n;
      return n;
    }

    private void fail() throws IOException {
      if (end instanceof IOException e) {
        throw e;
      }
      if (end instanceof RuntimeException e) {
        throw e;
      }
      if (end instanceof Error e) {
        throw e;
      }
    }

    @Override
    public void close() {
      assertTrue(threads.stream().allMatch(t -> t == Thread.currentThread() || !t.isAlive()));
      closed = true;
    }
  }

  /** Reads in pieces of random length, some of them byte by byte. */
  private static void readAll(InputStream in, ByteArrayOutputStream read) throws IOException {
    Random random = new Random(9);
    byte[] piece = new byte[700_000];
    while (true) {
      int length = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(piece.length - 5);
      int n = length == 1 ? one(in, piece) : in.read(piece, 5, length);
      if (n < 0) {
        return;
      }
      assertNotEquals(0, n);
      read.write(piece, 5, n);
    }
  }

  private static int one(InputStream in, byte[] piece) throws IOException {
    int value = in.read();
    piece[5] = (byte) value;
    return value < 0 ? -1 : 1;
  }

  @Test
  public void theBytesAreThoseOfTheStream() throws IOException {
    int direct = ReadAheadInputStream.DIRECT_BYTES;
    Cases.each(
        new int[] {0, 1, direct - 1, direct, direct + 1, 2 << 20, LARGE},
        length -> {
          Source source = new Source(bytes(length), null);
          ByteArrayOutputStream read = new ByteArrayOutputStream();
          try (InputStream in = new ReadAheadInputStream(source)) {
            readAll(in, read);
            assertEquals(-1, in.read());
          }
          assertArrayEquals(bytes(length), read.toByteArray());
          assertTrue(source.closed);
        });
  }

  @Test
  public void onlyLargeFilesAreReadByASecondThread() throws IOException {
    Cases.each(
        new int[] {1_000, LARGE},
        length -> {
          Source source = new Source(bytes(length), null);
          try (InputStream in = new ReadAheadInputStream(source)) {
            in.readAllBytes();
          }
          assertTrue(source.threads.contains(Thread.currentThread()));
          assertEquals(length == LARGE ? 2 : 1, source.threads.size());
        });
  }

  @Test
  public void aFailureIsThrownAfterTheBytesBeforeIt() throws IOException {
    for (Throwable failure :
        new Throwable[] {
          new IOException("gone"), new IllegalStateException("odd"), new LinkageError("zstd")
        }) {
      try (InputStream in = new ReadAheadInputStream(new Source(bytes(LARGE), failure))) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        assertSame(failure, assertThrows(Throwable.class, () -> readAll(in, read)));
        assertArrayEquals(bytes(LARGE), read.toByteArray());
        assertSame(failure, assertThrows(Throwable.class, in::read));
      }
    }
  }

  @Test
  public void closingEndsTheThreadWhereverItIs() throws IOException {
    Cases.each(
        new int[] {0, 300_000, 4_000_000, LARGE},
        taken -> {
          Source source = new Source(bytes(LARGE), null);
          InputStream in = new ReadAheadInputStream(source);
          assertEquals(taken, in.readNBytes(taken).length);
          in.close();
          assertTrue(source.closed);
          if (taken == 4_000_000) {
            assertThrows(IOException.class, in::read);
          }
        });
  }

  @Test
  public void noMoreIsReadAheadThanTheBufferHolds() throws Exception {
    Source source = new Source(bytes(LARGE), null);
    try (InputStream in = new ReadAheadInputStream(source)) {
      in.readNBytes(ReadAheadInputStream.DIRECT_BYTES + 1);
      Thread.sleep(200);
      assertTrue(
          source.at + " bytes", source.at <= ReadAheadInputStream.DIRECT_BYTES + (2 << 20) + 1);
    }
  }

  /** Tests that only the task's own thread is interrupted when the task is killed. */
  @Test
  public void aReaderThatIsInterruptedFailsAndStaysInterrupted() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Thread reader = Thread.currentThread();
    InputStream slow =
        new FilterInputStream(new ByteArrayInputStream(bytes(LARGE))) {
          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            if (Thread.currentThread() != reader) {
              waiting.countDown();
              awaitUninterrupted(goOn);
            }
            return super.read(target, offset, length);
          }
        };
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread killer =
        new Thread(
            () -> {
              awaitUninterrupted(waiting);
              interrupted.set(true);
              reader.interrupt();
            });
    InputStream in = new ReadAheadInputStream(slow);
    in.readNBytes(ReadAheadInputStream.DIRECT_BYTES);
    killer.start();
    assertThrows(InterruptedIOException.class, in::read);
    assertTrue(interrupted.get());
    assertTrue(Thread.currentThread().isInterrupted());
    new Thread(goOn::countDown).start();
    in.close();
    assertTrue(Thread.interrupted());
    killer.join();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
