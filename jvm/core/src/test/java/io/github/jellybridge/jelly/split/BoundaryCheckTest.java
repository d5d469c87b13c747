package io.github.jellybridge.jelly.split;

import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.jelly.Writing;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.BrokenInput;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** Checks that each part of a file verifies the state that the next part relies on. */
public class BoundaryCheckTest {
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
    Split part = new Split(start, next);
    JellyParseException e =
        assertThrows(JellyParseException.class, () -> Parts.readOne(file, part, Reading.OPTIONS));
    assertTrue(e.getMessage(), e.expected().contains(" at split point "));
    JellyParseException byFrame =
        assertThrows(
            JellyParseException.class,
            () -> {
              try (JellyReader reader = Parts.open(file, part, Reading.OPTIONS)) {
                while (reader.nextFrame()) {
                  assertTrue(reader.batch().size() > 0);
                }
              }
            });
    assertEquals(e.getMessage(), byFrame.getMessage());
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
  public void anInputThatFailsAfterTheSplitFailsEachTime() throws Exception {
    byte[] file = write(options().checkpointBytes(2_000));
    SplitPoint point = CheckpointIndex.read(file, file.length).get(0);
    BrokenInput in = new BrokenInput(file, (int) point.offset(), 100);
    Split first = new Split(null, point);
    try (JellyReader reader =
        JellyReader.open(in, Reading.FILE, Reading.OPTIONS, new BufferPool(), first)) {
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

  /**
   * A stream that writes three given lookup entries and four given terms only once, and then
   * repeats them.
   */
  private static byte[] saidOnce(List<String> entries, List<WireTerm> terms) {
    WireRow again = quad(null, null, null, null);
    return Wire.delimited(
        Wire.V1.frame(
            WireRow.options(WireRow.QUADS).generalized(true),
            WireRow.prefix(1, entries.get(0)),
            WireRow.prefix(2, "http://example.org/"),
            WireRow.name(1, "a"),
            WireRow.name(2, entries.get(1)),
            WireRow.datatype(1, entries.get(2)),
            WireRow.datatype(2, "http://example.org/t"),
            quad(terms.get(0), terms.get(1), terms.get(2), terms.get(3))),
        Wire.V1.frame(again),
        Wire.V1.frame(again));
  }

  private static <T> List<T> replaced(List<T> list, int i, T by) {
    List<T> copy = new ArrayList<>(list);
    copy.set(i, by);
    return copy;
  }

  /**
   * Checks the error of a file when it is read with the split point of another file of the same
   * size.
   */
  private static void assertFound(String expected, byte[] file, byte[] other) throws IOException {
    assertEquals(file.length, other.length);
    List<SplitPoint> points = Parts.index(file, 1);
    assertEquals(2, points.size());
    assertEquals(3, Parts.read(file, points, Reading.OPTIONS).size());
    assertEquals(expected, found(file, null, Parts.index(other, 1).get(0)));
  }

  @Test
  public void theEntriesOfLookups() throws Exception {
    WireTerm x = WireTerm.bnode("x");
    List<WireTerm> terms = List.of(x, x, x, x);
    List<String> entries = List.of("one", "two", "six");
    byte[] file = saidOnce(entries, terms);
    assertFound("another prefix 1", file, saidOnce(replaced(entries, 0, "ONE"), terms));
    assertFound("another name 2", file, saidOnce(replaced(entries, 1, "TWO"), terms));
    assertFound("another datatype 1", file, saidOnce(replaced(entries, 2, "SIX"), terms));
    Cases.each(
        List.of("prefix", "name", "datatype"),
        lookup -> {
          assertFound("another " + lookup + " 3", withEntry(lookup, 3), withEntry(lookup, 4));
          assertFound("another " + lookup + " 3", withEntry(lookup, 4), withEntry(lookup, 3));
          // The entry is defined again at once, so that there is one entry less.
          assertFound("another " + lookup + " 4", withEntry(lookup, 4), withEntry(lookup, 2));
          assertFound("another " + lookup + " 4", withEntry(lookup, 2), withEntry(lookup, 4));
        });
  }

  /**
   * A stream with two entries of a lookup, the second with id 2, which overwrites a first one with
   * id 2.
   */
  private static byte[] withEntry(String lookup, int id) {
    List<WireRow> entries =
        switch (lookup) {
          case "prefix" -> List.of(WireRow.prefix(id, "x"), WireRow.prefix(2, "y"));
          case "name" -> List.of(WireRow.name(id, "x"), WireRow.name(2, "y"));
          default -> List.of(WireRow.datatype(id, "x"), WireRow.datatype(2, "y"));
        };
    WireTerm x = WireTerm.bnode("x");
    WireRow again = triple(null, null, null);
    return Wire.delimited(
        Wire.V1.frame(
            WireRow.options(WireRow.TRIPLES).generalized(true),
            entries.get(0),
            entries.get(1),
            triple(x, x, x)),
        Wire.V1.frame(again),
        Wire.V1.frame(again));
  }

  @Test
  public void theTermsThatMayBeRepeated() throws Exception {
    List<String> entries = List.of("one", "two", "six");
    WireTerm x = WireTerm.bnode("x");
    WireTerm y = WireTerm.bnode("y");
    List<WireTerm> terms = List.of(x, x, x, x);
    byte[] file = saidOnce(entries, terms);
    String[] positions = {"subject", "predicate", "object", "graph name"};
    for (int i = 0; i < 4; i++) {
      byte[] other = saidOnce(entries, replaced(terms, i, y));
      assertFound("another " + positions[i], file, other);
      // Columns that are not read are not compared.
      JellyReadOptions others =
          Reading.OPTIONS.toBuilder().columns(JellyReadOptions.ALL & ~(1 << i)).build();
      Split first = new Split(null, Parts.index(other, 1).get(0));
      try (JellyReader reader = Parts.open(file, first, others)) {
        assertTrue(reader.nextBatch(10));
        assertFalse(reader.nextBatch(10));
      }
    }
    WireTerm[][] pairs = {
      {WireTerm.text("x"), WireTerm.bnode("xyz")},
      {WireTerm.text("x"), WireTerm.text("y")},
      {WireTerm.lang("x", "en"), WireTerm.lang("x", "de")},
      {WireTerm.typed("x", 1), WireTerm.typed("x", 2)},
      {WireTerm.typed("xyz", 1), WireTerm.lang("xy", "z")},
    };
    Cases.each(
        pairs,
        pair -> {
          byte[] one = saidOnce(entries, replaced(terms, 2, pair[0]));
          byte[] other = saidOnce(entries, replaced(terms, 2, pair[1]));
          assertFound("another object", one, other);
          assertFound("another object", other, one);
        });
    // The terms have the same value; a graph name of another length keeps the sizes equal.
    byte[] text = saidOnce(entries, replaced(terms, 2, WireTerm.text("x")));
    byte[] label = saidOnce(entries, replaced(terms, 3, WireTerm.bnode("xyz")));
    assertFound("another object", text, label);
    byte[] none = saidOnce(entries, replaced(terms, 3, WireTerm.DEFAULT_GRAPH));
    byte[] empty = saidOnce(entries, replaced(terms, 3, WireTerm.bnode("")));
    assertFound("another graph name", none, empty);
    assertFound("another graph name", empty, none);
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
