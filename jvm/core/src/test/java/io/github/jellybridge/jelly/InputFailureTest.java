package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.BrokenInput;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.WireRow;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/** Behaviour of {@link JellyReader} when its input fails or is closed. */
public class InputFailureTest extends BothLayouts {
  private static final WireRow T = triple(A, B, C);

  @Test
  public void anErrorOfTheInputIsPassedOn() {
    IOException broken = new IOException("disk on fire");
    InputStream in =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw broken;
          }
        };
    IOException error =
        assertThrows(
            IOException.class,
            () -> {
              try (JellyReader reader = Reading.open(in, Reading.OPTIONS)) {
                reader.nextBatch(1);
              }
            });
    assertEquals(broken, error);
  }

  @Test
  public void rowsBeforeAnErrorOfTheInputAreRead() throws Exception {
    byte[] file = frames(5, 4, T);
    List<Integer> ends = new ArrayList<>();
    List<Long> statements = new ArrayList<>();
    try (JellyReader reader = open(file, Reading.OPTIONS)) {
      while (reader.nextFrame()) {
        ends.add((int) reader.bytesRead());
        statements.add(reader.statementsRead());
      }
    }
    assertEquals(file.length, (int) ends.get(ends.size() - 1));
    for (int length = 0; length < file.length; length++) {
      long whole = 0;
      for (int i = 0; i < ends.size() && ends.get(i) <= length; i++) {
        whole = statements.get(i);
      }
      for (int chunk : new int[] {16, 30, 1000}) {
        String what = "broken at " + length + ", chunks of " + chunk;
        JellyReadOptions options = Reading.OPTIONS.toBuilder().chunkBytes(chunk).build();
        JellyReadOptions wholeFrames = options.toBuilder().wholeFrames(true).build();
        assertEquals(what, whole, untilFailure(file, length, chunk, wholeFrames));
        // All rows before the first missing byte are returned, not only whole frames.
        long rows = untilFailure(file, length, 1 << 20, Reading.OPTIONS);
        assertTrue(what + ": " + rows + " rows", rows >= whole && rows <= whole + 4);
        assertEquals(what, rows, untilFailure(file, length, chunk, options));
        JellyReadOptions ahead = options.toBuilder().readAhead(true).build();
        assertEquals(what, rows, untilFailure(file, length, chunk, ahead));
      }
    }
  }

  /**
   * Reads a file that fails before its end; returns the number of statements before the failure.
   */
  private static long untilFailure(byte[] file, int length, int piece, JellyReadOptions options)
      throws IOException {
    BrokenInput in = new BrokenInput(file, length, piece);
    try (JellyReader reader = Reading.open(in, options)) {
      long read = 0;
      try {
        while (reader.nextBatch(3)) {
          read += reader.batch().size();
        }
      } catch (IOException e) {
        assertSame(in.failure, e);
        // Another call fails with the same error.
        assertSame(in.failure, assertThrows(IOException.class, () -> reader.nextBatch(3)));
        return read;
      }
      throw new AssertionError("not refused");
    }
  }

  @Test
  public void anErrorOfTheInputIsPassedOnFromReadingAhead() throws Exception {
    IOException broken = new IOException("disk on fire");
    InputStream in =
        new SequenceInputStream(
            new ByteArrayInputStream(frames(50, 20, T)),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw broken;
              }
            });
    JellyReadOptions ahead = Reading.OPTIONS.toBuilder().chunkBytes(100).readAhead(true).build();
    try (JellyReader reader = Reading.open(in, ahead)) {
      IOException error =
          assertThrows(
              IOException.class,
              () -> {
                while (reader.nextBatch(7)) {
                  assertTrue(reader.batch().size() > 0);
                }
              });
      assertEquals(broken, error);
    }
  }

  /**
   * Tests that the error is repeated even if the input could continue: the bytes that were read
   * before it are lost.
   */
  @Test
  public void anUncheckedErrorOfTheInputIsPassedOnEachTime() throws Exception {
    for (boolean ahead : new boolean[] {false, true}) {
      AtomicInteger reads = new AtomicInteger();
      InputStream in =
          new FilterInputStream(new ByteArrayInputStream(frames(50, 20, T))) {
            @Override
            public int read(byte[] b, int off, int len) throws IOException {
              if (reads.incrementAndGet() == 30) {
                throw new IllegalStateException("connection lost");
              }
              return super.read(b, off, Math.min(len, 30));
            }
          };
      JellyReadOptions small = Reading.OPTIONS.toBuilder().chunkBytes(100).readAhead(ahead).build();
      try (JellyReader reader = Reading.open(in, small)) {
        for (int i = 0; i < 3; i++) {
          assertThrows(
              IllegalStateException.class,
              () -> {
                while (reader.nextBatch(7)) {
                  assertTrue(reader.batch().size() > 0);
                }
              });
        }
        assertTrue(reader.statementsRead() > 0);
      }
    }
  }

  @Test
  public void theInputIsNotClosedWhileItIsReadAhead() throws Exception {
    AtomicBoolean reading = new AtomicBoolean();
    AtomicBoolean closedInBetween = new AtomicBoolean();
    InputStream in =
        new FilterInputStream(new ByteArrayInputStream(frames(50, 20, T))) {
          @Override
          public int read(byte[] b, int off, int len) throws IOException {
            reading.set(true);
            try {
              Thread.sleep(30);
            } catch (InterruptedException e) {
              throw new InterruptedIOException();
            }
            int n = super.read(b, off, len);
            reading.set(false);
            return n;
          }

          @Override
          public void close() throws IOException {
            closedInBetween.set(reading.get());
            super.close();
          }
        };
    JellyReadOptions ahead = Reading.OPTIONS.toBuilder().chunkBytes(100).readAhead(true).build();
    try (JellyReader reader = Reading.open(in, ahead)) {
      assertTrue(reader.nextBatch(1));
    }
    assertFalse(closedInBetween.get());
  }

  /** An input that blocks reading ahead until it is released. */
  private static final class HeldInput extends FilterInputStream {
    private final Thread user = Thread.currentThread();
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean held;

    HeldInput(byte[] file) {
      super(new ByteArrayInputStream(file));
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
      try {
        if (held && Thread.currentThread() != user) {
          released.await();
        }
      } catch (InterruptedException e) {
        throw new AssertionError("only who waits is interrupted", e);
      }
      return super.read(b, off, len);
    }
  }

  private static final JellyReadOptions AHEAD =
      Reading.OPTIONS.toBuilder().chunkBytes(100).readAhead(true).build();

  /** Tests that an interrupted reader stays failed, as its position in the input is unknown. */
  @Test
  public void aReaderThatIsInterruptedFailsEachTime() throws Exception {
    byte[] file = frames(50, 20, T);
    Cases.each(
        List.of(true, false),
        atItsStart -> {
          for (boolean counts : new boolean[] {true, false}) {
            HeldInput in = new HeldInput(file);
            try (JellyReader reader = Reading.open(in, AHEAD)) {
              if (!atItsStart) {
                assertTrue(reader.nextBatch(7));
              }
              in.held = true;
              Thread.currentThread().interrupt();
              ThrowingRunnable way = () -> readAll(reader, counts);
              IOException e = assertThrows(InterruptedIOException.class, way);
              assertTrue("still interrupted", Thread.interrupted());
              in.released.countDown();
              assertSame(e, assertThrows(IOException.class, way));
              assertSame(e, assertThrows(IOException.class, () -> readAll(reader, !counts)));
            }
          }
        });
  }

  private static void readAll(JellyReader reader, boolean counts) throws IOException {
    if (counts) {
      reader.countStatements();
    } else {
      Batches.readAll(reader, 7);
    }
  }

  private static JellyReader open(byte[] file, JellyReadOptions options) throws IOException {
    return Reading.open(new ByteArrayInputStream(file), options);
  }
}
