package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.WireRow;
import org.junit.Test;

/** Jelly-RDF 1.1 and 1.0.0 draft, "Stream options": generalized_statements. */
public class GeneralizedTest extends BothLayouts {
  @Test
  public void aLiteralSubjectMustBeDeclared() throws Exception {
    mustBeDeclared(options(TRIPLES), triple(text("s"), B, C));
    mustBeDeclared(options(QUADS), quad(text("s"), B, C, D));
  }

  @Test
  public void aBlankPredicateMustBeDeclared() throws Exception {
    mustBeDeclared(options(TRIPLES), triple(A, bnode("p"), C));
    mustBeDeclared(options(QUADS), quad(A, bnode("p"), C, D));
  }

  @Test
  public void aLiteralPredicateMustBeDeclared() throws Exception {
    mustBeDeclared(options(TRIPLES), triple(A, text("p"), C));
    mustBeDeclared(options(QUADS), quad(A, text("p"), C, D));
  }

  @Test
  public void aQuotedPredicateMustBeDeclared() throws Exception {
    mustBeDeclared(options(TRIPLES).rdfStar(true), triple(A, quoted(A, B, C), C));
  }

  @Test
  public void aLiteralGraphMustBeDeclared() throws Exception {
    mustBeDeclared(options(QUADS), quad(A, B, C, text("g")));
    mustBeDeclared(options(GRAPHS), graphStart(text("g")), triple(A, B, C), graphEnd());
  }

  @Test
  public void generalizedTermsInsideQuotedTriplesMustBeDeclared() throws Exception {
    WireRow.Options star = options(TRIPLES).rdfStar(true);
    mustBeDeclared(star, triple(A, B, quoted(text("s"), B, C)));
    mustBeDeclared(star, triple(A, B, quoted(A, bnode("p"), C)));
    mustBeDeclared(star, triple(A, B, quoted(A, text("p"), C)));
  }

  @Test
  public void blankSubjectsObjectsAndGraphsAreNotGeneralized() throws Exception {
    assertEquals(1, Reading.read(file(QUADS, quad(bnode("s"), B, bnode("o"), bnode("g")))).size());
  }

  @Test
  public void eachUndeclaredTermIsCounted() throws Exception {
    byte[] file = file(TRIPLES, triple(text("s"), bnode("p"), C), triple(text("t"), B, C));
    assertEquals(3, Reading.violations(file));
  }

  @Test
  public void generalizedTermsAreReadAsTheyAre() throws Exception {
    byte[] file = file(options(QUADS).generalized(true), quad(text("s"), bnode("p"), C, text("g")));
    assertEquals(
        statement(Term.text("s"), Term.bnode("p"), TC, Term.text("g")), Reading.read(file).get(0));
  }

  private void mustBeDeclared(WireRow.Options options, WireRow... rows) throws Exception {
    byte[] undeclared = file(options, rows);
    byte[] declared = file(options.generalized(true), rows);
    assertEquals(Reading.read(declared), Reading.refusedUnlessLenient(undeclared, 1));
    assertEquals(0, Reading.violations(declared));
  }
}
