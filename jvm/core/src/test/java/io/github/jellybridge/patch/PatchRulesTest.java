package io.github.jellybridge.patch;

import static io.github.jellybridge.wire.WirePatch.FLAT;
import static io.github.jellybridge.wire.WirePatch.FRAME;
import static io.github.jellybridge.wire.WirePatch.MARK;
import static io.github.jellybridge.wire.WirePatch.PUNCTUATED;
import static io.github.jellybridge.wire.WirePatch.QUADS;
import static io.github.jellybridge.wire.WirePatch.TA;
import static io.github.jellybridge.wire.WirePatch.TC;
import static io.github.jellybridge.wire.WirePatch.TRIPLES;
import static io.github.jellybridge.wire.WirePatch.TX;
import static io.github.jellybridge.wire.WirePatch.add;
import static io.github.jellybridge.wire.WirePatch.datatype;
import static io.github.jellybridge.wire.WirePatch.file;
import static io.github.jellybridge.wire.WirePatch.frame;
import static io.github.jellybridge.wire.WirePatch.header;
import static io.github.jellybridge.wire.WirePatch.name;
import static io.github.jellybridge.wire.WirePatch.namespaceAdd;
import static io.github.jellybridge.wire.WirePatch.namespaceDelete;
import static io.github.jellybridge.wire.WirePatch.options;
import static io.github.jellybridge.wire.WirePatch.prefix;
import static io.github.jellybridge.wire.WirePatch.row;
import static io.github.jellybridge.wire.WireTerm.REPEAT;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.proto.patch.RdfPatchOptions;
import io.github.jellybridge.proto.patch.RdfPatchRow;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.RandomPatch;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;

/** Refusals of invalid streams, rule by rule of the specification. */
public class PatchRulesTest {
  private static final String SAME =
      "the stream options of the first options row, as joined files must share them: ";

  private static void refusedOptions(String expected, RdfPatchOptions.Builder options) {
    Patches.refused(file(frame(row(options))), expected);
  }

  /** Checks that rows are refused after rows that define a prefix and two names. */
  private static void refused(String expected, int statements, int stream, RdfPatchRow... rows) {
    Patches.refused(patch(statements, stream, rows), expected);
  }

  private static byte[] patch(int statements, int stream, RdfPatchRow... rows) {
    List<RdfPatchRow> all =
        new ArrayList<>(
            List.of(
                row(options(statements, stream)),
                prefix(0, "http://e/"),
                name(0, "a"),
                name(0, "b")));
    all.addAll(List.of(rows));
    return file(frame(all.toArray(RdfPatchRow[]::new)));
  }

  private static RdfPatchRow statement() {
    return add(iri(1, 1), iri(1, 1), iri(1, 1), REPEAT);
  }

  @Test
  public void theOptionsComeFirst() {
    Patches.refused(file(frame(TX)), "the stream options as the first row");
    Patches.refused(file(frame(header("x", text("y")))), "the stream options as the first row");
    Patches.refused(file(), "the stream options as the first row");
  }

  @Test
  public void aStreamOfJellyRdfIsNamed() {
    WireRow.Options named = WireRow.options(WireRow.TRIPLES).named("n");
    Patches.refused(Wire.V1.file(named), "the stream options of Jelly-Patch");
    WireRow.Options flat = WireRow.options(WireRow.TRIPLES).logical(1).version(2);
    Patches.refused(Wire.V1.file(flat), "the stream options of Jelly-Patch");
  }

  @Test
  public void aPatchIsNamedWhereStatementsAreRead() {
    byte[] file = file(frame(row(options(TRIPLES, FLAT))));
    JellyReader reader =
        JellyReader.open(new ByteArrayInputStream(file), "a.jelly", JellyReadOptions.defaults());
    assertEquals(
        "those of Jelly-Patch (.jellyp)",
        assertThrows(JellyParseException.class, reader::header).found());
  }

  @Test
  public void theNameTableHasEightEntriesOrMore() {
    refusedOptions(
        "a name table of at least 8 entries", options(TRIPLES, FLAT).setMaxNameTableSize(7));
    refusedOptions(
        "a name table of at least 8 entries", options(TRIPLES, FLAT).setMaxNameTableSize(0));
  }

  @Test
  public void tablesAreLimited() {
    refusedOptions(
        "a name table of at most 65536 entries (option maxNameTable)",
        options(TRIPLES, FLAT).setMaxNameTableSize(-1));
    refusedOptions(
        "a prefix table of at most 16384 entries (option maxPrefixTable)",
        options(TRIPLES, FLAT).setMaxPrefixTableSize(1 << 20));
    refusedOptions(
        "a datatype table of at most 4096 entries (option maxDatatypeTable)",
        options(TRIPLES, FLAT).setMaxDatatypeTableSize(1 << 20));
  }

  @Test
  public void theStatementTypeIsSpecified() {
    refusedOptions("statement type 1 (TRIPLES) or 2 (QUADS)", options(0, FLAT));
  }

  @Test
  public void theStatementTypeIsKnown() {
    refusedOptions("statement type 1 (TRIPLES) or 2 (QUADS)", options(3, FLAT));
  }

  @Test
  public void theStreamTypeIsSpecified() {
    refusedOptions("patch stream type 1 (FRAME), 2 (FLAT) or 3 (PUNCTUATED)", options(TRIPLES, 0));
  }

  @Test
  public void theStreamTypeIsKnown() {
    refusedOptions("patch stream type 1 (FRAME), 2 (FLAT) or 3 (PUNCTUATED)", options(TRIPLES, 4));
  }

  @Test
  public void theVersionIsNotZero() {
    refusedOptions("a version tag of at least 1", options(TRIPLES, FLAT).setVersion(0));
  }

  @Test
  public void theVersionIsNotTooHigh() {
    refusedOptions("a version tag up to 1 (Jelly-Patch 1.0)", options(TRIPLES, FLAT).setVersion(2));
    refusedOptions(
        "a version tag up to 1 (Jelly-Patch 1.0)", options(TRIPLES, FLAT).setVersion(10_001));
  }

  @Test
  public void optionsThatComeAgainAreIdentical() {
    refused(SAME + "stream_type FLAT", TRIPLES, FLAT, row(options(TRIPLES, FRAME)));
    refused(
        SAME + "max_name_table_size 16",
        TRIPLES,
        FLAT,
        row(options(TRIPLES, FLAT).setMaxNameTableSize(17)));
    refused(SAME + "rdf_star false", TRIPLES, FLAT, row(options(TRIPLES, FLAT).setRdfStar(true)));
  }

  @Test
  public void punctuationMarksBelongToPunctuatedStreams() {
    refused("rows of a stream of patch stream type FLAT", TRIPLES, FLAT, MARK);
    refused("rows of a stream of patch stream type FRAME", TRIPLES, FRAME, MARK);
  }

  @Test
  public void namespacesAndHeadersHaveEveryFieldOnce() throws Exception {
    byte[] opening =
        frame(row(options(QUADS, FLAT)), prefix(0, "http://e/"), name(0, "a")).toByteArray();
    byte[] text = Wire.field(1, new byte[] {'x'});
    byte[] iri = Wire.field(2, Wire.concat(Wire.field(1, 1), Wire.field(2, 1)));
    byte[] graph = Wire.field(5, new byte[0]);
    byte[][] once = {
      Wire.field(4, Wire.concat(text, iri, graph)),
      Wire.field(5, Wire.concat(text, iri, graph)),
      Wire.field(14, Wire.concat(text, iri))
    };
    for (byte[] row : once) {
      byte[] file = Wire.delimited(Wire.concat(opening, Wire.field(1, row)));
      assertEquals(1, Patches.read(file).size());
    }
    Cases.each(
        new int[] {4, 5, 14},
        kind -> {
          Map<String, byte[]> again =
              kind == 14
                  ? Map.of("a key", text, "a value", iri)
                  : Map.of("a name", text, "a value", iri, "a graph name", graph);
          for (String name : again.keySet()) {
            byte[] fields =
                Wire.concat(text, iri, kind == 14 ? new byte[0] : graph, again.get(name));
            byte[] row = Wire.field(1, Wire.field(kind, fields));
            Patches.refused(Wire.delimited(Wire.concat(opening, row)), name + " once");
          }
        });
  }

  @Test
  public void aMissingMarkAfterTheLastStatementIsRefused() throws Exception {
    byte[] file =
        patch(TRIPLES, PUNCTUATED, statement(), statement(), MARK, statement(), statement());
    Patches.refused(file, "a punctuation mark at the end of the patch");
    assertEquals(4, Patches.read(file, Patches.LENIENT).size());
  }

  @Test
  public void rowsAreMessagesEvenIfNothingIsReadOfThem() {
    byte[] opening =
        frame(row(options(QUADS, FLAT)), prefix(0, "http://e/"), name(0, "a")).toByteArray();
    byte[] start = frame(TX).toByteArray();
    byte[] end = frame(TC).toByteArray();
    byte[] bad = {(byte) 0x80};
    byte[] badStart = Wire.field(1, Wire.field(6, bad));
    Patches.refused(Wire.delimited(Wire.concat(opening, badStart, end)), "a varint");
    byte[] badEnd = Wire.field(1, Wire.field(7, bad));
    Patches.refused(Wire.delimited(Wire.concat(opening, start, badEnd)), "a varint");
    byte[] marked = frame(row(options(QUADS, PUNCTUATED))).toByteArray();
    byte[] badMark = Wire.field(1, Wire.field(15, bad));
    Patches.refused(Wire.delimited(Wire.concat(marked, badMark)), "a varint");
  }

  @Test
  public void knownFieldsHaveTheirWireTypes() {
    byte[] text = Wire.field(1, new byte[] {'x'});
    byte[] iri = Wire.field(2, Wire.concat(Wire.field(1, 1), Wire.field(2, 1)));
    byte[] opening =
        frame(row(options(QUADS, FLAT)), prefix(0, "http://e/"), name(0, "a")).toByteArray();
    Cases.each(
        new int[] {4, 5, 14},
        kind -> {
          String type = kind == 14 ? "header" : "namespace";
          byte[] number = Wire.field(1, Wire.field(kind, Wire.concat(Wire.field(1, 7), iri)));
          Patches.refused(
              Wire.delimited(Wire.concat(opening, number)), type + " field 1 with wire type 2");
          byte[] value = Wire.field(1, Wire.field(kind, Wire.concat(text, Wire.field(2, 7))));
          Patches.refused(
              Wire.delimited(Wire.concat(opening, value)), type + " field 2 with wire type 2");
        });
    byte[] row = Wire.field(1, Wire.field(6, 7));
    Patches.refused(
        Wire.delimited(Wire.concat(opening, row)), "patch row field 6 with wire type 2");
    Cases.each(
        new int[] {2, 3, 4, 9, 10, 11, 15},
        option -> {
          byte[] options =
              Wire.concat(
                  options(QUADS, FLAT).build().toByteArray(), Wire.field(option, new byte[0]));
          byte[] file = Wire.delimited(Wire.field(1, Wire.field(1, options)));
          Patches.refused(file, "patch option field " + option + " with wire type 0");
        });
  }

  @Test
  public void transactionsAreNotNested() {
    refused("the end of a transaction before the next one", TRIPLES, FLAT, TX, TX, TC, TC);
  }

  @Test
  public void aCommitEndsATransaction() {
    refused("the start of a transaction before a commit", TRIPLES, FLAT, TC);
    refused("the start of a transaction before a commit", TRIPLES, FLAT, TX, TC, TC);
  }

  @Test
  public void anAbortEndsATransaction() {
    refused("the start of a transaction before an abort", TRIPLES, FLAT, TA);
    refused("the start of a transaction before an abort", TRIPLES, FLAT, TX, TC, TA);
  }

  @Test
  public void aTransactionEndsBeforeTheStream() {
    refused("the end of the transaction", TRIPLES, FLAT, TX);
    refused("the end of the transaction", TRIPLES, PUNCTUATED, TX);
  }

  @Test
  public void aTransactionEndsInItsFrameWhereFramesArePatches() {
    Patches.refused(
        file(frame(row(options(TRIPLES, FRAME)), TX), frame(TC)),
        "the end of the transaction in its frame, the patch");
  }

  @Test
  public void aTransactionEndsBeforeThePunctuationMark() {
    refused(
        "the end of the transaction before the end of the patch",
        TRIPLES,
        PUNCTUATED,
        TX,
        MARK,
        TC,
        MARK);
  }

  @Test
  public void aPatchEndsAtAPunctuationMarkInPunctuatedStreams() throws Exception {
    byte[] file = patch(TRIPLES, PUNCTUATED, TX, TC, MARK, statement());
    Patches.refused(file, "a punctuation mark at the end of the patch");
    assertEquals(3, Patches.read(file, Patches.LENIENT).size());
    assertEquals(2, Patches.byEvent(file, Patches.LENIENT).patch);
  }

  @Test
  public void aHeaderHasAValue() {
    refused(
        "a value in a header, never a repeated one",
        TRIPLES,
        FLAT,
        header("id", text("x")),
        header("id", REPEAT));
  }

  @Test
  public void aNamespaceThatIsAddedHasAValue() {
    refused(
        "a value of the namespace that is added", TRIPLES, FLAT, namespaceAdd("x", null, REPEAT));
  }

  @Test
  public void theFirstGraphIsGiven() {
    refused("a graph name in the first statement", QUADS, FLAT, statement());
    refused(
        "a graph name in the first quad or namespace",
        QUADS,
        FLAT,
        namespaceDelete("x", null, REPEAT));
  }

  @Test
  public void theFirstTermsAreGiven() {
    refused(
        "a subject in the first statement",
        TRIPLES,
        FLAT,
        add(REPEAT, iri(1, 1), iri(1, 1), REPEAT));
  }

  @Test
  public void entriesHaveIdsWithinTheTable() {
    refused("a name entry with an id from 1 to 16", TRIPLES, FLAT, name(17, "x"));
    refused("a prefix entry with an id from 1 to 8", TRIPLES, FLAT, prefix(9, "x"));
    refused("a datatype entry with an id from 1 to 4", TRIPLES, FLAT, datatype(5, "x"));
  }

  @Test
  public void irisReferToEntriesThatAreDefined() {
    refused("a name id that was defined before", TRIPLES, FLAT, header("x", iri(1, 3)));
    refused("a prefix id that was defined before", TRIPLES, FLAT, header("x", iri(2, 1)));
    refused("a datatype id that was defined before", TRIPLES, FLAT, header("x", typed("y", 1)));
    refused(
        "a name id that was defined before", TRIPLES, FLAT, namespaceAdd("x", iri(1, 9), REPEAT));
    refused(
        "a name id that was defined before", QUADS, FLAT, namespaceAdd("x", iri(1, 1), iri(1, 9)));
  }

  @Test
  public void quotedTriplesAreDeclared() throws Exception {
    RdfPatchRow star = header("x", quoted(iri(1, 1), iri(1, 1), text("o")));
    refused("no quoted triples, as rdf_star is not set", TRIPLES, FLAT, star);
    assertEquals(1, Patches.read(patch(TRIPLES, FLAT, star), Patches.LENIENT).size());
  }

  @Test
  public void generalizedRdfIsDeclared() {
    refused(
        "no generalized RDF, as generalized_statements is not set",
        TRIPLES,
        FLAT,
        add(text("s"), iri(1, 1), iri(1, 1), REPEAT));
    refused(
        "no generalized RDF, as generalized_statements is not set",
        QUADS,
        FLAT,
        namespaceAdd("x", iri(1, 1), text("g")));
  }

  @Test
  public void aRowHasExactlyOneKind() {
    refused("a row of a known kind", TRIPLES, FLAT, RdfPatchRow.getDefaultInstance());
    byte[] both = Wire.concat(TX.toByteArray(), TC.toByteArray());
    byte[] first = frame(row(options(TRIPLES, FLAT))).toByteArray();
    Patches.refused(Wire.delimited(Wire.concat(first, Wire.field(1, both))), "one kind in a row");
  }

  @Test
  public void reservedFieldsAreNoKindOfRow() {
    byte[] first = frame(row(options(TRIPLES, FLAT))).toByteArray();
    Cases.each(
        new int[] {9, 10, 16},
        field -> {
          byte[] row = Wire.field(1, Wire.field(field, new byte[0]));
          Patches.refused(Wire.delimited(Wire.concat(first, row)), "a row of a known kind");
        });
  }

  @Test
  public void textIsUtf8() {
    byte[] file = patch(TRIPLES, FLAT, header("KEY", text("x")));
    Patches.refused(
        Wire.patch(file, "KEY", new byte[] {'a', (byte) 0xc3, 'b'}),
        "valid UTF-8 in a lexical form");
    byte[] prefix = patch(TRIPLES, FLAT, namespaceDelete("KEY", null, REPEAT));
    Patches.refused(
        Wire.patch(prefix, "KEY", new byte[] {(byte) 0xff, 'a', 'b'}),
        "valid UTF-8 in a lexical form");
  }

  @Test
  public void aFileCutAnywhereIsRefusedOrEndsBetweenFrames() throws Exception {
    for (int seed = 0; seed < 12; seed++) {
      byte[] file = new RandomPatch(new Random(seed), seed % 2 + 1, seed % 3 + 1, 8).file;
      var whole = Patches.read(file);
      for (int length = 0; length < file.length; length++) {
        byte[] cut = Arrays.copyOf(file, length);
        boolean betweenFrames = true;
        try {
          io.github.jellybridge.wire.ReferencePatchDecoder.decode(cut);
        } catch (java.io.IOException e) {
          betweenFrames = false;
        }
        if (betweenFrames) {
          var rows = Patches.read(cut);
          assertTrue(rows.size() <= whole.size());
          assertEquals(whole.subList(0, rows.size()), rows);
        } else {
          Patches.refused(cut, PatchReader.defaults());
        }
      }
    }
  }

  @Test
  public void aTransactionCutAnywhereIsRefused() {
    byte[] file =
        file(
            frame(row(options(TRIPLES, FLAT)), prefix(0, "http://e/"), name(0, "a"), TX),
            frame(statement(), add(bnode("x"), REPEAT, text("é"), REPEAT)),
            frame(TC));
    for (int length = 0; length < file.length; length++) {
      Patches.refused(Arrays.copyOf(file, length), PatchReader.defaults());
    }
  }
}
