package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.Wire.concat;
import static io.github.jellybridge.wire.Wire.field;
import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** Checks that known fields of statements and terms must have the wire types of the schemas. */
public class WireTypeTest {
  private static final byte[] X = "x".getBytes(StandardCharsets.UTF_8);
  private static final WireRow T = triple(BothLayouts.A, BothLayouts.B, BothLayouts.C);
  private static final byte[] IRI = concat(field(1, 1), field(2, 1));

  private static final byte[] LEX = field(1, X);
  private static final byte[] EMPTY = new byte[0];

  @Test
  public void fieldsOfStatementsAreMessages() throws Exception {
    assertEquals(2, Reading.read(v1(field(9, IRI))).size());
    refused(v1(field(9, 1)), "statement field 9");
    refused(v1(field(12, field(9, 1))), "statement field 9");
  }

  @Test
  public void idsOfIrisAreNumbers() {
    refused(v1(field(9, field(1, X))), "IRI field 1");
    refused(v1(field(9, concat(field(1, 1), field(2, X)))), "IRI field 2");
  }

  @Test
  public void fieldsOfLiteralsAreTextButTheirDatatypes() throws Exception {
    assertEquals(2, Reading.read(v1(field(11, concat(LEX, field(3, 1))))).size());
    refused(v1(field(11, field(1, 1))), "literal lex (1)");
    refused(v1(field(11, concat(LEX, field(2, 1)))), "literal langtag (2)");
    refused(v1(field(11, concat(LEX, field(3, X)))), "literal datatype (3)");
  }

  @Test
  public void graphsStartWithMessages() {
    for (int kind = 1; kind <= 4; kind++) {
      refused(graphs(Wire.V1, field(kind, 1)), "graph start field " + kind);
    }
  }

  @Test
  public void fieldsOfStatementsOfTheDraftAreMessages() throws Exception {
    assertEquals(2, Reading.read(draft(field(1, IRI))).size());
    refused(triples(Wire.DRAFT, field(3, 1)), "statement field 3");
    Cases.each(
        new int[] {1, 2, 3, 4, 10},
        kind -> {
          refused(draft(field(kind, 1)), "term field " + kind);
        });
  }

  @Test
  public void idsOfIrisOfTheDraftAreNumbers() {
    refused(draft(field(1, field(1, X))), "IRI field 1");
    refused(draft(field(1, concat(field(1, 1), field(2, X)))), "IRI field 2");
  }

  @Test
  public void fieldsOfLiteralsOfTheDraftAreTextOrMessages() throws Exception {
    assertEquals(2, Reading.read(draft(field(3, concat(LEX, field(2, EMPTY))))).size());
    assertEquals(2, Reading.read(draft(field(3, concat(LEX, field(4, 1))))).size());
    refused(draft(field(3, concat(field(1, 1), field(2, EMPTY)))), "literal lex (1)");
    refused(draft(field(3, concat(LEX, field(2, 1)))), "literal field 2");
    refused(draft(field(3, concat(LEX, field(3, 1)))), "literal field 3");
    refused(draft(field(3, concat(LEX, field(4, X)))), "literal field 4");
  }

  @Test
  public void graphsOfTheDraftStartWithAMessageThatRepeatsNothing() {
    refused(graphs(Wire.DRAFT, field(1, 1)), "graph (1)");
    refused(graphs(Wire.DRAFT, field(1, field(10, EMPTY))), "a graph name in a graph start");
  }

  /** Returns a file of 1.x whose second triple has another object. */
  private static byte[] v1(byte[] object) {
    return triples(Wire.V1, object);
  }

  /** Returns a file of the draft whose second triple has another object. */
  private static byte[] draft(byte[] object) {
    byte[] repeat = field(10, EMPTY);
    return triples(Wire.DRAFT, concat(field(1, repeat), field(2, repeat), field(3, object)));
  }

  private static byte[] triples(Wire wire, byte[] triple) {
    return Wire.delimited(
        concat(frame(wire, options(TRIPLES).rdfStar(true), T), field(1, field(2, triple))));
  }

  private static byte[] graphs(Wire wire, byte[] start) {
    byte[] opening = frame(wire, options(GRAPHS), graphStart(BothLayouts.D), T, graphEnd());
    return Wire.delimited(concat(opening, field(1, field(4, start))));
  }

  private static byte[] frame(Wire wire, WireRow... rows) {
    List<WireRow> all = new ArrayList<>(List.of(rows));
    all.addAll(1, BothLayouts.LOOKUPS);
    return wire.frame(all).toByteArray();
  }

  private static void refused(byte[] file, String what) {
    String expected = Reading.refused(file).expected();
    assertTrue(expected, expected.startsWith(what));
  }
}
