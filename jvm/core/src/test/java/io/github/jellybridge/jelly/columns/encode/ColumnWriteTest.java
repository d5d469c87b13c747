package io.github.jellybridge.jelly.columns.encode;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.ColumnOptions.StreamType;
import io.github.jellybridge.jelly.ColumnOptions.Variant;
import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.ProtocolVersion;
import io.github.jellybridge.jelly.Writing;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.columns.RdfColumn;
import io.github.jellybridge.proto.columns.RdfColumnBatch;
import io.github.jellybridge.proto.columns.RdfStreamFrame;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.Test;

/** The forms that the writer of the column layout chooses, and the statements that it refuses. */
public class ColumnWriteTest {
  private static final Term A = Term.iri("http://example.org/a");
  private static final Term B = Term.iri("http://example.org/b");
  private static final Term C = Term.iri("http://example.org/c");
  private static final Term NODE = Term.bnode("n");
  private static final Term X = Term.text("x");

  // ---- forms -----------------------------------------------------------------------------------

  @Test
  public void entriesWithConsecutiveIdsAreOneMessage() throws IOException {
    RdfColumnBatch batch = batch(triple(A, B, C), triple(C, B, A));
    assertEquals(1, batch.getNamesCount());
    assertEquals(0, batch.getNames(0).getId());
    assertEquals(List.of("b", "a", "c"), batch.getNames(0).getValuesList());
    assertEquals(List.of("http://example.org/"), batch.getPrefixes(0).getValuesList());
    assertEquals(0, batch.getDatatypesCount());
  }

  @Test
  public void newNamesOfAColumnFollowEachOther() throws IOException {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      statements.add(triple(iri("s" + i), B, iri("o" + i)));
    }
    RdfColumnBatch batch = batch(statements.toArray(Statement[]::new));
    // The first name is that of the predicate.
    assertEquals(2, batch.getSubjects().getNameIds(0));
    assertEquals(Collections.nCopies(99, 0), batch.getSubjects().getNameIdsList().subList(1, 100));
    assertEquals(102, batch.getObjects().getNameIds(0));
    assertEquals(Collections.nCopies(99, 0), batch.getObjects().getNameIdsList().subList(1, 100));
  }

  @Test
  public void aPrefixOfAllIrisIsStoredOnce() throws IOException {
    RdfColumnBatch batch =
        batch(triple(A, B, C), triple(B, B, Term.iri("urn:x:y")), triple(C, B, A));
    assertEquals(List.of(1), batch.getSubjects().getPrefixIdsList());
    assertEquals(List.of(1, 2, 1), batch.getObjects().getPrefixIdsList());
    RdfColumnBatch alike =
        batch(triple(A, B, Term.iri("urn:x:y")), triple(A, B, Term.iri("urn:x:z")));
    assertEquals(List.of("http://example.org/", ""), alike.getPrefixes(0).getValuesList());
    assertEquals(List.of(2), alike.getObjects().getPrefixIdsList());
    JellyWriteOptions none = options().maxPrefixTableSize(0).build();
    assertEquals(0, frame(none, triple(A, B, C)).getColumns().getObjects().getPrefixIdsCount());
  }

  @Test
  public void kindsAreStoredOnlyForColumnsOfSeveral() throws IOException {
    RdfColumnBatch batch = batch(triple(A, B, X), triple(NODE, B, Term.text("y")));
    assertTrue(batch.getPredicates().getKinds().isEmpty());
    assertTrue(batch.getObjects().getKinds().isEmpty());
    assertEquals(1, batch.getSubjects().getKinds().size());
    assertEquals(0b10_00, batch.getSubjects().getKinds().byteAt(0));
  }

  @Test
  public void adjacentEqualCellsAreOneRun() throws IOException {
    Term quoted = Term.quoted(A, B, X);
    for (Term term : List.of(C, X, NODE, quoted, Term.lang("x", "en"), Term.typed("x", "urn:t"))) {
      List<Statement> statements = new ArrayList<>();
      statements.add(triple(A, B, Term.text("first")));
      for (int i = 0; i < 40; i++) {
        statements.add(triple(A, B, term));
      }
      statements.add(triple(A, B, Term.text("last")));
      for (int size : new int[] {1, 7, 100}) {
        // Every occurrence has an id of its own, in a table of its own.
        byte[] file = Writing.write(statements, options().build(), Writing.Filling.COPIES, size);
        RdfColumnBatch batch = ReferenceColumnDecoder.decode(file, true).frames.get(0).getColumns();
        assertEquals(List.of(15, 42 - 2 - 15), batch.getSubjects().getLayoutsList());
        assertEquals("" + term, List.of(1 << 5 | 15, 23), batch.getObjects().getLayoutsList());
        assertEquals(1, batch.getSubjects().getNameIdsCount());
      }
    }
  }

  @Test
  public void equalCellsApartAreTwoRuns() throws IOException {
    RdfColumn objects = batch(triple(A, B, X), triple(A, B, NODE), triple(A, B, X)).getObjects();
    assertEquals(List.of("x", "x"), objects.getLexValuesList());
    assertEquals(0, objects.getLayoutsCount());
  }

  @Test
  public void defaultGraphsTakeNoBytes() throws IOException {
    JellyWriteOptions quads = options().physicalType(PhysicalType.QUADS).build();
    assertFalse(frame(quads, triple(A, B, X), triple(A, B, C)).getColumns().hasGraphs());
    RdfColumn graphs =
        frame(quads, triple(A, B, X), quad(A, B, X, C), triple(A, B, C), triple(A, B, B))
            .getColumns()
            .getGraphs();
    assertEquals(List.of(1 << 4), graphs.getLayoutsList());
    assertEquals(1, graphs.getNameIdsCount());
  }

  @Test
  public void literalKindsHaveTheShortestForm() throws IOException {
    assertEquals(0, kinds(X, Term.text("y")).getLiteralKindsCount());
    RdfColumn typed = kinds(Term.typed("1", "urn:t"), Term.typed("2", "urn:t"));
    assertEquals(List.of(1), typed.getLiteralKindsList());
    RdfColumn tagged = kinds(Term.lang("x", "en"), Term.lang("y", "en"));
    assertEquals(List.of(2), tagged.getLiteralKindsList());
    assertEquals(List.of("en"), tagged.getLangtagsList());
    assertEquals(0, tagged.getLangtagDirectionsCount());
    RdfColumn mixed =
        kinds(Term.lang("x", "en"), X, Term.lang("y", "ar--rtl"), Term.typed("2", "urn:t"));
    assertEquals(List.of(2, 0, 4, 1), mixed.getLiteralKindsList());
    assertEquals(List.of("en", "ar"), mixed.getLangtagsList());
    assertEquals(List.of(0, 2), mixed.getLangtagDirectionsList());
  }

  @Test
  public void messagesNeedNotEndFrames() throws IOException {
    JellyWriteOptions options = options().streamType(StreamType.MESSAGES).build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JellyWriter writer = JellyWriter.open(out, options)) {
      Writing.Table table = new Writing.Table(Writing.Filling.DICTIONARY);
      table.add(List.of(triple(A, B, X), triple(A, B, C), triple(B, B, C)));
      writer.write(table.batch, table.terms, 0, 2);
      writer.endFrame();
      writer.endFrame();
      writer.write(table.batch, table.terms, 2, 3);
    }
    ReferenceColumnDecoder found = ReferenceColumnDecoder.decode(out.toByteArray(), true);
    assertEquals(List.of(0L, 0L, 2L), found.messages);
    assertEquals(1, found.frames.size());
    assertEquals(List.of(2, 0), found.frames.get(0).getColumns().getMessageLengthsAList());
  }

  @Test
  public void aFrameEndsWhenTheLookupsAreFull() throws IOException {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      statements.add(triple(iri("s" + i), B, iri("o" + i)));
    }
    JellyWriteOptions options = options().maxNameTableSize(128).build();
    ReferenceColumnDecoder found =
        ReferenceColumnDecoder.decode(Writing.write(statements, options), true);
    assertEquals(statements, Writing.inOneFrame(found.statements));
    // 63 statements have 127 names.
    int least = statements.size() / 63;
    assertTrue(found.frames.size() + " frames", found.frames.size() >= least);
    assertTrue(found.frames.size() + " frames", found.frames.size() < 2 * least);
  }

  @Test
  public void aStatementWithMorePrefixesThanTheLookupHasUsesNone() throws IOException {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Term other = Term.iri("http://example.com/" + i + "/x");
      statements.add(triple(A, i % 2 == 0 ? other : B, Term.iri("http://example.net/" + i)));
    }
    JellyWriteOptions options = options().maxPrefixTableSize(2).build();
    byte[] file = Writing.write(statements, options);
    assertEquals(
        statements, Writing.inOneFrame(ReferenceColumnDecoder.decode(file, true).statements));
  }

  // ---- refusals --------------------------------------------------------------------------------

  @Test
  public void termsInPositionsWhereRdfHasNoneAreRefused() {
    refused("an IRI or a blank node as the subject, found a literal", triple(X, B, C));
    refused(
        "an IRI or a blank node as the subject, found a triple term",
        triple(Term.quoted(A, B, C), B, C));
    refused("an IRI as the predicate, found a blank node", triple(A, NODE, C));
    refused("an IRI or a blank node as the graph name, found a literal", quad(A, B, C, X));
    refused(
        "an IRI or a blank node as the subject of a triple term, found a literal",
        triple(A, B, Term.quoted(X, B, C)));
    refused(
        "an IRI as the predicate of a triple term, found a blank node",
        triple(A, B, Term.quoted(A, NODE, C)));
    refused("a subject, found none (null)", triple(null, B, C));
    refused("an object, found none (null)", triple(A, B, null));
  }

  @Test
  public void theErrorHasTheNumberOfTheStatement() {
    List<Statement> statements = new ArrayList<>(Collections.nCopies(20, triple(A, B, C)));
    statements.add(triple(A, NODE, C));
    JellyWriteException e =
        assertThrows(
            JellyWriteException.class,
            () -> Writing.write(statements, options().build(), Writing.Filling.COPIES, 7));
    assertEquals(20, e.statement());
  }

  @Test
  public void aNamedGraphIsRefusedInAStreamOfTriples() {
    JellyWriteException e = refused(options().build(), quad(A, B, C, A));
    assertEquals("physicalType", e.option());
  }

  @Test
  public void termsOutsideTheRdfVersionAreRefused() {
    Statement triple = triple(A, B, Term.quoted(A, B, C));
    Statement directed = triple(A, B, Term.lang("x", "ar--rtl"));
    Cases.each(
        RdfVersion.values(),
        version -> {
          JellyWriteOptions options = options().rdfVersion(version).build();
          if (version.hasTripleTerms()) {
            assertEquals(1, frame(options, triple).getColumns().getObjects().getTripleTermsCount());
          } else {
            assertEquals("rdfVersion", refused(options, triple).option());
          }
          if (version.hasDirections()) {
            assertEquals(
                2, frame(options, directed).getColumns().getObjects().getLangtagDirections(0));
          } else {
            assertEquals("rdfVersion", refused(options, directed).option());
          }
        });
  }

  @Test
  public void theDatatypesOfLanguageTagsAreRefused() {
    refused(
        "a language tag in a literal of datatype"
            + " http://www.w3.org/1999/02/22-rdf-syntax-ns#langString, found none",
        triple(A, B, Term.typed("x", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString")));
  }

  @Test
  public void aStreamWithoutDelimitersNeedsRoomForAllTerms() {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      statements.add(triple(iri("s" + i), B, Term.typed("x", "urn:type" + i)));
    }
    JellyWriteOptions small =
        options().preset(JellyWriteOptions.Preset.SMALL).delimited(false).build();
    assertEquals(
        "maxDatatypeTableSize", refused(small, statements.toArray(Statement[]::new)).option());
    JellyWriteOptions more = small.toBuilder().maxDatatypeTableSize(500).build();
    assertEquals("maxNameTableSize", refused(more, statements.toArray(Statement[]::new)).option());
  }

  @Test
  public void optionsThatTheVersionDoesNotHaveAreRefused() {
    Map<String, Consumer<JellyWriteOptions.Builder>> settings =
        Map.of(
            "physicalType GRAPHS", b -> b.physicalType(PhysicalType.GRAPHS),
            "logicalType", b -> b.logicalType(LogicalType.SUBJECT_GRAPHS),
            "generalized", b -> b.generalized(true),
            "rdfStar", b -> b.rdfStar(true),
            "maxNameTableSize must be 128", b -> b.maxNameTableSize(127));
    settings.forEach(
        (start, setting) -> {
          JellyWriteOptions.Builder builder = options();
          setting.accept(builder);
          String message =
              assertThrows(IllegalArgumentException.class, builder::build).getMessage();
          assertTrue(message, message.startsWith(start));
        });
    Map<String, Consumer<JellyWriteOptions.Builder>> columns =
        Map.of(
            "protocolVariant", b -> b.protocolVariant(Variant.B),
            "streamType", b -> b.streamType(StreamType.FLAT),
            "rdfVersion", b -> b.rdfVersion(RdfVersion.RDF_1_1));
    columns.forEach(
        (option, setting) -> {
          JellyWriteOptions.Builder builder = JellyWriteOptions.builder();
          setting.accept(builder);
          assertEquals(
              option + " needs protocolVersion 1.2",
              assertThrows(IllegalArgumentException.class, builder::build).getMessage());
        });
  }

  @Test
  public void optionsOfVersionOneMayBeTheStart() {
    JellyWriteOptions converted =
        JellyWriteOptions.defaults().toBuilder().protocolVersion(ProtocolVersion.V1_2).build();
    assertEquals(3, converted.version());
    assertEquals(0, converted.streamOptions().logicalType());
    assertEquals(converted, converted.toBuilder().build());
  }

  // ---- helpers ---------------------------------------------------------------------------------

  private static JellyWriteOptions.Builder options() {
    return JellyWriteOptions.builder()
        .protocolVersion(ProtocolVersion.V1_2)
        .physicalType(PhysicalType.TRIPLES);
  }

  private static Term iri(String name) {
    return Term.iri("http://example.org/" + name);
  }

  private static Statement triple(Term s, Term p, Term o) {
    return new Statement(0, s, p, o, null);
  }

  private static Statement quad(Term s, Term p, Term o, Term g) {
    return new Statement(0, s, p, o, g);
  }

  private static RdfStreamFrame frame(JellyWriteOptions options, Statement... statements)
      throws IOException {
    byte[] file = Writing.write(List.of(statements), options);
    ReferenceColumnDecoder found = ReferenceColumnDecoder.decode(file, true);
    assertEquals(List.of(statements), found.statements);
    return found.frames.get(0);
  }

  private static RdfColumnBatch batch(Statement... statements) throws IOException {
    return frame(options().build(), statements).getColumns();
  }

  private static RdfColumn kinds(Term... objects) throws IOException {
    List<Statement> statements = new ArrayList<>();
    for (Term object : objects) {
      statements.add(triple(A, B, object));
    }
    return batch(statements.toArray(Statement[]::new)).getObjects();
  }

  private static JellyWriteException refused(JellyWriteOptions options, Statement... statements) {
    return assertThrows(
        JellyWriteException.class, () -> Writing.write(List.of(statements), options));
  }

  private static void refused(String message, Statement statement) {
    JellyWriteOptions options = options().physicalType(PhysicalType.QUADS).build();
    assertEquals(
        "cannot write statement 0 as Jelly: expected " + message,
        refused(options, statement).getMessage());
  }
}
