package io.github.jellybridge.jelly.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;

/** The statements that an indexing pass reads, and the files that it refuses. */
public class SplitIndexerTest {
  private static final WireRow.Options TWO_PREFIXES =
      new WireRow.Options("", WireRow.TRIPLES, true, false, true, 8, 2, 0, 0, 1);
  private static final int FRAMES = 2_000;

  /** Tests a prefix that was set long before, so that only reading all statements finds it. */
  @Test
  public void distantReferencesAreFoundByReadingAllStatements() throws Exception {
    byte[] file = file(-1);
    AtomicInteger walks = new AtomicInteger();
    SplitIndexer.Source source =
        () -> {
          walks.incrementAndGet();
          return new ByteArrayInputStream(file);
        };
    int every = 10_000;
    List<SplitPoint> points = SplitIndexer.index(source, Reading.FILE, Reading.OPTIONS, every, 1);
    assertEquals(2 * FRAMES - 1, Reading.read(file).size());
    assertEquals("walks", 2, walks.get());
    assertEquals(2, points.get(0).state().lastPrefix());
    int most = file.length / every;
    assertTrue(points.size() + " of " + most, points.size() >= most - 1 && points.size() <= most);
    assertEquals(Reading.read(file), Parts.read(file, points, Reading.OPTIONS));
  }

  /**
   * Tests an error near the start, where statements are read, and one far after it, where they are
   * skipped.
   */
  @Test
  public void aMalformedFileHasTheSplitPointsBeforeTheErrorOrIsRefused() throws Exception {
    Cases.each(
        new int[] {1, FRAMES - 1},
        bad -> {
          byte[] file = file(bad);
          long every = file.length / 8;
          assertEquals(bad == 1, Parts.index(file, every).isEmpty());
          JellyParseException error =
              assertThrows(
                  JellyParseException.class,
                  () ->
                      SplitIndexer.indexStrictly(
                          () -> new ByteArrayInputStream(file),
                          Reading.FILE,
                          Reading.OPTIONS,
                          every,
                          1));
          assertEquals(bad, error.frame());
          assertEquals(Reading.refused(file).getMessage(), error.getMessage());
        });
  }

  /**
   * Tests that two threads refuse a file with the same error as one reader, also at its very end.
   */
  @Test
  public void entriesThatAreMalformedInTheLastSegmentAreRefused() throws Exception {
    assertEquals(7, indexed(entries(6)).size());
    for (byte[] file :
        List.of(
            entries(7),
            entries(9),
            explicit(Wire.V1.frame(WireRow.name(9, "x")).toByteArray()),
            explicit(Wire.field(1, Wire.field(9, Wire.field(2, new byte[] {-1})))))) {
      JellyParseException error = assertThrows(JellyParseException.class, () -> indexed(file));
      assertEquals(Reading.refused(file).getMessage(), error.getMessage());
    }
  }

  private static List<SplitPoint> indexed(byte[] file) throws IOException {
    SplitIndexer.Source source = Parts.source(file, file.length);
    return SplitIndexer.indexStrictly(source, Reading.FILE, Reading.OPTIONS, file.length / 8, 2);
  }

  /**
   * Returns a file with lookups of 8 names whose last frame defines the given number of names
   * without ids.
   */
  private static byte[] entries(int count) {
    WireRow[] names = new WireRow[count];
    Arrays.fill(names, WireRow.name(0, "x"));
    return explicit(Wire.V1.frame(names).toByteArray());
  }

  /** Returns a file whose statements have all ids of their IRIs, with the given last frame. */
  private static byte[] explicit(byte[] last) {
    WireTerm a = WireTerm.iri(1, 1);
    WireRow triple = WireRow.triple(a, a, WireTerm.text("some text"));
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(opening(triple));
    for (int i = 1; i < FRAMES; i++) {
      file.writeBytes(Wire.delimited(Wire.V1.frame(triple, triple)));
    }
    file.writeBytes(Wire.delimited(last));
    return file.toByteArray();
  }

  @Test
  public void splitPointsAreAtLeastAByteApart() throws Exception {
    byte[] file = file(-1);
    assertTrue(Parts.index(file, 1).size() > FRAMES / 2);
    assertThrows(IllegalArgumentException.class, () -> Parts.index(file, 0));
  }

  /**
   * Returns a file that refers to its second prefix only once, with a namespace declaration in the
   * given frame; -1 for no namespace.
   */
  private static byte[] file(int namespace) {
    WireTerm same = WireTerm.iri(0, 1);
    WireRow triple = WireRow.triple(same, same, WireTerm.text("some text"));
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    WireTerm second = WireTerm.iri(2, 1);
    file.writeBytes(opening(WireRow.triple(second, second, second)));
    for (int i = 1; i < FRAMES; i++) {
      file.writeBytes(
          Wire.delimited(
              i == namespace
                  ? Wire.V1.frame(triple, WireRow.namespace("x", WireTerm.iri(1, 1)))
                  : Wire.V1.frame(triple, triple)));
    }
    return file.toByteArray();
  }

  /** Returns a frame with the options, the lookups and one statement. */
  private static byte[] opening(WireRow triple) {
    return Wire.delimited(
        Wire.V1.frame(
            TWO_PREFIXES,
            WireRow.prefix(1, "http://example.org/"),
            WireRow.prefix(2, "http://example.com/"),
            WireRow.name(1, "a"),
            WireRow.name(2, "b"),
            triple));
  }
}
