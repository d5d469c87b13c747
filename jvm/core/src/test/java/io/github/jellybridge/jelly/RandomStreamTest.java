package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.ReferenceDecoder;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireShape;
import java.io.ByteArrayInputStream;
import java.util.Random;
import org.junit.Test;

/** Reads random streams of both layouts and all physical types and compares with their model. */
public class RandomStreamTest {
  private static final int ROUNDS = TestSize.of(40, 150);

  @Test
  public void smallStreamsReadAsTheStatementsTheyWereBuiltFrom() throws Exception {
    forAll(
        40,
        (stream, seed) -> {
          byte[] file = stream.delimited();
          assertEquals("seed " + seed, stream.statements, Reading.read(file));
          assertEquals("seed " + seed, stream.frames.size(), Reading.frames(file));
          byte[] bare = stream.bare();
          assertEquals("seed " + seed, stream.inOneFrame(), Reading.read(bare));
        });
  }

  @Test
  public void largerStreamsReadAsTheStatementsTheyWereBuiltFrom() throws Exception {
    Cases.each(
        Wire.values(),
        layout -> {
          for (int type = 1; type <= 3; type++) {
            RandomStream stream =
                new RandomStream(new Random(type), layout, type, TestSize.of(4_000, 20_000));
            byte[] file = stream.delimited();
            JellyReadOptions small = Reading.OPTIONS.toBuilder().chunkBytes(5_000).build();
            assertEquals(stream.statements, Reading.byFrame(file, Reading.OPTIONS));
            assertEquals(stream.statements, Reading.byBatch(file, small, 333));
            JellyReadOptions ahead = small.toBuilder().readAhead(true).build();
            assertEquals(stream.statements, Reading.byBatch(file, ahead, 333));
            assertEquals(stream.statements, Reading.byFrame(file, ahead));
            assertEquals(stream.statements.size(), Reading.count(file, small));
            assertEquals(stream.statements.size(), Reading.count(file, ahead));
            byte[] bare = stream.bare();
            assertEquals(stream.inOneFrame(), Reading.byBatch(bare, small, 4096));
          }
        });
  }

  @Test
  public void theReferenceDecoderAgrees() throws Exception {
    forAll(
        40,
        (stream, seed) -> {
          assertTrue(WireShape.isRegular(stream.delimited(), true));
          assertEquals(
              "seed " + seed, stream.statements, ReferenceDecoder.decode(stream.delimited(), true));
          assertEquals(
              "seed " + seed, stream.inOneFrame(), ReferenceDecoder.decode(stream.bare(), false));
        });
  }

  @Test
  public void framesBatchesAndCountsMayBeMixed() throws Exception {
    forAll(
        60,
        (stream, seed) -> {
          Random random = new Random(seed);
          try (JellyReader reader =
              Reading.open(new ByteArrayInputStream(stream.delimited()), Reading.OPTIONS)) {
            int seen = 0;
            boolean more = true;
            while (more && seen < stream.statements.size() / 2) {
              more =
                  random.nextBoolean()
                      ? reader.nextFrame()
                      : reader.nextBatch(random.nextInt(7) + 1);
              if (more) {
                assertEquals(
                    "seed " + seed,
                    stream.statements.subList(seen, seen + reader.batch().size()),
                    Reading.statements(reader));
                seen += reader.batch().size();
              }
            }
            assertEquals("seed " + seed, stream.statements.size() - seen, reader.countStatements());
            assertEquals("seed " + seed, stream.statements.size(), reader.statementsRead());
          }
        });
  }

  private interface Check {
    void on(RandomStream stream, long seed) throws Exception;
  }

  private static void forAll(int size, Check check) throws Exception {
    for (long seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      Wire layout = seed % 2 == 0 ? Wire.V1 : Wire.DRAFT;
      RandomStream stream =
          new RandomStream(random, layout, (int) (seed / 2 % 3) + 1, 1 + random.nextInt(size));
      try {
        check.on(stream, seed);
      } catch (Exception e) {
        throw new AssertionError("seed " + seed + ", " + layout, e);
      }
    }
  }
}
