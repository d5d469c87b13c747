package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.DEFAULT_GRAPH;
import static io.github.jellybridge.wire.WireTerm.REPEAT;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.lang;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnknownFieldSet;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/**
 * Jelly-RDF 1.1 and 1.0.0 draft, "Stream frames" and "Stream rows"; unknown fields and metadata.
 */
public class FrameTest extends BothLayouts {
  private static final WireRow T = triple(A, B, C);

  /** Field numbers that no message uses, in all wire types. */
  private static final UnknownFieldSet UNKNOWN =
      UnknownFieldSet.newBuilder()
          .addField(1000, UnknownFieldSet.Field.newBuilder().addVarint(-1).build())
          .addField(1001, UnknownFieldSet.Field.newBuilder().addFixed32(-1).build())
          .addField(1002, UnknownFieldSet.Field.newBuilder().addFixed64(-1).build())
          .addField(
              1003,
              UnknownFieldSet.Field.newBuilder()
                  .addLengthDelimited(ByteString.copyFromUtf8("unknown \u0001\n\u0002"))
                  .addLengthDelimited(ByteString.EMPTY)
                  .build())
          .addField(536_870_911, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
          .build();

  @Test
  public void anEmptyFrameCountsAsAFrame() throws Exception {
    byte[] file =
        Wire.delimited(
            opening(options(TRIPLES), T), wire.frame(), wire.frame(), wire.frame(T), wire.frame());
    assertEquals(List.of(0L, 3L), Reading.read(file).stream().map(s -> s.frame()).toList());
    assertEquals(5, Reading.frames(file));
  }

  @Test
  public void unknownFieldsOfAFrameAreSkipped() throws Exception {
    Message frame = (Message) opening(options(TRIPLES), T);
    Message odd = frame.toBuilder().setUnknownFields(UNKNOWN).build();
    assertEquals(1, Reading.read(Wire.delimited(odd)).size());
    byte[] first = Wire.concat(UNKNOWN.toByteArray(), frame.toByteArray());
    assertEquals(1, Reading.read(Wire.delimited(first)).size());
    assertEquals(1, Reading.read(odd.toByteArray()).size());
  }

  @Test
  public void aFieldAfterAnEntryIsNotTheValueThatItLacks() throws Exception {
    byte[] lookups =
        wire.frame(options(TRIPLES), WireRow.prefix(1, "http://example.org/")).toByteArray();
    byte[] entry = Wire.field(1, Wire.field(9, Wire.field(1, 1)));
    Term.Iri iri = new Term.Iri("http://example.org/");
    byte[] rest = wire.frame(triple(iri(1, 1), iri(1, 1), iri(1, 1))).toByteArray();
    for (int length = 0; length < 300; length++) {
      byte[] text = "a".repeat(length).getBytes(StandardCharsets.UTF_8);
      // The field after the entry has the tag that the value of an entry has. It is unknown in the
      // draft, and the columns of version 3 elsewhere.
      byte[] frame = Wire.concat(lookups, entry, Wire.field(2, text), rest);
      if (wire == Wire.V1) {
        assertEquals("columns (2)", Reading.refused(Wire.delimited(frame)).found());
      } else {
        assertEquals(
            List.of(new Statement(0, iri, iri, iri, null)), Reading.read(Wire.delimited(frame)));
      }
    }
  }

  @Test
  public void unknownFieldsOfARowAreSkipped() throws Exception {
    assertSkipped("RdfStreamRow");
  }

  @Test
  public void unknownFieldsOfTheOptionsAreSkipped() throws Exception {
    assertSkipped("RdfStreamOptions");
  }

  @Test
  public void unknownFieldsOfLookupEntriesAreSkipped() throws Exception {
    assertSkipped("RdfNameEntry", "RdfPrefixEntry", "RdfDatatypeEntry");
  }

  @Test
  public void unknownFieldsOfStatementsAreSkipped() throws Exception {
    assertSkipped("RdfQuad", "RdfTriple");
  }

  @Test
  public void unknownFieldsOfTermsAreSkipped() throws Exception {
    assertSkipped(
        "RdfTerm",
        "RdfGraph",
        "RdfIri",
        "RdfLiteral",
        "RdfLiteralSimple",
        "RdfDefaultGraph",
        "RdfRepeat");
  }

  @Test
  public void unknownFieldsOfGraphRowsAreSkipped() throws Exception {
    Message frame =
        (Message) opening(options(WireRow.GRAPHS), WireRow.graphStart(D), T, WireRow.graphEnd());
    Message odd = withUnknown(frame, List.of("RdfGraphStart", "RdfGraphEnd"));
    assertEquals(Reading.read(Wire.delimited(frame)), Reading.read(Wire.delimited(odd)));
  }

  @Test
  public void metadataOfAFrameIsSkipped() throws Exception {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    byte[] metadata =
        RdfStreamFrame.newBuilder()
            .putMetadata("key", ByteString.copyFrom("välue\n\u0001", StandardCharsets.UTF_8))
            .putMetadata("", ByteString.EMPTY)
            .build()
            .toByteArray();
    assertEquals(1, Reading.read(Wire.delimited(Wire.concat(plain, metadata))).size());
    assertEquals(1, Reading.read(Wire.delimited(Wire.concat(metadata, plain))).size());
    assertEquals(1, Reading.read(Wire.concat(plain, metadata)).size());
    assertEquals(2, Reading.frames(Wire.concat(Wire.delimited(metadata), Wire.delimited(plain))));
  }

  @Test
  public void metadataThatIsMalformedIsRefused() throws Exception {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    byte[] key = Wire.field(1, new byte[] {'k'});
    List<byte[]> malformed =
        List.of(
            Wire.field(1, new byte[] {'k', (byte) 0xff}),
            Wire.concat(key, new byte[] {2 << 3 | 2, 5, 'v'}),
            Wire.concat(key, new byte[] {2 << 3 | 4}),
            new byte[] {(byte) 0x80});
    List<byte[]> fields = new ArrayList<>();
    fields.add(Wire.field(15, 1));
    for (byte[] entry : malformed) {
      fields.add(Wire.field(15, entry));
      // The tag in two bytes.
      byte[] longer = {(byte) 0xfa, 0};
      fields.add(Wire.concat(longer, Wire.varint(entry.length), entry));
    }
    Cases.each(
        fields,
        metadata -> {
          byte[] file = Wire.delimited(Wire.concat(plain, metadata));
          if (wire == Wire.V1) {
            Reading.refused(file);
            Reading.refused(Wire.concat(plain, metadata));
            Reading.refused(Wire.concat(Wire.delimited(plain), Wire.delimited(metadata)));
            Reading.refused(Wire.delimited(Wire.concat(metadata, plain)));
            Reading.refused(Wire.concat(Wire.delimited(metadata), Wire.delimited(plain)));
          } else {
            // The draft has no metadata and ignores this field as unknown.
            assertEquals(1, Reading.read(file).size());
          }
        });
    byte[] anyValue = Wire.concat(key, Wire.field(2, new byte[] {(byte) 0xff}));
    byte[] file = Wire.delimited(Wire.concat(plain, Wire.field(15, anyValue)));
    assertEquals(1, Reading.read(file).size());
  }

  @Test
  public void aRowWithNothingSetIsRefused() {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    Reading.refused(Wire.delimited(Wire.concat(plain, Wire.field(1, new byte[0]))));
  }

  @Test
  public void aRowOfAnUnknownKindIsRefused() {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    byte[] optionsRow = wire.frame(options(TRIPLES)).toByteArray();
    byte[] content = Arrays.copyOfRange(optionsRow, 4, optionsRow.length);
    Reading.refused(Wire.delimited(Wire.concat(plain, Wire.field(1, Wire.field(7, content)))));
    Reading.refused(Wire.delimited(Wire.concat(plain, Wire.field(1, Wire.field(7, 0)))));
  }

  @Test
  public void aRowWithTwoKindsSetIsRefused() {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    byte[] name = Wire.field(9, Wire.concat(Wire.field(1, 1), Wire.field(2, new byte[] {'x'})));
    Reading.refused(Wire.delimited(Wire.concat(plain, Wire.field(1, Wire.concat(name, name)))));
  }

  @Test
  public void aTermSetTwiceIsRefused() {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    byte[] one = wire.frame(T).toByteArray();
    // The content of the triple: after tag and length of row and triple.
    byte[] triple = Arrays.copyOfRange(one, 4, one.length);
    byte[] twice = Wire.field(1, Wire.field(2, Wire.concat(triple, triple)));
    Reading.refused(Wire.delimited(Wire.concat(plain, twice)));
  }

  @Test
  public void aStringSetTwiceIsRefused() {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    byte[] text = Wire.field(2, new byte[] {'x'});
    Cases.each(
        new int[] {9, 10, 11},
        kind -> {
          byte[] entry = Wire.concat(Wire.field(1, 1), text, text);
          Reading.refused(
              Wire.delimited(Wire.concat(plain, Wire.field(1, Wire.field(kind, entry)))));
        });
    byte[] lex = Wire.field(1, new byte[] {'x'});
    byte[] simple = wire == Wire.V1 ? new byte[0] : Wire.field(2, new byte[0]);
    byte[] lang = Wire.field(wire == Wire.V1 ? 2 : 3, new byte[] {'e', 'n'});
    for (byte[] literal :
        new byte[][] {Wire.concat(lex, lex, simple), Wire.concat(lex, lang, lang)}) {
      Reading.refused(Wire.delimited(Wire.concat(plain, tripleOfLiteral(literal))));
    }
  }

  @Test
  public void aTermOfTwoKindsIsRefused() throws Exception {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    byte[] label = Wire.field(2, new byte[] {'b'});
    byte[] iri = Wire.field(1, Wire.concat(Wire.field(1, 1), Wire.field(2, 1)));
    byte[] repeat = Wire.field(10, new byte[0]);
    byte[] rest = Wire.concat(Wire.field(2, repeat), Wire.field(3, repeat));
    Cases.each(
        new byte[][] {label, iri, Wire.concat(label, iri)},
        kinds -> {
          byte[] triple = wire == Wire.V1 ? kinds : Wire.concat(Wire.field(1, kinds), rest);
          byte[] row = Wire.field(1, Wire.field(2, triple));
          byte[] file = Wire.delimited(Wire.concat(plain, row));
          if (kinds.length > Math.max(label.length, iri.length)) {
            Reading.refused(file);
          } else {
            assertEquals(2, Reading.read(file).size());
          }
        });
  }

  @Test
  public void knownFieldsOfOtherWireTypesAreRefused() throws Exception {
    WireRow.Options quads = options(QUADS).rdfStar(true).named("n");
    List<MessageLite> frames =
        List.of(
            opening(quads, quad(A, B, quoted(A, B, typed("1", 1)), D)),
            opening(quads, quad(A, B, lang("x", "en"), D)),
            opening(options(GRAPHS), graphStart(D), T, graphEnd()));
    for (MessageLite frame : frames) {
      assertEquals(1, Reading.read(Wire.delimited(frame)).size());
      for (Message odd : withWrongTypes((Message) frame)) {
        Reading.refused(Wire.delimited(odd));
      }
    }
  }

  /** Copies of a message, each with one field repeated in another wire type. */
  private static List<Message> withWrongTypes(Message message) {
    List<Message> found = new ArrayList<>();
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              UnknownFieldSet.Field.Builder wrong = UnknownFieldSet.Field.newBuilder();
              if (field.getLiteType().getWireType() == 0) {
                wrong.addLengthDelimited(ByteString.EMPTY);
              } else {
                wrong.addVarint(1);
              }
              found.add(
                  message.toBuilder()
                      .setUnknownFields(
                          UnknownFieldSet.newBuilder()
                              .addField(field.getNumber(), wrong.build())
                              .build())
                      .build());
              if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
                return;
              }
              if (!field.isRepeated()) {
                withWrongTypes((Message) value)
                    .forEach(odd -> found.add(message.toBuilder().setField(field, odd).build()));
                return;
              }
              List<?> items = (List<?>) value;
              for (int i = 0; i < items.size(); i++) {
                int at = i;
                withWrongTypes((Message) items.get(i))
                    .forEach(
                        odd ->
                            found.add(
                                message.toBuilder().setRepeatedField(field, at, odd).build()));
              }
            });
    return found;
  }

  @Test
  public void aLiteralOfTwoKindsIsRefused() throws Exception {
    byte[] plain = opening(options(TRIPLES), T).toByteArray();
    byte[] lex = Wire.field(1, new byte[] {'x'});
    boolean v1 = wire == Wire.V1;
    byte[] language = Wire.field(v1 ? 2 : 3, new byte[] {'e', 'n'});
    byte[] datatype = Wire.field(v1 ? 3 : 4, 1);
    byte[][] kinds = {language, datatype, Wire.concat(language, datatype)};
    byte[] repeat = Wire.field(10, new byte[0]);
    Cases.each(
        kinds,
        kind -> {
          byte[] literal = Wire.concat(lex, kind);
          byte[] triple =
              v1
                  ? Wire.field(11, literal)
                  : Wire.concat(
                      Wire.field(1, repeat),
                      Wire.field(2, repeat),
                      Wire.field(3, Wire.field(3, literal)));
          byte[] row = Wire.field(1, Wire.field(2, triple));
          byte[] file = Wire.delimited(Wire.concat(plain, row));
          if (kind == kinds[2]) {
            Reading.refused(file);
          } else {
            assertEquals(2, Reading.read(file).size());
          }
        });
  }

  private void assertSkipped(String... messages) throws Exception {
    WireRow.Options options = options(QUADS).rdfStar(true);
    Message frame =
        (Message)
            opening(
                options,
                quad(A, B, quoted(A, B, typed("1", 1)), D),
                quad(A, B, lang("x", "en"), DEFAULT_GRAPH),
                quad(REPEAT, B, text("x"), REPEAT));
    Message odd = withUnknown(frame, List.of(messages));
    assertEquals(Reading.read(Wire.delimited(frame)), Reading.read(Wire.delimited(odd)));
  }

  /** Adds unknown fields to all messages of the given types inside a message. */
  private static Message withUnknown(Message message, List<String> types) {
    Message.Builder out = message.toBuilder();
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                if (field.isRepeated()) {
                  int i = 0;
                  for (Object item : (List<?>) value) {
                    out.setRepeatedField(field, i++, withUnknown((Message) item, types));
                  }
                } else {
                  out.setField(field, withUnknown((Message) value, types));
                }
              }
            });
    if (types.contains(message.getDescriptorForType().getName())) {
      out.setUnknownFields(UNKNOWN);
    }
    return out.build();
  }
}
