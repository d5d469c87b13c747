package io.github.jellybridge.jelly;

import static io.github.jellybridge.jelly.BothLayouts.A;
import static io.github.jellybridge.jelly.BothLayouts.B;
import static io.github.jellybridge.jelly.BothLayouts.C;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.prefix;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireTerm;
import org.junit.Test;

/** The smallest name table: demanded by the official test suite of 1.x, not by the 1.0.0 draft. */
public class NameTableTest {
  @Test
  public void aNameTableBelowEightIsRefused() {
    JellyParseException error =
        Reading.refused(OneX.file(options(TRIPLES).tables(7, 8, 8), triple(A, B, C)));
    assertTrue(error.getMessage(), error.getMessage().contains("8"));
    assertTrue(error.getMessage(), error.found().contains("7"));
  }

  @Test
  public void noNameTableIsRefused() {
    Reading.refused(
        Wire.V1.file(
            options(TRIPLES).tables(0, 0, 0),
            triple(WireTerm.bnode("a"), WireTerm.bnode("b"), WireTerm.bnode("c"))));
  }

  @Test
  public void aNameTableOfEightIsAccepted() throws Exception {
    assertEquals(
        1, Reading.read(OneX.file(options(TRIPLES).tables(8, 8, 8), triple(A, B, C))).size());
  }

  @Test
  public void aDraftStreamMayHaveNoNameTable() throws Exception {
    byte[] file =
        Wire.DRAFT.file(
            options(TRIPLES).tables(0, 4, 0),
            prefix(1, "http://a"),
            prefix(2, "http://b"),
            triple(WireTerm.iri(1, 0), WireTerm.iri(2, 0), WireTerm.iri(1, 0)));
    assertEquals(Term.iri("http://b"), Reading.read(file).get(0).p());
  }
}
