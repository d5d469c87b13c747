package io.github.jellybridge.jelly;

import static io.github.jellybridge.testing.ParseErrors.assertSays;
import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.text;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/**
 * Contents of an error for the person with the broken file: file, frame, byte, row, the expected
 * and the found value.
 */
public class ErrorReportTest extends BothLayouts {
  private static final WireRow T = triple(A, B, C);

  @Test
  public void theMessageHasAllOfIt() {
    JellyParseException error = Reading.refused(badRow(2));
    assertEquals(
        Reading.FILE
            + ": frame "
            + error.frame()
            + ", byte "
            + error.byteOffset()
            + ", row "
            + error.row()
            + ": expected "
            + error.expected()
            + ", found "
            + error.found(),
        error.getMessage());
  }

  @Test
  public void theFrameIsNumberedFromZero() {
    assertEquals(0, Reading.refused(file(TRIPLES, triple(bnode("s"), iri(1, 9), C))).frame());
    byte[] file =
        Wire.delimited(
            opening(options(TRIPLES), T),
            wire.frame(),
            wire.frame(T),
            wire.frame(T, quad(A, B, C, D)));
    JellyParseException error = Reading.refused(file);
    assertEquals(3, error.frame());
    assertEquals(1, error.row());
  }

  @Test
  public void theRowIsNumberedFromZeroInItsFrame() {
    for (int before = 0; before < 4; before++) {
      assertEquals(before, Reading.refused(badRow(before)).row());
    }
  }

  @Test
  public void theByteOffsetPointsIntoTheRow() {
    byte[] opening = Wire.delimited(opening(options(TRIPLES), T));
    for (int before = 0; before < 4; before++) {
      byte[] file = badRow(before);
      JellyParseException error = Reading.refused(file);
      int rowStart = opening.length + 1 + before * wire.frame(T).getSerializedSize();
      assertTrue(error.getMessage(), error.byteOffset() >= rowStart);
      assertTrue(error.getMessage(), error.byteOffset() <= file.length);
    }
  }

  @Test
  public void aRowThatIsCutIsTheRowThatIsNamed() throws Exception {
    byte[] opening = opening(options(TRIPLES), T).toByteArray();
    byte[] rows = wire.frame(T, T, T).toByteArray();
    byte[] framed = Wire.concat(Wire.delimited(opening), Wire.delimited(rows));
    byte[] bare = Wire.concat(opening, rows);
    byte[] bad = wire.frame(triple(bnode("s"), iri(1, 9), bnode("o"))).toByteArray();
    long first = Reading.refused(Wire.concat(opening, bad)).row();
    int length = rows.length / 3;
    for (int cut = 1; cut < rows.length; cut++) {
      boolean between = cut % length == 0;
      JellyParseException inFrame = cutShort(framed, rows.length - cut);
      assertEquals(inFrame.getMessage(), 1, inFrame.frame());
      assertEquals(inFrame.getMessage(), between ? -1 : cut / length, inFrame.row());
      if (!between) {
        JellyParseException inBare = cutShort(bare, rows.length - cut);
        assertEquals(inBare.getMessage(), first + cut / length, inBare.row());
      }
    }
  }

  /** The error of a file without its last bytes, which is the same for reading and counting. */
  private static JellyParseException cutShort(byte[] file, int bytes) throws Exception {
    byte[] cut = Arrays.copyOf(file, file.length - bytes);
    Reading.refused(cut);
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(cut), Reading.OPTIONS);
        JellyReader counter = Reading.open(new ByteArrayInputStream(cut), Reading.OPTIONS)) {
      JellyParseException error =
          assertThrows(
              JellyParseException.class,
              () -> {
                while (reader.nextBatch(1000)) {
                  assertNotNull(reader.batch());
                }
              });
      JellyParseException counted =
          assertThrows(JellyParseException.class, counter::countStatements);
      assertEquals(error.getMessage(), counted.getMessage());
      return error;
    }
  }

  @Test
  public void aFieldOfTheFrameThatIsNoRowHasNoRow() {
    byte[] plain = opening(options(TRIPLES), T, T).toByteArray();
    byte[] metadata = Wire.field(15, Wire.field(1, new byte[] {'k', (byte) 0xff}));
    byte[] group = {7 << 3 | 3};
    for (byte[] field : wire == Wire.V1 ? List.of(metadata, group) : List.of(group)) {
      assertEquals(-1, Reading.refused(Wire.delimited(Wire.concat(plain, field))).row());
      assertEquals(-1, Reading.refused(Wire.concat(plain, field)).row());
    }
  }

  @Test
  public void aRowThatIsTooLongIsTheRowThatIsNamed() {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    byte[] bad = wire.frame(triple(bnode("s"), iri(1, 9), bnode("o"))).toByteArray();
    byte[] large = wire.frame(triple(A, B, text("x".repeat(2000)))).toByteArray();
    JellyReadOptions limited = Reading.OPTIONS.toBuilder().maxFrameBytes(1000).build();
    assertEquals(
        Reading.refused(Wire.concat(plain, bad)).row(),
        Reading.refused(Wire.concat(plain, large), limited).row());
  }

  @Test
  public void theByteOffsetIsExactWhereRowsPrecedeInSmallChunks() {
    byte[] file = badRow(3);
    JellyParseException whole = Reading.refused(file);
    JellyParseException chunks =
        Reading.refused(file, Reading.OPTIONS.toBuilder().chunkBytes(16).build());
    assertEquals(whole.getMessage(), chunks.getMessage());
  }

  @Test
  public void anUndefinedIdIsNamed() {
    JellyParseException error = Reading.refused(file(TRIPLES, triple(bnode("s"), iri(1, 13), C)));
    assertSays("a name id that was defined before", "name id 13", error);
  }

  @Test
  public void anIdBeyondTheTableIsNamedWithTheLimit() {
    JellyParseException error = Reading.refused(file(TRIPLES, name(99, "x")));
    assertSays("a name entry with an id from 1 to 16", "id 99", error);
  }

  @Test
  public void aForbiddenRowIsNamedWithThePhysicalType() {
    JellyParseException error = Reading.refused(file(TRIPLES, quad(A, B, C, D)));
    assertSays("rows of a stream of physical type TRIPLES", "a quad row", error);
  }

  @Test
  public void anUndeclaredFeatureIsNamed() {
    JellyParseException error = Reading.refused(file(TRIPLES, triple(text("s"), B, C)));
    assertSays(
        "no generalized RDF, as generalized_statements is not set",
        "a literal as the subject",
        error);
  }

  @Test
  public void aTruncatedFileIsNamedAsSuch() {
    byte[] file = Wire.delimited(opening(options(TRIPLES), T), wire.frame(T));
    byte[] cut = Arrays.copyOf(file, file.length - 1);
    JellyParseException error = Reading.refused(cut);
    assertEquals(1, error.frame());
    assertSays(
        "a frame that ends at byte " + file.length, "the end of the file, 1 bytes short", error);
  }

  @Test
  public void aFileThatEndsInsideAGraphIsNamedAsSuch() {
    JellyParseException error =
        Reading.refused(file(GRAPHS, graphStart(D), T, graphEnd(), graphStart(D), T));
    assertSays("a graph end before the end of the stream", "the end of the file", error);
  }

  @Test
  public void anEmptyFileIsNamedAsSuch() {
    JellyParseException error = Reading.refused(new byte[0]);
    assertEquals(0, error.frame());
    assertEquals(0, error.byteOffset());
    assertEquals(-1, error.row());
    assertSays("the stream options as the first row", "the end of the file", error);
  }

  /**
   * A file whose second frame has the given number of good triples and then one with an undefined
   * name.
   */
  private byte[] badRow(int before) {
    WireRow[] rows = new WireRow[before + 1];
    Arrays.fill(rows, T);
    rows[before] = triple(bnode("s"), iri(1, 9), bnode("o"));
    return Wire.delimited(opening(options(TRIPLES), T), wire.frame(rows));
  }
}
