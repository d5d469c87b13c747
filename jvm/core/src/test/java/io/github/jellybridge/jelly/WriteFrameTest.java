package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.ByteString;
import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import io.github.jellybridge.proto.rdf.RdfStreamRow;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** The ends of frames and graphs in written streams, read with protobuf's classes. */
public class WriteFrameTest {
  private static final Term A = Term.iri("http://example.org/a");

  private static final Term G = Term.iri("http://example.org/g");

  @Test
  public void anEmptyStreamIsOneFrameWithTheOptions() throws IOException {
    byte[] file = Writing.write(List.of(), JellyWriteOptions.defaults());
    List<RdfStreamFrame> frames = Writing.frames(file);
    assertEquals(1, frames.size());
    assertEquals(1, frames.get(0).getRowsCount());
    assertTrue(frames.get(0).getRows(0).hasOptions());
    assertEquals(List.of(), Writing.decode(file, true));
  }

  @Test
  public void framesEndAtTheNumberOfRowsAskedFor() throws IOException {
    JellyWriteOptions options = JellyWriteOptions.builder().frameSize(20).build();
    List<RdfStreamFrame> frames = Writing.frames(Writing.write(Writing.flat(500), options));
    for (RdfStreamFrame frame : frames.subList(0, frames.size() - 1)) {
      // A statement and its lookup entries are always in one frame.
      assertTrue("" + frame.getRowsCount(), frame.getRowsCount() >= 20);
      assertTrue("" + frame.getRowsCount(), frame.getRowsCount() < 30);
    }
    assertTrue("" + frames.size(), frames.size() > 25);
  }

  @Test
  public void framesStayBelowTheNumberOfBytesAskedFor() throws IOException {
    JellyWriteOptions options = JellyWriteOptions.builder().maxFrameBytes(600).build();
    List<RdfStreamFrame> frames = Writing.frames(Writing.write(Writing.flat(2000), options));
    for (RdfStreamFrame frame : frames) {
      assertTrue("" + frame.getSerializedSize(), frame.getSerializedSize() <= 600);
    }
    assertTrue("" + frames.size(), frames.size() > 10);
  }

  @Test
  public void framesMayBeAsLongAsAskedFor() throws IOException {
    List<Statement> statements = Writing.flat(20);
    JellyWriteOptions.Builder options = JellyWriteOptions.builder();
    RdfStreamFrame whole = Writing.frames(Writing.write(statements, options.build())).get(0);
    for (int less = 0; less < 2; less++) {
      options.frameSize(0).maxFrameBytes(whole.getSerializedSize() - less);
      assertEquals(1 + less, Writing.frames(Writing.write(statements, options.build())).size());
      options.frameSize(whole.getRowsCount() - less).maxFrameBytes(0);
      assertEquals(1 + less, Writing.frames(Writing.write(statements, options.build())).size());
    }
  }

  /**
   * Tests that namespaces, ends of graphs and the list of checkpoints also count towards the limit.
   */
  @Test
  public void whateverIsWrittenFramesStayBelowTheNumberOfBytesAskedFor() throws IOException {
    Map<String, String> namespaces = new LinkedHashMap<>();
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      namespaces.put("n" + i, "http://example.org/namespace/" + i + "/");
      statements.add(new Statement(0, A, A, Term.text("x".repeat(i)), i % 3 == 0 ? G : null));
    }
    for (int limit = 200; limit < 330; limit++) {
      JellyWriteOptions options =
          JellyWriteOptions.builder()
              .physicalType(PhysicalType.GRAPHS)
              .namespaces(namespaces)
              .maxFrameBytes(limit)
              .checkpointBytes(700)
              .build();
      byte[] file = Writing.write(statements, options);
      assertEquals(statements, Writing.inOneFrame(Writing.decode(file, true)));
      JellyReadOptions read = JellyReadOptions.builder().maxFrameBytes(limit).build();
      assertEquals(40, Reading.read(file, read).size());
      assertTrue(CheckpointIndex.read(file, file.length).size() > 2);
    }
  }

  @Test
  public void aRowLargerThanAFrameGetsOneOfItsOwn() throws IOException {
    List<Statement> statements = new ArrayList<>(Writing.flat(10));
    statements.add(5, new Statement(0, A, A, Term.text("x".repeat(100_000)), null));
    statements.add(6, new Statement(0, A, A, Term.text("é".repeat(5_000)), null));
    JellyWriteOptions options =
        JellyWriteOptions.builder().maxFrameBytes(1000).statistics(false).build();
    byte[] file = Writing.write(statements, options);
    assertEquals(statements, Writing.inOneFrame(Writing.decode(file, true)));
    for (int limit : new int[] {1, 1000}) {
      file = Writing.write(statements, options.toBuilder().maxFrameBytes(limit).build());
      assertTrue(Writing.frames(file).stream().allMatch(frame -> frame.getRowsCount() > 0));
    }
  }

  @Test
  public void rowsMayBeOfAnySizeWhateverMakesThemLarge() throws IOException {
    String text = "é".repeat(100_000);
    List<Term> large = List.of(Term.text(text), Term.bnode("x".repeat(200_000)));
    List<Term> objects = new ArrayList<>(large);
    objects.add(Term.lang("x", "en-" + "a".repeat(200_000)));
    objects.add(Term.typed("x", "http://example.org/" + text));
    objects.add(Term.iri("http://example.org/" + text));
    objects.add(Term.quoted(A, A, Term.text(text)));
    Cases.each(
        List.of(PhysicalType.QUADS, PhysicalType.GRAPHS),
        type -> {
          JellyWriteOptions options =
              JellyWriteOptions.builder()
                  .physicalType(type)
                  .generalized(true)
                  .rdfStar(true)
                  .build();
          List<Statement> statements = new ArrayList<>();
          objects.forEach(term -> statements.add(new Statement(0, A, A, term, null)));
          for (Term term : large) {
            statements.add(new Statement(0, term, A, A, null));
            statements.add(new Statement(0, A, term, A, null));
            statements.add(new Statement(0, A, A, A, term));
          }
          for (Statement statement : statements) {
            byte[] file = Writing.write(List.of(statement), options);
            assertEquals(List.of(statement), Writing.decode(file, true));
          }
        });
  }

  @Test
  public void quotedTriplesNestAsDeepAsReadersMayGo() throws IOException {
    JellyReadOptions deepest = Reading.OPTIONS.toBuilder().maxNesting(1000).build();
    JellyWriteOptions star = JellyWriteOptions.builder().rdfStar(true).build();
    Term nested = A;
    for (int depth = 1; depth <= 1000; depth++) {
      nested = Term.quoted(A, A, nested);
    }
    byte[] file = Writing.write(List.of(new Statement(0, A, A, nested, null)), star);
    assertEquals(1, Reading.count(file, deepest));
    List<Statement> deeper = List.of(new Statement(0, A, A, Term.quoted(A, A, nested), null));
    JellyWriteException e =
        assertThrows(JellyWriteException.class, () -> Writing.write(deeper, star));
    assertTrue(e.getMessage().contains("triple terms nested at most 1000 deep"));
  }

  @Test
  public void aBatchWithoutGraphsIsOfTheDefaultGraph() throws IOException {
    Writing.Table table = new Writing.Table(Writing.Filling.DICTIONARY);
    table.add(Writing.flat(5));
    table.batch.g = null;
    Cases.each(
        PhysicalType.values(),
        type -> {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          JellyWriteOptions options = JellyWriteOptions.builder().physicalType(type).build();
          try (JellyWriter writer = JellyWriter.open(out, options)) {
            writer.write(table.batch, table.terms);
          }
          assertEquals(Writing.flat(5), Writing.decode(out.toByteArray(), true));
        });
  }

  /** Tests the frame before a call of endFrame, to which the list of checkpoints may be added. */
  @Test
  public void framesThatEndByHandStayBelowTheNumberOfBytesAskedFor() throws IOException {
    List<Statement> statements = Writing.flat(40);
    for (int limit = 200; limit < 330; limit++) {
      JellyWriteOptions options =
          JellyWriteOptions.builder().maxFrameBytes(limit).checkpointBytes(400).build();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (JellyWriter writer = JellyWriter.open(out, options)) {
        Writing.write(writer, statements, Writing.Filling.DICTIONARY, 100);
        writer.endFrame();
        writer.finish();
        assertEquals(Writing.frames(out.toByteArray()).size(), writer.framesWritten());
      }
      byte[] file = out.toByteArray();
      assertEquals(statements, Writing.inOneFrame(Writing.decode(file, true)));
      for (RdfStreamFrame frame : Writing.frames(file)) {
        assertTrue("limit " + limit, frame.getSerializedSize() <= limit);
      }
      assertTrue(CheckpointIndex.read(file, file.length).size() > 1);
    }
  }

  @Test
  public void framesOfGroupedStreamsEndOnlyOnRequest() throws IOException {
    List<List<Statement>> groups =
        List.of(
            List.of(), Writing.flat(300), List.of(), Writing.flat(2), List.of(), Writing.flat(500));
    Cases.each(
        List.of(LogicalType.GRAPHS, LogicalType.SUBJECT_GRAPHS),
        type -> {
          JellyWriteOptions options =
              JellyWriteOptions.builder()
                  .physicalType(PhysicalType.TRIPLES)
                  .logicalType(type)
                  .frameSize(10)
                  .maxFrameBytes(100)
                  .checkpointBytes(1000)
                  .build();
          byte[] file = Writing.writeFrames(groups, options);
          assertEquals(numbered(groups), Writing.decode(file, true));
          assertEquals(groups.size(), Writing.frames(file).size());
          assertEquals(
              type.number(),
              Writing.frames(file).get(0).getRows(0).getOptions().getLogicalTypeValue());
        });
  }

  @Test
  public void graphsEndWithTheirFrameWhereFramesMeanSomething() throws IOException {
    List<Statement> group = List.of(new Statement(0, A, A, A, G), new Statement(0, A, A, G, G));
    Cases.each(
        List.of(LogicalType.DATASETS, LogicalType.NAMED_GRAPHS),
        type -> {
          JellyWriteOptions options =
              JellyWriteOptions.builder()
                  .physicalType(PhysicalType.GRAPHS)
                  .logicalType(type)
                  .build();
          byte[] file = Writing.writeFrames(List.of(group, group, List.of()), options);
          assertEquals(numbered(List.of(group, group)), Writing.decode(file, true));
          List<RdfStreamFrame> frames = Writing.frames(file);
          assertEquals(3, frames.size());
          for (RdfStreamFrame frame : frames.subList(0, 2)) {
            assertTrue(frame.getRows(frame.getRowsCount() - 1).hasGraphEnd());
            assertEquals(
                1, frame.getRowsList().stream().filter(RdfStreamRow::hasGraphStart).count());
          }
          assertEquals(0, frames.get(2).getRowsCount());
        });
  }

  @Test
  public void consecutiveStatementsOfAGraphShareOne() throws IOException {
    List<Statement> statements =
        List.of(
            new Statement(0, A, A, A, G),
            new Statement(0, A, A, G, G),
            new Statement(0, A, A, A, null),
            new Statement(0, A, A, A, Term.bnode("g")),
            new Statement(0, A, A, A, G));
    byte[] file =
        Writing.write(
            statements, JellyWriteOptions.builder().physicalType(PhysicalType.GRAPHS).build());
    assertEquals(statements, Writing.decode(file, true));
    RdfStreamFrame frame = Writing.frames(file).get(0);
    assertEquals(4, frame.getRowsList().stream().filter(RdfStreamRow::hasGraphStart).count());
    assertEquals(4, frame.getRowsList().stream().filter(RdfStreamRow::hasGraphEnd).count());
  }

  @Test
  public void aStreamThatIsNotDelimitedIsOneFrame() throws IOException {
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .delimited(false)
            .frameSize(3)
            .maxFrameBytes(100)
            .checkpointBytes(100)
            .scope("s")
            .build();
    List<Statement> statements = Writing.flat(200);
    byte[] file = Writing.write(statements, options);
    assertEquals(statements, Writing.decode(file, false));
    assertFalse(Reading.header(file).delimited());
    assertEquals(
        Map.of("jelly-bridge.scope", ByteString.copyFromUtf8("s")),
        RdfStreamFrame.parseFrom(file).getMetadataMap());
    JellyWriter writer = JellyWriter.open(new ByteArrayOutputStream(), options);
    writer.endFrame();
    assertThrows(IllegalStateException.class, writer::endFrame);
  }

  private static List<Statement> numbered(List<List<Statement>> groups) {
    List<Statement> all = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      for (Statement s : groups.get(i)) {
        all.add(new Statement(i, s.s(), s.p(), s.o(), s.g()));
      }
    }
    return all;
  }
}
