package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.model.RdfText;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads fixtures with {@link JellyReader} in every possible way and checks that all ways agree. */
public final class Reading {
  /** The file name of fixtures. */
  public static final String FILE = "fixture.jelly";

  /** Options that keep blank node labels, so that they can be compared. */
  public static final JellyReadOptions OPTIONS =
      JellyReadOptions.builder().blankNodes(BlankNodes.PRESERVE).build();

  /** The same options, but lenient. */
  static final JellyReadOptions LENIENT = OPTIONS.toBuilder().strict(false).build();

  /** Shared by all readers, so that tests notice if a reader leaves anything in it. */
  private static final BufferPool MEMORY = new BufferPool();

  private Reading() {}

  /** Reads a file strictly in every way and checks that all agree. */
  public static List<Statement> read(byte[] file) throws IOException {
    return read(file, OPTIONS);
  }

  /** Reads a file in every way and checks that all agree. */
  public static List<Statement> read(byte[] file, JellyReadOptions options) throws IOException {
    List<Statement> expected = byFrame(file, options);
    assertEquals("whole frames", expected, byBatch(file, whole(options), 1000));
    assertEquals("batches of one", expected, byBatch(file, options, 1));
    assertEquals("batches of three", expected, byBatch(file, options, 3));
    assertEquals("smallest chunks", expected, byBatch(file, tiny(options), 1000));
    assertEquals("reading ahead", expected, byBatch(file, ahead(options), 1000));
    assertEquals("slow input", expected, byBatch(new Dribble(file), options, 7));
    assertEquals("counted", expected.size(), count(file, options));
    for (int columns : new int[] {JellyReadOptions.NONE, JellyReadOptions.P, JellyReadOptions.G}) {
      assertColumns(expected, file, options.toBuilder().columns(columns).build());
    }
    return expected;
  }

  /** Reads a file once, frame by frame. */
  public static List<Statement> byFrame(byte[] file, JellyReadOptions options) throws IOException {
    return byFrame(file, options, new BufferPool());
  }

  /** Reads a file once, frame by frame, with arrays of earlier readers. */
  public static List<Statement> byFrame(byte[] file, JellyReadOptions options, BufferPool memory)
      throws IOException {
    List<Statement> found = new ArrayList<>();
    long frames = 0;
    try (JellyReader reader =
        JellyReader.open(new ByteArrayInputStream(file), FILE, options, memory)) {
      for (long frame = 0; reader.nextFrame(); frame++) {
        List<Statement> batch = statements(reader);
        for (Statement statement : batch) {
          assertEquals("frame of a statement", frame, statement.frame());
        }
        found.addAll(batch);
        frames++;
      }
      assertEquals("frames read", frames, reader.framesRead());
      assertEquals("statements read", found.size(), reader.statementsRead());
      assertEquals("bytes read", file.length, reader.bytesRead());
    }
    return found;
  }

  /** Reads a file once, in batches. */
  public static List<Statement> byBatch(byte[] file, JellyReadOptions options, int size)
      throws IOException {
    return byBatch(new ByteArrayInputStream(file), options, size);
  }

  private static List<Statement> byBatch(InputStream in, JellyReadOptions options, int size)
      throws IOException {
    List<Statement> found = new ArrayList<>();
    try (JellyReader reader = JellyReader.open(in, FILE, options, MEMORY)) {
      while (reader.nextBatch(size)) {
        if (!options.wholeFrames()) {
          assertTrue("batch of " + reader.batch().size(), reader.batch().size() <= size);
        }
        assertEquals("first statement", found.size(), reader.batch().firstStatement());
        found.addAll(statements(reader));
      }
      assertEquals("statements read", found.size(), reader.statementsRead());
    }
    return found;
  }

  /** Counts the statements of a file without reading terms. */
  public static long count(byte[] file, JellyReadOptions options) throws IOException {
    return count(file, options, new BufferPool());
  }

  /** Counts the statements of a file without reading terms, with arrays of earlier readers. */
  public static long count(byte[] file, JellyReadOptions options, BufferPool memory)
      throws IOException {
    try (JellyReader reader =
        JellyReader.open(new ByteArrayInputStream(file), FILE, options, memory)) {
      return reader.countStatements();
    }
  }

  /** Counts the frames of a file. */
  static long frames(byte[] file) throws IOException {
    try (JellyReader reader = open(new ByteArrayInputStream(file), OPTIONS)) {
      while (reader.nextFrame()) {
        assertNotNull(reader.batch());
      }
      return reader.framesRead();
    }
  }

  /** Reads a whole file and returns the number of tolerated violations. */
  static long violations(byte[] file) throws IOException {
    read(file, LENIENT);
    try (JellyReader reader = open(new ByteArrayInputStream(file), LENIENT)) {
      while (reader.nextFrame()) {
        assertNotNull(reader.batch());
      }
      return reader.violations();
    }
  }

  /** Reads the header, which precedes the statements. */
  public static StreamHeader header(byte[] file) throws IOException {
    try (JellyReader reader = open(new ByteArrayInputStream(file), OPTIONS)) {
      return reader.header();
    }
  }

  /** Reads a whole file and returns its namespace declarations. */
  static List<NamespaceDeclaration> namespaces(byte[] file) throws IOException {
    try (JellyReader reader = open(new ByteArrayInputStream(file), OPTIONS)) {
      while (reader.nextFrame()) {
        assertNotNull(reader.batch());
      }
      return reader.namespaces();
    }
  }

  /** Checks that a file is refused in every way of reading it, and returns the error. */
  public static JellyParseException refused(byte[] file) {
    return refused(file, OPTIONS);
  }

  /** Checks that a file is refused in every way of reading it, and returns the error. */
  public static JellyParseException refused(byte[] file, JellyReadOptions options) {
    JellyParseException error = refusal("by frame", () -> byFrame(file, options));
    refusal("by batch", () -> byBatch(file, options, 2));
    refusal("whole frames", () -> byBatch(file, whole(options), 1000));
    refusal("smallest chunks", () -> byBatch(file, tiny(options), 1000));
    refusal("reading ahead", () -> byBatch(file, ahead(options), 1000));
    refusal("slow input", () -> byBatch(new Dribble(file), options, 1000));
    assertEquals(FILE, error.file());
    assertTrue("frame " + error.frame(), error.frame() >= 0);
    assertTrue("offset " + error.byteOffset(), error.byteOffset() >= 0);
    assertTrue("offset " + error.byteOffset(), error.byteOffset() <= file.length);
    assertTrue("row " + error.row(), error.row() >= -1);
    assertTrue(error.getMessage().contains(FILE));
    assertTrue(error.getMessage().contains(error.expected()));
    assertTrue(error.getMessage().contains(error.found()));
    return error;
  }

  /**
   * Checks that a strict reader refuses a file; returns the statements that a lenient one reads
   * with the given number of violations.
   */
  public static List<Statement> refusedUnlessLenient(byte[] file, long violations)
      throws IOException {
    refused(file);
    assertEquals("violations", violations, violations(file));
    return read(file, LENIENT);
  }

  /** Opens a file. */
  public static JellyReader open(InputStream in, JellyReadOptions options) throws IOException {
    return JellyReader.open(in, FILE, options);
  }

  /** Returns the statements of the current batch. */
  public static List<Statement> statements(JellyReader reader) {
    StatementBatch batch = reader.batch();
    TermTable terms = reader.terms();
    List<Statement> found = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      found.add(
          new Statement(
              batch.frame(i),
              term(terms, batch.s[i]),
              term(terms, batch.p[i]),
              term(terms, batch.o[i]),
              term(terms, batch.g[i])));
    }
    return found;
  }

  /** Returns the value of a term, null for none. */
  public static Term term(TermTable terms, int id) {
    if (id == TermTable.NO_TERM) {
      return null;
    }
    String value = terms.value(id);
    return switch (terms.kind(id)) {
      case TermKind.IRI -> new Term.Iri(value);
      case TermKind.BNODE -> new Term.Bnode(value);
      case TermKind.LITERAL -> {
        assertTrue("xsd:string is no datatype", !Term.XSD_STRING.equals(terms.datatype(id)));
        yield new Term.Literal(value, terms.lang(id), terms.datatype(id));
      }
      case TermKind.TRIPLE -> quoted(value);
      default -> throw new AssertionError("kind " + terms.kind(id));
    };
  }

  /**
   * Parses a quoted triple. Labels and tags that N-Triples does not allow give text that cannot be
   * parsed; that text is then compared as a literal.
   */
  private static Term quoted(String text) {
    try {
      return RdfText.term(text);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return new Term.Quoted(null, null, Term.text(text));
    }
  }

  private static void assertColumns(List<Statement> expected, byte[] file, JellyReadOptions options)
      throws IOException {
    int row = 0;
    try (JellyReader reader = open(new ByteArrayInputStream(file), options)) {
      while (reader.nextBatch(5)) {
        StatementBatch batch = reader.batch();
        for (int i = 0; i < batch.size(); i++, row++) {
          Statement statement = expected.get(row);
          assertColumn(reader.terms(), batch.s, i, statement.s(), options, JellyReadOptions.S);
          assertColumn(reader.terms(), batch.p, i, statement.p(), options, JellyReadOptions.P);
          assertColumn(reader.terms(), batch.o, i, statement.o(), options, JellyReadOptions.O);
          assertColumn(reader.terms(), batch.g, i, statement.g(), options, JellyReadOptions.G);
          assertEquals("frame", statement.frame(), batch.frame(i));
        }
      }
    }
    assertEquals("statements with columns " + options.columns(), expected.size(), row);
  }

  private static void assertColumn(
      TermTable terms, int[] column, int row, Term expected, JellyReadOptions options, int bit) {
    if ((options.columns() & bit) == 0) {
      assertNull("a column that was not requested", column);
    } else {
      assertEquals("projected column " + bit, expected, term(terms, column[row]));
    }
  }

  private static JellyReadOptions whole(JellyReadOptions options) {
    return options.toBuilder().wholeFrames(true).build();
  }

  private static JellyReadOptions tiny(JellyReadOptions options) {
    return options.toBuilder().chunkBytes(16).build();
  }

  private static JellyReadOptions ahead(JellyReadOptions options) {
    return options.toBuilder().chunkBytes(40).readAhead(true).build();
  }

  private interface Attempt {
    List<Statement> read() throws IOException;
  }

  private static JellyParseException refusal(String way, Attempt attempt) {
    List<Statement> found;
    try {
      found = attempt.read();
    } catch (JellyParseException e) {
      return e;
    } catch (IOException | RuntimeException e) {
      throw new AssertionError(way + ": not a JellyParseException", e);
    }
    throw new AssertionError(way + ": not refused, read " + found);
  }

  /** An input that returns one byte at a time, as slow streams may. */
  private static final class Dribble extends FilterInputStream {
    Dribble(byte[] file) {
      super(new ByteArrayInputStream(file));
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
      return super.read(b, off, Math.min(len, 1));
    }
  }
}
