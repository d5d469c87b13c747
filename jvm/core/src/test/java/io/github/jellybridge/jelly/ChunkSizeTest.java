package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.text;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.Test;

/** The amount of input that {@link JellyReader} reads at a time and so holds in memory. */
public class ChunkSizeTest extends BothLayouts {
  private static final int CHUNK = 2_000;
  private static final int LITERAL = 50 * CHUNK;

  /**
   * Tests that a long literal, which is carried over to the next chunk, does not enlarge the chunks
   * after it. Only large lookups do that.
   */
  @Test
  public void aLongLiteralDoesNotLengthenTheStepsAfterIt() throws Exception {
    WireRow[] rows = new WireRow[20];
    Arrays.fill(rows, triple(A, B, text("a text of some length")));
    MessageLite[] frames = new MessageLite[LITERAL / 100];
    Arrays.fill(frames, wire.frame(rows));
    frames[0] = opening(options(TRIPLES), rows);
    frames[10] = wire.frame(triple(A, B, text("x".repeat(LITERAL))));
    byte[] file = Wire.delimited(frames);
    assertTrue(file.length > 6 * LITERAL);
    Cases.each(
        List.of(false, true),
        ahead -> {
          JellyReadOptions small =
              Reading.OPTIONS.toBuilder().chunkBytes(CHUNK).readAhead(ahead).build();
          Counted in = new Counted(file);
          try (JellyReader reader = Reading.open(in, small)) {
            while (reader.nextFrame()) {
              long notDecoded = in.taken.get() - reader.bytesRead();
              assertTrue(
                  "frame " + reader.framesRead() + ": " + notDecoded,
                  notDecoded <= LITERAL + 2 * CHUNK);
            }
            assertEquals(frames.length, reader.framesRead());
          }
        });
  }

  private static final class Counted extends FilterInputStream {
    final AtomicLong taken = new AtomicLong();

    Counted(byte[] file) {
      super(new ByteArrayInputStream(file));
    }

    @Override
    public int read(byte[] target, int at, int length) throws IOException {
      int n = super.read(target, at, length);
      taken.addAndGet(Math.max(0, n));
      return n;
    }
  }
}
