package io.github.jellybridge.jelly;

import static io.github.jellybridge.testing.ParseErrors.assertSays;
import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.IOException;
import java.util.List;
import org.junit.Test;

/** Jelly-RDF 1.1, "Stream rows" and "Physical stream types"; 1.0.0 draft, "Stream types". */
public class PhysicalTypeTest extends BothLayouts {
  private static final WireRow T = triple(A, B, C);
  private static final WireRow Q = quad(A, B, C, D);

  @Test
  public void triplesAreReadInATriplesStream() throws Exception {
    assertEquals(List.of(statement(TA, TB, TC)), Reading.read(file(TRIPLES, T)));
  }

  @Test
  public void quadsAreReadInAQuadsStream() throws Exception {
    assertEquals(List.of(statement(TA, TB, TC, TD)), Reading.read(file(QUADS, Q)));
  }

  @Test
  public void graphsAreReadInAGraphsStream() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, TC, TD)),
        Reading.read(file(GRAPHS, graphStart(D), T, graphEnd())));
  }

  @Test
  public void theDefaultGraphIsNoTerm() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, TC)),
        Reading.read(file(QUADS, quad(A, B, C, WireTerm.DEFAULT_GRAPH))));
  }

  @Test
  public void aQuadIsForbiddenInATriplesStream() {
    forbidden(TRIPLES, T, Q, "a quad row");
  }

  @Test
  public void aGraphStartIsForbiddenInATriplesStream() {
    forbidden(TRIPLES, T, graphStart(D), "a graph start row");
  }

  @Test
  public void aGraphEndIsForbiddenInATriplesStream() {
    forbidden(TRIPLES, T, graphEnd(), "a graph end row");
  }

  @Test
  public void aTripleIsForbiddenInAQuadsStream() {
    forbidden(QUADS, Q, T, "a triple row");
  }

  @Test
  public void aGraphStartIsForbiddenInAQuadsStream() {
    forbidden(QUADS, Q, graphStart(D), "a graph start row");
  }

  @Test
  public void aGraphEndIsForbiddenInAQuadsStream() {
    forbidden(QUADS, Q, graphEnd(), "a graph end row");
  }

  @Test
  public void aQuadIsForbiddenInAGraphsStream() {
    Reading.refused(file(GRAPHS, graphStart(D), T, Q, graphEnd()));
    Reading.refused(file(GRAPHS, graphStart(D), T, graphEnd(), Q));
    Reading.refused(file(GRAPHS, Q));
  }

  /**
   * Checks that the row is refused as the first one, after a good row, in a later frame, and when
   * counting.
   */
  private void forbidden(int physicalType, WireRow good, WireRow bad, String found) {
    JellyParseException error = Reading.refused(file(physicalType, bad));
    String type = physicalType == TRIPLES ? "TRIPLES" : "QUADS";
    assertSays("rows of a stream of physical type " + type, found, error);
    Reading.refused(file(physicalType, good, bad));
    byte[] later = Wire.delimited(opening(options(physicalType), good), wire.frame(bad));
    assertEquals(1, Reading.refused(later).frame());
    try {
      Reading.count(later, Reading.OPTIONS);
      throw new AssertionError("counted");
    } catch (JellyParseException e) {
      assertEquals(1, e.frame());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
