package io.github.jellybridge.patch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads patches in every possible way, for the tests of this package. */
final class Patches {
  static final String FILE = "fixture.jellyp";
  static final JellyReadOptions LENIENT = PatchReader.defaults().toBuilder().strict(false).build();

  private Patches() {}

  static int iri(TermTable terms, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return terms.addCopy(TermKind.IRI, bytes, 0, bytes.length);
  }

  static int literal(TermTable terms, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return terms.addLiteralCopy(bytes, 0, bytes.length, 0, 0);
  }

  static List<PatchRow> read(byte[] file) throws IOException {
    return read(file, PatchReader.defaults());
  }

  static List<PatchRow> read(byte[] file, JellyReadOptions options) throws IOException {
    List<PatchRow> expected = byBatch(file, options, 1000);
    assertEquals("batches of one", expected, byBatch(file, options, 1));
    JellyReadOptions tiny = options.toBuilder().chunkBytes(16).build();
    assertEquals("smallest chunks", expected, byBatch(file, tiny, 3));
    JellyReadOptions whole = options.toBuilder().wholeFrames(true).build();
    assertEquals("whole frames", expected, byBatch(file, whole, 7));
    JellyReadOptions ahead = options.toBuilder().chunkBytes(40).readAhead(true).build();
    assertEquals("reading ahead", expected, byBatch(file, ahead, 1000));
    assertEquals("events", expected, byEvent(file, options).rows);
    return expected;
  }

  static List<PatchRow> byBatch(byte[] file, JellyReadOptions options, int size)
      throws IOException {
    return byBatch(file, options, size, new BufferPool());
  }

  /** Reads a file in batches, with arrays of earlier readers. */
  static List<PatchRow> byBatch(byte[] file, JellyReadOptions options, int size, BufferPool memory)
      throws IOException {
    List<PatchRow> rows = new ArrayList<>();
    long seq = 0;
    try (PatchReader reader = open(file, options, memory)) {
      while (reader.nextBatch(size)) {
        StatementBatch b = reader.batch();
        TermTable terms = reader.terms();
        boolean goesOn = !rows.isEmpty() && rows.get(rows.size() - 1).patch() == b.patch[0];
        assertEquals("place in the patch", goesOn ? seq : 0, b.firstSeq());
        seq = b.firstSeq();
        for (int i = 0; i < b.size(); i++) {
          seq = i == 0 || b.patch[i] == b.patch[i - 1] ? seq + 1 : 1;
          rows.add(
              new PatchRow(
                  b.patch[i],
                  PatchOp.label(b.op[i]),
                  term(terms, b.s[i], b.op[i]),
                  term(terms, b.p[i], b.op[i]),
                  term(terms, b.o[i], b.op[i]),
                  term(terms, b.g[i], b.op[i]),
                  terms.value(b.name[i]),
                  term(terms, b.value[i], b.op[i])));
          if (b.op[i] > PatchOp.DELETE) {
            assertEquals("no terms", 0, b.s[i] | b.p[i] | b.o[i]);
          } else {
            assertEquals("no name", 0, b.name[i] | b.value[i]);
          }
        }
      }
      assertEquals(rows.size(), reader.statementsRead());
      assertEquals(0, reader.countStatements());
      assertEquals(file.length, reader.bytesRead());
    }
    return rows;
  }

  static long count(byte[] file) throws IOException {
    try (PatchReader reader = open(file, PatchReader.defaults())) {
      return reader.countStatements();
    }
  }

  static Events byEvent(byte[] file, JellyReadOptions options) throws IOException {
    try (PatchReader reader = open(file, options)) {
      Events events = new Events();
      reader.read(events);
      return events;
    }
  }

  static PatchReader open(byte[] file, JellyReadOptions options) {
    return PatchReader.open(new ByteArrayInputStream(file), FILE, options);
  }

  /** Opens a file with arrays of earlier readers. */
  static PatchReader open(byte[] file, JellyReadOptions options, BufferPool memory) {
    return new PatchReader(new PatchDecoder(new ByteArrayInputStream(file), FILE, options, memory));
  }

  static long patches(byte[] file) throws IOException {
    Events events = byEvent(file, PatchReader.defaults());
    return events.patch;
  }

  static PatchOptions options(byte[] file) throws IOException {
    try (PatchReader reader = open(file, PatchReader.defaults())) {
      return reader.options();
    }
  }

  /** Checks that a file is refused in every way of reading it. */
  static JellyParseException refused(byte[] file, JellyReadOptions options) {
    JellyParseException error = null;
    JellyReadOptions tiny = options.toBuilder().chunkBytes(16).build();
    JellyReadOptions whole = options.toBuilder().wholeFrames(true).build();
    for (JellyReadOptions way : List.of(tiny, whole, options)) {
      try {
        throw new AssertionError("not refused, read " + byBatch(file, way, 3));
      } catch (JellyParseException e) {
        error = e;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    assertEquals(FILE, error.file());
    assertTrue(error.byteOffset() >= 0 && error.byteOffset() <= file.length);
    return error;
  }

  /** Checks that a file is refused because the given thing was expected. */
  static void refused(byte[] file, String expected) {
    JellyParseException error = refused(file, PatchReader.defaults());
    assertEquals(error.getMessage(), expected, error.expected());
  }

  static Term term(TermTable terms, int id) {
    return Reading.term(terms, id);
  }

  private static Term term(TermTable terms, int id, byte op) {
    assertTrue(PatchOp.label(op), id >= 0);
    return term(terms, id);
  }

  /** Collects the events of a stream as rows. */
  static final class Events implements PatchHandler {
    final List<PatchRow> rows = new ArrayList<>();
    PatchOptions options;
    long patch;
    private TermTable terms;

    @Override
    public void start(PatchOptions start, TermTable table) {
      options = start;
      terms = table;
    }

    private void statement(String op, int s, int p, int o, int g) {
      rows.add(
          PatchRow.of(patch, op, term(terms, s), term(terms, p), term(terms, o), term(terms, g)));
    }

    @Override
    public void add(int s, int p, int o, int g) {
      statement("A", s, p, o, g);
    }

    @Override
    public void delete(int s, int p, int o, int g) {
      statement("D", s, p, o, g);
    }

    @Override
    public void addNamespace(String name, int iri, int g) {
      rows.add(PatchRow.of(patch, "PA", name, term(terms, iri), term(terms, g)));
    }

    @Override
    public void deleteNamespace(String name, int iri, int g) {
      rows.add(PatchRow.of(patch, "PD", name, term(terms, iri), term(terms, g)));
    }

    @Override
    public void startTransaction() {
      rows.add(PatchRow.of(patch, "TX"));
    }

    @Override
    public void commit() {
      rows.add(PatchRow.of(patch, "TC"));
    }

    @Override
    public void abort() {
      rows.add(PatchRow.of(patch, "TA"));
    }

    @Override
    public void header(String name, int value) {
      rows.add(PatchRow.of(patch, "H", name, term(terms, value), null));
    }

    @Override
    public void endPatch() {
      patch++;
    }
  }
}
