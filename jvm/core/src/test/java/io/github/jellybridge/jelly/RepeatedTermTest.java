package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.DEFAULT_GRAPH;
import static io.github.jellybridge.wire.WireTerm.REPEAT;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.lang;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.util.List;
import org.junit.Test;

/** Jelly-RDF 1.1 and 1.0.0 draft, "Repeated terms". */
public class RepeatedTermTest extends BothLayouts {
  private static final WireRow SAME = triple(REPEAT, REPEAT, REPEAT);

  @Test
  public void aRepeatedSubjectIsTheOneBefore() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, TC), statement(TA, TD, TD)),
        Reading.read(file(TRIPLES, triple(A, B, C), triple(REPEAT, D, D))));
  }

  @Test
  public void aRepeatedPredicateIsTheOneBefore() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, TC), statement(TD, TB, TD)),
        Reading.read(file(TRIPLES, triple(A, B, C), triple(D, REPEAT, D))));
  }

  @Test
  public void aRepeatedObjectIsTheOneBefore() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, TC), statement(TD, TD, TC)),
        Reading.read(file(TRIPLES, triple(A, B, C), triple(D, D, REPEAT))));
  }

  @Test
  public void aRepeatedGraphIsTheOneBefore() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, TC, TD), statement(TB, TB, TB, TD)),
        Reading.read(file(QUADS, quad(A, B, C, D), quad(B, B, B, REPEAT))));
  }

  @Test
  public void theDefaultGraphRepeats() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, TC), statement(TB, TB, TB)),
        Reading.read(file(QUADS, quad(A, B, C, DEFAULT_GRAPH), quad(B, B, B, REPEAT))));
  }

  @Test
  public void aTermMayRepeatManyTimes() throws Exception {
    Statement same = statement(TA, TB, TC);
    assertEquals(
        List.of(same, same, same, statement(TD, TB, TC), statement(TD, TB, TC)),
        Reading.read(file(TRIPLES, triple(A, B, C), SAME, SAME, triple(D, REPEAT, REPEAT), SAME)));
  }

  @Test
  public void termsRepeatAcrossFrames() throws Exception {
    byte[] file =
        Wire.delimited(opening(options(TRIPLES), triple(A, B, C)), wire.frame(), wire.frame(SAME));
    assertEquals(
        List.of(statement(TA, TB, TC), new Statement(2, TA, TB, TC, null)), Reading.read(file));
  }

  @Test
  public void everyKindOfTermRepeats() throws Exception {
    byte[] file =
        file(
            options(QUADS).rdfStar(true),
            quad(quoted(A, B, C), B, lang("x", "en"), bnode("g")),
            quad(REPEAT, REPEAT, REPEAT, REPEAT),
            quad(bnode("s"), REPEAT, quoted(A, B, D), REPEAT),
            quad(REPEAT, REPEAT, REPEAT, REPEAT));
    List<Statement> read = Reading.read(file);
    assertEquals(read.get(0), read.get(1));
    assertEquals(read.get(2), read.get(3));
    assertEquals(Term.quoted(TA, TB, TC), read.get(1).s());
    assertEquals(Term.quoted(TA, TB, TD), read.get(3).o());
  }

  @Test
  public void termsInsideAQuotedTripleAreNotTheOnesThatRepeat() throws Exception {
    byte[] file = file(options(TRIPLES).rdfStar(true), triple(A, B, quoted(C, D, D)), SAME);
    Statement same = statement(TA, TB, Term.quoted(TC, TD, TD));
    assertEquals(List.of(same, same), Reading.read(file));
  }

  @Test
  public void termsRepeatAcrossGraphs() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, TC, TD), statement(TA, TB, TC)),
        Reading.read(
            file(
                GRAPHS,
                graphStart(D),
                triple(A, B, C),
                graphEnd(),
                graphStart(DEFAULT_GRAPH),
                SAME,
                graphEnd())));
  }

  @Test
  public void aSubjectWithNothingBeforeIsRefused() {
    Reading.refused(file(TRIPLES, triple(REPEAT, B, C)));
    Reading.refused(file(QUADS, quad(REPEAT, B, C, D)));
    Reading.refused(file(GRAPHS, graphStart(D), triple(REPEAT, B, C), graphEnd()));
  }

  @Test
  public void aPredicateWithNothingBeforeIsRefused() {
    Reading.refused(file(TRIPLES, triple(A, REPEAT, C)));
    Reading.refused(file(QUADS, quad(A, REPEAT, C, D)));
  }

  @Test
  public void anObjectWithNothingBeforeIsRefused() {
    Reading.refused(file(TRIPLES, triple(A, B, REPEAT)));
    Reading.refused(file(QUADS, quad(A, B, REPEAT, D)));
  }

  @Test
  public void aGraphWithNothingBeforeIsRefused() {
    Reading.refused(file(QUADS, quad(A, B, C, REPEAT)));
  }

  @Test
  public void aWholeStatementWithNothingBeforeIsRefused() {
    Reading.refused(file(TRIPLES, SAME));
    Reading.refused(file(QUADS, quad(REPEAT, REPEAT, REPEAT, REPEAT)));
    Reading.refused(file(GRAPHS, graphStart(D), SAME, graphEnd()));
  }

  @Test
  public void aRepeatedTermInsideAQuotedTripleIsRefused() {
    Cases.each(
        List.of(quoted(REPEAT, B, C), quoted(A, REPEAT, C), quoted(A, B, REPEAT)),
        bad -> {
          WireRow.Options star = options(TRIPLES).rdfStar(true);
          Reading.refused(file(star, triple(A, B, C), triple(A, B, bad)));
          Reading.refused(file(star, triple(A, B, C), triple(bad, B, C)));
          Reading.refused(file(star, triple(quoted(A, B, C), B, C), triple(bad, B, C)));
          Reading.refused(file(star, triple(A, B, C), triple(A, B, quoted(A, B, bad))));
        });
  }
}
