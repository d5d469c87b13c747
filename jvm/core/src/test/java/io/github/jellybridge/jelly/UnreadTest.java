package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Tests that objects of unwanted statements may stay unread without any effect on wanted ones. */
public class UnreadTest {
  private static final JellyReadOptions UNREAD =
      Reading.OPTIONS.toBuilder().checkUnread(false).build();

  @Test
  public void wantedStatementsAreCompleteAfterUnwantedOnes() throws Exception {
    int unread = 0;
    int rounds = TestSize.of(100, 600);
    for (long seed = 0; seed < rounds; seed++) {
      Random random = new Random(seed);
      RandomStream stream =
          new RandomStream(random, Wire.V1, (int) (seed % 3) + 1, 1 + random.nextInt(120));
      int chunk = random.nextBoolean() ? 16 : 1 << 20;
      JellyReadOptions options = UNREAD.toBuilder().chunkBytes(chunk).build();
      unread += check(stream, options, 1 + random.nextInt(9), "seed " + seed);
    }
    assertTrue(unread + " objects left unread", unread > rounds * 5 / 6);
  }

  private static int check(RandomStream stream, JellyReadOptions options, int size, String what)
      throws IOException {
    int row = 0;
    int unread = 0;
    byte[] file = stream.delimited();
    try (JellyReader reader = JellyReader.open(new ByteArrayInputStream(file), "f", options)) {
      reader.filter((terms, predicate) -> accepts(terms.value(predicate)));
      while (reader.nextBatch(size)) {
        StatementBatch batch = reader.batch();
        TermTable terms = reader.terms();
        for (int i = 0; i < batch.size(); i++, row++) {
          Statement expected = stream.statements.get(row);
          assertEquals(what, expected.s(), Reading.term(terms, batch.s[i]));
          assertEquals(what, expected.p(), Reading.term(terms, batch.p[i]));
          assertEquals(what, expected.g(), Reading.term(terms, batch.g[i]));
          if (batch.o[i] < 0) {
            assertTrue(what, !accepts(terms.value(batch.p[i])));
            unread++;
          } else {
            assertEquals(what, expected.o(), Reading.term(terms, batch.o[i]));
          }
        }
      }
    }
    assertEquals(what, stream.statements.size(), row);
    return unread;
  }

  /** Tests that unwanted objects are skipped correctly if their length has superfluous bytes. */
  @Test
  public void unwantedObjectsMayHaveLengthsThatAreLongerThanTheyHaveToBe() throws Exception {
    WireTerm.Iri a = WireTerm.iri(1, 1);
    byte[] opening =
        Wire.V1
            .frame(
                WireRow.options(WireRow.TRIPLES),
                WireRow.prefix(1, "http://example.org/"),
                WireRow.name(1, "a"),
                WireRow.triple(a, a, WireTerm.text("first")),
                WireRow.triple(a, a, WireTerm.text("second")))
            .toByteArray();
    byte[] literal = Wire.field(1, "third".getBytes(StandardCharsets.UTF_8));
    for (int more = 0; more < 4; more++) {
      byte[] length = {(byte) (0x80 | literal.length), (byte) 0x80, (byte) 0x80, (byte) 0x80, 0};
      length[more] &= 0x7f;
      byte[] object = Wire.concat(new byte[] {0x5a}, Arrays.copyOf(length, more + 1), literal);
      byte[] file = Wire.delimited(Wire.concat(opening, Wire.field(1, Wire.field(2, object))));
      assertEquals(more + " more", 3, Reading.read(file).size());
      try (JellyReader reader = JellyReader.open(new ByteArrayInputStream(file), "f", UNREAD)) {
        reader.filter((terms, predicate) -> false);
        int count = 0;
        while (reader.nextBatch(10)) {
          count += reader.batch().size();
        }
        assertEquals(more + " more", 3, count);
      }
    }
  }

  @Test
  public void unwantedObjectsBeforeGraphsAreSkipped() throws Exception {
    WireTerm.Iri a = WireTerm.iri(1, 1);
    WireRow[] rows = new WireRow[103];
    rows[0] = WireRow.options(WireRow.QUADS);
    rows[1] = WireRow.prefix(1, "http://example.org/");
    rows[2] = WireRow.name(1, "a");
    for (int i = 3; i < rows.length; i++) {
      rows[i] = WireRow.quad(a, a, WireTerm.text("text " + i), a);
    }
    byte[] file = Wire.delimited(Wire.V1.frame(rows));
    try (JellyReader reader = JellyReader.open(new ByteArrayInputStream(file), "f", UNREAD)) {
      reader.filter((terms, predicate) -> false);
      assertTrue(reader.nextBatch(100));
      // The first object is read before the filter has rejected its predicate.
      assertEquals(99, Arrays.stream(reader.batch().o, 0, 100).filter(o -> o < 0).count());
    }
  }

  @Test
  public void otherStatementsMayBeWantedFromAPositionOn() throws Exception {
    WireTerm.Iri a = WireTerm.iri(1, 1);
    WireRow[] rows = new WireRow[103];
    rows[0] = WireRow.options(WireRow.TRIPLES);
    rows[1] = WireRow.prefix(1, "http://example.org/");
    rows[2] = WireRow.name(1, "a");
    for (int i = 3; i < rows.length; i++) {
      rows[i] = WireRow.triple(a, a, WireTerm.text("text " + i));
    }
    byte[] file = Wire.delimited(Wire.V1.frame(rows));
    try (JellyReader reader = JellyReader.open(new ByteArrayInputStream(file), "f", UNREAD)) {
      reader.filter((terms, predicate) -> false);
      assertTrue(reader.nextBatch(50));
      reader.filter((terms, predicate) -> true);
      assertTrue(reader.nextBatch(50));
      StatementBatch batch = reader.batch();
      for (int i = 0; i < 50; i++) {
        assertEquals("text " + (53 + i), reader.terms().value(batch.o[i]));
      }
    }
  }

  private static boolean accepts(String predicate) {
    return predicate.hashCode() % 3 == 0;
  }

  @Test
  public void columnsThatAreNotAskedForAreNotChecked() throws Exception {
    byte[] file =
        Wire.delimited(
            Wire.V1.frame(
                WireRow.options(WireRow.TRIPLES),
                WireRow.prefix(1, "http://example.org/"),
                WireRow.name(1, "a"),
                WireRow.triple(
                    WireTerm.iri(1, 1), WireTerm.iri(1, 1), WireTerm.text("not UTF-8: @"))));
    String text = new String(file, StandardCharsets.ISO_8859_1);
    file = text.replace('@', '\u00ff').getBytes(StandardCharsets.ISO_8859_1);
    byte[] bad = file;
    JellyReadOptions predicates = Reading.OPTIONS.toBuilder().columns(JellyReadOptions.P).build();
    assertThrows(JellyParseException.class, () -> count(bad, predicates));
    assertEquals(1, count(bad, predicates.toBuilder().checkUnread(false).build()));
    assertThrows(JellyParseException.class, () -> count(bad, UNREAD));
  }

  @Test
  public void objectsThatAreNeededCannotBeLeftUnread() throws Exception {
    byte[] file = new RandomStream(new Random(1), Wire.V1, 1, 10).delimited();
    JellyReadOptions frames = UNREAD.toBuilder().blankNodes(BlankNodes.FRAME).build();
    Cases.each(
        List.of(Reading.OPTIONS, frames),
        options -> {
          try (JellyReader reader =
              JellyReader.open(new ByteArrayInputStream(file), "f", options)) {
            assertThrows(IllegalStateException.class, () -> reader.filter((terms, p) -> true));
          }
        });
  }

  private static int count(byte[] file, JellyReadOptions options) throws IOException {
    int count = 0;
    try (JellyReader reader = JellyReader.open(new ByteArrayInputStream(file), "f", options)) {
      while (reader.nextBatch(10)) {
        count += reader.batch().size();
      }
    }
    return count;
  }
}
