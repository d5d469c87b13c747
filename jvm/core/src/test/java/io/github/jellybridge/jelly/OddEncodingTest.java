package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;

import com.google.protobuf.Message;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.OddEncoder;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.ReferenceDecoder;
import io.github.jellybridge.wire.Wire;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Streams in valid forms that no encoder writes, which mean the same as the usual forms. */
public class OddEncodingTest {
  private static final int ROUNDS = TestSize.of(300, 3_000);

  @Test
  public void oddEncodingsReadAsTheOrdinaryOnes() throws Exception {
    for (long seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      Wire layout = seed % 2 == 0 ? Wire.V1 : Wire.DRAFT;
      RandomStream stream =
          new RandomStream(random, layout, (int) (seed / 2 % 3) + 1, 1 + random.nextInt(30));
      OddEncoder encoder = new OddEncoder(random, 1 + random.nextInt(30));
      byte[] file = encoder.file(stream.delimited(), (Message) layout.frame());
      assertEquals("seed " + seed, stream.statements, ReferenceDecoder.decode(file, true));
      try {
        assertEquals(stream.statements, Reading.read(file));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed + ", " + layout, e);
      }
    }
  }

  /** Tests that framing is detected when more than one row could be the options row. */
  @Test
  public void unknownFieldsMayPrecedeTheOptionsInTheirRow() throws Exception {
    RandomStream stream = new RandomStream(new Random(1), Wire.V1, 1, 20);
    byte[] frame = stream.bare();
    int options = frame[1];
    Cases.each(
        new int[] {7, 8, 12, 20},
        number -> {
          byte[] unknown = Wire.field(number, new byte[] {1, 2, 3});
          byte[] row = Wire.concat(unknown, Arrays.copyOfRange(frame, 2, 2 + options));
          byte[] rest = Arrays.copyOfRange(frame, 2 + options, frame.length);
          byte[] odd = Wire.concat(Wire.field(1, row), rest);
          assertEquals(stream.inOneFrame(), Reading.read(odd));
          assertEquals(stream.inOneFrame(), Reading.read(Wire.delimited(odd)));
        });
  }

  /** Tests a row that starts with an unknown varint, which equals the length of the rest. */
  @Test
  public void aRowMayStartWithAnUnknownNumber() throws Exception {
    RandomStream stream = new RandomStream(new Random(1), Wire.V1, 1, 5);
    byte[] frame = stream.bare();
    byte[] entry = Wire.field(9, Wire.concat(Wire.field(1, 1), Wire.field(2, new byte[] {'x'})));
    byte[] row = Wire.concat(Wire.field(8, entry.length), entry);
    assertEquals(stream.inOneFrame(), Reading.read(Wire.concat(frame, Wire.field(1, row))));
  }

  /**
   * Tests that any number except 0 sets a flag, and that larger numbers are cut to their lowest 32
   * bits.
   */
  @Test
  public void numbersMayHaveMoreBitsThanCount() throws Exception {
    long more = 5L << 32;
    byte[] options =
        Wire.concat(
            Wire.field(2, 1),
            Wire.field(3, 2),
            Wire.field(4, 1L << 40),
            Wire.field(9, more + 8),
            Wire.field(10, more + 2),
            Wire.field(11, more + 2),
            Wire.field(15, more + 1));
    byte[] a = Wire.concat(Wire.field(1, more + 2), Wire.field(2, more + 7));
    byte[] text = new byte[] {'x'};
    byte[] typed = Wire.concat(Wire.field(1, text), Wire.field(3, more + 2));
    byte[] quoted = Wire.concat(Wire.field(1, a), Wire.field(5, a), Wire.field(11, typed));
    byte[] triple = Wire.concat(Wire.field(3, typed), Wire.field(5, a), Wire.field(12, quoted));
    byte[] frame = Wire.field(1, Wire.field(1, options));
    for (int kind = 9; kind <= 11; kind++) {
      int id = kind == 9 ? 7 : 2;
      byte[] entry = Wire.concat(Wire.field(1, more + id), Wire.field(2, text));
      frame = Wire.concat(frame, Wire.field(1, Wire.field(kind, entry)));
    }
    byte[] file = Wire.delimited(Wire.concat(frame, Wire.field(1, Wire.field(2, triple))));
    List<Statement> expected = ReferenceDecoder.decode(file, true);
    assertEquals(1, expected.size());
    assertEquals(expected, Reading.read(file));
  }
}
