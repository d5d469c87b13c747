package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.REPEAT;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.Test;

/** Jelly-RDF 1.1 and 1.0.0 draft, "Blank nodes": the reader chooses the scope of labels. */
public class BlankNodeTest extends BothLayouts {
  private static final WireRow X = triple(bnode("x"), B, bnode("y"));

  @Test
  public void preservedLabelsAreThoseOfTheFile() throws Exception {
    Statement read = Reading.read(file(TRIPLES, X)).get(0);
    assertEquals(Term.bnode("x"), read.s());
    assertEquals(Term.bnode("y"), read.o());
  }

  @Test
  public void labelsAreUniquePerFileByDefault() throws Exception {
    assertEquals(BlankNodes.FILE, JellyReadOptions.defaults().blankNodes());
    byte[] file = file(TRIPLES, X);
    assertNotEquals(
        label(read(file, "one.jelly", BlankNodes.FILE).get(0).s()),
        label(read(file, "two.jelly", BlankNodes.FILE).get(0).s()));
  }

  @Test
  public void labelsPerFileAreTheSameInEveryReading() throws Exception {
    byte[] file = file(TRIPLES, X);
    assertEquals(
        read(file, "one.jelly", BlankNodes.FILE), read(file, "one.jelly", BlankNodes.FILE));
  }

  @Test
  public void labelsPerFileStayRecognisable() throws Exception {
    String label = label(read(file(TRIPLES, X), "one.jelly", BlankNodes.FILE).get(0).s());
    assertTrue(label, label.endsWith("x"));
    assertTrue(label, label.length() > 1);
  }

  @Test
  public void oneLabelIsOneNodeInAllFramesOfAFile() throws Exception {
    List<Statement> read = read(twoFrames(), "one.jelly", BlankNodes.FILE);
    assertEquals(read.get(0).s(), read.get(1).s());
    assertNotEquals(read.get(0).s(), read.get(0).o());
  }

  @Test
  public void oneLabelIsOneNodeInEveryPosition() throws Exception {
    byte[] file =
        file(
            options(QUADS).generalized(true).rdfStar(true),
            quad(bnode("x"), bnode("x"), bnode("x"), bnode("x")),
            quad(quoted(bnode("x"), bnode("x"), bnode("x")), REPEAT, REPEAT, REPEAT));
    Cases.each(
        BlankNodes.values(),
        mode -> {
          List<Statement> read = read(file, "one.jelly", mode);
          Term x = read.get(0).s();
          assertEquals(new Statement(0, x, x, x, x), read.get(0));
          assertEquals(Term.quoted(x, x, x), read.get(1).s());
        });
  }

  @Test
  public void aLabelThatTextCannotShowIsOneNodeInEveryPosition() throws Exception {
    Cases.each(
        List.of("a:b", "", "jbx", "jbx41", "jbx613A62"),
        label -> {
          byte[] file =
              file(
                  options(TRIPLES).generalized(true).rdfStar(true),
                  triple(bnode(label), B, quoted(bnode(label), B, bnode(label))));
          for (BlankNodes mode : BlankNodes.values()) {
            Statement read = read(file, "one.jelly", mode).get(0);
            Term inside = Term.bnode(inText(label(read.s())));
            assertEquals(mode + " " + label, Term.quoted(inside, read.p(), inside), read.o());
          }
        });
  }

  /** A label as it appears in the text of a quoted triple. */
  private static String inText(String label) {
    return label.matches("(?!jbx)[A-Za-z0-9_]+")
        ? label
        : "jbx" + HexFormat.of().withUpperCase().formatHex(label.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  public void aGraphNameIsScopedAsItsTriplesAre() throws Exception {
    byte[] file = file(GRAPHS, graphStart(bnode("x")), X, graphEnd());
    Cases.each(
        BlankNodes.values(),
        mode -> {
          Statement read = read(file, "one.jelly", mode).get(0);
          assertEquals(read.s(), read.g());
        });
  }

  @Test
  public void oneLabelIsAnotherNodeInEveryFrameWhenScopedByFrame() throws Exception {
    List<Statement> read = read(twoFrames(), "one.jelly", BlankNodes.FRAME);
    assertNotEquals(read.get(0).s(), read.get(1).s());
    assertTrue(label(read.get(0).s()).endsWith("x"));
    assertTrue(label(read.get(1).s()).endsWith("x"));
    assertEquals(read, read(twoFrames(), "one.jelly", BlankNodes.FRAME));
    assertNotEquals(read, read(twoFrames(), "two.jelly", BlankNodes.FRAME));
  }

  @Test
  public void aTermRepeatedAcrossFramesIsStillTheSameNode() throws Exception {
    byte[] file =
        Wire.delimited(opening(options(TRIPLES), X), wire.frame(triple(REPEAT, B, REPEAT)));
    Cases.each(
        List.of(BlankNodes.FILE, BlankNodes.PRESERVE),
        mode -> {
          List<Statement> read = read(file, "one.jelly", mode);
          assertEquals(mode.toString(), read.get(0).s(), read.get(1).s());
          assertEquals(mode.toString(), read.get(0).o(), read.get(1).o());
        });
  }

  @Test
  public void aTermRepeatedAcrossFramesIsTheLabelInTheNewFrameWhenScopedByFrame() throws Exception {
    byte[] file =
        Wire.delimited(
            opening(options(TRIPLES), X),
            wire.frame(triple(REPEAT, B, REPEAT), triple(bnode("x"), B, REPEAT)));
    List<Statement> read = read(file, "one.jelly", BlankNodes.FRAME);
    assertNotEquals(read.get(0).s(), read.get(1).s());
    assertEquals(read.get(1).s(), read.get(2).s());
  }

  @Test
  public void nodesOfRandomStreamsHaveTheMarkOfTheirFrameInEveryPosition() throws Exception {
    JellyReadOptions options = JellyReadOptions.builder().blankNodes(BlankNodes.FRAME).build();
    for (int seed = 0; seed < TestSize.of(15, 60); seed++) {
      RandomStream stream = new RandomStream(new Random(seed), wire, seed % 3 + 1, 40);
      List<Statement> found = Reading.read(stream.delimited(), options);
      assertEquals("seed " + seed, stream.statements.size(), found.size());
      Map<Long, String> marks = new HashMap<>();
      for (int i = 0; i < found.size(); i++) {
        String mark = mark(stream.statements.get(i), found.get(i));
        if (mark != null) {
          marks.put(found.get(i).frame(), mark);
        }
      }
      assertEquals("seed " + seed, marks.size(), Set.copyOf(marks.values()).size());
      for (int i = 0; i < found.size(); i++) {
        Statement expected = stream.statements.get(i);
        String mark = marks.get(expected.frame());
        if (mark != null) {
          Statement marked =
              new Statement(
                  expected.frame(),
                  marked(expected.s(), mark),
                  marked(expected.p(), mark),
                  marked(expected.o(), mark),
                  marked(expected.g(), mark));
          assertEquals("seed " + seed, marked, found.get(i));
        }
      }
    }
  }

  /** A term whose blank node labels start with the given mark. */
  private static Term marked(Term term, String mark) {
    if (term instanceof Term.Bnode node) {
      return Term.bnode(mark + node.label());
    }
    return term instanceof Term.Quoted quoted
        ? Term.quoted(marked(quoted.s(), mark), marked(quoted.p(), mark), marked(quoted.o(), mark))
        : term;
  }

  /** The mark of a label outside of quoted triples; null if there is no such label. */
  private static String mark(Statement expected, Statement found) {
    Term[] written = {expected.s(), expected.p(), expected.o(), expected.g()};
    Term[] marked = {found.s(), found.p(), found.o(), found.g()};
    for (int i = 0; i < written.length; i++) {
      if (written[i] instanceof Term.Bnode node) {
        return label(marked[i]).substring(0, label(marked[i]).length() - node.label().length());
      }
    }
    return null;
  }

  @Test
  public void nodesAreTheSameReadFrameByFrameAndBeforeARefusedRow() throws Exception {
    WireRow[] rows = {X, triple(bnode("y"), B, bnode("x")), triple(A, B, iri(1, 9))};
    byte[] good = Wire.delimited(opening(options(TRIPLES), X), wire.frame(rows[0], rows[1]));
    byte[] bad = Wire.delimited(opening(options(TRIPLES), X), wire.frame(rows));
    Cases.each(
        BlankNodes.values(),
        mode -> {
          JellyReadOptions options = JellyReadOptions.builder().blankNodes(mode).build();
          List<Statement> expected = read(good, "one.jelly", options);
          List<Statement> found = new ArrayList<>();
          try (JellyReader reader =
              JellyReader.open(new ByteArrayInputStream(good), "one.jelly", options)) {
            while (reader.nextFrame()) {
              found.addAll(Reading.statements(reader));
            }
          }
          assertEquals(expected, found);
          found.clear();
          try (JellyReader reader =
              JellyReader.open(new ByteArrayInputStream(bad), "one.jelly", options)) {
            assertThrows(
                JellyParseException.class,
                () -> {
                  while (reader.nextBatch(1000)) {
                    found.addAll(Reading.statements(reader));
                  }
                });
          }
          assertEquals(expected, found);
        });
  }

  /**
   * Tests literals that look like blank nodes, in frames whose terms are forgotten after each
   * chunk.
   */
  @Test
  public void nodesOfAFrameAreTheSameHoweverLittleOfItIsReadAtOnce() throws Exception {
    String text = "_:x \"_:y\" \\ _:x";
    WireRow[] rows = new WireRow[200];
    for (int i = 0; i < rows.length; i++) {
      WireTerm label = bnode("x" + i % 90);
      rows[i] = triple(label, B, i % 3 == 0 ? quoted(label, B, text(text)) : bnode("y" + i % 7));
    }
    byte[] file = file(options(TRIPLES).rdfStar(true), rows);
    JellyReadOptions frames = JellyReadOptions.builder().blankNodes(BlankNodes.FRAME).build();
    List<Statement> whole = read(file, "one.jelly", frames);
    for (int i = 0; i < rows.length; i++) {
      Statement found = whole.get(i);
      assertEquals(whole.get(i % 90).s(), found.s());
      if (i % 3 == 0) {
        assertEquals(Term.quoted(found.s(), found.p(), Term.text(text)), found.o());
      } else if (i >= 21 && (i - 21) % 3 != 0) {
        assertEquals(whole.get(i - 21).o(), found.o());
      }
    }
    Cases.each(
        new int[] {16, 300},
        chunk -> {
          assertEquals(
              whole, read(file, "one.jelly", frames.toBuilder().chunkBytes(chunk).build()));
        });
  }

  @Test
  public void labelsDoNotGrowWhenDataIsWrittenAndReadAgain() throws Exception {
    Cases.each(
        List.of(BlankNodes.FILE, BlankNodes.FRAME),
        mode -> {
          String first = label(read(file(TRIPLES, X), "one.jelly", mode).get(0).s());
          String second = first;
          for (int i = 0; i < 5; i++) {
            byte[] again = file(TRIPLES, triple(bnode(second), B, C));
            second = label(read(again, "again" + i + ".jelly", mode).get(0).s());
          }
          assertEquals(first.length(), second.length());
          assertTrue(second, second.endsWith("x"));
        });
  }

  @Test
  public void nodesOfDifferentFilesStayApartWhenWrittenAndReadAgain() throws Exception {
    Cases.each(
        List.of(BlankNodes.FILE, BlankNodes.FRAME),
        mode -> {
          byte[] file = file(TRIPLES, X);
          String one = label(read(file, "one.jelly", mode).get(0).s());
          String two = label(read(file, "two.jelly", mode).get(0).s());
          byte[] merged = file(TRIPLES, triple(bnode(one), B, bnode(two)));
          Statement read = read(merged, "merged.jelly", mode).get(0);
          assertNotEquals(read.s(), read.o());
          assertNotEquals(read.s(), Term.bnode(one));
        });
  }

  @Test
  public void filesOfOneScopeShareTheirNodes() throws Exception {
    byte[] file = file(TRIPLES, X);
    JellyReadOptions options = JellyReadOptions.builder().scope("job 1").build();
    assertEquals(read(file, "one.jelly", options), read(file, "two.jelly", options));
    assertNotEquals(
        read(file, "one.jelly", options),
        read(file, "one.jelly", JellyReadOptions.builder().scope("job 2").build()));
  }

  @Test
  public void filesThatNameOneScopeInTheirMetadataShareTheirNodes() throws Exception {
    BlankNodes mode = BlankNodes.FILE;
    byte[] first = withMetadata("jelly-bridge.scope", "job 1");
    byte[] second = withMetadata("jelly-bridge.scope", "job 2");
    byte[] other = withMetadata("other.scope", "job 1");
    List<Statement> read = read(first, "one.jelly", mode);
    assertEquals(read, read(first, "two.jelly", mode));
    assertNotEquals(read, read(second, "one.jelly", mode));
    assertNotEquals(read, read(other, "one.jelly", mode));
    assertEquals(read(file(TRIPLES, X), "one.jelly", mode), read(other, "one.jelly", mode));
    assertNotEquals(read(other, "one.jelly", mode), read(other, "two.jelly", mode));
  }

  @Test
  public void aScopeInTheMetadataChangesNoOtherWayToReadLabels() throws Exception {
    byte[] scoped = withMetadata("jelly-bridge.scope", "job 1");
    Cases.each(
        List.of(BlankNodes.PRESERVE, BlankNodes.FRAME),
        mode -> {
          assertEquals(read(file(TRIPLES, X), "one.jelly", mode), read(scoped, "one.jelly", mode));
        });
    JellyReadOptions options = JellyReadOptions.builder().scope("mine").build();
    assertEquals(read(file(TRIPLES, X), "one.jelly", options), read(scoped, "one.jelly", options));
  }

  @Test
  public void otherFieldsThanMetadataInTheDraftAreSkipped() throws Exception {
    byte[] frame = opening(options(TRIPLES), X).toByteArray();
    byte[] lying = Wire.field(15, new byte[] {0x0a, 0x7f, 'x'});
    byte[] file = Wire.delimited(Wire.concat(lying, frame));
    if (wire == Wire.V1) {
      assertThrows(JellyParseException.class, () -> read(file, "one.jelly", BlankNodes.FILE));
    } else {
      assertEquals(
          read(file(TRIPLES, X), "one.jelly", BlankNodes.FILE),
          read(file, "one.jelly", BlankNodes.FILE));
    }
  }

  /** A file of one frame with X and an entry of metadata before its rows. */
  private byte[] withMetadata(String key, String value) {
    byte[] entry =
        Wire.concat(
            Wire.field(1, key.getBytes(StandardCharsets.UTF_8)),
            Wire.field(2, value.getBytes(StandardCharsets.UTF_8)));
    return Wire.delimited(
        Wire.concat(Wire.field(15, entry), opening(options(TRIPLES), X).toByteArray()));
  }

  @Test
  public void aLabelMayBeAnyText() throws Exception {
    Cases.each(
        List.of("", " ", "a b", "é😀", "-.", "_:x", "\u0000", "a\nb"),
        odd -> {
          assertEquals(
              Term.bnode(odd), Reading.read(file(TRIPLES, triple(bnode(odd), B, C))).get(0).s());
        });
  }

  private byte[] twoFrames() {
    return Wire.delimited(opening(options(TRIPLES), X), wire.frame(X));
  }

  private static String label(Term term) {
    return ((Term.Bnode) term).label();
  }

  private static List<Statement> read(byte[] file, String name, BlankNodes mode)
      throws IOException {
    return read(file, name, JellyReadOptions.builder().blankNodes(mode).build());
  }

  private static List<Statement> read(byte[] file, String name, JellyReadOptions options)
      throws IOException {
    List<Statement> found = new ArrayList<>();
    try (JellyReader reader = JellyReader.open(new ByteArrayInputStream(file), name, options)) {
      while (reader.nextBatch(1000)) {
        found.addAll(Reading.statements(reader));
      }
    }
    return found;
  }
}
