package io.github.jellybridge.jelly;

import static io.github.jellybridge.testing.ParseErrors.assertSays;
import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.Test;

/** Jelly-RDF 1.1 and 1.0.0 draft, "Stream options", and "Versioning". */
public class StreamOptionsTest extends BothLayouts {
  private static final WireRow T = triple(A, B, C);

  @Test
  public void anEmptyFileIsRefusedBecauseItHasNoOptions() {
    Reading.refused(new byte[0]);
  }

  @Test
  public void aFileOfEmptyFramesIsRefusedBecauseItHasNoOptions() {
    Reading.refused(new byte[] {0, 0, 0});
  }

  @Test
  public void aStatementBeforeTheOptionsIsRefused() {
    Reading.refused(wire.file(T, options(TRIPLES)));
  }

  @Test
  public void aLookupEntryBeforeTheOptionsIsRefused() {
    Reading.refused(wire.file(WireRow.name(1, "a"), options(TRIPLES), T));
  }

  @Test
  public void aStreamWithoutOptionsIsRefused() {
    Reading.refused(wire.file(LOOKUPS.toArray(WireRow[]::new)));
  }

  /**
   * Tests that a reader does not continue after the refused row: the bytes after it could look like
   * frames that start with options.
   */
  @Test
  public void aStreamIsRefusedAgainInTheSameWay() throws Exception {
    byte[] file = Wire.concat(wire.file(WireRow.name(1, "a")), file(TRIPLES, T));
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), Reading.OPTIONS)) {
      Throwable failure = assertThrows(JellyParseException.class, reader::header);
      assertSame(failure, assertThrows(JellyParseException.class, reader::header));
      assertSame(failure, assertThrows(JellyParseException.class, () -> reader.nextBatch(1)));
      assertSame(failure, assertThrows(JellyParseException.class, reader::nextFrame));
      assertSame(failure, assertThrows(JellyParseException.class, reader::countStatements));
    }
  }

  @Test
  public void theOptionsMayComeAfterEmptyFrames() throws Exception {
    byte[] file = Wire.concat(new byte[] {0}, file(TRIPLES, T));
    assertEquals(1, Reading.read(file).size());
    assertEquals(2, Reading.frames(file));
  }

  @Test
  public void optionsMayBeTheOnlyRow() throws Exception {
    assertEquals(List.of(), Reading.read(wire.file(options(TRIPLES))));
  }

  @Test
  public void optionsMayBeRepeatedIdentically() throws Exception {
    WireRow.Options options = options(TRIPLES).named("stream");
    byte[] file =
        Wire.delimited(
            opening(options, options, T, options), wire.frame(options, T), wire.frame(T, options));
    assertEquals(3, Reading.read(file).size());
  }

  @Test
  public void repeatedOptionsWithAnotherNameAreRefused() {
    refusedRepeat(options(TRIPLES).named("other"), "stream_name ''", "stream_name 'other'");
  }

  @Test
  public void repeatedOptionsWithAnotherPhysicalTypeAreRefused() {
    refusedRepeat(options(GRAPHS), "physical_type TRIPLES", "physical_type GRAPHS");
  }

  @Test
  public void repeatedOptionsWithAnotherGeneralizedFlagAreRefused() {
    refusedRepeat(
        options(TRIPLES).generalized(true),
        "generalized_statements false",
        "generalized_statements true");
  }

  @Test
  public void repeatedOptionsWithAnotherRdfStarFlagAreRefused() {
    refusedRepeat(options(TRIPLES).rdfStar(true), "rdf_star false", "rdf_star true");
  }

  @Test
  public void repeatedOptionsWithAnotherNameTableSizeAreRefused() {
    refusedRepeat(
        options(TRIPLES).tables(17, 8, 8), "max_name_table_size 16", "max_name_table_size 17");
  }

  @Test
  public void repeatedOptionsWithAnotherPrefixTableSizeAreRefused() {
    refusedRepeat(
        options(TRIPLES).tables(16, 9, 8), "max_prefix_table_size 8", "max_prefix_table_size 9");
  }

  @Test
  public void repeatedOptionsWithAnotherDatatypeTableSizeAreRefused() {
    refusedRepeat(
        options(TRIPLES).tables(16, 8, 7),
        "max_datatype_table_size 8",
        "max_datatype_table_size 7");
  }

  @Test
  public void repeatedOptionsWithAnotherVersionAreRefused() {
    refusedRepeat(options(TRIPLES).version(2), "version 1", "version 2");
  }

  @Test
  public void allOptionsThatDifferAreNamed() {
    refusedRepeat(
        options(TRIPLES).rdfStar(true).tables(4000, 8, 32),
        "rdf_star false, max_name_table_size 16, max_datatype_table_size 8",
        "rdf_star true, max_name_table_size 4000, max_datatype_table_size 32");
  }

  private void refusedRepeat(WireRow.Options other, String before, String found) {
    for (byte[] file :
        List.of(
            file(options(TRIPLES), T, other),
            Wire.delimited(opening(options(TRIPLES), T), wire.frame(other)))) {
      JellyParseException error = Reading.refused(file);
      assertEquals(
          "the stream options of the first options row, as joined files must share them: " + before,
          error.expected());
      assertEquals(found, error.found());
    }
  }

  @Test
  public void versionZeroIsRefused() {
    Reading.refused(file(options(TRIPLES).version(0), T));
  }

  @Test
  public void aVersionAboveTheKnownOnesIsRefused() {
    JellyParseException error = Reading.refused(file(options(TRIPLES).version(4), T));
    assertSays("a version tag up to 3 (Jelly-RDF 1.2)", "4", error);
  }

  @Test
  public void aNonStandardVersionIsRefused() {
    Reading.refused(file(options(TRIPLES).version(10_001), T));
  }

  @Test
  public void versionOneIsRead() throws Exception {
    assertEquals(1, Reading.read(file(options(TRIPLES).version(1), T)).size());
  }

  @Test
  public void anUnspecifiedPhysicalTypeIsRefused() {
    Reading.refused(file(options(0), T));
  }

  @Test
  public void anUnknownPhysicalTypeIsRefused() {
    Reading.refused(file(options(4), T));
    Reading.refused(file(options(-1), T));
  }

  @Test
  public void anUnspecifiedPhysicalTypeIsRefusedEvenWithoutStatements() {
    Reading.refused(wire.file(options(0)));
  }

  @Test
  public void aNameTableAboveTheLimitIsRefused() throws Exception {
    WireRow.Options options = options(TRIPLES).tables(4097, 8, 8);
    JellyReadOptions limit = Reading.OPTIONS.toBuilder().maxNameTable(4096).build();
    JellyParseException error = Reading.refused(file(options, T), limit);
    assertSays("a name table of at most 4096 entries (option maxNameTable)", "4097", error);
    assertEquals(1, Reading.read(file(options.tables(4096, 8, 8), T), limit).size());
  }

  @Test
  public void aPrefixTableAboveTheLimitIsRefused() throws Exception {
    WireRow.Options options = options(TRIPLES).tables(16, 101, 8);
    JellyReadOptions limit = Reading.OPTIONS.toBuilder().maxPrefixTable(100).build();
    JellyParseException error = Reading.refused(file(options, T), limit);
    assertSays("a prefix table of at most 100 entries (option maxPrefixTable)", "101", error);
    assertEquals(1, Reading.read(file(options.tables(16, 100, 8), T), limit).size());
  }

  @Test
  public void aDatatypeTableAboveTheLimitIsRefused() throws Exception {
    WireRow.Options options = options(TRIPLES).tables(16, 8, 33);
    JellyReadOptions limit = Reading.OPTIONS.toBuilder().maxDatatypeTable(32).build();
    JellyParseException error = Reading.refused(file(options, T), limit);
    assertSays("a datatype table of at most 32 entries (option maxDatatypeTable)", "33", error);
    assertEquals(1, Reading.read(file(options.tables(16, 8, 32), T), limit).size());
  }

  @Test
  public void tablesOfTheSizesThatJellyJvmSupportsAreAcceptedByDefault() throws Exception {
    assertEquals(1, Reading.read(file(options(TRIPLES).tables(4096, 1024, 256), T)).size());
  }

  @Test
  public void tablesThatCouldFillTheMemoryAreRefusedByDefault() {
    Reading.refused(file(options(TRIPLES).tables(10_000_000, 8, 8), T));
    Reading.refused(file(options(TRIPLES).tables(16, 10_000_000, 8), T));
    Reading.refused(file(options(TRIPLES).tables(16, 8, 10_000_000), T));
    Reading.refused(file(options(TRIPLES).tables(-1, -1, -1), T));
  }

  @Test
  public void theHeaderHasTheOptions() throws Exception {
    WireRow.Options options =
        options(QUADS).named("straße").generalized(true).rdfStar(true).tables(9, 10, 11);
    StreamHeader header = Reading.header(file(options, WireRow.quad(A, B, C, D)));
    assertEquals(wire == Wire.V1 ? Layout.V1 : Layout.DRAFT, header.layout());
    assertTrue(header.delimited());
    assertEquals(
        new StreamOptions("straße", PhysicalType.QUADS, true, true, true, 9, 10, 11, 0, 1),
        header.options());
  }
}
