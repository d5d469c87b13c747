package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.NTriplesParseException;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.LanguageTags;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes a file in one of the syntaxes of RDF that are text, from batches of term ids.
 *
 * <pre>{@code
 * try (SyntaxWriter writer = SyntaxWriter.open(out, SyntaxWriteOptions.of(Syntax.TURTLE))) {
 *   while (reader.nextBatch(4096)) {
 *     writer.write(reader.batch(), reader.terms(), 0, reader.batch().size());
 *   }
 * }
 * }</pre>
 *
 * <p>Statements are written in the order in which they come, consecutive ones of the same subject
 * as one block, and are forgotten then: memory does not grow with the file. Labels of blank nodes
 * stay as they are, so they mean the same in all files that are written of some statements. What a
 * syntax cannot hold is refused. After an exception nothing more can be written. Not thread-safe.
 */
public abstract class SyntaxWriter implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final OutputStream sink;
  private final Syntax syntax;

  /** The text to write next. */
  final ByteBuilder out = new ByteBuilder();

  /** Splits and writes triple terms. */
  final QuotedTriples quoted;

  private boolean started;
  private boolean failed;
  private boolean finished;
  private long statements;

  SyntaxWriter(OutputStream sink, Syntax syntax) {
    this(sink, syntax, new QuotedTriples(false, false));
  }

  SyntaxWriter(OutputStream sink, Syntax syntax, QuotedTriples quoted) {
    this.sink = sink;
    this.syntax = syntax;
    this.quoted = quoted;
  }

  /**
   * Opens a writer; writes nothing yet.
   *
   * @param out where the bytes go, in pieces that need no buffer; closed with the writer
   * @throws IllegalArgumentException for a syntax that is not written here
   */
  public static SyntaxWriter open(OutputStream out, SyntaxWriteOptions options) {
    return switch (options.syntax()) {
      case NTRIPLES, NQUADS -> new NTriplesWriter(out, options);
      case TURTLE, TRIG -> new TurtleWriter(out, options);
      case RDFXML -> new RdfXmlWriter(out, options);
      case JSONLD -> new JsonLdWriter(out, options);
      default ->
          throw new IllegalArgumentException(
              options.syntax().title()
                  + " cannot be written; there are "
                  + SyntaxWriteOptions.shortNames());
    };
  }

  /**
   * Writes some statements of a batch.
   *
   * @param batch ids of the table; a missing {@code g} is the default graph
   * @param terms the table; what it holds is not needed after the call
   * @param from the first entry to write
   * @param to one past the last entry to write
   * @throws SyntaxWriteException if a statement cannot be written
   */
  public final void write(StatementBatch batch, TermTable terms, int from, int to)
      throws IOException {
    boolean good = false;
    try {
      begin();
      for (int i = from; i < to; i++) {
        int g = batch.g == null ? TermTable.NO_TERM : batch.g[i];
        check(terms, batch.s[i], batch.p[i], batch.o[i], g);
        statement(terms, batch.s[i], batch.p[i], batch.o[i], g);
        statements++;
        flush(BUFFER_BYTES);
      }
      good = true;
    } finally {
      failed |= !good;
    }
  }

  private void begin() throws IOException {
    if (failed || finished) {
      throw new IllegalStateException("nothing more can be written");
    }
    if (!started) {
      started = true;
      start();
    }
  }

  private void flush(int threshold) throws IOException {
    if (out.length() >= threshold) {
      sink.write(out.array(), 0, out.length());
      out.clear();
    }
  }

  /** Writes the buffered text; does not close the stream. Nothing can be written after it. */
  public final void finish() throws IOException {
    begin();
    finished = true;
    end();
    flush(0);
    sink.flush();
  }

  /** Finishes, unless writing failed before, and closes the stream. */
  @Override
  public final void close() throws IOException {
    try (sink) {
      if (!failed && !finished) {
        finish();
      }
    }
  }

  /** Returns the number of statements written. */
  public final long statementsWritten() {
    return statements;
  }

  // ---- of each syntax --------------------------------------------------------------------------

  /** Writes the text before the first statement. */
  abstract void start() throws IOException;

  /** Writes a statement that was checked. */
  abstract void statement(TermTable terms, int s, int p, int o, int g) throws IOException;

  /** Writes the text after the last statement. */
  abstract void end() throws IOException;

  /** Tells whether graphs may have names. */
  abstract boolean named();

  /** Tells whether quoted triples are allowed as subjects, or as objects. */
  abstract boolean quoted(boolean object);

  /** Tells whether literals may have a base direction. */
  abstract boolean directions();

  /** Tells whether there are escapes for characters that IRIs must not have. */
  abstract boolean escapesIris();

  /** Appends text that is ASCII. */
  final void append(String text) {
    for (int i = 0; i < text.length(); i++) {
      out.append(text.charAt(i));
    }
  }

  final SyntaxWriteException refused(String expected, TermTable terms, int found) {
    byte[] text = found <= TermTable.NO_TERM ? null : NTriples.term(terms, found);
    return refused(expected, text == null ? "no term" : new String(text, StandardCharsets.UTF_8));
  }

  final SyntaxWriteException refused(String expected, String found) {
    return new SyntaxWriteException(syntax.title(), statements, expected, found);
  }

  /** Checks the kinds of terms in each position: RDF 1.1 Concepts §3.1. */
  private void check(TermTable terms, int s, int p, int o, int g) throws SyntaxWriteException {
    byte subject = kind(terms, s);
    if (subject != TermKind.IRI && subject != TermKind.BNODE) {
      if (subject != TermKind.TRIPLE || !quoted(false)) {
        throw refused("an IRI or a blank node as the subject", terms, s);
      }
    }
    if (kind(terms, p) != TermKind.IRI) {
      throw refused("an IRI as the predicate", terms, p);
    }
    byte object = kind(terms, o);
    if (object == TermKind.NONE || object == TermKind.TRIPLE && !quoted(true)) {
      throw refused("an IRI, a blank node or a literal as the object", terms, o);
    }
    byte graph = kind(terms, g);
    if (g != TermTable.NO_TERM) {
      if (!named()) {
        throw refused("no named graphs, which this syntax does not have", terms, g);
      }
      if (graph != TermKind.IRI && graph != TermKind.BNODE) {
        throw refused("an IRI or a blank node as the graph", terms, g);
      }
    }
    checkText(terms, s);
    checkText(terms, p);
    checkText(terms, o);
    checkText(terms, g);
  }

  /**
   * Rejects relative IRIs, which change their meaning with the location of a file, and terms that
   * could not be read at all.
   */
  private void checkText(TermTable terms, int id) throws SyntaxWriteException {
    byte kind = kind(terms, id);
    if (kind == TermKind.IRI) {
      int from = terms.valueOffset(id);
      checkIri(terms, id, terms.data(), from, from + terms.valueLength(id));
    } else if (kind == TermKind.LITERAL) {
      checkLiteral(terms, id);
    } else if (kind == TermKind.TRIPLE) {
      checkQuoted(quoted.open(terms, id));
    }
  }

  private void checkLiteral(TermTable terms, int id) throws SyntaxWriteException {
    int from = terms.valueOffset(id);
    checkUtf8(terms, id, terms.data(), from, from + terms.valueLength(id));
    if (terms.langId(id) != 0) {
      byte[] lang = terms.symbols().bytes(terms.langId(id));
      if (!LanguageTags.isTag(lang)) {
        throw refused("a language tag", terms, id);
      }
      if (LanguageTags.hasDirection(lang) && !directions()) {
        throw refused(
            "a literal without a base direction, which this syntax does not have", terms, id);
      }
      if (terms.datatypeId(id) != 0) {
        throw refused(
            "a literal with a language tag or a datatype",
            "both, " + terms.lang(id) + " and " + terms.datatype(id));
      }
    } else if (terms.datatypeId(id) != 0) {
      byte[] datatype = terms.symbols().bytes(terms.datatypeId(id));
      checkIri(terms, id, datatype, 0, datatype.length);
    }
  }

  private void checkUtf8(TermTable terms, int id, byte[] text, int from, int to)
      throws SyntaxWriteException {
    if (Utf8.firstInvalid(text, from, to) >= 0) {
      throw refused("a term that is valid UTF-8", terms, id);
    }
  }

  /** Checks a quoted triple as a statement is checked. */
  private void checkQuoted(byte[] text) throws SyntaxWriteException {
    TermTable parts = quoted.parts();
    int[] ids;
    try {
      ids = quoted.apart(text);
    } catch (NTriplesParseException e) {
      throw refused(e.expected(), e.found());
    }
    if (parts.kind(ids[0]) == TermKind.LITERAL) {
      throw refused("an IRI or a blank node as the subject of a quoted triple", parts, ids[0]);
    }
    if (parts.kind(ids[1]) != TermKind.IRI) {
      throw refused("an IRI as the predicate of a quoted triple", parts, ids[1]);
    }
    for (int id : ids) {
      if (parts.kind(id) == TermKind.TRIPLE) {
        checkQuoted(quoted.inner(id));
      } else {
        checkText(parts, id);
      }
    }
  }

  private void checkIri(TermTable terms, int id, byte[] iri, int from, int to)
      throws SyntaxWriteException {
    checkUtf8(terms, id, iri, from, to);
    if (IriCharacters.schemeEnd(iri, from, to) < 0) {
      throw refused("an absolute IRI", terms, id);
    }
    if (!escapesIris() && !IriCharacters.isPlainAbsolute(iri, from, to)) {
      throw refused("an IRI of characters that IRIs may have", terms, id);
    }
  }

  private static byte kind(TermTable terms, int id) {
    if (id >= terms.size()) {
      throw new IllegalArgumentException(
          "term id " + id + " is not in the table, which ends before " + terms.size());
    }
    return id <= TermTable.NO_TERM ? TermKind.NONE : terms.kind(id);
  }
}
