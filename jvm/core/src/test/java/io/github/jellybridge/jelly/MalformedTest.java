package io.github.jellybridge.jelly;

import static io.github.jellybridge.testing.ParseErrors.assertSays;
import static io.github.jellybridge.wire.Wire.concat;
import static io.github.jellybridge.wire.Wire.field;
import static io.github.jellybridge.wire.Wire.varint;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.text;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** Protobuf's own rules: invalid varints, lengths and wire types. */
public class MalformedTest extends BothLayouts {
  private static final WireRow T = triple(A, B, C);

  /** Eleven bytes, each of which announces another byte of the varint. */
  private static final byte[] ENDLESS = new byte[11];

  static {
    Arrays.fill(ENDLESS, (byte) 0xff);
  }

  @Test
  public void aFrameLengthThatNeverEndsIsRefused() {
    Reading.refused(concat(file(TRIPLES, T), ENDLESS));
    Reading.refused(concat(ENDLESS, file(TRIPLES, T)));
  }

  @Test
  public void aFrameLengthBeyondTheFileIsRefused() {
    byte[] frame = wire.frame(T).toByteArray();
    Reading.refused(concat(file(TRIPLES, T), varint(frame.length + 1), frame));
  }

  @Test
  public void aHugeFrameLengthIsRefusedBeforeAnythingIsAllocated() {
    Cases.each(
        List.of((long) Integer.MAX_VALUE, 1L << 31, 1L << 32, 1L << 62, -1L),
        length -> {
          Reading.refused(concat(file(TRIPLES, T), varint(length), new byte[] {10, 0}));
          Reading.refused(concat(varint(length), file(TRIPLES, T)));
        });
  }

  @Test
  public void aRowLengthBeyondItsFrameIsRefused() {
    refusedRow(new byte[] {10, 5, 1, 2});
    refusedRow(concat(new byte[] {10}, varint(Integer.MAX_VALUE)));
    refusedRow(concat(new byte[] {10}, varint(-1)));
  }

  @Test
  public void aMessageLengthBeyondItsRowIsRefused() {
    refusedRow(field(1, new byte[] {18, 100, 10, 0}));
    refusedRow(field(1, concat(new byte[] {18}, varint(-1))));
    refusedRow(field(1, concat(new byte[] {74}, varint(Integer.MAX_VALUE))));
  }

  @Test
  public void aStringLengthBeyondItsEntryIsRefused() {
    refusedRow(field(1, field(9, new byte[] {8, 1, 18, 5, 'a'})));
    refusedRow(field(1, field(9, concat(new byte[] {8, 1, 18}, varint(-1)))));
  }

  @Test
  public void aVarintThatNeverEndsIsRefused() {
    refusedRow(field(1, field(9, concat(new byte[] {8}, ENDLESS, field(2, new byte[] {'a'})))));
    refusedRow(field(1, field(9, concat(field(2, new byte[] {'a'}), new byte[] {8}, ENDLESS))));
    refusedRow(concat(new byte[] {10}, ENDLESS));
    refusedRow(ENDLESS);
  }

  @Test
  public void aVarintThatEndsWithItsMessageIsRefused() {
    refusedRow(field(1, field(9, new byte[] {8, (byte) 0x80})));
    refusedRow(field(1, new byte[] {(byte) 0x80}));
    refusedRow(new byte[] {(byte) 0x8a});
  }

  @Test
  public void fieldNumberZeroIsRefused() {
    refusedRow(new byte[] {0, 0});
    refusedRow(field(1, new byte[] {2, 0}));
  }

  @Test
  public void aReservedWireTypeIsRefused() {
    refusedRow(new byte[] {(byte) 0xfe, 1});
    refusedRow(new byte[] {(byte) 0xff, 1});
    refusedRow(field(1, new byte[] {(byte) 0x86, 1}));
  }

  @Test
  public void anEndOfAGroupThatNeverBeganIsRefused() {
    refusedRow(new byte[] {(byte) 0xfc, 1});
    refusedRow(field(1, new byte[] {(byte) 0xfc, 1}));
  }

  @Test
  public void aFixedFieldCutShortIsRefused() {
    refusedRow(new byte[] {(byte) 0xfd, 1, 0, 0, 0});
    refusedRow(new byte[] {(byte) 0xf9, 1, 0, 0, 0, 0, 0, 0, 0});
  }

  @Test
  public void textFilesAreRefused() {
    for (String text :
        new String[] {
          "<http://a> <http://b> <http://c> .\n",
          "# comment\n",
          "@prefix a: <b> .",
          "\n",
          "\n\n",
          "{\"@id\": \"a\"}",
          "PK\u0003\u0004",
          "\u001f\u008b\u0008\u0000",
          "PAR1"
        }) {
      byte[] file = text.getBytes(StandardCharsets.ISO_8859_1);
      assertTrue(Reading.refused(file).frame() >= 0);
    }
  }

  @Test
  public void aFrameAboveTheLimitIsRefused() throws Exception {
    WireRow[] many = new WireRow[20];
    Arrays.fill(many, T);
    MessageLite large = wire.frame(many);
    byte[] file = Wire.delimited(opening(options(TRIPLES), T), large);
    int limit = large.getSerializedSize();
    JellyReadOptions fits = Reading.OPTIONS.toBuilder().maxFrameBytes(limit).build();
    assertEquals(21, Reading.read(file, fits).size());
    JellyReadOptions small = Reading.OPTIONS.toBuilder().maxFrameBytes(limit - 1).build();
    JellyParseException error = Reading.refused(file, small);
    assertSays(
        "a frame of at most " + (limit - 1) + " bytes (option maxFrameBytes)",
        "a frame of " + limit + " bytes",
        error);
  }

  @Test
  public void aRowAboveTheLimitIsRefusedWithoutDelimiters() throws Exception {
    WireRow large = triple(A, B, text("x".repeat(30_000)));
    byte[] file = opening(options(TRIPLES), T, large).toByteArray();
    JellyReadOptions limit = Reading.OPTIONS.toBuilder().maxFrameBytes(20_000).build();
    JellyParseException error = Reading.refused(file, limit);
    int row = wire.frame(large).getSerializedSize();
    int size = row - 1 - varint(row).length;
    assertSays(
        "a row of at most 20000 bytes (option maxFrameBytes)",
        "a row of " + size + " bytes",
        error);
    assertEquals(2, Reading.read(file).size());
  }

  @Test
  public void aFrameAsLargeAsTheLimitIsReadWithoutDelimiters() throws Exception {
    Cases.each(
        new int[] {300, 5_000, 30_000},
        text -> {
          WireRow large = triple(A, B, text("x".repeat(text)));
          byte[] file = opening(options(TRIPLES), T, large).toByteArray();
          JellyReadOptions frame = Reading.OPTIONS.toBuilder().maxFrameBytes(file.length).build();
          assertEquals(2, Reading.read(file, frame).size());
          byte[] row = wire.frame(large).toByteArray();
          int size = row.length - 1 - varint(row.length).length;
          for (int chunk : new int[] {16, 100, 1 << 20}) {
            JellyReadOptions limit =
                Reading.OPTIONS.toBuilder().maxFrameBytes(size).chunkBytes(chunk).build();
            assertEquals(2, Reading.byBatch(file, limit, 10).size());
            JellyReadOptions less = limit.toBuilder().maxFrameBytes(size - 1).build();
            JellyParseException error =
                assertThrows(JellyParseException.class, () -> Reading.byBatch(file, less, 10));
            assertTrue(error.getMessage(), error.getMessage().contains("option maxFrameBytes"));
          }
        });
  }

  /**
   * Checks that a malformed row is refused in the second frame, at the end of the first, and at the
   * end of a bare frame.
   */
  private void refusedRow(byte[] row) {
    byte[] good = opening(options(TRIPLES), T).toByteArray();
    Reading.refused(concat(Wire.delimited(good), Wire.delimited(row)));
    Reading.refused(Wire.delimited(concat(good, row)));
    Reading.refused(concat(good, row));
  }
}
