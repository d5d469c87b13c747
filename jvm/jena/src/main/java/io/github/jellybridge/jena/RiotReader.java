package io.github.jellybridge.jena;

import io.github.jellybridge.jena.xml.XmlPrologue;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Reads Turtle, TriG, RDF/XML, JSON-LD, RDF Thrift and RDF Protobuf through the parsers of Jena
 * RIOT, as batches of term ids.
 *
 * <p>Those parsers push statements until a file ends, so each runs in a thread of its own that
 * sleeps between batches: the two threads take turns and never run at once. Terms are forgotten
 * from batch to batch, so memory does not grow with the file, except for JSON-LD, whose documents
 * are in memory as a whole. Not thread-safe.
 */
public final class RiotReader implements StatementReader {
  /** Bytes for the text of the terms of a batch, at first. */
  private static final int TEXT_BYTES = 1 << 16;

  static {
    XmlPrologue.initialize();
  }

  private final TermTable terms = new TermTable();
  private final StatementBatch batch;
  private final RiotSink sink;
  private final PullParser parser;
  private final PullParser.Work parsing;
  private final CancellableInput in;
  private long statements;
  private boolean ended;
  private boolean closed;

  private RiotReader(InputStream stream, String file, SyntaxOptions options) {
    this.batch = StatementBatch.ofColumns(options.columns());
    this.in = new CancellableInput(stream);
    this.parser = new PullParser("reading " + file);
    this.sink = new RiotSink(terms, batch, parser, in::count, !options.syntax().isBinaryOfJena());
    this.parsing = () -> RiotParser.parse(in, file, options, sink);
    terms.reset(new byte[TEXT_BYTES], 0);
  }

  /**
   * Opens a file; reads nothing yet. Is a {@link io.github.jellybridge.rdf.SyntaxReader}.
   *
   * @throws IllegalArgumentException for a syntax that is read elsewhere
   */
  public static RiotReader open(InputStream in, String file, SyntaxOptions options) {
    RiotParser.require(options.syntax());
    return new RiotReader(in, file, options);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.github.jellybridge.rdf.SyntaxParseException if anything breaks a rule or a limit
   */
  @Override
  public boolean nextBatch(int maxStatements) throws IOException {
    StatementReader.requireRoom(maxStatements);
    StatementReader.requireOpen(closed);
    batch.clear(statements);
    terms.reset(terms.data(), 0);
    terms.symbols().clearIfLarge();
    if (ended) {
      return false;
    }
    sink.startBatch(maxStatements);
    try {
      ended = !parser.take(parsing);
    } catch (IOException e) {
      if (e instanceof InterruptedIOException || batch.size() == 0) {
        throw e;
      }
      // The statements before the error first; the next call fails in the same way.
    }
    batch.startFrame(0, 0);
    statements += batch.size();
    return batch.size() > 0;
  }

  @Override
  public void cancelWhen(BooleanSupplier cancelled) {
    parser.stopWhen(cancelled);
  }

  @Override
  public StatementBatch batch() {
    return batch;
  }

  @Override
  public TermTable terms() {
    return terms;
  }

  /** {@inheritDoc} Everything is parsed. */
  @Override
  public long countStatements() throws IOException {
    long before = statements;
    while (nextBatch(1 << 12)) {
      // Counted there.
    }
    return statements - before;
  }

  /** {@inheritDoc} Of each name, the latest. */
  @Override
  public Map<String, String> prefixes() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(sink.namespaces()));
  }

  @Override
  public long framesRead() {
    return ended ? 1 : 0;
  }

  @Override
  public long statementsRead() {
    return statements;
  }

  @Override
  public long bytesRead() {
    return in.count();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    ended = true;
    parser.end(in::cancel);
    in.close();
  }
}
