package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.NTriplesParseException;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import io.github.jellybridge.rdf.text.TokenScan;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads N-Triples and N-Quads (RDF 1.2 N-Triples, RDF 1.2 N-Quads) as batches of term ids, in
 * memory that does not grow with the file.
 *
 * <pre>{@code
 * SyntaxOptions options = SyntaxOptions.of(Syntax.NTRIPLES);
 * try (NTriplesReader reader = NTriplesReader.open(in, "a.nt", options)) {
 *   while (reader.nextBatch(4096)) {
 *     StatementBatch batch = reader.batch();
 *     for (int i = 0; i < batch.size(); i++) {
 *       System.out.println(reader.terms().value(batch.s[i]));
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>As strict as the grammars: one statement per line, absolute IRIs, only their escape sequences.
 * With {@link SyntaxOptions#rdfStar}, reads the quoted triples of RDF-star as well. Not
 * thread-safe.
 */
public final class NTriplesReader implements StatementReader {
  /** Bytes to parse at a time: the lines, their terms and rows fit the private cache of a core. */
  private static final int CHUNK_BYTES = 1 << 18;

  /** The same with distinct terms, where larger chunks need fewer terms in all. */
  private static final int DISTINCT_CHUNK_BYTES = 1 << 20;

  /**
   * The shortest line that counts as a statement if only predicates are read: {@code <><a:>} and
   * its line end.
   */
  private static final int LEAST_LINE = 7;

  private final String file;
  private final ByteRange part;
  private final boolean dropMalformed;
  private final int maxLineBytes;
  private final TermTable terms = new TermTable();
  private final StatementBatch batch;
  private final ChunkedLines lines;
  private final LineParser parser;
  // The next line of the chunk, and the first byte that is not valid UTF-8, or -1.
  private int pos;
  private int invalid = -1;
  private boolean ended;
  // The error after the last batch.
  private SyntaxParseException failure;
  private long read;
  private long malformed;
  private boolean closed;

  private NTriplesReader(InputStream in, String file, SyntaxOptions options, ByteRange part) {
    this.file = file;
    this.part = part;
    this.dropMalformed = options.dropMalformed();
    this.maxLineBytes = options.maxLineBytes();
    this.batch = StatementBatch.ofColumns(options.columns());
    int chunkBytes = options.distinctTerms() ? DISTINCT_CHUNK_BYTES : CHUNK_BYTES;
    this.lines = new ChunkedLines(in, terms, part, chunkBytes, maxLineBytes);
    this.parser = new LineParser(terms, batch, options);
  }

  /**
   * Opens a file. Reads no bytes yet. Usable as a {@link io.github.jellybridge.rdf.SyntaxReader}.
   *
   * @throws IllegalArgumentException for a syntax other than N-Triples and N-Quads
   */
  public static NTriplesReader open(InputStream in, String file, SyntaxOptions options) {
    return open(in, file, options, ByteRange.WHOLE);
  }

  /**
   * Opens a part of a file. Reads no bytes yet.
   *
   * @param in the bytes from the start of the part to the end of the file; closed with the reader
   * @param file the name that errors carry
   * @param options how to read
   * @param part which lines to read
   * @throws IllegalArgumentException for a syntax other than N-Triples and N-Quads
   */
  public static NTriplesReader open(
      InputStream in, String file, SyntaxOptions options, ByteRange part) {
    if (!options.syntax().isLines()) {
      throw new IllegalArgumentException(options.syntax().title() + " has a reader of its own");
    }
    return new NTriplesReader(in, file, options, part);
  }

  /** Sets a filter. The objects of statements that it rejects are not read: their ids are -1. */
  public void filter(PredicateFilter predicates) {
    parser.filter(predicates);
  }

  /**
   * {@inheritDoc}
   *
   * @throws SyntaxParseException at a line that breaks a rule, unless such lines are dropped;
   *     earlier calls have returned the statements before it
   */
  @Override
  public boolean nextBatch(int maxStatements) throws IOException {
    StatementReader.requireRoom(maxStatements);
    StatementReader.requireOpen(closed);
    batch.clear(read);
    parser.startBatch();
    while (parser.count() == 0) {
      if (failure != null) {
        throw failure;
      }
      if (pos >= lines.stop && !nextChunk(true)) {
        return false;
      }
      batch.ensureCapacity(Math.min(maxStatements, (lines.stop - pos) / LEAST_LINE + 1));
      parse(maxStatements);
    }
    batch.size(parser.count());
    batch.startFrame(0, 0);
    read += parser.count();
    return true;
  }

  private boolean nextChunk(boolean checks) throws IOException {
    pos = ended ? ChunkedLines.END : lines.next();
    if (pos == ChunkedLines.TOO_LONG) {
      pos = lines.stop;
      failure = tooLong(pos);
      throw failure;
    }
    if (pos < 0) {
      ended = true;
      pos = lines.stop;
      return false;
    }
    parser.open(lines.data, lines.stop);
    invalid = checks ? Utf8.firstInvalid(lines.data, pos, lines.stop) : -1;
    return true;
  }

  /** Parses lines of the chunk until the batch is full. */
  private void parse(int maxStatements) throws IOException {
    while (pos < lines.stop && parser.count() < maxStatements && failure == null) {
      try {
        if (invalid < 0) {
          pos = parser.parse(pos, lines.stop, maxStatements);
        } else if (TokenScan.lineEnd(lines.data, pos) < invalid) {
          pos = parser.parse(pos, pos + 1, maxStatements);
        } else {
          pos = parser.parseCarefully(pos);
        }
      } catch (NTriplesParseException e) {
        if (!dropMalformed) {
          failure = error(parser.lineStart(), e.offset(), e.expected(), e.found());
          break;
        }
        malformed++;
        parser.passed();
        pos = parser.afterLine(TokenScan.lineEnd(lines.data, parser.lineStart()));
        if (invalid >= 0 && invalid < pos) {
          invalid = pos < lines.stop ? Utf8.firstInvalid(lines.data, pos, lines.stop) : -1;
        }
      }
    }
  }

  private SyntaxParseException tooLong(int line) throws IOException {
    return error(
        line, 0, "a line of at most " + maxLineBytes + " bytes (option maxLineBytes)", "more");
  }

  private SyntaxParseException error(int line, int offset, String expected, String found)
      throws IOException {
    int at = line + offset;
    ByteRange.Position start = part.before().get();
    return new SyntaxParseException(
        file,
        start.lines() + parser.line() + 1,
        Utf8.characters(lines.data, line, at) + 1L,
        start.bytes() + lines.base + at,
        expected,
        found);
  }

  /**
   * Counts the remaining statements by the start of each line: all lines except empty ones and
   * comments.
   *
   * @throws SyntaxParseException if the next line was already found to break a rule, or if a line
   *     is too long or does not start like a statement
   */
  @Override
  public long countStatements() throws IOException {
    StatementReader.requireOpen(closed);
    if (failure != null) {
      throw failure;
    }
    long before = read;
    while (pos < lines.stop || nextChunk(false)) {
      for (byte[] b = lines.data; pos < lines.stop; ) {
        int i = pos;
        while (b[i] == ' ' || b[i] == '\t') {
          i++;
        }
        byte c = b[i];
        if (c == '<' || c == '_') {
          read++;
        } else if (c != '#' && c != '\n' && c != '\r') {
          checkOther();
        }
        pos = parser.afterLine(TokenScan.lineEnd(b, i));
        parser.passed();
      }
    }
    return read - before;
  }

  /**
   * Checks a line that does not start like a statement, as in files of other formats. The only
   * valid one states the version of RDF.
   */
  private void checkOther() throws IOException {
    try {
      parser.checkOther(pos);
    } catch (NTriplesParseException e) {
      if (dropMalformed) {
        malformed++;
        return;
      }
      failure = error(pos, e.offset(), e.expected(), e.found());
      throw failure;
    }
  }

  @Override
  public StatementBatch batch() {
    return batch;
  }

  @Override
  public TermTable terms() {
    return terms;
  }

  /** Returns 1 after the last statement was read, as a file counts as one frame; before that 0. */
  @Override
  public long framesRead() {
    return ended ? 1 : 0;
  }

  @Override
  public long statementsRead() {
    return read;
  }

  @Override
  public long bytesRead() {
    return lines.offset() - part.start();
  }

  @Override
  public long malformedLines() {
    return malformed;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    lines.close();
  }
}
