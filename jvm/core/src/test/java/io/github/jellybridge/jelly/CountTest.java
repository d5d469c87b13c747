package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.text;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/**
 * Tests that counting several frames at once counts and refuses the same as counting row by row.
 */
public class CountTest extends BothLayouts {
  private static final BufferPool MEMORY = new BufferPool();

  /** Chunks smaller than any frame, so that no frame is counted as a whole. */
  private static final JellyReadOptions ROWS =
      Reading.OPTIONS.toBuilder().chunkBytes(16).maxFrameBytes(1 << 20).build();

  private static final JellyReadOptions FRAMES =
      Reading.OPTIONS.toBuilder().maxFrameBytes(1 << 20).build();

  private static String count(byte[] file, JellyReadOptions options) {
    try (JellyReader reader =
        JellyReader.open(new ByteArrayInputStream(file), "f.jelly", options, MEMORY)) {
      long counted = reader.countStatements();
      assertEquals(counted, reader.statementsRead());
      return counted + " in " + reader.framesRead() + " frames, " + reader.bytesRead() + " bytes";
    } catch (IOException e) {
      return e.toString();
    }
  }

  private byte[] frames(int count, WireRow... extra) {
    List<MessageLite> frames = new ArrayList<>();
    frames.add(opening(options(TRIPLES), triple(A, B, C)));
    for (int i = 0; i < count; i++) {
      List<WireRow> rows = new ArrayList<>();
      rows.add(name(1 + i % 3, "http://" + "n".repeat(i)));
      for (int size : new int[] {i, 100 + i, 200 * i}) {
        rows.add(triple(A, B, text("x".repeat(size))));
      }
      rows.addAll(List.of(extra));
      frames.add(wire.frame(rows.subList(i % 2, rows.size())));
    }
    return Wire.delimited(frames.toArray(MessageLite[]::new));
  }

  @Test
  public void rowsOfAllLengthsAreCounted() throws Exception {
    for (int count = 0; count < 40; count++) {
      byte[] file = frames(count);
      String expected = Reading.read(file).size() + " in " + (count + 1) + " frames, ";
      assertEquals(expected + file.length + " bytes", count(file, FRAMES));
      assertEquals(expected + file.length + " bytes", count(file, ROWS));
    }
    List<WireRow> rows = new ArrayList<>();
    for (int size = 0; size < 600; size++) {
      rows.add(triple(A, B, text("x".repeat(size))));
    }
    rows.add(triple(A, B, text("x".repeat(1 << 14))));
    byte[] file = frames(7, rows.toArray(WireRow[]::new));
    assertEquals(count(file, ROWS), count(file, FRAMES));
    assertEquals(1 + 7 * 604, Integer.parseInt(count(file, FRAMES).split(" ")[0]));
  }

  @Test
  public void rowsOfAnotherPhysicalTypeAreRefused() {
    byte[] quads = Wire.delimited(wire.frame(quad(A, B, C, A)), wire.frame(triple(A, B, C)));
    byte[] file = Wire.concat(frames(4), quads);
    assertTrue(count(file, FRAMES), count(file, FRAMES).contains("a quad row"));
    assertEquals(count(file, ROWS), count(file, FRAMES));
    byte[] triples = Wire.delimited(opening(options(QUADS), quad(A, B, C, A)));
    file = Wire.concat(triples, Wire.delimited(wire.frame(triple(A, B, C))), triples);
    assertEquals(count(file, ROWS), count(file, FRAMES));
  }

  @Test
  public void optionsThatDifferAndNamespacesThatMayNotBeThereAreRefused() throws Exception {
    byte[] options = Wire.delimited(wire.frame(options(TRIPLES).rdfStar(true)));
    byte[] iri = Wire.field(2, Wire.concat(Wire.field(1, 1), Wire.field(2, 1)));
    byte[] namespace = Wire.delimited(Wire.field(1, Wire.field(6, iri)));
    Cases.each(
        List.of(options, namespace),
        frame -> {
          byte[] file = Wire.concat(frames(6), frame, frames(6));
          assertTrue(count(file, FRAMES), count(file, FRAMES).contains("JellyParseException"));
          assertEquals(count(file, ROWS), count(file, FRAMES));
        });
    byte[] lenient = Wire.concat(frames(6), namespace);
    if (wire == Wire.V1) {
      assertEquals(
          Reading.count(frames(6), Reading.OPTIONS), Reading.count(lenient, Reading.LENIENT));
    } else {
      assertThrows(JellyParseException.class, () -> Reading.count(lenient, Reading.LENIENT));
    }
  }

  @Test
  public void brokenFramesAreRefusedAsRowByRow() {
    byte[] good = frames(6);
    Random random = new Random(3);
    int[] values = {0, 1, 2, 9, 10, 11, 0x12, 0x1a, 0x22, 0x4a, 0x7f, 0x80, 0x81, 0xff};
    for (int at = 0; at < good.length; at++) {
      byte[] bad = good.clone();
      bad[at] = (byte) values[random.nextInt(values.length)];
      assertEquals("byte " + at, count(bad, ROWS), count(bad, FRAMES));
      int other = random.nextInt(good.length);
      bad[other] = (byte) (bad[other] + random.nextInt(5) - 2);
      assertEquals("bytes " + at + ", " + other, count(bad, ROWS), count(bad, FRAMES));
      byte[] cut = Arrays.copyOf(good, at);
      assertEquals("cut at " + at, count(cut, ROWS), count(cut, FRAMES));
    }
  }

  @Test
  public void aRefusedFileIsRefusedAgainWithTheSameError() throws Exception {
    byte[] file = Wire.concat(frames(4), Wire.delimited(wire.frame(quad(A, B, C, A))));
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), FRAMES)) {
      Throwable failure = assertThrows(JellyParseException.class, reader::countStatements);
      assertSame(failure, assertThrows(JellyParseException.class, reader::countStatements));
      assertSame(failure, assertThrows(JellyParseException.class, () -> reader.nextBatch(1)));
      assertSame(failure, assertThrows(JellyParseException.class, reader::nextFrame));
    }
  }

  @Test
  public void aRowAboveTheLimitIsRefusedAsByReading() throws Exception {
    Cases.each(
        new int[] {300, 30_000},
        size -> {
          WireRow large = triple(A, B, text("x".repeat(size)));
          byte[] file = opening(options(TRIPLES), triple(A, B, C), large).toByteArray();
          JellyReadOptions limit = Reading.OPTIONS.toBuilder().maxFrameBytes(size - 50).build();
          JellyParseException error = Reading.refused(file, limit);
          assertTrue(count(file, limit), count(file, limit).endsWith(error.found()));
          assertEquals(Reading.read(file).size(), Reading.count(file, Reading.OPTIONS));
        });
  }

  @Test
  public void rowsTooShortToHoldAField() {
    byte[][] rows = {
      {10, 0}, {10, 1, 0x12}, {10, 0, 0x12, (byte) 0xfe}, {10, 1, 0x12, (byte) 0xff}
    };
    Cases.each(
        rows,
        row -> {
          for (int before = 1; before < 9; before++) {
            byte[] frame =
                Wire.delimited(Wire.concat(row, wire.frame(triple(A, B, C)).toByteArray()));
            byte[] file = Wire.concat(frames(before), frame, frames(0), frame, frames(8));
            assertEquals(count(file, ROWS), count(file, FRAMES));
          }
        });
  }

  @Test
  public void rowsTooShortAtTheEndOfAFrame() {
    byte[][] rows = {{10, 0}, {10, 1, 0x12}, {10, 1, 0x4a}};
    // The first byte of its length would be the length of the field.
    byte[] next = frame(255);
    assertEquals((byte) 0xff, next[0]);
    Cases.each(
        rows,
        row -> {
          for (int before = 1; before < 9; before++) {
            byte[] frame =
                Wire.delimited(Wire.concat(wire.frame(triple(A, B, C)).toByteArray(), row));
            byte[] file =
                Wire.concat(frames(before), frame, next, next, next, next, next, next, next);
            assertTrue(count(file, FRAMES), count(file, FRAMES).contains("JellyParseException"));
            assertEquals(count(file, ROWS), count(file, FRAMES));
          }
        });
  }

  /** A delimited frame of one statement and the given number of bytes, not counting its length. */
  private byte[] frame(int bytes) {
    int size = bytes;
    byte[] frame;
    do {
      size--;
      frame = wire.frame(triple(A, B, text("x".repeat(size)))).toByteArray();
    } while (frame.length > bytes);
    return Wire.delimited(frame);
  }
}
