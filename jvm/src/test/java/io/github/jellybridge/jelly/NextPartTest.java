package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.BrokenInput;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** A part of a file vouches for all that the next one takes for granted. */
public class NextPartTest {
  private static final int EVERY = 400;

  private static JellyWriteOptions.Builder options() {
    return JellyWriteOptions.builder().frameSize(20).checkpointBytes(0).generalized(true);
  }

  private static List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Term s = Term.iri("http://example.org/s" + i % 40);
      Term p = Term.iri("http://example.org/v" + i % 3 + "#p");
      Term o = Term.typed("" + i, "http://example.org/t" + i % 5);
      statements.add(new Statement(0, s, p, o, Term.iri("http://example.org/g" + i / 30)));
    }
    return statements;
  }

  private static byte[] write(JellyWriteOptions.Builder options) throws IOException {
    return Writing.write(statements(), options.build());
  }

  private static String found(byte[] file, SplitPoint start, SplitPoint next) {
    JellyParseException e =
        assertThrows(
            JellyParseException.class,
            () -> Parts.readOne(file, new Split(start, next), Reading.OPTIONS));
    assertTrue(e.getMessage(), e.expected().contains("as the places say"));
    return e.found().substring(0, e.found().indexOf(';'));
  }

  private static SplitPoint with(SplitPoint point, StreamState state) {
    return new SplitPoint(point.offset(), point.frame(), point.statement(), state);
  }

  @Test
  public void theIdsThatOthersCountOnFrom() throws Exception {
    byte[] file = write(options());
    List<SplitPoint> points = Parts.index(file, EVERY);
    assertTrue(points.size() > 3);
    for (int i = 0; i < points.size(); i++) {
      SplitPoint start = i == 0 ? null : points.get(i - 1);
      StreamState right = points.get(i).state();
      Parts.readOne(file, new Split(start, points.get(i)), Reading.OPTIONS);
      for (int field = 0; field < 5; field++) {
        int[] ids = {
          right.lastNameEntry(),
          right.lastPrefixEntry(),
          right.lastDatatypeEntry(),
          right.lastName(),
          right.lastPrefix()
        };
        ids[field]++;
        StreamState wrong =
            new StreamState(right.prologue(), ids[0], ids[1], ids[2], ids[3], ids[4]);
        assertEquals(
            field < 3 ? "other ids of the last entries" : "other ids of the last IRI",
            found(file, start, with(points.get(i), wrong)));
      }
    }
  }

  @Test
  public void anInputThatFailsBehindThePartFailsEachTime() throws Exception {
    byte[] file = write(options().checkpointBytes(2_000));
    SplitPoint point = CheckpointIndex.read(file, file.length).get(0);
    BrokenInput in = new BrokenInput(file, (int) point.offset(), 100);
    Split first = new Split(null, point);
    try (JellyReader reader =
        JellyReader.open(in, Reading.FILE, Reading.OPTIONS, new ReaderMemory(), first)) {
      assertSame(in.failure, assertThrows(IOException.class, () -> Batches.readAll(reader, 10)));
      assertEquals(point.statement(), reader.statementsRead());
      assertSame(in.failure, assertThrows(IOException.class, () -> reader.nextBatch(10)));
    }
  }

  @Test
  public void theOptionsAndTheScope() throws Exception {
    byte[] file = write(options().scope("one"));
    byte[] otherOptions = write(options().scope("one").rdfStar(true).generalized(false));
    byte[] otherScope = write(options().scope("two"));
    assertEquals(file.length, otherScope.length);
    assertEquals(file.length, otherOptions.length);
    List<SplitPoint> points = Parts.index(file, EVERY);
    for (int i = 0; i < points.size(); i++) {
      SplitPoint start = i == 0 ? null : points.get(i - 1);
      SplitPoint options = Parts.index(otherOptions, EVERY).get(i);
      assertEquals("other stream options", found(file, start, options));
      SplitPoint scope = Parts.index(otherScope, EVERY).get(i);
      assertEquals("another scope of blank nodes", found(file, start, scope));
    }
  }

  @Test
  public void theScopeHoweverLong() throws Exception {
    byte[] file = write(options().scope("s".repeat(100_000)));
    List<SplitPoint> points = Parts.index(file, EVERY);
    assertTrue(points.size() > 3);
    List<Statement> whole = Reading.byBatch(file, Reading.OPTIONS, 100);
    assertEquals(whole, Parts.read(file, points, Reading.OPTIONS));
  }

  @Test
  public void theGraphThatIsOpen() throws Exception {
    WireTerm a = WireTerm.iri(1, 1);
    WireRow t = triple(a, a, a);
    byte[] file =
        Wire.delimited(
            Wire.V1.frame(
                WireRow.options(WireRow.GRAPHS),
                WireRow.prefix(1, "http://example.org/"),
                WireRow.name(1, "a"),
                WireRow.name(2, "b"),
                WireRow.name(3, "c"),
                WireRow.name(4, "d"),
                graphStart(a),
                t),
            Wire.V1.frame(t, graphEnd()),
            Wire.V1.frame(graphStart(a), t),
            Wire.V1.frame(t, graphEnd()));
    List<SplitPoint> points = Parts.index(file, 1);
    assertEquals(3, points.size());
    SplitPoint open = points.get(0);
    SplitPoint ended = points.get(1);
    assertEquals("a graph that is open", found(file, null, with(open, ended.state())));
    assertEquals("a graph that has ended", found(file, open, with(ended, open.state())));
    assertEquals("a graph that is open", found(file, ended, with(points.get(2), ended.state())));
  }

  @Test
  public void thatThereIsOne() throws Exception {
    byte[] file = write(options());
    List<SplitPoint> points = Parts.index(file, EVERY);
    byte[] cut = Arrays.copyOf(file, (int) points.get(0).offset());
    JellyParseException e =
        assertThrows(
            JellyParseException.class,
            () -> Parts.readOne(cut, new Split(null, points.get(1)), Reading.OPTIONS));
    assertTrue(e.getMessage(), e.found().contains("the end of it"));
  }
}
