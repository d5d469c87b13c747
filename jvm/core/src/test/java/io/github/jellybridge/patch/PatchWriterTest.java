package io.github.jellybridge.patch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.patch.RdfPatchFrame;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.RandomPatch;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Written patches, read with protobuf's classes and the reference decoder. */
public class PatchWriterTest {
  private final TermTable terms = new TermTable();

  {
    terms.reset(new byte[0], 0);
  }

  private interface Writing {
    void to(PatchWriter writer) throws IOException;
  }

  private static PatchWriteOptions of(PatchStatementType statements, PatchStreamType stream) {
    return PatchWriteOptions.defaults().with(statements, stream).with(true, true);
  }

  private byte[] write(PatchWriteOptions options, Writing writing) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PatchWriter writer = PatchWriter.open(out, options)) {
      writer.start(null, terms);
      writing.to(writer);
    }
    return out.toByteArray();
  }

  private int iri(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return terms.addCopy(TermKind.IRI, bytes, 0, bytes.length);
  }

  private static List<RdfPatchFrame> frames(byte[] file) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(file);
    List<RdfPatchFrame> frames = new ArrayList<>();
    for (RdfPatchFrame frame; (frame = RdfPatchFrame.parseDelimitedFrom(in)) != null; ) {
      frames.add(frame);
    }
    return frames;
  }

  private void assertRefused(String expected, PatchWriteOptions options, Writing writing) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PatchWriter writer = PatchWriter.open(out, options);
    JellyWriteException e =
        assertThrows(
            JellyWriteException.class,
            () -> {
              writer.start(null, terms);
              writing.to(writer);
              writer.finish();
            });
    assertEquals(e.getMessage(), expected, e.expected());
    assertThrows(IllegalStateException.class, writer::endPatch);
  }

  @Test
  public void filesOfTheSameOptionsMayBeConcatenated() throws Exception {
    for (int seed = 0; seed < TestSize.of(15, 60); seed++) {
      PatchWriteOptions options = of(PatchStatementType.QUADS, PatchStreamType.FRAME);
      ByteArrayOutputStream both = new ByteArrayOutputStream();
      List<PatchRow> expected = new ArrayList<>();
      long patches = 0;
      for (int part = 0; part < 2; part++) {
        byte[] file = new RandomPatch(new Random(2L * seed + part), 2, seed % 3 + 1, 50).file;
        for (PatchRow r : ReferencePatchDecoder.decode(file)) {
          long patch = patches + r.patch();
          expected.add(
              new PatchRow(patch, r.op(), r.s(), r.p(), r.o(), r.g(), r.name(), r.value()));
        }
        ByteArrayOutputStream one = new ByteArrayOutputStream();
        try (PatchReader reader = Patches.open(file, PatchReader.defaults());
            PatchWriter writer = PatchWriter.open(one, options)) {
          reader.read(writer);
          writer.finish();
          patches += writer.patchesWritten();
        }
        both.write(one.toByteArray());
      }
      byte[] file = both.toByteArray();
      assertEquals(expected, ReferencePatchDecoder.decode(file));
      assertEquals(expected, Patches.read(file));
    }
  }

  @Test
  public void randomPatchesInEveryTypeOfStream() throws Exception {
    for (int seed = 0; seed < TestSize.of(50, 200); seed++) {
      Random random = new Random(seed);
      boolean triples = random.nextBoolean();
      byte[] file = new RandomPatch(random, triples ? 1 : 2, seed % 3 + 1, random.nextInt(80)).file;
      PatchStatementType statements =
          triples && random.nextBoolean() ? PatchStatementType.TRIPLES : PatchStatementType.QUADS;
      for (PatchStreamType stream : PatchStreamType.values()) {
        if (stream == PatchStreamType.FLAT && seed % 3 + 1 != 2) {
          continue;
        }
        PatchWriteOptions options =
            of(statements, stream)
                .withFrames(random.nextInt(9), random.nextInt(300))
                .withTables(24 + random.nextInt(9), random.nextInt(5), 24);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PatchReader reader =
                Patches.open(file, PatchReader.defaults().toBuilder().chunkBytes(64).build());
            PatchWriter writer = PatchWriter.open(out, options)) {
          reader.read(writer);
          assertEquals(reader.statementsRead(), writer.operationsWritten());
          assertEquals(reader.patchesRead(), writer.patchesWritten());
        }
        List<PatchRow> expected = ReferencePatchDecoder.decode(file);
        List<PatchRow> found = ReferencePatchDecoder.decode(out.toByteArray());
        for (int i = 0; i < expected.size(); i++) {
          assertEquals("seed " + seed + ", row " + i, expected.get(i), found.get(i));
        }
        assertEquals("seed " + seed, expected.size(), found.size());
        assertEquals("seed " + seed, expected, Patches.read(out.toByteArray()));
      }
    }
  }

  @Test
  public void anEmptyStreamHasItsOptions() throws Exception {
    Cases.each(
        PatchStreamType.values(),
        stream -> {
          byte[] file = write(of(PatchStatementType.TRIPLES, stream), writer -> {});
          assertEquals(List.of(), ReferencePatchDecoder.decode(file));
          assertEquals(1, frames(file).size());
          assertEquals(1, frames(file).get(0).getRows(0).getOptions().getVersion());
        });
  }

  @Test
  public void aPunctuationMarkEndsItsFrame() throws Exception {
    byte[] file =
        write(
            of(PatchStatementType.QUADS, PatchStreamType.PUNCTUATED),
            writer -> {
              for (int i = 0; i < 3; i++) {
                writer.startTransaction();
                writer.add(iri("a"), iri("b"), iri("c"), 0);
                writer.commit();
                writer.endPatch();
              }
            });
    List<RdfPatchFrame> frames = frames(file);
    assertEquals(3, frames.size());
    for (RdfPatchFrame frame : frames) {
      assertTrue(frame.getRows(frame.getRowsCount() - 1).hasPunctuation());
    }
    assertEquals(3, Patches.patches(file));
  }

  @Test
  public void aFrameIsAPatchHoweverLong() throws Exception {
    byte[] file =
        write(
            of(PatchStatementType.QUADS, PatchStreamType.FRAME).withFrames(2, 10),
            writer -> {
              for (int i = 0; i < 5; i++) {
                writer.add(iri("s" + i), iri("p"), iri("o"), 0);
              }
              writer.endPatch();
              writer.endPatch();
            });
    assertEquals(2, frames(file).size());
    assertEquals(2, Patches.patches(file));
  }

  @Test
  public void framesOfOtherStreamsAreLimited() throws Exception {
    byte[] file =
        write(
            of(PatchStatementType.QUADS, PatchStreamType.FLAT).withFrames(0, 200),
            writer -> {
              for (int i = 0; i < 100; i++) {
                writer.add(iri("http://example.org/s" + i), iri("p"), iri("o"), 0);
              }
            });
    List<RdfPatchFrame> frames = frames(file);
    assertTrue(frames.size() > 5);
    for (RdfPatchFrame frame : frames) {
      assertTrue(frame.getSerializedSize() <= 200);
    }
  }

  @Test
  public void framesWithPunctuationMarksAreLimited() throws Exception {
    for (int limit = 100; limit < 140; limit++) {
      byte[] file =
          write(
              of(PatchStatementType.QUADS, PatchStreamType.PUNCTUATED).withFrames(0, limit),
              writer -> {
                for (int i = 0; i < 150; i++) {
                  int text = terms.addLiteralCopy(new byte[i], 0, i, 0, 0);
                  writer.add(iri("s"), iri("p"), text, 0);
                  writer.endPatch();
                }
              });
      for (RdfPatchFrame frame : frames(file)) {
        assertTrue(frame.getSerializedSize() <= limit || frame.getRowsCount() == 1);
      }
      assertEquals(150, Patches.patches(file));
    }
  }

  @Test
  public void framesOfOtherStreamsHaveOnlySoManyRows() throws Exception {
    byte[] file =
        write(
            of(PatchStatementType.QUADS, PatchStreamType.FLAT).withFrames(4, 0),
            writer -> {
              for (int i = 0; i < 40; i++) {
                writer.add(iri("s"), iri("p"), iri("o"), 0);
                writer.delete(iri("s"), iri("p"), iri("o"), 0);
              }
            });
    List<RdfPatchFrame> frames = frames(file);
    for (RdfPatchFrame frame : frames.subList(1, frames.size() - 1)) {
      assertEquals(4, frame.getRowsCount());
    }
    assertEquals(80, Patches.read(file).size());
  }

  @Test
  public void repeatedTermsAreLeftOut() throws Exception {
    byte[] file =
        write(
            of(PatchStatementType.QUADS, PatchStreamType.FLAT),
            writer -> {
              writer.addNamespace("x", iri("http://e/"), iri("g"));
              writer.add(iri("s"), iri("p"), iri("o"), iri("g"));
              writer.delete(iri("s"), iri("p"), iri("o2"), iri("g"));
            });
    var rows = frames(file).get(0).getRowsList();
    var delete = rows.get(rows.size() - 1).getStatementDelete();
    assertFalse(delete.hasSIri() || delete.hasPIri() || delete.hasGIri());
    assertTrue(delete.hasOIri());
    assertTrue(rows.stream().anyMatch(r -> r.hasStatementAdd() && !r.getStatementAdd().hasGIri()));
  }

  /**
   * Tests rows that need more prefixes than the table has: a namespace needs two, for its IRI and
   * its graph, and a header any number.
   */
  @Test
  public void rowsThatNeedMorePrefixesThanThereAreHaveNone() throws Exception {
    byte[] star =
        "<< <http://a/s> <http://b/p> <http://c/o> >>".getBytes(StandardCharsets.US_ASCII);
    Term value =
        new Term.Quoted(Term.iri("http://a/s"), Term.iri("http://b/p"), Term.iri("http://c/o"));
    List<PatchRow> expected = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Term graph = Term.iri("http://d/g" + i);
      expected.add(PatchRow.of(0, "H", "id", value, null));
      expected.add(PatchRow.of(0, "PA", "x", Term.iri("http://e/x" + i), graph));
      expected.add(PatchRow.of(0, "PD", "x", Term.iri("http://f/y"), graph));
      expected.add(
          PatchRow.of(0, "A", Term.iri("http://a/s"), Term.iri("urn:p"), Term.iri("o"), graph));
    }
    for (int prefixes = 0; prefixes < 4; prefixes++) {
      byte[] file =
          write(
              of(PatchStatementType.QUADS, PatchStreamType.FLAT).withTables(8, prefixes, 0),
              writer -> {
                for (int i = 0; i < 3; i++) {
                  writer.header("id", terms.addCopy(TermKind.TRIPLE, star, 0, star.length));
                  writer.addNamespace("x", iri("http://e/x" + i), iri("http://d/g" + i));
                  writer.deleteNamespace("x", iri("http://f/y"), iri("http://d/g" + i));
                  writer.add(iri("http://a/s"), iri("urn:p"), iri("o"), iri("http://d/g" + i));
                }
              });
      assertEquals(expected, ReferencePatchDecoder.decode(file));
      assertEquals(expected, Patches.read(file));
    }
  }

  @Test
  public void aFlatStreamIsOnePatch() {
    assertRefused(
        "one patch in a stream of type FLAT",
        of(PatchStatementType.QUADS, PatchStreamType.FLAT),
        writer -> {
          writer.endPatch();
          writer.startTransaction();
        });
    assertRefused(
        "one patch in a stream of type FLAT",
        of(PatchStatementType.QUADS, PatchStreamType.FLAT),
        writer -> {
          writer.endPatch();
          writer.endPatch();
        });
  }

  @Test
  public void aTransactionEndsBeforeThePatch() {
    Cases.each(
        PatchStreamType.values(),
        stream -> {
          assertRefused(
              "TC or TA before the end of the patch",
              of(PatchStatementType.QUADS, stream),
              writer -> {
                writer.startTransaction();
                writer.endPatch();
              });
          assertRefused(
              "TC or TA before the end of the patch",
              of(PatchStatementType.QUADS, stream),
              PatchWriter::startTransaction);
        });
  }

  @Test
  public void transactionsAreNotNested() {
    assertRefused(
        "the end of a transaction before the next one",
        of(PatchStatementType.QUADS, PatchStreamType.FLAT),
        writer -> {
          writer.startTransaction();
          writer.startTransaction();
        });
  }

  @Test
  public void aCommitOrAbortNeedsATransaction() {
    PatchWriteOptions options = of(PatchStatementType.QUADS, PatchStreamType.FLAT);
    assertRefused("TX before TC", options, PatchWriter::commit);
    assertRefused("TX before TA", options, PatchWriter::abort);
  }

  @Test
  public void aStreamOfTriplesHasNoGraphs() {
    PatchWriteOptions options = of(PatchStatementType.TRIPLES, PatchStreamType.FLAT);
    assertRefused(
        "no graph in a stream of triples",
        options,
        w -> w.add(iri("s"), iri("p"), iri("o"), iri("g")));
    assertRefused(
        "no graph in a stream of triples", options, w -> w.addNamespace("x", iri("n"), iri("g")));
  }

  @Test
  public void aNamespaceThatIsAddedHasAnIri() {
    PatchWriteOptions options = of(PatchStatementType.QUADS, PatchStreamType.FLAT);
    assertRefused(
        "the IRI of the namespace that is added", options, w -> w.addNamespace("x", 0, 0));
    int blank = terms.addCopy(TermKind.BNODE, new byte[] {'b'}, 0, 1);
    assertRefused("an IRI as the namespace", options, w -> w.addNamespace("x", blank, 0));
  }

  @Test
  public void aHeaderHasAValue() {
    PatchWriteOptions options = of(PatchStatementType.QUADS, PatchStreamType.FLAT);
    assertRefused("a value of the header", options, w -> w.header("id", 0));
  }

  @Test
  public void namesAreUtf8() {
    PatchWriteOptions options = of(PatchStatementType.QUADS, PatchStreamType.FLAT);
    Cases.each(
        List.of(PatchOp.HEADER, PatchOp.ADD_NAMESPACE, PatchOp.DELETE_NAMESPACE),
        op -> {
          StatementBatch batch = StatementBatch.ofOperations(1, true, true, true, true);
          batch.op[0] = op;
          batch.name[0] = terms.addLiteralCopy(new byte[] {'a', (byte) 0xff}, 0, 2, 0, 0);
          batch.value[0] = iri("v");
          batch.size(1);
          assertRefused(
              "a name that is valid UTF-8", options, writer -> writer.write(batch, terms, 0, 1));
        });
  }

  @Test
  public void featuresHaveToBeAskedFor() {
    PatchWriteOptions plain = PatchWriteOptions.defaults();
    int text = terms.addLiteralCopy(new byte[] {'x'}, 0, 1, 0, 0);
    assertRefused(
        "an IRI or a blank node as the subject", plain, w -> w.add(text, iri("p"), iri("o"), 0));
    byte[] star = "<< <s> <p> <o> >>".getBytes(StandardCharsets.US_ASCII);
    int quoted = terms.addCopy(TermKind.TRIPLE, star, 0, star.length);
    assertRefused("no quoted triples", plain, w -> w.header("x", quoted));
  }
}
