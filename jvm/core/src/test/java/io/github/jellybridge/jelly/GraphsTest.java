package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.DEFAULT_GRAPH;
import static io.github.jellybridge.wire.WireTerm.MISSING;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.util.List;
import org.junit.Test;

/** Jelly-RDF 1.1 and 1.0.0 draft, "RDF statements and graphs": streams of graphs. */
public class GraphsTest extends BothLayouts {
  private static final WireRow T = triple(A, B, C);

  @Test
  public void triplesBelongToTheGraphAroundThem() throws Exception {
    assertEquals(
        List.of(
            statement(TA, TB, TC, TD),
            statement(TB, TB, TB, TD),
            statement(TA, TB, TC, Term.bnode("g")),
            statement(TA, TB, TC)),
        Reading.read(
            file(
                GRAPHS,
                graphStart(D),
                T,
                triple(B, B, B),
                graphEnd(),
                graphStart(bnode("g")),
                T,
                graphEnd(),
                graphStart(DEFAULT_GRAPH),
                T,
                graphEnd())));
  }

  @Test
  public void aGraphMayBeEmpty() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, TC, TD)),
        Reading.read(
            file(
                GRAPHS,
                graphStart(A),
                graphEnd(),
                graphStart(D),
                T,
                graphEnd(),
                graphStart(B),
                graphEnd())));
  }

  @Test
  public void aGraphMayOccurTwice() throws Exception {
    Statement same = statement(TA, TB, TC, TD);
    assertEquals(
        List.of(same, same),
        Reading.read(file(GRAPHS, graphStart(D), T, graphEnd(), graphStart(D), T, graphEnd())));
  }

  @Test
  public void aGraphMaySpanFrames() throws Exception {
    byte[] file =
        Wire.delimited(
            opening(options(GRAPHS), graphStart(D), T),
            wire.frame(),
            wire.frame(T),
            wire.frame(graphEnd(), graphStart(DEFAULT_GRAPH)),
            wire.frame(T, graphEnd()));
    assertEquals(
        List.of(
            statement(TA, TB, TC, TD),
            new Statement(2, TA, TB, TC, TD),
            new Statement(4, TA, TB, TC, null)),
        Reading.read(file));
  }

  @Test
  public void lookupEntriesMayBeInsideAGraph() throws Exception {
    assertEquals(
        List.of(statement(Term.iri(EX + "x"), TB, TC, TD)),
        Reading.read(file(GRAPHS, graphStart(D), name(1, "x"), T, graphEnd())));
  }

  @Test
  public void aTripleOutsideAGraphIsRefused() {
    refused(T);
    refused(graphStart(D), T, graphEnd(), T);
  }

  @Test
  public void aGraphStartInsideAGraphIsRefused() {
    refused(graphStart(D), graphStart(A), T, graphEnd());
    refused(graphStart(D), T, graphStart(A), T, graphEnd(), graphEnd());
  }

  @Test
  public void aGraphEndOutsideAGraphIsRefused() {
    refused(graphEnd());
    refused(graphStart(D), T, graphEnd(), graphEnd());
  }

  @Test
  public void aStreamThatEndsInsideAGraphIsRefused() {
    refused(graphStart(D));
    refused(graphStart(D), T);
    refused(graphStart(D), T, graphEnd(), graphStart(D), T);
  }

  @Test
  public void anEmptyGraphStartIsRefused() {
    Reading.refused(file(GRAPHS, graphStart(MISSING), T, graphEnd()));
    Reading.refused(file(GRAPHS, graphStart(D), T, graphEnd(), graphStart(MISSING), T, graphEnd()));
  }

  @Test
  public void messagesWithoutFieldsMustStillBeMessages() {
    byte[] opening = opening(options(GRAPHS)).toByteArray();
    byte[] broken = {98, 49};
    byte[] graph = Wire.field(wire == Wire.V1 ? 3 : 4, broken);
    byte[] start = Wire.field(1, Wire.field(4, wire == Wire.V1 ? graph : Wire.field(1, graph)));
    byte[] end = Wire.field(1, Wire.field(5, new byte[0]));
    Reading.refused(Wire.delimited(Wire.concat(opening, start, end)));
    byte[] inGraph = opening(options(GRAPHS), graphStart(D), T).toByteArray();
    byte[] brokenEnd = Wire.field(1, Wire.field(5, broken));
    Reading.refused(Wire.delimited(Wire.concat(inGraph, brokenEnd)));
  }

  @Test
  public void aGraphStartWithTwoGraphsIsRefused() throws Exception {
    byte[] opening = opening(options(GRAPHS)).toByteArray();
    byte[] none = new byte[0];
    byte[] graph = wire == Wire.V1 ? Wire.field(3, none) : Wire.field(1, Wire.field(4, none));
    byte[] end = Wire.field(1, Wire.field(5, none));
    byte[] one = Wire.field(1, Wire.field(4, graph));
    assertEquals(0, Reading.read(Wire.delimited(Wire.concat(opening, one, end))).size());
    byte[] two = Wire.field(1, Wire.field(4, Wire.concat(graph, graph)));
    Reading.refused(Wire.delimited(Wire.concat(opening, two, end)));
  }

  /**
   * Checks that the rows are refused, also by counting, which still checks how graphs are nested.
   */
  private void refused(WireRow... rows) {
    byte[] file = file(GRAPHS, rows);
    Reading.refused(file);
    assertThrows(JellyParseException.class, () -> Reading.count(file, Reading.OPTIONS));
  }
}
