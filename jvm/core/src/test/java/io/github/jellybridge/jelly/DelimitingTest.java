package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.iri;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/**
 * Jelly-RDF 1.1 and 1.0.0 draft, "Delimited variant of Jelly": the content tells whether a file is
 * delimited or a bare frame.
 */
public class DelimitingTest extends BothLayouts {
  private static final WireRow T = triple(A, B, C);

  @Test
  public void delimitedFramesAreReadOneByOne() throws Exception {
    byte[] file = Wire.delimited(opening(options(TRIPLES), T), wire.frame(T), wire.frame(T));
    assertEquals(List.of(0L, 1L, 2L), frames(file));
    assertTrue(Reading.header(file).delimited());
  }

  @Test
  public void aBareFrameIsReadAsOne() throws Exception {
    byte[] file = opening(options(TRIPLES), T, T).toByteArray();
    assertEquals(List.of(0L, 0L), frames(file));
    assertFalse(Reading.header(file).delimited());
    assertEquals(1, Reading.frames(file));
  }

  @Test
  public void aBareFrameMayHoldOptionsOnly() throws Exception {
    byte[] file = wire.frame(options(TRIPLES)).toByteArray();
    assertEquals(List.of(), Reading.read(file));
    assertFalse(Reading.header(file).delimited());
  }

  @Test
  public void aDelimitedFrameOfTenBytesIsNotTakenForABareOne() throws Exception {
    MessageLite ten = wire.frame(sized(8));
    byte[] file = Wire.delimited(ten, wire.frame(rest()));
    assertEquals(10, file[0]);
    assertEquals(10, file[1]);
    assertTrue(Reading.header(file).delimited());
    assertEquals(1, Reading.read(file).size());
  }

  @Test
  public void aBareFrameWithAFirstRowOfTenBytesIsNotTakenForADelimitedOne() throws Exception {
    List<WireRow> rows = new ArrayList<>();
    rows.add(sized(10));
    rows.addAll(List.of(rest()));
    byte[] file = wire.frame(rows).toByteArray();
    assertEquals(10, file[0]);
    assertEquals(10, file[1]);
    assertEquals(10, file[2]);
    assertFalse(Reading.header(file).delimited());
    assertEquals(1, Reading.read(file).size());
  }

  @Test
  public void everySizeOfOptionsIsDistinguished() throws Exception {
    for (int size = 8; size < 140; size++) {
      List<WireRow> rows = new ArrayList<>();
      rows.add(sized(size));
      rows.addAll(List.of(rest()));
      MessageLite frame = wire.frame(rows);
      assertFalse("bare " + size, Reading.header(frame.toByteArray()).delimited());
      assertEquals(1, Reading.read(frame.toByteArray()).size());
      byte[] apart = Wire.delimited(wire.frame(sized(size)), wire.frame(rest()));
      assertTrue("delimited " + size, Reading.header(apart).delimited());
      assertEquals(1, Reading.read(apart).size());
      byte[] together = Wire.delimited(frame);
      assertTrue("delimited " + size, Reading.header(together).delimited());
      assertEquals(1, Reading.read(together).size());
    }
  }

  @Test
  public void aBareFrameMayOpenWithFieldsThatAreNoRows() throws Exception {
    byte[] frame = opening(options(TRIPLES), T).toByteArray();
    Cases.each(
        new int[] {2, 3, 7, 13, 15, 16, 100, 5000},
        number -> {
          for (int size = 0; size < 300; size++) {
            String what = "field " + number + " of " + size + " bytes";
            byte[] content = number == 15 ? metadata(size) : "x".repeat(size).getBytes(UTF_8);
            checkBoth(what, Wire.concat(Wire.field(number, content), frame));
          }
          if (number != 15) {
            for (int bits = 0; bits < 63; bits++) {
              checkBoth(
                  "field " + number + " of 2^" + bits,
                  Wire.concat(Wire.field(number, 1L << bits), frame));
            }
            byte[] fixed = Wire.concat(Wire.varint(number << 3 | 5), new byte[] {10, 10, 10, 10});
            checkBoth("fixed field " + number, Wire.concat(fixed, fixed, frame));
          }
        });
  }

  @Test
  public void theContentOfFieldsBeforeTheRowsIsIgnored() throws Exception {
    byte[] frame = opening(options(TRIPLES), T).toByteArray();
    Random random = new Random(15);
    for (int i = 0; i < TestSize.of(2_000, 20_000); i++) {
      byte[] content = new byte[random.nextInt(40)];
      for (int k = 0; k < content.length; k++) {
        // Small numbers, of which tags and lengths consist.
        content[k] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 8 + random.nextInt(3));
      }
      byte[] whole = Wire.concat(Wire.field(2 + random.nextInt(13), content), frame);
      checkBoth(Arrays.toString(content), whole);
    }
  }

  @Test
  public void metadataBeforeTheRowsMayBeLargerThanTheFirstRead() throws Exception {
    byte[] frame = opening(options(TRIPLES), T).toByteArray();
    int large = 3 * JellyReadOptions.DEFAULT_CHUNK_BYTES;
    checkBoth("metadata", Wire.concat(Wire.field(15, metadata(large)), frame));
    checkBoth("a field", Wire.concat(Wire.field(14, new byte[large]), frame));
    assertEquals(1, Reading.read(Wire.concat(Wire.field(15, metadata(2000)), frame)).size());
  }

  /**
   * Tests an ambiguous start: the length of the first frame, 66, is also the tag of an unknown
   * field, and the start of its options row is also ten bytes of that field, followed by other
   * options.
   */
  @Test
  public void aDelimitedFileThatIsCutIsNotTakenForABareFrame() throws Exception {
    WireRow[] rows = {sized(9), sized(9), WireRow.name(1, "x")};
    int missing = 66 - wire.frame(rows).getSerializedSize();
    rows[2] = WireRow.name(1, "x".repeat(1 + missing));
    byte[] first = Wire.delimited(wire.frame(rows));
    assertEquals(66, first[0]);
    assertEquals(List.of(), Reading.read(first));
    assertTrue(Reading.header(first).delimited());
    byte[] file = Wire.concat(first, Wire.delimited(wire.frame(WireRow.name(2, "8 signs "))));
    for (int length = first.length + 1; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      assertEquals(1, Reading.refused(cut).frame());
      assertTrue(Reading.header(cut).delimited());
    }
  }

  private static void checkBoth(String what, byte[] frame) throws Exception {
    assertFalse("bare, " + what, Reading.header(frame).delimited());
    assertEquals("bare, " + what, 1, Reading.byBatch(frame, Reading.OPTIONS, 9).size());
    byte[] file = Wire.delimited(frame);
    assertTrue("delimited, " + what, Reading.header(file).delimited());
    assertEquals("delimited, " + what, 1, Reading.byBatch(file, Reading.OPTIONS, 9).size());
  }

  /** An entry of metadata with a value of the given number of bytes. */
  private static byte[] metadata(int bytes) {
    return Wire.concat(Wire.field(1, "k".getBytes(UTF_8)), Wire.field(2, new byte[bytes]));
  }

  @Test
  public void aDelimitedFileMayOpenWithEmptyFrames() throws Exception {
    byte[] file = Wire.concat(new byte[] {0, 0}, file(TRIPLES, T));
    assertTrue(Reading.header(file).delimited());
    assertEquals(List.of(2L), frames(file));
  }

  @Test
  public void aLengthMayBeALongerVarintThanNeeded() throws Exception {
    byte[] frame = opening(options(TRIPLES), T).toByteArray();
    byte[] length = {
      (byte) (frame.length & 0x7f | 0x80), (byte) (frame.length >> 7 & 0x7f | 0x80), (byte) 0x80, 0
    };
    assertEquals(1, Reading.read(Wire.concat(length, frame)).size());
  }

  @Test
  public void framesLargerThanAChunkOfInputAreRead() throws Exception {
    List<WireRow> rows = new ArrayList<>(List.of(rest()));
    WireRow again = triple(iri(0, 1), iri(0, 2), WireTerm.text("x".repeat(50)));
    for (int i = 0; i < 30_000; i++) {
      rows.add(again);
    }
    rows.add(0, sized(10));
    MessageLite frame = wire.frame(rows);
    assertTrue(frame.getSerializedSize() > JellyReadOptions.DEFAULT_CHUNK_BYTES);
    assertEquals(30_001, Reading.byFrame(Wire.delimited(frame), Reading.OPTIONS).size());
    assertEquals(30_001, Reading.byBatch(Wire.delimited(frame), Reading.OPTIONS, 4096).size());
    assertEquals(30_001, Reading.byFrame(frame.toByteArray(), Reading.OPTIONS).size());
    assertEquals(30_001, Reading.count(frame.toByteArray(), Reading.OPTIONS));
  }

  /** Options whose row takes the given number of bytes, without its tag and length. */
  private WireRow.Options sized(int bytes) {
    // 2 bytes each: physical type, name table size, version, tag and length of the options field.
    WireRow.Options smallest =
        new WireRow.Options("", TRIPLES, false, false, false, 16, 0, 0, 0, 1);
    if (bytes == 8) {
      return smallest;
    }
    if (bytes == 9) {
      return smallest.tables(128, 0, 0);
    }
    WireRow.Options tables =
        bytes % 2 == 0 ? smallest.tables(16, 8, 0) : smallest.tables(128, 8, 0);
    int missing = bytes - (bytes % 2 == 0 ? 10 : 11);
    if (missing == 0) {
      return tables;
    }
    return tables.named("x".repeat(Math.max(0, missing - 2)));
  }

  private static WireRow[] rest() {
    return new WireRow[] {
      WireRow.name(1, "http://a"),
      WireRow.name(2, "http://b"),
      WireRow.name(3, "http://c"),
      triple(iri(0, 1), iri(0, 2), iri(0, 3))
    };
  }

  private static List<Long> frames(byte[] file) throws Exception {
    return Reading.read(file).stream().map(s -> s.frame()).toList();
  }
}
