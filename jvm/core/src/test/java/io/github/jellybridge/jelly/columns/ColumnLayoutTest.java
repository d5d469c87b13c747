package io.github.jellybridge.jelly.columns;

import static io.github.jellybridge.jelly.columns.ColumnFile.batch;
import static io.github.jellybridge.jelly.columns.ColumnFile.file;
import static io.github.jellybridge.jelly.columns.ColumnFile.frame;
import static io.github.jellybridge.jelly.columns.ColumnFile.literals;
import static io.github.jellybridge.jelly.columns.ColumnFile.messages;
import static io.github.jellybridge.jelly.columns.ColumnFile.options;
import static io.github.jellybridge.jelly.columns.ColumnFile.quads;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.ColumnOptions;
import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.ColumnOptions.StreamType;
import io.github.jellybridge.jelly.ColumnOptions.Variant;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.jelly.StreamHeader;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.columns.RdfColumn;
import io.github.jellybridge.proto.columns.RdfColumnBatch;
import io.github.jellybridge.proto.columns.RdfIri;
import io.github.jellybridge.proto.columns.RdfLookupEntryPacked;
import io.github.jellybridge.proto.columns.RdfNamespaceDeclaration;
import io.github.jellybridge.proto.columns.RdfStreamOptionsB;
import io.github.jellybridge.proto.columns.StatementType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** The column layout of Jelly-RDF 1.2 in every form that the draft allows. */
public class ColumnLayoutTest {
  private static final Term A = Term.iri("http://example.org/a");
  private static final Term B = Term.iri("b");

  private static List<Statement> expected(long... frames) {
    List<Statement> statements = new ArrayList<>();
    for (long frame : frames) {
      statements.add(new Statement(frame, A, B, Term.text("x"), null));
      statements.add(new Statement(frame, A, B, Term.text("y"), null));
    }
    return statements;
  }

  @Test
  public void theHeaderHasTheOptionsOfVariantA() throws Exception {
    StreamHeader header = Reading.header(file(messages().setStreamName("é"), batch()));
    assertEquals(Layout.COLUMNS, header.layout());
    assertTrue(header.delimited());
    assertEquals(
        new StreamOptions(
            "é",
            PhysicalType.TRIPLES,
            false,
            true,
            true,
            128,
            16,
            8,
            0,
            3,
            new ColumnOptions(Variant.A, StreamType.MESSAGES, RdfVersion.UNSPECIFIED)),
        header.options());
  }

  @Test
  public void variantBNumbersItsOptionsDifferently() throws Exception {
    RdfStreamOptionsB.Builder options =
        RdfStreamOptionsB.newBuilder()
            .setStatementType(StatementType.STATEMENT_TYPE_QUADS)
            .setStreamTypeValue(1)
            .setRdfVersionValue(2)
            .setMaxNameTableSize(200)
            .setVersion(3);
    RdfColumnBatch.Builder batch = batch().clearDatatypes().addMessageLengthsB(1);
    byte[] file = file(frame(options.build(), batch));
    assertEquals(
        new ColumnOptions(Variant.B, StreamType.MESSAGES, RdfVersion.RDF_1_2_BASIC),
        Reading.header(file).options().columns());
    assertEquals(expected(0), Reading.read(file));
    assertEquals(List.of(0L, 1L), messageNumbers(file));
  }

  @Test
  public void aBareFrameIsAFile() throws Exception {
    byte[] file = frame(options().build(), batch()).build().toByteArray();
    assertEquals(false, Reading.header(file).delimited());
    assertEquals(expected(0), Reading.read(file));
  }

  @Test
  public void columnsMayComeBeforeTheOptions() throws Exception {
    ByteString columns = frame(null, batch()).build().toByteString();
    ByteString rows = frame(options().build(), null).build().toByteString();
    ByteString frame = columns.concat(rows);
    assertEquals(expected(0), Reading.read(frame.toByteArray()));
    ByteString.Output out = ByteString.newOutput();
    CodedOutputStream coded = CodedOutputStream.newInstance(out);
    coded.writeByteArrayNoTag(frame.toByteArray());
    coded.writeByteArrayNoTag(frame.toByteArray());
    coded.flush();
    assertEquals(expected(0, 1), Reading.read(out.toByteString().toByteArray()));
  }

  @Test
  public void entriesMayComeAfterTheColumnsThatUseThem() throws Exception {
    ByteString entries =
        RdfColumnBatch.newBuilder().addAllNames(batch().getNamesList()).build().toByteString();
    ByteString rest = batch().clearNames().build().toByteString();
    byte[] batch = rest.concat(entries).toByteArray();
    UnknownFieldSet frame =
        UnknownFieldSet.newBuilder()
            .addField(
                2,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFrom(batch))
                    .build())
            .build();
    assertEquals(
        expected(0), Reading.read(file(frame(options().build(), null).setUnknownFields(frame))));
  }

  @Test
  public void numbersMayBeUnpacked() throws Exception {
    RdfColumn objects =
        RdfColumn.newBuilder()
            .addNameIds(3)
            .addNameIds(300)
            .addPrefixIds(1)
            .addPrefixIds(0)
            .addLayouts(0)
            .build();
    RdfColumnBatch.Builder batch =
        batch()
            .setRowCount(3)
            .addNames(RdfLookupEntryPacked.newBuilder().setId(300).addValues("n"))
            .addPrefixes(RdfLookupEntryPacked.newBuilder().addValues("p:"))
            .setSubjects(RdfColumn.newBuilder().addNameIds(1).addLayouts(1))
            .setPredicates(RdfColumn.newBuilder().addNameIds(2).addLayouts(1));
    byte[] packed = file(options().setMaxNameTableSize(300), batch.setObjects(objects));
    byte[] unpacked =
        file(
            options().setMaxNameTableSize(300),
            batch.setObjects(RdfColumn.newBuilder().setUnknownFields(unpacked(objects))));
    assertNotEquals(packed.length, unpacked.length);
    List<Statement> statements = Reading.read(packed);
    assertEquals(Term.iri("p:c"), statements.get(1).o());
    assertEquals(Term.iri("p:n"), statements.get(2).o());
    assertEquals(statements, Reading.read(unpacked));
  }

  /** The fields of a column, each number in a field of its own. */
  private static UnknownFieldSet unpacked(RdfColumn column) throws IOException {
    UnknownFieldSet.Builder unpacked = UnknownFieldSet.newBuilder();
    UnknownFieldSet.parseFrom(column.toByteString())
        .asMap()
        .forEach(
            (number, field) -> {
              UnknownFieldSet.Field.Builder numbers = UnknownFieldSet.Field.newBuilder();
              for (ByteString packed : field.getLengthDelimitedList()) {
                CodedInputStream in = packed.newCodedInput();
                try {
                  while (!in.isAtEnd()) {
                    numbers.addVarint(in.readUInt32());
                  }
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              }
              unpacked.addField(number, numbers.build());
            });
    return unpacked.build();
  }

  @Test
  public void unknownFieldsAreIgnored() throws Exception {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(5).build())
            .build();
    byte[] file =
        file(
            frame(
                    options().setUnknownFields(unknown).build(),
                    batch()
                        .setObjects(literals("x", "y").setUnknownFields(unknown))
                        .setUnknownFields(unknown))
                .setUnknownFields(unknown));
    assertEquals(expected(0), Reading.read(file));
  }

  @Test
  public void framesMayHaveNoColumns() throws Exception {
    byte[] file =
        file(
            frame(options().build(), null),
            frame(null, null),
            frame(null, batch()),
            frame(null, RdfColumnBatch.newBuilder()));
    assertEquals(expected(2), Reading.read(file));
  }

  @Test
  public void lookupsLastUntilTheOptionsAreRestated() throws Exception {
    RdfColumnBatch.Builder again = batch().clearNames().clearDatatypes();
    byte[] file =
        file(frame(options().build(), batch()), frame(null, again), frame(null, again.clone()));
    assertEquals(expected(0, 1, 2), Reading.read(file));
  }

  @Test
  public void restatedOptionsMayHaveOtherSizes() throws Exception {
    RdfColumnBatch.Builder large =
        batch()
            .addNames(RdfLookupEntryPacked.newBuilder().setId(4000).addValues("large"))
            .setObjects(RdfColumn.newBuilder().addNameIds(4000).addLayouts(0));
    byte[] file =
        file(
            frame(options().build(), batch()),
            frame(options().setMaxNameTableSize(4000).build(), large),
            frame(options().build(), batch()));
    List<Statement> found = Reading.read(file);
    assertEquals(6, found.size());
    assertEquals(Term.iri("large"), found.get(2).o());
  }

  @Test
  public void filesMayBeConcatenated() throws Exception {
    byte[] one = file(batch());
    byte[] both = ByteString.copyFrom(one).concat(ByteString.copyFrom(one)).toByteArray();
    assertEquals(expected(0, 1), Reading.read(both));
  }

  @Test
  public void unboundGraphsAreTheDefaultGraph() throws Exception {
    RdfColumn graphs = RdfColumn.newBuilder().addNameIds(3).addLayouts(1 << 4).build();
    List<Statement> found = Reading.read(file(quads(), batch().setGraphs(graphs)));
    assertEquals(null, found.get(0).g());
    assertEquals(Term.iri("c"), found.get(1).g());
    assertEquals(expected(0), Reading.read(file(quads(), batch())));
  }

  @Test
  public void theFirstNameIdIsOne() throws Exception {
    RdfColumn objects = RdfColumn.newBuilder().addNameIds(0).addNameIds(0).build();
    List<Statement> found = Reading.read(file(batch().setObjects(objects)));
    assertEquals(A, found.get(0).o());
    assertEquals(B, found.get(1).o());
  }

  @Test
  public void directionsFollowTheTag() throws Exception {
    RdfColumn objects =
        literals("x", "y")
            .addLangtags("ar")
            .addLangtags("en")
            .addLangtagDirections(2)
            .addLangtagDirections(0)
            .addLiteralKinds(2)
            .addLiteralKinds(4)
            .build();
    List<Statement> found = Reading.read(file(batch().setObjects(objects)));
    assertEquals(Term.lang("x", "ar--rtl"), found.get(0).o());
    assertEquals(Term.lang("y", "en"), found.get(1).o());
  }

  @Test
  public void namespacesHaveIdsOfTheirOwn() throws Exception {
    byte[] file =
        file(
            batch()
                .addNamespaces(
                    RdfNamespaceDeclaration.newBuilder().setName("a").setValue(RdfIri.newBuilder()))
                .addNamespaces(
                    RdfNamespaceDeclaration.newBuilder()
                        .setName("")
                        .setValue(RdfIri.newBuilder())));
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), Reading.OPTIONS)) {
      assertTrue(reader.nextFrame());
      assertEquals(
          List.of(
              new NamespaceDeclaration("a", "http://example.org/a"),
              new NamespaceDeclaration("", "b")),
          reader.namespaces());
    }
  }

  @Test
  public void blankNodesAreScopedToMessages() throws Exception {
    RdfColumnBatch.Builder batch =
        batch()
            .setRowCount(4)
            .setSubjects(RdfColumn.newBuilder().addBnodes("b").addLayouts(2))
            .setPredicates(RdfColumn.newBuilder().addNameIds(2).addLayouts(2))
            .setObjects(literals("1", "2", "3", "4"))
            .addMessageLengthsA(1)
            .addMessageLengthsA(0)
            .addMessageLengthsA(2);
    byte[] file = file(messages(), batch);
    assertEquals(List.of(0L, 2L, 2L, 3L), messageNumbers(file));
    JellyReadOptions options = JellyReadOptions.builder().blankNodes(BlankNodes.FRAME).build();
    List<Statement> found = Reading.byBatch(file, options, 3);
    assertNotEquals(found.get(0).s(), found.get(1).s());
    assertEquals(found.get(1).s(), found.get(2).s());
    assertNotEquals(found.get(2).s(), found.get(3).s());
  }

  @Test
  public void restatedOptionsEndAMessageWithRows() throws Exception {
    byte[] file =
        file(
            frame(messages().build(), batch()),
            frame(messages().build(), batch().addMessageLengthsA(2)),
            frame(messages().build(), batch()));
    assertEquals(List.of(0L, 0L, 1L, 1L, 2L, 2L), messageNumbers(file));
  }

  @Test
  public void aMessageContinuesInTheNextFrame() throws Exception {
    byte[] file =
        file(
            frame(messages().build(), batch().addMessageLengthsA(1)),
            frame(null, batch().addMessageLengthsA(1)));
    assertEquals(List.of(0L, 1L, 1L, 2L), messageNumbers(file));
  }

  private static List<Long> messageNumbers(byte[] file) throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), Reading.OPTIONS)) {
      while (reader.nextBatch(3)) {
        for (int i = 0; i < reader.batch().size(); i++) {
          numbers.add(reader.batch().message(i));
        }
      }
    }
    return numbers;
  }

  @Test
  public void aFileCutAnywhereIsRefusedOrShorter() throws Exception {
    byte[] first = file(frame(quads().build(), batch()));
    RdfColumnBatch.Builder second =
        batch()
            .setGraphs(RdfColumn.newBuilder().addNameIds(3))
            .addPrefixes(RdfLookupEntryPacked.newBuilder().addValues("p"));
    byte[] whole = file(frame(quads().build(), batch()), frame(quads().build(), second));
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if (length == first.length) {
        assertEquals(expected(0), Reading.read(cut));
      } else {
        Reading.refused(cut);
      }
    }
  }
}
