package io.github.jellybridge.patch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.patch.RdfPatchFrame;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** Counters of a writer of patches, and the order and frames of its output. */
public class PatchOutputTest {
  private static final PatchWriteOptions FLAT =
      PatchWriteOptions.defaults().with(PatchStatementType.QUADS, PatchStreamType.FLAT);

  private final TermTable terms = new TermTable();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int iri(String text) {
    return Patches.iri(terms, text);
  }

  private int literal(String text) {
    return Patches.literal(terms, text);
  }

  private PatchWriter open(PatchWriteOptions options) throws IOException {
    out.reset();
    PatchWriter writer = PatchWriter.open(out, options);
    writer.start(null, terms);
    return writer;
  }

  private List<RdfPatchFrame> frames() throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());
    List<RdfPatchFrame> frames = new ArrayList<>();
    for (RdfPatchFrame frame; (frame = RdfPatchFrame.parseDelimitedFrom(in)) != null; ) {
      frames.add(frame);
    }
    return frames;
  }

  @Test
  public void idsMeanNothingBeforeTheTableIsKnown() {
    Cases.each(
        List.of(true, false),
        header -> {
          PatchWriter writer = PatchWriter.open(out, FLAT);
          IllegalStateException e =
              assertThrows(
                  IllegalStateException.class,
                  () -> {
                    if (header) {
                      writer.header("id", 1);
                    } else {
                      writer.startTransaction();
                    }
                  });
          assertTrue(e.getMessage(), e.getMessage().startsWith("start must be called first"));
        });
  }

  @Test
  public void theOptionsAreThoseAskedFor() throws Exception {
    for (int bits = 0; bits < 4; bits++) {
      boolean generalized = (bits & 1) != 0;
      boolean star = (bits & 2) != 0;
      open(FLAT.with(generalized, star).withTables(9, 3, 2)).close();
      assertEquals(
          new PatchOptions(
              PatchStatementType.QUADS, PatchStreamType.FLAT, generalized, star, 9, 3, 2, 1),
          Patches.options(out.toByteArray()));
    }
  }

  @Test
  public void operationsPatchesFramesAndBytesAreCounted() throws Exception {
    PatchWriter writer = open(FLAT.withFrames(1, 0));
    for (int i = 0; i < 3_000; i++) {
      writer.add(iri("s"), iri("p"), iri("o" + i), 0);
      assertEquals(i + 1, writer.operationsWritten());
    }
    writer.finish();
    assertEquals(3_000, writer.operationsWritten());
    assertEquals(1, writer.patchesWritten());
    assertEquals(frames().size(), writer.framesWritten());
    assertEquals(out.size(), writer.bytesWritten());
    assertEquals(3_000, Patches.read(out.toByteArray()).size());
  }

  /** Tests that a flat stream always counts as one patch, whether or not the caller ended it. */
  @Test
  public void aPatchMayBeEmpty() throws Exception {
    Cases.each(
        PatchStreamType.values(),
        type -> {
          for (int ended = 0; ended < 2; ended++) {
            PatchWriter writer =
                open(PatchWriteOptions.defaults().with(PatchStatementType.QUADS, type));
            if (ended > 0) {
              writer.endPatch();
            }
            writer.finish();
            assertEquals(type == PatchStreamType.FLAT ? 1 : ended, writer.patchesWritten());
            assertEquals(List.of(), ReferencePatchDecoder.decode(out.toByteArray()));
          }
        });
  }

  @Test
  public void batchesAndEventsStayInTheirOrder() throws Exception {
    TermTable others = new TermTable();
    byte[] header = {'h'};
    StatementBatch batch = StatementBatch.ofOperations(3, true, true, true, false);
    batch.op[0] = PatchOp.ADD;
    batch.s[0] = others.addCopy(TermKind.BNODE, header, 0, 1);
    batch.p[0] = others.addCopy(TermKind.IRI, header, 0, 1);
    batch.o[0] = batch.s[0];
    batch.op[1] = PatchOp.HEADER;
    batch.value[1] = batch.p[0];
    batch.op[2] = PatchOp.START;
    batch.size(3);
    try (PatchWriter writer = open(FLAT)) {
      writer.add(iri("a"), iri("b"), iri("c"), 0);
      writer.write(batch, others, 0, 2);
      writer.delete(iri("a"), iri("b"), iri("c"), 0);
      writer.start(null, others);
      writer.add(batch.s[0], batch.p[0], batch.s[0], 0);
      writer.write(batch, others, 1, 1);
    }
    Term[] t = {Term.iri("a"), Term.iri("b"), Term.iri("c"), Term.bnode("h"), Term.iri("h")};
    List<PatchRow> expected =
        List.of(
            PatchRow.of(0, "A", t[0], t[1], t[2], null),
            PatchRow.of(0, "A", t[3], t[4], t[3], null),
            PatchRow.of(0, "H", "", t[4], null),
            PatchRow.of(0, "D", t[0], t[1], t[2], null),
            PatchRow.of(0, "A", t[3], t[4], t[3], null));
    assertEquals(expected, ReferencePatchDecoder.decode(out.toByteArray()));
  }

  @Test
  public void framesMayBeAsLongAsAskedFor() throws Exception {
    int[] limits = {0, 0};
    for (int less = -1; less < 2; less++) {
      for (int kind = 0; kind < (less < 0 ? 1 : 2); kind++) {
        int rows = kind == 0 && less >= 0 ? limits[0] - less : 0;
        int bytes = kind == 1 ? limits[1] - less : 0;
        try (PatchWriter writer = open(FLAT.withFrames(rows, bytes))) {
          writer.header("id", literal("x"));
          writer.add(iri("s"), iri("p"), literal("o"), 0);
          writer.add(iri("s"), iri("p"), literal("o2"), 0);
        }
        List<RdfPatchFrame> frames = frames();
        assertEquals(less > 0 ? 2 : 1, frames.size());
        limits =
            less < 0
                ? new int[] {frames.get(0).getRowsCount(), frames.get(0).getSerializedSize()}
                : limits;
      }
    }
    try (PatchWriter writer = open(FLAT.withFrames(0, 1))) {
      writer.add(iri("s"), iri("p"), literal("o"), 0);
    }
    assertEquals(true, frames().stream().allMatch(frame -> frame.getRowsCount() > 0));
  }

  @Test
  public void rowsMayBeOfAnySizeWhateverMakesThemLarge() throws Exception {
    String large = "x".repeat(200_000);
    try (PatchWriter writer = open(FLAT.with(true, false))) {
      writer.header(large, literal("v"));
      writer.header("h", literal(large));
      writer.addNamespace(large, iri("n"), 0);
      writer.addNamespace("n", iri("n"), literal(large));
      writer.deleteNamespace(large, 0, iri(large));
    }
    Term text = Term.text(large);
    List<PatchRow> expected =
        List.of(
            PatchRow.of(0, "H", large, Term.text("v"), null),
            PatchRow.of(0, "H", "h", text, null),
            PatchRow.of(0, "PA", large, Term.iri("n"), null),
            PatchRow.of(0, "PA", "n", Term.iri("n"), text),
            PatchRow.of(0, "PD", large, null, Term.iri(large)));
    assertEquals(expected, ReferencePatchDecoder.decode(out.toByteArray()));
  }

  /** Tests that the names and prefixes of one row are free again for the next row of any kind. */
  @Test
  public void theSmallestTablesAreEnoughForRowsOfOneKind() throws Exception {
    for (int kind = 0; kind < 3; kind++) {
      List<String> expected = new ArrayList<>();
      try (PatchWriter writer = open(FLAT.withTables(8, 1, 0))) {
        for (int i = 0; i < 30; i++) {
          expected.add("urn:" + i);
          switch (kind) {
            case 0 -> writer.header("h", iri("urn:" + i));
            case 1 -> writer.addNamespace("n", iri("urn:" + i), 0);
            default -> writer.add(iri("urn:" + i), iri("urn:p"), iri("urn:o"), 0);
          }
        }
      }
      List<String> found = new ArrayList<>();
      for (PatchRow row : ReferencePatchDecoder.decode(out.toByteArray())) {
        found.add(((Term.Iri) (row.s() == null ? row.value() : row.s())).value());
      }
      assertEquals(expected, found);
    }
  }
}
