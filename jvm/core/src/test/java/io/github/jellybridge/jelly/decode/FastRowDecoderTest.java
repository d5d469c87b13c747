package io.github.jellybridge.jelly.decode;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Mutator;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/**
 * Compares the decoder of frequent rows with the {@link StreamRowDecoder}, which decodes rows of
 * all forms one at a time. A {@link JellyReader} uses the fast one for as many rows as possible.
 */
public class FastRowDecoderTest {
  private static final JellyReadOptions SMALL_CHUNKS =
      Reading.OPTIONS.toBuilder().chunkBytes(64).build();

  /** The statements before the end or the error of a file; no error is null. */
  private record Result(List<Statement> statements, String error) {}

  @Test
  public void bothDecodersReadTheSameStatements() throws IOException {
    for (long seed = 0; seed < TestSize.of(150, 900); seed++) {
      RandomStream stream = stream(seed);
      byte[] file = seed % 5 == 0 ? stream.bare() : stream.delimited();
      Result expected = strictly(file, Reading.OPTIONS);
      assertNull("seed " + seed, expected.error);
      assertEquals("seed " + seed, stream.statements.size(), expected.statements.size());
      assertEquals("seed " + seed, expected, inBatches(file, Reading.OPTIONS));
      assertEquals("seed " + seed, expected, inBatches(file, SMALL_CHUNKS));
    }
  }

  /** Tests that the errors have the same messages, which include the position. */
  @Test
  public void bothDecodersRefuseTheSameFiles() throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (long seed = 0; seed < 60; seed++) {
      files.add(stream(seed).delimited());
    }
    Mutator mutator = new Mutator(new Random(1), files);
    int mutants = TestSize.of(3_000, 30_000);
    int read = 0;
    int refused = 0;
    for (int i = 0; i < mutants; i++) {
      byte[] file = mutator.next();
      Result expected = strictly(file, Reading.OPTIONS);
      if (expected != null) {
        assertEquals("mutant " + i, expected, inBatches(file, Reading.OPTIONS));
        read += expected.error == null ? 1 : 0;
        refused += expected.error == null ? 0 : 1;
      }
    }
    assertTrue(read + " read", read > mutants / 20);
    assertTrue(refused + " refused", refused > mutants / 5);
  }

  /** Tests that the fast decoder itself decodes all frequent rows, so that the others test it. */
  @Test
  public void frequentRowsAreLeftToTheFastDecoder() throws IOException {
    int size = 50;
    WireTerm.Iri iri = WireTerm.iri(1, 1);
    List<WireRow> rows = new ArrayList<>();
    rows.add(WireRow.options(WireRow.TRIPLES));
    rows.add(WireRow.prefix(1, "http://example.org/"));
    rows.add(WireRow.name(1, "a"));
    rows.add(WireRow.triple(iri, iri, iri));
    for (int i = 0; i < size; i++) {
      rows.add(WireRow.name(2 + i % 5, "name" + i));
      rows.add(WireRow.triple(iri, iri, WireTerm.iri(0, 2 + i % 5)));
      rows.add(WireRow.triple(iri, iri, WireTerm.text("text " + i)));
    }
    byte[] file = Wire.delimited(Wire.V1.frame(rows.toArray(WireRow[]::new)));
    try (JellyReader reader = open(file, Reading.OPTIONS)) {
      V1RowDecoder decoder = (V1RowDecoder) startRows(reader);
      StreamRowDecoder strict = decoder.strict;
      int end = reader.frames.bufferedEnd();
      while (strict.decode(reader.in.pos, end, true) != strict.statementKind) {
        // The first statement and the rows before it.
      }
      FastRowDecoder fast =
          new FastRowDecoder(
              decoder.terms(),
              decoder.state,
              strict.header,
              new FastRowDecoder.Kinds(RowKind.TRIPLE, -1, RowKind.NAME, RowKind.PREFIX),
              new PredicateCache());
      StatementBatch batch = reader.batch();
      reader.terms().makeRoom(8 * size);
      fast.decode(batch, end, batch.capacity(1000));
      assertEquals(2 * size, batch.size());
      assertEquals(end, reader.in.pos);
    }
  }

  private static RandomStream stream(long seed) {
    return new RandomStream(new Random(seed), Wire.V1, (int) (seed % 3) + 1, 1 + (int) seed % 90);
  }

  private static JellyReader open(byte[] file, JellyReadOptions options) {
    return JellyReader.open(new ByteArrayInputStream(file), Reading.FILE, options);
  }

  private static RowDecoder startRows(JellyReader reader) throws IOException {
    reader.header();
    return reader.frames.rows;
  }

  private static Result inBatches(byte[] file, JellyReadOptions options) throws IOException {
    List<Statement> found = new ArrayList<>();
    try (JellyReader reader = open(file, options)) {
      while (reader.nextBatch(1000)) {
        found.addAll(Reading.statements(reader));
      }
      return new Result(found, null);
    } catch (JellyParseException e) {
      return new Result(found, e.getMessage());
    }
  }

  /** Decodes all rows with the strict decoder; returns null if the file has the draft layout. */
  private static Result strictly(byte[] file, JellyReadOptions options) throws IOException {
    List<Statement> found = new ArrayList<>();
    try (JellyReader reader = open(file, options)) {
      if (!(startRows(reader) instanceof V1RowDecoder decoder)) {
        return null;
      }
      StreamRowDecoder rows = decoder.strict;
      FrameReader frames = reader.frames;
      while (frames.inFrame || frames.startFrame(false)) {
        boolean whole = frames.isFrameBuffered();
        int end = frames.bufferedEnd();
        int kind = 0;
        while (kind >= 0 && reader.in.pos < end) {
          kind = rows.decode(reader.in.pos, end, whole);
          if (kind == rows.statementKind) {
            found.add(last(rows.state, reader));
          }
        }
        if (whole && reader.in.pos >= end) {
          frames.endFrame();
        } else {
          frames.refillForRow();
        }
      }
      return new Result(found, null);
    } catch (JellyParseException e) {
      return new Result(found, e.getMessage());
    }
  }

  private static Statement last(DecoderState state, JellyReader reader) {
    TermTable terms = reader.terms();
    return new Statement(
        reader.in.frame,
        Reading.term(terms, state.lastS),
        Reading.term(terms, state.lastP),
        Reading.term(terms, state.lastO),
        Reading.term(terms, state.lastG));
  }
}
