package io.github.jellybridge.jelly.encode;

import static io.github.jellybridge.testing.ParseErrors.assertSays;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.lang;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.jelly.BothLayouts;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** Jelly-RDF 1.1 and 1.0.0 draft, "Quoted triples (RDF-star)". */
public class QuotedTripleTest extends BothLayouts {
  private static final WireRow.Options STAR = options(TRIPLES).rdfStar(true);

  @Test
  public void aQuotedTripleMayBeTheSubject() throws Exception {
    assertEquals(
        List.of(statement(Term.quoted(TA, TB, TC), TB, TC)),
        Reading.read(file(STAR, triple(quoted(A, B, C), B, C))));
  }

  @Test
  public void aQuotedTripleMayBeTheObject() throws Exception {
    assertEquals(
        List.of(statement(TA, TB, Term.quoted(TA, TB, TC))),
        Reading.read(file(STAR, triple(A, B, quoted(A, B, C)))));
  }

  @Test
  public void aQuotedTripleMayBePartOfAQuad() throws Exception {
    Term inner = Term.quoted(TA, TB, TC);
    assertEquals(
        List.of(statement(inner, TB, inner, TD)),
        Reading.read(
            file(options(QUADS).rdfStar(true), quad(quoted(A, B, C), B, quoted(A, B, C), D))));
  }

  @Test
  public void everyKindOfTermMayBeQuoted() throws Exception {
    for (WireTerm object :
        List.of(text("a \"b\" \\ \n\r\t é"), lang("x", "en-GB"), typed("1", 1), bnode("b"), A)) {
      Statement plain = Reading.read(file(STAR, triple(bnode("s"), B, object))).get(0);
      Statement inner =
          Reading.read(file(STAR, triple(quoted(bnode("s"), B, object), B, C))).get(0);
      assertEquals(Term.quoted(plain.s(), plain.p(), plain.o()), inner.s());
    }
  }

  @Test
  public void quotedTriplesNest() throws Exception {
    WireTerm nested = quoted(quoted(A, B, C), B, quoted(A, B, quoted(D, D, D)));
    Term expected =
        Term.quoted(Term.quoted(TA, TB, TC), TB, Term.quoted(TA, TB, Term.quoted(TD, TD, TD)));
    assertEquals(
        List.of(statement(expected, TB, expected)),
        Reading.read(file(STAR, triple(nested, B, nested))));
  }

  @Test
  public void aQuotedTripleIsRefusedWhereRdfStarIsNotDeclared() throws Exception {
    Reading.refusedUnlessLenient(file(TRIPLES, triple(quoted(A, B, C), B, C)), 1);
    Reading.refusedUnlessLenient(file(TRIPLES, triple(A, B, quoted(A, B, C))), 1);
    Reading.refusedUnlessLenient(file(options(QUADS), quad(A, B, quoted(A, B, C), D)), 1);
  }

  @Test
  public void aQuotedTripleAsPredicateIsGeneralized() throws Exception {
    Reading.refusedUnlessLenient(file(STAR, triple(A, quoted(A, B, C), C)), 1);
    assertEquals(
        List.of(statement(TA, Term.quoted(TA, TB, TC), TC)),
        Reading.read(file(STAR.generalized(true), triple(A, quoted(A, B, C), C))));
  }

  @Test
  public void sixtyFourLevelsAreRead() throws Exception {
    Term expected = TA;
    for (int i = 0; i < 64; i++) {
      expected = Term.quoted(expected, TB, TC);
    }
    assertEquals(
        List.of(statement(expected, TB, TC)), Reading.read(file(STAR, triple(nested(64), B, C))));
  }

  @Test
  public void sixtyFiveLevelsAreRefused() {
    JellyParseException error = Reading.refused(file(STAR, triple(nested(65), B, C)));
    assertSays("quoted triples nested at most 64 deep (option maxNesting)", "a deeper one", error);
  }

  @Test
  public void theNestingLimitIsAnOption() throws Exception {
    JellyReadOptions deep = Reading.OPTIONS.toBuilder().maxNesting(65).build();
    assertEquals(1, Reading.read(file(STAR, triple(nested(65), B, C)), deep).size());
    JellyReadOptions flat = Reading.OPTIONS.toBuilder().maxNesting(1).build();
    assertEquals(1, Reading.read(file(STAR, triple(nested(1), B, C)), flat).size());
    Reading.refused(file(STAR, triple(nested(2), B, C)), flat);
  }

  @Test
  public void framesOfQuotedTriplesNeedNoRoomForTheTextOfOthers() throws Exception {
    MessageLite[] frames = new MessageLite[200];
    frames[0] = opening(STAR, triple(quoted(A, B, C), B, C));
    Arrays.fill(frames, 1, frames.length, wire.frame(triple(quoted(A, B, C), B, C)));
    JellyReadOptions small =
        Reading.OPTIONS.toBuilder().maxFrameBytes(frames[0].getSerializedSize()).build();
    assertEquals(200, Reading.read(Wire.delimited(frames), small).size());
  }

  @Test
  public void theHighestNestingLimitIsSafe() throws Exception {
    JellyReadOptions deepest =
        Reading.OPTIONS.toBuilder().maxNesting(JellyReadOptions.MAX_NESTING_LIMIT).build();
    byte[] file = file(STAR, triple(nested(JellyReadOptions.MAX_NESTING_LIMIT), B, C));
    assertEquals(1, Reading.count(file, deepest));
    Reading.byFrame(file, deepest);
    Reading.refused(file(STAR, triple(nested(1001), B, C)), deepest);
  }

  /**
   * Tests the limit on the total length: each use takes a few bytes of the file but expands to a
   * long text.
   */
  @Test
  public void quotedTriplesAreOnlySoLongInAll() throws Exception {
    WireRow.Options options = options(TRIPLES).rdfStar(true);
    WireRow name = WireRow.name(5, "x".repeat(10_000));
    WireTerm large = quoted(WireTerm.iri(1, 5), WireTerm.iri(1, 5), WireTerm.iri(1, 5));
    WireRow[] rows = new WireRow[2_400];
    Arrays.fill(rows, triple(large, B, C));
    rows[0] = name;
    JellyReadOptions limit = Reading.OPTIONS.toBuilder().maxFrameBytes(1 << 20).build();
    try (JellyReader reader =
        Reading.open(new ByteArrayInputStream(file(options, Arrays.copyOf(rows, 2_200))), limit)) {
      assertTrue(reader.nextBatch(2_200));
    }
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(file(options, rows)), limit)) {
      assertTrue(reader.nextBatch(rows.length));
      JellyParseException error =
          assertThrows(JellyParseException.class, () -> reader.nextBatch(rows.length));
      assertSays(
          "quoted triples of at most 67108864 bytes (option maxFrameBytes)",
          "more of them in one chunk",
          error);
    }
  }

  private static WireTerm nested(int levels) {
    WireTerm term = A;
    for (int i = 0; i < levels; i++) {
      term = quoted(term, B, C);
    }
    return term;
  }
}
