package io.github.jellybridge.jelly.columns;

import static io.github.jellybridge.jelly.columns.ColumnFile.batch;
import static io.github.jellybridge.jelly.columns.ColumnFile.bytes;
import static io.github.jellybridge.jelly.columns.ColumnFile.file;
import static io.github.jellybridge.jelly.columns.ColumnFile.frame;
import static io.github.jellybridge.jelly.columns.ColumnFile.literals;
import static io.github.jellybridge.jelly.columns.ColumnFile.messages;
import static io.github.jellybridge.jelly.columns.ColumnFile.options;
import static io.github.jellybridge.jelly.columns.ColumnFile.quads;
import static io.github.jellybridge.jelly.columns.ColumnFile.row;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.proto.columns.RdfColumn;
import io.github.jellybridge.proto.columns.RdfColumnBatch;
import io.github.jellybridge.proto.columns.RdfIri;
import io.github.jellybridge.proto.columns.RdfLiteral;
import io.github.jellybridge.proto.columns.RdfLookupEntryPacked;
import io.github.jellybridge.proto.columns.RdfStreamFrame;
import io.github.jellybridge.proto.columns.RdfStreamOptionsB;
import io.github.jellybridge.proto.columns.RdfStreamRow;
import io.github.jellybridge.proto.columns.RdfTripleTerm;
import io.github.jellybridge.proto.columns.RdfVersion;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import org.junit.Test;

/** The rules of the column layout whose violation a strict reader refuses (draft, section 5). */
public class ColumnViolationTest {
  private static JellyParseException refused(byte[] file, String expected, String found) {
    JellyParseException error = Reading.refused(file);
    assertEquals(expected, error.expected());
    assertEquals(found, error.found());
    return error;
  }

  private static void tolerated(byte[] file, String expected, String found) throws Exception {
    refused(file, expected, found);
    assertEquals(2, Reading.refusedUnlessLenient(file, 1).size());
  }

  private static void refusedObjects(RdfColumn.Builder objects, String expected, String found) {
    refused(file(batch().setObjects(objects)), expected, found);
  }

  private static RdfColumn.Builder column(int... nameIds) {
    RdfColumn.Builder column = RdfColumn.newBuilder();
    Arrays.stream(nameIds).forEach(column::addNameIds);
    return column;
  }

  // ---- options ---------------------------------------------------------------------------------

  @Test
  public void theFirstFrameHasOptions() {
    refused(file(frame(null, batch())), "the stream options as the first row", "columns (2)");
    refused(
        file(frame(null, batch()), frame(options().build(), batch())),
        "the stream options as the first row",
        "columns (2)");
  }

  @Test
  public void theVersionIsSet() {
    refused(file(options().setVersion(0), batch()), "a version tag of at least 1", "0");
  }

  @Test
  public void theVersionIsKnown() {
    refused(file(options().setVersion(4), batch()), "a version tag up to 3 (Jelly-RDF 1.2)", "4");
  }

  @Test
  public void theStatementKindIsSet() {
    refused(
        file(options().clearPhysicalType(), batch()),
        "statement kind 1 (TRIPLES) or 2 (QUADS)",
        "unspecified (0)");
  }

  @Test
  public void theStatementKindIsSetOnce() {
    byte[] both =
        options()
            .build()
            .toByteString()
            .concat(RdfStreamOptionsB.newBuilder().setRdfVersionValue(1).build().toByteString())
            .toByteArray();
    refused(
        file(
            RdfStreamFrame.newBuilder()
                .addRows(RdfStreamRow.newBuilder().setOptions(ByteString.copyFrom(both)))
                .setColumns(batch())),
        "one statement kind: physical_type (2) or statement_type (5)",
        "options of both");
  }

  @Test
  public void graphsIsNoStatementKind() {
    refused(
        file(options().setPhysicalTypeValue(3), batch()),
        "statement kind 1 (TRIPLES) or 2 (QUADS)",
        "3");
  }

  @Test
  public void theStreamTypeIsKnown() {
    refused(file(options().setStreamTypeValue(2), batch()), "a stream type from 0 to 1", "2");
  }

  @Test
  public void theRdfVersionIsKnown() {
    refused(file(options().setRdfVersionValue(4), batch()), "an RDF version from 0 to 3", "4");
  }

  @Test
  public void generalizedStatementsIsNotSet() throws Exception {
    tolerated(
        file(options().setGeneralizedStatements(true), batch()),
        "no generalized_statements (3) in version 3",
        "1");
  }

  @Test
  public void rdfStarIsNotSet() throws Exception {
    tolerated(file(options().setRdfStar(true), batch()), "no rdf_star (4) in version 3", "1");
  }

  @Test
  public void theLogicalTypeIsNotSet() throws Exception {
    tolerated(file(options().setLogicalType(2), batch()), "no logical_type (14) in version 3", "2");
  }

  @Test
  public void theNameTableHasAtLeast128Entries() throws Exception {
    tolerated(
        file(options().setMaxNameTableSize(127), batch()),
        "a name table of at least 128 entries",
        "127");
  }

  // ---- frames ----------------------------------------------------------------------------------

  @Test
  public void noRowsButOptions() {
    byte[] triple = {0x12, 0};
    refused(
        file(
            frame(options().build(), batch()),
            frame(null, null)
                .setUnknownFields(
                    UnknownFieldSet.newBuilder()
                        .addField(
                            1,
                            UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFrom(triple))
                                .build())
                        .build())),
        "no rows but the stream options in version 3",
        "row field 2");
  }

  @Test
  public void atMostOneRow() {
    refused(
        file(frame(options().build(), batch()).addRows(row(options().build()))),
        "at most one row in a frame of version 3",
        "another one");
  }

  @Test
  public void noColumnsInAStreamOfRows() {
    for (int version = 1; version <= 2; version++) {
      refused(
          file(options().setVersion(version), batch()),
          "rows (1) in a stream of version 1 or 2",
          "columns (2)");
    }
  }

  @Test
  public void restatedOptionsKeepTheStatementKind() {
    refused(
        file(frame(options().build(), batch()), frame(quads().build(), batch())),
        "the statement kind and stream type of the first options: TRIPLES, FLAT",
        "QUADS, FLAT");
  }

  @Test
  public void restatedOptionsKeepTheStreamType() {
    refused(
        file(frame(options().build(), batch()), frame(messages().build(), batch())),
        "the statement kind and stream type of the first options: TRIPLES, FLAT",
        "TRIPLES, MESSAGES");
  }

  @Test
  public void restatedOptionsKeepTheVersion() {
    refused(
        file(frame(options().build(), batch()), frame(options().setVersion(2).build(), batch())),
        "version tag 3, that of the first options",
        "2");
  }

  @Test
  public void restatedOptionsEmptyTheLookups() {
    refused(
        file(
            frame(options().build(), batch()),
            frame(options().build(), batch().clearNames().clearDatatypes())),
        "a name id that was defined before",
        "name id 1");
  }

  @Test
  public void theRowCountIsLimited() {
    refused(file(batch().setRowCount(1 << 27)), "a row_count of at most 134217727", "134217728");
  }

  @Test
  public void nothingIsAllocatedForRowsWithoutData() {
    refused(
        file(RdfColumnBatch.newBuilder().setRowCount((1 << 27) - 1)),
        "subjects in a batch of 134217727 rows",
        "none");
  }

  // ---- lookups ---------------------------------------------------------------------------------

  @Test
  public void entriesAreWithinTheTable() {
    refused(
        file(batch().addNames(RdfLookupEntryPacked.newBuilder().setId(129).addValues("x"))),
        "a name entry with an id from 1 to 128",
        "id 129");
    refused(
        file(batch().addPrefixes(RdfLookupEntryPacked.newBuilder().setId(17).addValues("x"))),
        "a prefix entry with an id from 1 to 16",
        "id 17");
    refused(
        file(batch().addDatatypes(RdfLookupEntryPacked.newBuilder().setId(9).addValues("x"))),
        "a datatype entry with an id from 1 to 8",
        "id 9");
  }

  @Test
  public void namesAreDefined() {
    JellyParseException error =
        refused(
            file(batch().setObjects(column(1, 5))),
            "a name id that was defined before",
            "name id 5");
    assertEquals("the row of the name", 1, error.row());
  }

  @Test
  public void namesAreWithinTheTable() {
    refused(file(batch().setObjects(column(-1, 1))), "a name id up to 128", "name id 4294967295");
  }

  @Test
  public void prefixesAreDefined() {
    refused(
        file(batch().setObjects(column(1, 2).addPrefixIds(1))),
        "a prefix id that was defined before",
        "prefix id 1");
  }

  @Test
  public void datatypesAreDefined() {
    JellyParseException error =
        refused(
            file(batch().setObjects(literals("x", "y").addLiteralKinds(0).addLiteralKinds(3))),
            "a datatype id that was defined before",
            "id 2");
    assertEquals("the row of the literal", 1, error.row());
  }

  @Test
  public void aDatatypeHasAnId() {
    refused(
        file(batch().setObjects(triples(RdfLiteral.newBuilder().setDatatype(0)).addLayouts(0))),
        "a datatype id greater than 0",
        "id 0");
  }

  @Test
  public void aDatatypeIsNoneOfLanguageTags() throws Exception {
    for (String name : new String[] {"langString", "dirLangString"}) {
      String iri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#" + name;
      tolerated(
          file(
              batch()
                  .addDatatypes(RdfLookupEntryPacked.newBuilder().addValues(iri))
                  .setObjects(literals("x", "y").addLiteralKinds(0).addLiteralKinds(3))),
          "a datatype of literals without a language tag",
          iri);
    }
  }

  // ---- kinds and lists -------------------------------------------------------------------------

  @Test
  public void severalKindsNeedKinds() {
    refusedObjects(
        literals("x").addNameIds(1),
        "kinds (1) in objects, whose values are of several kinds",
        "none");
  }

  @Test
  public void kindsAreThoseOfTheValues() {
    refusedObjects(
        literals("x").addNameIds(1).setKinds(bytes(0)),
        "as many IRIs in kinds (1) of objects as values: 1",
        "2");
    refusedObjects(
        literals("x", "y").setKinds(bytes(1)),
        "as many IRIs in kinds (1) of objects as values: 0",
        "1");
  }

  @Test
  public void kindsHaveTwoBitsPerValue() {
    refusedObjects(
        literals("x", "y").setKinds(bytes(5, 0)),
        "1 bytes of kinds (1) for 2 values in objects",
        "2");
  }

  @Test
  public void unusedBitsOfKindsAreZero() {
    refusedObjects(
        literals("x", "y").setKinds(bytes(0x15)),
        "0 in the unused bits of kinds (1) in objects",
        "others");
  }

  @Test
  public void prefixIdsAreNoneOneOrOneForEachIri() {
    refused(
        file(
            batch()
                .setRowCount(3)
                .setSubjects(column(1).addLayouts(1))
                .setPredicates(column(1).addLayouts(1))
                .setObjects(column(1, 2, 3).addPrefixIds(0).addPrefixIds(0))),
        "0, 1 or 3 prefix_ids (4) in objects",
        "2");
    refusedObjects(literals("x", "y").addPrefixIds(0), "no prefix_ids (4) in objects", "1");
  }

  @Test
  public void literalKindsAreNoneOneOrOneForEachLiteral() {
    refusedObjects(
        literals("x", "y").addLiteralKinds(0).addLiteralKinds(0).addLiteralKinds(0),
        "0, 1 or 2 literal_kinds (6) in objects",
        "3");
    refusedObjects(column(1, 2).addLiteralKinds(0), "no literal_kinds (6) in objects", "1");
  }

  @Test
  public void languageTagNumbersAreThoseOfTags() {
    refusedObjects(
        literals("x", "y").addLangtags("en").addLiteralKinds(4),
        "a language tag number below 1 in objects",
        "1");
  }

  @Test
  public void directionsAreNoneOrOneForEachTag() {
    refusedObjects(
        literals("x", "y")
            .addLangtags("en")
            .addLiteralKinds(2)
            .addLangtagDirections(1)
            .addLangtagDirections(1),
        "0 or 1 langtag_directions (8) in objects, as many as langtags",
        "2");
  }

  @Test
  public void directionsAreKnown() {
    refusedObjects(
        literals("x", "y").addLangtags("en").addLiteralKinds(2).addLangtagDirections(3),
        "base direction 0 (none), 1 (ltr) or 2 (rtl)",
        "3");
  }

  @Test
  public void aDirectionNeedsATag() {
    refusedObjects(
        literals("x", "y").addLangtags("").addLiteralKinds(2).addLangtagDirections(1),
        "a language tag with a base direction",
        "a base direction alone");
    refused(
        file(batch().setObjects(triples(RdfLiteral.newBuilder().setDirection(1)).addLayouts(0))),
        "a language tag with a base direction",
        "a base direction alone");
  }

  @Test
  public void directionsAreOfRdf12() throws Exception {
    tolerated(
        file(
            options().setRdfVersion(RdfVersion.RDF_VERSION_1_1),
            batch()
                .setObjects(
                    literals("x", "y")
                        .addLangtags("en")
                        .addLiteralKinds(2)
                        .addLangtagDirections(1))),
        "no base directions, as rdf_version is 1.1",
        "a base direction");
  }

  @Test
  public void tripleTermsAreOfFullRdf12() throws Exception {
    for (RdfVersion version :
        new RdfVersion[] {RdfVersion.RDF_VERSION_1_1, RdfVersion.RDF_VERSION_1_2_BASIC}) {
      tolerated(
          file(
              options().setRdfVersion(version),
              batch().setObjects(triples(RdfLiteral.newBuilder()).addLayouts(0))),
          "no triple terms, as rdf_version excludes them",
          "a triple term");
    }
  }

  // ---- positions -------------------------------------------------------------------------------

  @Test
  public void subjectsAreIrisOrBlankNodes() {
    refused(file(batch().setSubjects(literals("x", "y"))), "no literals in subjects", "2 of them");
    refused(
        file(batch().setSubjects(triples(RdfLiteral.newBuilder()).addLayouts(0))),
        "no triple terms in subjects",
        "1 of them");
  }

  @Test
  public void predicatesAreIris() {
    refused(
        file(batch().setPredicates(RdfColumn.newBuilder().addBnodes("b").addLayouts(0))),
        "no blank nodes in predicates",
        "1 of them");
  }

  @Test
  public void graphsAreIrisOrBlankNodes() {
    refused(file(quads(), batch().setGraphs(literals("x"))), "no literals in graphs", "1 of them");
  }

  @Test
  public void everyRowHasATerm() {
    JellyParseException error =
        refused(
            file(batch().setSubjects(column(1))),
            "a value of subjects in every row",
            "an unbound row");
    assertEquals("the unbound row", 1, error.row());
    refused(
        file(batch().setPredicates(column(2).addLayouts(1 << 4))),
        "a value of predicates in every row",
        "an unbound row");
    refused(file(batch().clearObjects()), "objects in a batch of 2 rows", "none");
  }

  @Test
  public void aColumnHasNoMoreRowsThanItsBatch() {
    refusedObjects(
        literals("x", "y", "z"), "2 rows in objects, the row_count of the batch", "3 or more");
    refusedObjects(
        literals("x").addLayouts(15).addLayouts(1 << 30),
        "2 rows in objects, the row_count of the batch",
        "1073741841 or more");
  }

  @Test
  public void triplesHaveNoGraphs() {
    refused(file(batch().setGraphs(column(1))), "no graphs (9) in a stream of triples", "graphs");
  }

  // ---- runs ------------------------------------------------------------------------------------

  @Test
  public void aRunStartsAtAValue() {
    refusedObjects(
        literals("x", "y").addLayouts(3 << 5),
        "at most 2 values in objects",
        "a run that starts after value 3");
  }

  @Test
  public void aRunRepeatsAValue() {
    refusedObjects(
        literals("x", "y").addLayouts(2 << 5),
        "a value of objects to repeat",
        "a run after the last of 2");
  }

  @Test
  public void aLongRunHasTheRestOfItsLength() {
    refusedObjects(
        literals("x").addLayouts(15),
        "the rest of the length of a run in objects",
        "the end of layouts (2)");
  }

  // ---- messages --------------------------------------------------------------------------------

  @Test
  public void flatStreamsHaveNoMessageLengths() {
    refused(
        file(batch().addMessageLengthsA(1)), "no message_lengths in a FLAT stream", "1 of them");
  }

  @Test
  public void messagesEndWithinTheirBatch() {
    refused(
        file(messages(), batch().addMessageLengthsA(1).addMessageLengthsA(2)),
        "message_lengths of 2 rows in all, the row_count",
        "3");
  }

  // ---- triple terms and text -------------------------------------------------------------------

  private static RdfTripleTerm.Builder triple(RdfLiteral.Builder object) {
    return RdfTripleTerm.newBuilder()
        .setSIri(RdfIri.newBuilder().setNameId(1))
        .setPIri(RdfIri.newBuilder())
        .setOLiteral(object);
  }

  private static RdfColumn.Builder triples(RdfLiteral.Builder object) {
    return RdfColumn.newBuilder().addTripleTerms(triple(object));
  }

  @Test
  public void aTripleTermIsComplete() {
    refusedObjects(
        RdfColumn.newBuilder()
            .addTripleTerms(triple(RdfLiteral.newBuilder()).clearSIri())
            .addLayouts(0),
        "a subject in a triple term",
        "none");
    refusedObjects(
        RdfColumn.newBuilder()
            .addTripleTerms(triple(RdfLiteral.newBuilder()).clearPIri())
            .addLayouts(0),
        "a predicate in a triple term",
        "none");
    refusedObjects(
        RdfColumn.newBuilder()
            .addTripleTerms(triple(RdfLiteral.newBuilder()).clearOLiteral())
            .addLayouts(0),
        "an object in a triple term",
        "none");
  }

  @Test
  public void textIsUtf8() throws Exception {
    RdfColumn plain = RdfColumn.getDefaultInstance();
    refusedText(plain, 5, "a lexical form");
    refusedText(plain, 9, "a blank node label");
    refusedText(literals("x").addLiteralKinds(2).build(), 7, "a language tag");
  }

  /** Checks the refusal of an object column with a malformed string in a field. */
  private static void refusedText(RdfColumn column, int field, String text) throws Exception {
    ByteString.Output out = ByteString.newOutput();
    CodedOutputStream coded = CodedOutputStream.newInstance(out);
    coded.writeBytes(field, bytes(0xff));
    coded.flush();
    // protoc's classes reject the string where it is a known field, so it is an unknown one.
    refusedObjects(
        column.toBuilder()
            .setUnknownFields(UnknownFieldSet.parseFrom(out.toByteString()))
            .addLayouts(0),
        "valid UTF-8 in " + text,
        "a malformed sequence at 0xff");
  }

  // ---- bombs -----------------------------------------------------------------------------------

  private static byte[] longRun(int rows) {
    return file(
        batch()
            .setRowCount(rows)
            .setSubjects(column(1).addLayouts(15).addLayouts(rows - 17))
            .setPredicates(column(2).addLayouts(15).addLayouts(rows - 17))
            .setObjects(column(3).addLayouts(15).addLayouts(rows - 17)));
  }

  @Test
  public void aLongRunTakesNoMemory() throws Exception {
    int rows = 100_000_000;
    long found = 0;
    try (JellyReader reader =
        Reading.open(new ByteArrayInputStream(longRun(rows)), Reading.OPTIONS)) {
      while (reader.nextBatch(1000) && found < 10_000) {
        found += reader.batch().size();
        assertEquals("http://example.org/a", reader.terms().value(reader.batch().s[999]));
      }
    }
    assertEquals(10_000, found);
    assertEquals(rows, Reading.count(longRun(rows), Reading.OPTIONS));
  }

  @Test
  public void aFrameIsReadAtOnceOnlyIfItsRowsFit() {
    JellyParseException error =
        assertThrows(
            JellyParseException.class,
            () -> Reading.byFrame(longRun(100_000_000), Reading.OPTIONS));
    assertEquals(
        "at most 16777216 rows in a frame that is read at once (option maxFrameBytes)",
        error.expected());
  }
}
