package io.github.jellybridge.rdf;

import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.LabelCharacters;
import io.github.jellybridge.rdf.text.LanguageTags;
import io.github.jellybridge.rdf.text.TextCursor;
import io.github.jellybridge.rdf.text.TokenScan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses N-Triples and N-Quads (RDF 1.2 N-Triples §7, RDF 1.2 N-Quads §4) from UTF-8 into terms of
 * a table: the inverse of {@link NTriples}.
 *
 * <p>Strict about every production. Restores labels that {@link NTriples} has rewritten. Which
 * other text is accepted, such as the quoted triples of RDF-star ({@code << s p o >>}), depends on
 * the constructor. Not thread-safe.
 */
public final class NTriplesParser extends TextCursor {
  /** Largest nesting limit. Nesting is parsed recursively; more might overflow the stack. */
  public static final int MAX_NESTING = 1000;

  private static final byte[] XSD_STRING = NTriples.XSD_STRING.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] VERSION = "VERSION".getBytes(StandardCharsets.US_ASCII);

  private final TermTable terms;
  private final boolean strict;
  private final boolean star;
  private final boolean graphs;
  private final int maxNesting;
  private final ScopedLabels labels;
  private final ByteBuilder quoted = new ByteBuilder();

  /** The position of a term in a statement. */
  public enum Position {
    /** The subject: an IRI or a blank node; in RDF-star also a quoted triple. */
    SUBJECT("a subject: '<' or '_:'"),
    /** The predicate: an IRI. */
    PREDICATE("a predicate: '<'"),
    /** The object: any term. */
    OBJECT("an object: '<', '_:', '\"' or '<<('"),
    /** The name of a graph: an IRI or a blank node. */
    GRAPH("a graph name or '.'"),
    /** Anywhere: any term. */
    ANY("a term: '<', '_:' or '\"'");

    private final String expected;

    Position(String expected) {
      this.expected = expected;
    }

    private boolean allows(byte first, boolean quoted, boolean star) {
      return switch (this) {
        case SUBJECT -> first != '"' && (!quoted || star);
        case PREDICATE -> first == '<' && !quoted;
        case GRAPH -> first != '"' && !quoted;
        case OBJECT, ANY -> true;
      };
    }
  }

  /**
   * Creates a parser that adds a term to a table for each call. It accepts any kind of term in any
   * position, as in generalized RDF, relative IRIs, and {@code << s p o >>} for a triple term.
   */
  public NTriplesParser(TermTable terms) {
    this(terms, false, true, true, MAX_NESTING, new ScopedLabels(null));
  }

  /**
   * Creates a parser for a file that is as strict as the grammars.
   *
   * @param terms the table to add terms to
   * @param graphs whether statements may have graph names: N-Quads
   * @param star whether to accept what RDF-star adds: quoted triples {@code << s p o >>}, and
   *     quoted triples as subjects
   * @param maxNesting deepest nesting of triple terms accepted
   * @param labels makes the labels of blank nodes unique
   */
  public NTriplesParser(
      TermTable terms, boolean graphs, boolean star, int maxNesting, ScopedLabels labels) {
    this(terms, true, graphs, star, maxNesting, labels);
  }

  private NTriplesParser(
      TermTable terms,
      boolean strict,
      boolean graphs,
      boolean star,
      int maxNesting,
      ScopedLabels labels) {
    this.terms = terms;
    this.strict = strict;
    this.graphs = graphs;
    this.star = star;
    this.maxNesting = maxNesting;
    this.labels = labels;
  }

  /**
   * Parses one term, which may have only white space around it.
   *
   * @param source the array that holds the text
   * @param from its first byte
   * @param to one past its last byte
   * @return the id of the term
   * @throws NTriplesParseException if the text is not a term
   */
  public int term(byte[] source, int from, int to) {
    openChecked(source, from, to);
    int id = next(Position.ANY, 0);
    blanks();
    if (at < end) {
      throw error("the end of the term");
    }
    return id;
  }

  /**
   * Parses a literal whose first escape sequence was already found. Afterwards {@link #position}
   * returns its end.
   *
   * @param source valid UTF-8
   * @param line the start of the line, for the offsets in errors
   * @param from the start of the literal
   * @param escape the start of its first escape sequence
   * @param to the latest possible end of the literal
   * @return the id of the literal
   * @throws NTriplesParseException if the text is not a literal
   */
  public int escapedLiteral(byte[] source, int line, int from, int escape, int to) {
    open(source, line, to);
    at = from;
    return literal(escape);
  }

  /** Returns one past the last byte of the last parsed text. */
  public int position() {
    return at;
  }

  /**
   * Parses a triple term into its terms.
   *
   * @param ids receives the ids of subject, predicate and object
   * @throws NTriplesParseException if the text is not a triple term
   */
  public void quotedTriple(byte[] source, int from, int to, int[] ids) {
    openChecked(source, from, to);
    quoted(0, ids);
    if (at < end) {
      throw error("the end of the triple term");
    }
  }

  /**
   * Parses a line and adds its statement to a batch.
   *
   * @param into a batch with all four columns
   * @return false if the line is empty, a comment, or states the version of RDF
   * @throws NTriplesParseException if the text is not a line of N-Triples or N-Quads
   */
  public boolean statement(byte[] source, int from, int to, StatementBatch into) {
    int[] ids = new int[4];
    if (!statement(source, from, to, ids)) {
      return false;
    }
    int n = into.size();
    into.ensureCapacity(n + 1);
    into.s[n] = ids[0];
    into.p[n] = ids[1];
    into.o[n] = ids[2];
    into.g[n] = ids[3];
    into.size(n + 1);
    return true;
  }

  /**
   * Parses a line.
   *
   * @param ids receives the ids of subject, predicate, object and graph name
   * @return false if the line is empty, a comment, or states the version of RDF
   * @throws NTriplesParseException if the text is not a line of N-Triples or N-Quads
   */
  public boolean statement(byte[] source, int from, int to, int[] ids) {
    openChecked(source, from, to);
    blanks();
    if (at == end || text[at] == '#') {
      return false;
    }
    if (strict && text[at] == VERSION[0]) {
      version();
      return false;
    }
    ids[0] = next(Position.SUBJECT, 0);
    ids[1] = next(Position.PREDICATE, 0);
    ids[2] = next(Position.OBJECT, 0);
    blanks();
    ids[3] = graphs && at < end && text[at] != '.' ? next(Position.GRAPH, 0) : TermTable.NO_TERM;
    blanks();
    expect('.', "'.' at the end of the statement");
    endOfLine();
    return true;
  }

  /** Parses a directive such as {@code VERSION "1.2"} (RDF 1.2 N-Triples §2.2). */
  private void version() {
    for (byte letter : VERSION) {
      expect((char) letter, "a subject: '<' or '_:', or VERSION");
    }
    blanks();
    if (at == end || text[at] != '"') {
      throw error("the version in quotation marks");
    }
    lexicalForm(at + 1);
    endOfLine();
  }

  private void endOfLine() {
    blanks();
    if (at < end && text[at] != '#') {
      throw error("the end of the line");
    }
  }

  // ---- terms ---------------------------------------------------------------------------------

  private int next(Position position, int depth) {
    blanks();
    byte first = at < end ? text[at] : 0;
    boolean triple = first == '<' && at + 1 < end && text[at + 1] == '<';
    if (strict && !position.allows(first, triple, star)) {
      boolean hint = triple && position == Position.SUBJECT;
      throw error(position.expected + (hint ? " (option rdfStar allows '<<')" : ""));
    }
    switch (first) {
      case '<' -> {
        if (triple) {
          int[] ids = new int[3];
          int size = terms.size();
          int used = terms.used();
          quoted(depth, ids);
          quoted.clear();
          NTriples.appendTriple(terms, ids[0], ids[1], ids[2], quoted);
          // The text of the triple contains its terms, so they are removed from the table.
          terms.truncate(size, used);
          labels.forget();
          return terms.addCopy(TermKind.TRIPLE, quoted.array(), 0, quoted.length());
        }
        iri();
        return terms.addCopy(TermKind.IRI, token, tokenFrom, tokenTo - tokenFrom);
      }
      case '_' -> {
        return bnode();
      }
      case '"' -> {
        return literal(at + 1);
      }
      default -> throw error(strict ? position.expected : Position.ANY.expected);
    }
  }

  private void quoted(int depth, int[] ids) {
    if (depth == maxNesting) {
      String option = strict ? " (option maxNesting)" : "";
      throw error("triple terms nested at most " + maxNesting + " deep" + option);
    }
    expect('<', "'<<'");
    expect('<', "'<<'");
    boolean parentheses = at < end && text[at] == '(';
    if (!parentheses && !star) {
      throw error("'<<(' (option rdfStar reads '<<' as in RDF-star)");
    }
    at += parentheses ? 1 : 0;
    ids[0] = next(Position.SUBJECT, depth + 1);
    ids[1] = next(Position.PREDICATE, depth + 1);
    ids[2] = next(Position.OBJECT, depth + 1);
    blanks();
    String close = parentheses ? "')>>'" : "'>>'";
    if (parentheses) {
      expect(')', close);
    }
    expect('>', close);
    expect('>', close);
  }

  // The value of the last token: a slice of the text, or of the unescaped text.
  private byte[] token;
  private int tokenFrom;
  private int tokenTo;

  private void iri() {
    int open = at++;
    int run = at;
    boolean plain = true;
    while (at < end && text[at] != '>') {
      if (text[at] == '\\') {
        plain = unescape(plain, run, false);
        run = at;
      } else if (IriCharacters.forbidden(text[at])) {
        throw error("a character that an IRI may contain");
      } else {
        at++;
      }
    }
    close(plain, run, open + 1);
    expect('>', "'>' at the end of the IRI");
    if (strict && !IriCharacters.isAbsolute(token, tokenFrom, tokenTo)) {
      at = open + 1;
      throw error("an absolute IRI: one that starts with a scheme and ':'");
    }
  }

  /**
   * Reads the lexical form between quotation marks.
   *
   * @param unseen the first byte not yet examined
   */
  private void lexicalForm(int unseen) {
    int open = at;
    int run = open + 1;
    at = unseen;
    boolean plain = true;
    while (true) {
      at = TokenScan.literalStop(text, at, end);
      if (at == end || text[at] == '"') {
        break;
      }
      if (text[at] != '\\') {
        throw error("an escaped line break in a literal");
      }
      plain = unescape(plain, run, true);
      run = at;
    }
    close(plain, run, open + 1);
    expect('"', "'\"' at the end of the literal");
  }

  /** Appends the text before an escape sequence and the character that it means. */
  private boolean unescape(boolean first, int run, boolean characters) {
    if (first) {
      unescaped.clear();
    }
    keep(run);
    escape(characters);
    return false;
  }

  private void close(boolean plain, int run, int from) {
    if (!plain) {
      keep(run);
    }
    token = plain ? text : unescaped.array();
    tokenFrom = plain ? from : 0;
    tokenTo = plain ? at : unescaped.length();
  }

  private int literal(int unseen) {
    lexicalForm(unseen);
    byte[] source = token;
    int from = tokenFrom;
    int length = tokenTo - tokenFrom;
    int lang = 0;
    int datatype = 0;
    int after = at;
    // White space is allowed between any two tokens.
    blanks();
    if (at < end && text[at] == '@') {
      lang = lang();
    } else if (at < end && text[at] == '^') {
      if (source != text) {
        source = unescaped.toByteArray();
      }
      datatype = datatype();
    } else {
      at = after;
    }
    return terms.addLiteralCopy(source, from, length, lang, datatype);
  }

  private int lang() {
    int from = at + 1;
    int tagEnd = LanguageTags.end(text, from, end);
    if (tagEnd < 0) {
      at = ~tagEnd;
      throw error("a language tag");
    }
    at = tagEnd;
    return terms.symbols().intern(text, from, tagEnd);
  }

  private int datatype() {
    expect('^', "'^^'");
    expect('^', "'^^'");
    blanks();
    if (at == end || text[at] != '<') {
      throw error("the IRI of a datatype");
    }
    int from = at;
    iri();
    if (Arrays.equals(token, tokenFrom, tokenTo, XSD_STRING, 0, XSD_STRING.length)) {
      return 0;
    }
    if (strict && NTriples.isLanguageType(token, tokenFrom, tokenTo)) {
      at = from;
      throw error("a language tag, or a datatype other than that of literals with one");
    }
    return terms.symbols().intern(token, tokenFrom, tokenTo);
  }

  private int bnode() {
    at++;
    expect(':', "'_:'");
    int from = at;
    at = LabelCharacters.end(text, from, end);
    if (at == from) {
      throw error("a blank node label");
    }
    byte[] first = NTriples.labelBefore(text, from, at);
    int slice =
        first == null
            ? terms.addBytes(text, from, at - from)
            : terms.addBytes(first, 0, first.length);
    return labels.add(terms, slice, slice + (first == null ? at - from : first.length));
  }
}
