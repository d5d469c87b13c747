package io.github.jellybridge.jelly;

import static io.github.jellybridge.jelly.BothLayouts.A;
import static io.github.jellybridge.jelly.BothLayouts.B;
import static io.github.jellybridge.jelly.BothLayouts.C;
import static io.github.jellybridge.testing.ParseErrors.assertSays;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.prefix;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.util.List;
import org.junit.Test;

/** The smallest name table: required by the official test suite of 1.x, not by the 1.0.0 draft. */
public class NameTableTest {
  @Test
  public void aNameTableBelowEightIsRefused() {
    JellyParseException error =
        Reading.refused(OneX.file(options(TRIPLES).tables(7, 8, 8), triple(A, B, C)));
    assertSays("a name table of at least 8 entries", "7", error);
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

  /** Tests streams in which only the options distinguish the layouts. */
  @Test
  public void aDraftStreamWithoutStatementsMayHaveNoNameTableEither() throws Exception {
    Cases.each(
        new int[] {0, 1, 7},
        names -> {
          WireRow.Options options = options(TRIPLES).tables(names, 4, 0);
          WireRow[] rows = {options, prefix(1, "http://a"), options};
          for (byte[] file : List.of(Wire.DRAFT.file(rows), Wire.DRAFT.frame(rows).toByteArray())) {
            assertEquals(List.of(), Reading.read(file));
            assertEquals(Layout.DRAFT, Reading.header(file).layout());
          }
        });
  }

  @Test
  public void aStreamWithoutStatementsThatOnlyOneXHasNeedsANameTable() {
    Reading.refused(Wire.V1.file(options(TRIPLES).tables(7, 8, 8).logical(1)));
    Reading.refused(Wire.V1.file(options(TRIPLES).tables(7, 8, 8).version(2)));
  }
}
