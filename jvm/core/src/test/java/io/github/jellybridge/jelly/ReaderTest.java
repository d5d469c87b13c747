package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.BrokenInput;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.Test;

/** Usage of {@link JellyReader}: batches, frames, counting, projections, closing. */
public class ReaderTest extends BothLayouts {
  private static final WireRow T = triple(A, B, C);

  @Test
  public void batchesMayStopInsideFramesAndSpanThem() throws Exception {
    try (JellyReader reader = open(frames(3, 5, T), Reading.OPTIONS)) {
      assertTrue(reader.nextBatch(7));
      assertEquals(7, reader.batch().size());
      assertEquals(0, reader.batch().firstStatement());
      assertEquals(0, reader.batch().frame(4));
      assertEquals(1, reader.batch().frame(5));
      assertTrue(reader.nextBatch(7));
      assertEquals(7, reader.batch().firstStatement());
      assertEquals(1, reader.batch().frame(0));
      assertEquals(2, reader.batch().frame(6));
      assertTrue(reader.nextBatch(7));
      assertEquals(1, reader.batch().size());
      assertFalse(reader.nextBatch(7));
      assertFalse(reader.nextBatch(7));
      assertEquals(15, reader.statementsRead());
      assertEquals(3, reader.framesRead());
    }
  }

  @Test
  public void theHeaderMayBeAskedForAtAnyTime() throws Exception {
    try (JellyReader reader = open(frames(2, 5, T), Reading.OPTIONS)) {
      StreamHeader first = reader.header();
      assertTrue(reader.nextBatch(100));
      assertEquals(first, reader.header());
      assertEquals(10, reader.batch().size());
    }
  }

  @Test
  public void theLayoutIsOneXIfNothingShowsIt() throws Exception {
    assertEquals(Layout.V1, Reading.header(wire.file(options(TRIPLES))).layout());
  }

  @Test
  public void countingGoesOnFromWhereReadingStopped() throws Exception {
    try (JellyReader reader = open(frames(3, 5, T), Reading.OPTIONS)) {
      assertTrue(reader.nextFrame());
      assertEquals(10, reader.countStatements());
      assertFalse(reader.nextBatch(1));
    }
  }

  @Test
  public void countingFindsABrokenFrame() throws Exception {
    byte[] file = frames(3, 5, T);
    byte[] cut = Arrays.copyOf(file, file.length - 1);
    assertThrows(JellyParseException.class, () -> Reading.count(cut, Reading.OPTIONS));
  }

  @Test
  public void statementsBeforeABrokenFrameCanBeRead() throws Exception {
    byte[] file =
        Wire.delimited(opening(options(TRIPLES), T, T), wire.frame(T, T, triple(A, B, iri(1, 9))));
    JellyReadOptions whole = Reading.OPTIONS.toBuilder().wholeFrames(true).build();
    try (JellyReader reader = open(file, whole)) {
      assertTrue(reader.nextBatch(1000));
      assertEquals(2, reader.batch().size());
      assertThrows(JellyParseException.class, () -> reader.nextBatch(1000));
    }
  }

  /** A file of one good statement, then a frame of 3,000 and one that is refused. */
  private byte[] brokenInTheLastRow() {
    WireRow[] rows = new WireRow[3001];
    Arrays.fill(rows, T);
    rows[3000] = triple(A, B, iri(1, 9));
    return Wire.delimited(opening(options(TRIPLES), T), wire.frame(rows));
  }

  @Test
  public void allStatementsBeforeABrokenRowAreReturned() throws Exception {
    byte[] file = brokenInTheLastRow();
    Cases.each(
        BlankNodes.values(),
        blankNodes -> {
          JellyReadOptions options = Reading.OPTIONS.toBuilder().blankNodes(blankNodes).build();
          for (int size : new int[] {1, 1000, 10_000}) {
            try (JellyReader reader = open(file, options)) {
              JellyParseException e = null;
              long seen = 0;
              while (e == null) {
                try {
                  seen += reader.nextBatch(size) ? reader.batch().size() : 0;
                } catch (JellyParseException broken) {
                  e = broken;
                }
              }
              assertEquals(3000, e.row());
              assertEquals(3001, seen);
              assertEquals(3001, reader.statementsRead());
              assertSame(e, assertThrows(JellyParseException.class, () -> reader.nextBatch(size)));
            }
          }
        });
  }

  @Test
  public void noStatementOfABrokenFrameIsHandedOutWhenFramesAreKeptWhole() throws Exception {
    byte[] file = brokenInTheLastRow();
    Cases.each(
        new int[] {16, 1000, 1 << 20},
        chunk -> {
          JellyReadOptions whole =
              Reading.OPTIONS.toBuilder().wholeFrames(true).chunkBytes(chunk).build();
          try (JellyReader reader = open(file, whole)) {
            long seen = 0;
            try {
              while (reader.nextBatch(100)) {
                seen += reader.batch().size();
              }
              throw new AssertionError("not refused");
            } catch (JellyParseException e) {
              assertEquals(1, e.frame());
            }
            assertEquals("chunks of " + chunk, 1, seen);
          }
        });
  }

  @Test
  public void nothingOfABrokenFirstFrameIsHandedOutWhenFramesAreKeptWhole() throws Exception {
    WireRow[] rows = new WireRow[50];
    Arrays.fill(rows, T);
    rows[49] = triple(A, B, iri(1, 9));
    byte[] file = file(TRIPLES, rows);
    Cases.each(
        new int[] {16, 300, 1 << 20},
        chunk -> {
          JellyReadOptions whole =
              Reading.OPTIONS.toBuilder().wholeFrames(true).chunkBytes(chunk).build();
          try (JellyReader reader = open(file, whole)) {
            assertThrows(JellyParseException.class, () -> reader.nextBatch(10));
            assertEquals(0, reader.batch().size());
          }
          try (JellyReader reader = open(file, whole)) {
            assertThrows(JellyParseException.class, reader::nextFrame);
            assertEquals(0, reader.batch().size());
            assertEquals(0, reader.statementsRead());
          }
        });
  }

  @Test
  public void theSameTermMayBeAskedForManyTimes() throws Exception {
    try (JellyReader reader = open(frames(1, 3, T), Reading.OPTIONS)) {
      assertTrue(reader.nextBatch(10));
      TermTable terms = reader.terms();
      int id = reader.batch().s[0];
      int length = terms.valueLength(id);
      String value = terms.value(id);
      assertEquals(EX + "a", value);
      assertEquals(length, value.length());
      assertEquals(value, terms.value(id));
      assertEquals(length, terms.valueLength(id));
    }
  }

  @Test
  public void oneTermTableServesAllBatches() throws Exception {
    byte[] file =
        Wire.delimited(
            opening(options(TRIPLES), T),
            wire.frame(name(1, "x"), triple(iri(1, 1), B, C)),
            wire.frame(name(1, "y"), triple(iri(1, 1), B, C)));
    try (JellyReader reader = open(file, Reading.OPTIONS)) {
      for (String expected : new String[] {"a", "x", "y"}) {
        assertTrue(reader.nextBatch(1));
        assertEquals(EX + expected, reader.terms().value(reader.batch().s[0]));
      }
    }
  }

  @Test
  public void manyDistinctTermsOfOneBatchStayApart() throws Exception {
    WireRow[] rows = new WireRow[60_000];
    for (int i = 0; i < rows.length; i += 3) {
      rows[i] = name(1 + i / 3 % 16, "n" + i);
      rows[i + 1] = triple(iri(1, 1 + i / 3 % 16), B, bnode("b" + i));
      rows[i + 2] = triple(bnode("b" + i), B, iri(1, 1 + i / 3 % 16));
    }
    byte[] file = file(TRIPLES, rows);
    try (JellyReader reader = open(file, Reading.OPTIONS)) {
      assertTrue(reader.nextBatch(1_000_000));
      int statement = 0;
      do {
        TermTable terms = reader.terms();
        for (int i = 0; i < reader.batch().size(); i++, statement++) {
          int n = statement / 2 * 3;
          int named = statement % 2 == 0 ? reader.batch().s[i] : reader.batch().o[i];
          int blank = statement % 2 == 0 ? reader.batch().o[i] : reader.batch().s[i];
          assertEquals(EX + "n" + n, terms.value(named));
          assertEquals("b" + n, terms.value(blank));
        }
      } while (reader.nextBatch(1_000_000));
      assertEquals(40_000, statement);
    }
  }

  @Test
  public void onlyTheColumnsAskedForAreThere() throws Exception {
    JellyReadOptions objects =
        Reading.OPTIONS.toBuilder().columns(JellyReadOptions.O | JellyReadOptions.G).build();
    try (JellyReader reader = open(file(QUADS, quad(A, B, C, D)), objects)) {
      assertTrue(reader.nextBatch(10));
      assertNull(reader.batch().s);
      assertNull(reader.batch().p);
      assertEquals(EX + "c", reader.terms().value(reader.batch().o[0]));
      assertEquals(EX + "d", reader.terms().value(reader.batch().g[0]));
    }
  }

  @Test
  public void closingTheReaderClosesItsInput() throws Exception {
    AtomicBoolean closed = new AtomicBoolean();
    InputStream in =
        new ByteArrayInputStream(file(TRIPLES, T)) {
          @Override
          public void close() {
            closed.set(true);
          }
        };
    Reading.open(in, Reading.OPTIONS).close();
    assertTrue(closed.get());
  }

  @Test
  public void aReaderThatReadNothingLeavesItsMemoryToTheNext() throws Exception {
    JellyReadOptions small = Reading.OPTIONS.toBuilder().chunkBytes(1_000).build();
    BufferPool memory = new BufferPool();
    for (int seed = 0; seed < 20; seed++) {
      RandomStream stream = new RandomStream(new Random(seed), Wire.V1, 1, 500);
      InputStream in = new ByteArrayInputStream(stream.delimited());
      try (JellyReader reader = JellyReader.open(in, Reading.FILE, small, memory)) {
        List<Statement> found = new ArrayList<>();
        while (reader.nextBatch(10)) {
          found.addAll(Reading.statements(reader));
        }
        assertEquals("seed " + seed, stream.statements, found);
      }
      JellyReader.open(InputStream.nullInputStream(), Reading.FILE, small, memory).close();
    }
  }

  @Test
  public void aReaderWhoseInputFailedLeavesItsMemoryToTheNext() throws Exception {
    JellyReadOptions small = Reading.OPTIONS.toBuilder().chunkBytes(1_000).build();
    BufferPool memory = new BufferPool();
    for (int seed = 0; seed < 20; seed++) {
      RandomStream stream = new RandomStream(new Random(seed), Wire.V1, 1, 500);
      byte[] file = stream.delimited();
      InputStream broken = new BrokenInput(file, file.length / 2, 100);
      try (JellyReader reader = JellyReader.open(broken, Reading.FILE, small, memory)) {
        assertThrows(IOException.class, () -> Batches.readAll(reader, 10));
      }
      InputStream in = new ByteArrayInputStream(file);
      try (JellyReader reader = JellyReader.open(in, Reading.FILE, small, memory)) {
        List<Statement> found = new ArrayList<>();
        while (reader.nextBatch(10)) {
          found.addAll(Reading.statements(reader));
        }
        assertEquals("seed " + seed, stream.statements, found);
      }
    }
  }

  /** Tests that symbols of earlier files are dropped, also for small files of a single chunk. */
  @Test
  public void languagesAndDatatypesOfFormerFilesAreForgotten() throws Exception {
    BufferPool memory = new BufferPool();
    int most = 0;
    for (int i = 0; i < 500; i++) {
      WireRow[] rows = new WireRow[100];
      for (int k = 0; k < rows.length; k++) {
        rows[k] = triple(A, B, WireTerm.lang("text", "x" + i + "y" + k));
      }
      InputStream in = new ByteArrayInputStream(file(TRIPLES, rows));
      try (JellyReader reader = JellyReader.open(in, Reading.FILE, Reading.OPTIONS, memory)) {
        assertTrue(reader.nextFrame());
        assertEquals("x" + i + "y99", reader.terms().lang(reader.batch().o[99]));
        most = Math.max(most, reader.terms().symbols().size());
      }
    }
    assertTrue(most + " symbols", most < 40_000);
  }

  @Test
  public void memoryServesOneReaderAtATime() throws Exception {
    BufferPool memory = new BufferPool();
    InputStream in = new ByteArrayInputStream(file(TRIPLES, T));
    JellyReader first = JellyReader.open(in, "first", Reading.OPTIONS, memory);
    assertThrows(
        IllegalStateException.class, () -> JellyReader.open(in, "second", Reading.OPTIONS, memory));
    first.close();
    first.close();
    JellyReader.open(in, "third", Reading.OPTIONS, memory).close();
    assertThrows(IllegalStateException.class, first::header);
  }

  private static JellyReader open(byte[] file, JellyReadOptions options) throws IOException {
    return Reading.open(new ByteArrayInputStream(file), options);
  }
}
