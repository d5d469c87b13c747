package io.github.jellybridge.jelly;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import io.github.jellybridge.proto.rdf.RdfStreamRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;

/** Frames, checkpoints, metadata and the rows around statements, as protobuf's classes see them. */
public class WriteFrameTest {
  private static final Term A = Term.iri("http://example.org/a");
  private static final Term G = Term.iri("http://example.org/g");

  @Test
  public void anEmptyStreamIsOneFrameWithTheOptions() throws IOException {
    byte[] file = Writing.write(List.of(), JellyWriteOptions.defaults());
    List<RdfStreamFrame> frames = frames(file);
    assertEquals(1, frames.size());
    assertEquals(1, frames.get(0).getRowsCount());
    assertTrue(frames.get(0).getRows(0).hasOptions());
    assertEquals(List.of(), Writing.decode(file, true));
  }

  @Test
  public void framesEndAtTheNumberOfRowsAskedFor() throws IOException {
    JellyWriteOptions options = JellyWriteOptions.builder().frameSize(20).build();
    List<RdfStreamFrame> frames = frames(Writing.write(flat(500), options));
    for (RdfStreamFrame frame : frames.subList(0, frames.size() - 1)) {
      // A statement and its entries are never parted.
      assertTrue("" + frame.getRowsCount(), frame.getRowsCount() >= 20);
      assertTrue("" + frame.getRowsCount(), frame.getRowsCount() < 30);
    }
    assertTrue("" + frames.size(), frames.size() > 25);
  }

  @Test
  public void framesStayBelowTheNumberOfBytesAskedFor() throws IOException {
    JellyWriteOptions options = JellyWriteOptions.builder().maxFrameBytes(600).build();
    List<RdfStreamFrame> frames = frames(Writing.write(flat(2000), options));
    for (RdfStreamFrame frame : frames) {
      assertTrue("" + frame.getSerializedSize(), frame.getSerializedSize() <= 600);
    }
    assertTrue("" + frames.size(), frames.size() > 10);
  }

  @Test
  public void aRowLargerThanAFrameGetsOneOfItsOwn() throws IOException {
    List<Statement> statements = new ArrayList<>(flat(10));
    statements.add(5, new Statement(0, A, A, Term.text("x".repeat(100_000)), null));
    statements.add(6, new Statement(0, A, A, Term.text("é".repeat(5_000)), null));
    JellyWriteOptions options = JellyWriteOptions.builder().maxFrameBytes(1000).build();
    byte[] file = Writing.write(statements, options);
    assertEquals(statements, Writing.inOneFrame(Writing.decode(file, true)));
  }

  @Test
  public void framesOfGroupedStreamsEndOnlyWhenToldTo() throws IOException {
    List<List<Statement>> groups = List.of(flat(300), List.of(), flat(2), List.of(), flat(500));
    for (LogicalType type : List.of(LogicalType.GRAPHS, LogicalType.SUBJECT_GRAPHS)) {
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
      assertEquals(groups.size(), frames(file).size());
      assertEquals(
          type.number(), frames(file).get(0).getRows(0).getOptions().getLogicalTypeValue());
    }
  }

  @Test
  public void graphsEndWithTheirFrameWhereFramesMeanSomething() throws IOException {
    List<Statement> group = List.of(new Statement(0, A, A, A, G), new Statement(0, A, A, G, G));
    for (LogicalType type : List.of(LogicalType.DATASETS, LogicalType.NAMED_GRAPHS)) {
      JellyWriteOptions options =
          JellyWriteOptions.builder().physicalType(PhysicalType.GRAPHS).logicalType(type).build();
      byte[] file = Writing.writeFrames(List.of(group, group, List.of()), options);
      assertEquals(numbered(List.of(group, group)), Writing.decode(file, true));
      List<RdfStreamFrame> frames = frames(file);
      for (RdfStreamFrame frame : frames.subList(0, 2)) {
        assertTrue(frame.getRows(frame.getRowsCount() - 1).hasGraphEnd());
        assertEquals(1, frame.getRowsList().stream().filter(RdfStreamRow::hasGraphStart).count());
      }
      assertEquals(0, frames.get(2).getRowsCount());
    }
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
    RdfStreamFrame frame = frames(file).get(0);
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
    List<Statement> statements = flat(200);
    byte[] file = Writing.write(statements, options);
    assertEquals(statements, Writing.decode(file, false));
    assertFalse(Reading.header(file).delimited());
    JellyWriter writer = JellyWriter.open(new ByteArrayOutputStream(), options);
    writer.endFrame();
    assertThrows(IllegalStateException.class, writer::endFrame);
  }

  // ---- checkpoints ---------------------------------------------------------------------------

  @Test
  public void checkpointsStandAtTheDistanceAskedFor() throws IOException {
    for (PhysicalType type : PhysicalType.values()) {
      JellyWriteOptions options =
          JellyWriteOptions.builder().physicalType(type).checkpointBytes(2000).build();
      byte[] file = Writing.write(flat(3000), options);
      List<Integer> starts = checkpoints(file);
      assertTrue(type + ": " + starts, starts.size() > 5);
      int last = 0;
      for (int start : starts) {
        assertTrue("" + (start - last), start - last >= 2000 && start - last < 2500);
        last = start;
      }
    }
  }

  @Test
  public void whatStartsAtACheckpointNeedsNothingFromBefore() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < 60; i++) {
      JellyWriteOptions options =
          RandomWriteTest.options(random).toBuilder()
              .delimited(true)
              .checkpointBytes(1 + random.nextInt(2000))
              .build();
      List<Statement> statements = RandomWriteTest.statements(random, options, 400);
      byte[] file = Writing.write(statements, options);
      for (int start : checkpoints(file)) {
        byte[] rest = java.util.Arrays.copyOfRange(file, start, file.length);
        List<Statement> found = Writing.inOneFrame(Writing.decode(rest, true));
        int skipped = statements.size() - found.size();
        assertEquals(statements.subList(skipped, statements.size()), found);
        byte[] before = java.util.Arrays.copyOf(file, start);
        assertEquals(skipped, Writing.decode(before, true).size());
      }
    }
  }

  @Test
  public void aCheckpointStartsWithItsMarkAndTheOptionsRow() throws IOException {
    JellyWriteOptions options =
        JellyWriteOptions.builder().checkpointBytes(500).streamName("n").scope("s").build();
    List<RdfStreamFrame> frames = frames(Writing.write(flat(500), options));
    assertTrue(frames.size() > 5);
    for (RdfStreamFrame frame : frames.subList(1, frames.size())) {
      assertEquals(frames.get(0).getRows(0), frame.getRows(0));
      assertEquals(
          ByteString.copyFrom(new byte[] {1}), metadata(frame).get("jelly-bridge.checkpoint"));
      assertEquals(ByteString.copyFromUtf8("s"), metadata(frame).get("jelly-bridge.scope"));
      for (RdfStreamRow row : frame.getRowsList()) {
        if (row.hasName()) {
          assertEquals(1, row.getName().getId());
          break;
        }
      }
    }
  }

  @Test
  public void withoutCheckpointsThereIsNoMark() throws IOException {
    byte[] file =
        Writing.write(
            flat(500), JellyWriteOptions.builder().checkpointBytes(0).frameSize(9).build());
    assertEquals(List.of(), checkpoints(file));
  }

  @Test
  public void theScopeStandsInTheFirstFrame() throws IOException {
    byte[] file = Writing.write(flat(5), JellyWriteOptions.builder().scope("søme").build());
    assertEquals(
        Map.of("jelly-bridge.scope", ByteString.copyFromUtf8("søme")),
        metadata(frames(file).get(0)));
    byte[] small =
        Writing.write(
            flat(50),
            JellyWriteOptions.builder().scope("s").maxFrameBytes(60).frameSize(2).build());
    assertEquals(1, metadata(frames(small).get(0)).size());
    assertEquals(flat(50), Writing.inOneFrame(Writing.decode(small, true)));
  }

  // ---- options and namespaces ----------------------------------------------------------------

  @Test
  public void theVersionIsTheLowestThatFits() throws IOException {
    assertEquals(1, version(JellyWriteOptions.builder()));
    assertEquals(
        1, version(JellyWriteOptions.builder().rdfStar(true).generalized(true).scope("s")));
    assertEquals(2, version(JellyWriteOptions.builder().namespaceDeclarations(true)));
    assertEquals(2, version(JellyWriteOptions.builder().namespaces(Map.of("a", "urn:a"))));
  }

  @Test
  public void namespacesAreDeclaredInTheirOrder() throws IOException {
    Map<String, String> namespaces = new LinkedHashMap<>();
    namespaces.put("ex", "http://example.org/");
    namespaces.put("", "http://example.org/é#");
    namespaces.put("u", "urn:x:");
    for (int prefixes : new int[] {0, 1, 150}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JellyWriteOptions options =
          JellyWriteOptions.builder().namespaces(namespaces).maxPrefixTableSize(prefixes).build();
      try (JellyWriter writer = JellyWriter.open(out, options)) {
        Writing.write(writer, flat(3), Writing.Filling.DICTIONARY, 10);
        writer.namespace("late", "http://example.org/late");
        Writing.write(writer, flat(3), Writing.Filling.DICTIONARY, 10);
      }
      assertEquals(6, Writing.decode(out.toByteArray(), true).size());
      assertEquals(
          List.of(
              new NamespaceDeclaration("ex", "http://example.org/"),
              new NamespaceDeclaration("", "http://example.org/é#"),
              new NamespaceDeclaration("u", "urn:x:"),
              new NamespaceDeclaration("late", "http://example.org/late")),
          Reading.namespaces(out.toByteArray()));
    }
  }

  @Test
  public void aNamespaceIsRefusedWhereNoneWereAnnounced() {
    JellyWriter writer =
        JellyWriter.open(new ByteArrayOutputStream(), JellyWriteOptions.defaults());
    assertThrows(IllegalStateException.class, () -> writer.namespace("a", "urn:a"));
  }

  @Test
  public void presetsAreThoseOfTheSpecificationsAuthors() {
    JellyWriteOptions small =
        JellyWriteOptions.builder().preset(JellyWriteOptions.Preset.SMALL).build();
    var theirs = eu.neverblink.jelly.core.JellyOptions.SMALL_STRICT;
    assertEquals(theirs.getMaxNameTableSize(), small.maxNameTableSize());
    assertEquals(theirs.getMaxPrefixTableSize(), small.maxPrefixTableSize());
    assertEquals(theirs.getMaxDatatypeTableSize(), small.maxDatatypeTableSize());
    var big = eu.neverblink.jelly.core.JellyOptions.BIG_STRICT;
    assertEquals(big.getMaxNameTableSize(), JellyWriteOptions.defaults().maxNameTableSize());
    assertEquals(big.getMaxPrefixTableSize(), JellyWriteOptions.defaults().maxPrefixTableSize());
    assertEquals(
        big.getMaxDatatypeTableSize(), JellyWriteOptions.defaults().maxDatatypeTableSize());
  }

  @Test
  public void theSmallestTablesAreEnough() throws IOException {
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .maxNameTableSize(8)
            .maxPrefixTableSize(1)
            .maxDatatypeTableSize(1)
            .build();
    Random random = new Random(11);
    List<Statement> statements = RandomWriteTest.statements(random, options, 2000);
    byte[] file = Writing.write(statements, options, Writing.Filling.PREFIXES, 100);
    assertEquals(statements, Writing.inOneFrame(Writing.decode(file, true)));
  }

  @Test
  public void idsAreLeftOutWhereTheyAreTheNextOnes() throws IOException {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      statements.add(new Statement(0, Term.iri("http://example.org/s" + i), A, A, null));
    }
    byte[] file = Writing.write(statements, JellyWriteOptions.defaults());
    for (RdfStreamRow row : frames(file).get(0).getRowsList()) {
      assertEquals(0, row.getName().getId());
      assertEquals(0, row.getPrefix().getId());
    }
    assertArrayEquals(file, Writing.write(statements, JellyWriteOptions.defaults()));
  }

  @Test
  public void termsThatRepeatAreLeftOut() throws IOException {
    Statement statement = new Statement(0, A, A, Term.lang("x", "en"), G);
    List<Statement> statements = List.of(statement, statement, statement);
    for (Writing.Filling filling : Writing.Filling.values()) {
      for (int batch = 1; batch < 3; batch++) {
        byte[] file = Writing.write(statements, JellyWriteOptions.defaults(), filling, batch);
        assertEquals(statements, Writing.decode(file, true));
        List<RdfStreamRow> rows = frames(file).get(0).getRowsList();
        assertEquals(0, rows.get(rows.size() - 1).getQuad().getSerializedSize());
        assertEquals(0, rows.get(rows.size() - 2).getQuad().getSerializedSize());
      }
    }
  }

  @Test
  public void theClockMayRunOut() throws IOException {
    FrameBuffer out = new FrameBuffer();
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .maxNameTableSize(8)
            .maxPrefixTableSize(2)
            .maxDatatypeTableSize(1)
            .delimited(false)
            .build();
    RowWriter rows = new RowWriter(out, options);
    rows.options();
    List<Statement> statements = RandomWriteTest.statements(new Random(5), options, 2000);
    Writing.Table table = new Writing.Table(Writing.Filling.PREFIXES);
    for (int from = 0; from < statements.size(); from += 20) {
      table.clear();
      table.add(statements.subList(from, from + 20));
      rows.use(table.terms);
      for (int i = 0; i < 20; i++) {
        rows.statement(table.batch, i, from + i);
      }
      rows.detach(table.terms);
      // Every other batch starts with a clock that is about to overflow.
      rows.t.iris.clock = from % 40 == 0 ? IriEncoder.MAX_CLOCK + 1 : rows.t.iris.clock;
    }
    byte[] file = java.util.Arrays.copyOfRange(out.data, FrameBuffer.HEAD, out.end);
    assertEquals(statements, Writing.decode(file, false));
  }

  // ---- helpers -------------------------------------------------------------------------------

  private static List<Statement> flat(int size) {
    List<Statement> made = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Term s = Term.iri("http://example.org/subject/" + i / 3);
      Term p = Term.iri("http://example.org/vocabulary#p" + i % 7);
      made.add(new Statement(0, s, p, Term.text("value " + i), null));
    }
    return made;
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

  private static int version(JellyWriteOptions.Builder options) throws IOException {
    byte[] file = Writing.write(flat(1), options.build());
    return frames(file).get(0).getRows(0).getOptions().getVersion();
  }

  private static List<RdfStreamFrame> frames(byte[] file) throws IOException {
    List<RdfStreamFrame> frames = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(file);
    while (!in.isAtEnd()) {
      frames.add(RdfStreamFrame.parseFrom(in.readByteArray()));
    }
    return frames;
  }

  /** The places of the frames that are marked as checkpoints. */
  private static List<Integer> checkpoints(byte[] file) throws IOException {
    List<Integer> starts = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(file);
    while (!in.isAtEnd()) {
      int start = in.getTotalBytesRead();
      byte[] frame = in.readByteArray();
      if (metadata(RdfStreamFrame.parseFrom(frame)).containsKey("jelly-bridge.checkpoint")) {
        starts.add(start);
      }
    }
    return starts;
  }

  private static Map<String, ByteString> metadata(RdfStreamFrame frame) {
    return new HashMap<>(frame.getMetadataMap());
  }
}
