package io.github.jellybridge.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses N-Triples and N-Quads (RDF 1.1 N-Triples §7, RDF 1.1 N-Quads §4) from UTF-8 into terms of
 * a table: the inverse of {@link NTriples}.
 *
 * <p>Strict about every production, with two additions: quoted triples, {@code << s p o >>} and
 * {@code <<( s p o )>>}, nested up to {@link #MAX_NESTING} deep; and any kind of term in any place,
 * as generalized RDF has it. Labels that {@link NTriples} had to rewrite get their first form back.
 * Relative IRIs are not refused. Not thread-safe.
 */
public final class NTriplesParser {
  /** Nesting is parsed recursively; beyond this the stack might not do. */
  public static final int MAX_NESTING = 1000;

  private static final byte[] XSD_STRING =
      "http://www.w3.org/2001/XMLSchema#string".getBytes(StandardCharsets.US_ASCII);

  private final TermTable terms;
  private final ByteBuilder unescaped = new ByteBuilder();
  private final ByteBuilder quoted = new ByteBuilder();
  private byte[] text = {};
  private int start;
  private int at;
  private int end;

  /** Makes a parser that adds terms to a table; one more call, one more term. */
  public NTriplesParser(TermTable terms) {
    this.terms = terms;
  }

  /**
   * Parses one term, with nothing before or behind it but white space.
   *
   * @param source the array that holds the text
   * @param from its first byte
   * @param to one past its last byte
   * @return the id of the term
   * @throws NTriplesParseException if it is no term
   */
  public int term(byte[] source, int from, int to) {
    open(source, from, to);
    int id = next(0);
    blanks();
    if (at < end) {
      throw error("the end of the term");
    }
    return id;
  }

  /**
   * Parses a quoted triple into its terms.
   *
   * @param ids gets the ids of subject, predicate and object
   * @throws NTriplesParseException if it is no quoted triple
   */
  public void quotedTriple(byte[] source, int from, int to, int[] ids) {
    open(source, from, to);
    quoted(0, ids);
    if (at < end) {
      throw error("the end of the quoted triple");
    }
  }

  /**
   * Parses a line and adds its statement to a batch.
   *
   * @param into a batch with all four columns
   * @return false if the line is empty or a comment
   * @throws NTriplesParseException if it is no line of N-Triples or N-Quads
   */
  public boolean statement(byte[] source, int from, int to, StatementBatch into) {
    open(source, from, to);
    blanks();
    if (at == end || text[at] == '#') {
      return false;
    }
    int s = next(0);
    int p = next(0);
    int o = next(0);
    blanks();
    int g = at < end && text[at] != '.' ? next(0) : TermTable.NO_TERM;
    blanks();
    expect('.', "'.' behind the statement");
    blanks();
    if (at < end && text[at] != '#') {
      throw error("the end of the line");
    }
    int n = into.size();
    into.ensureCapacity(n + 1);
    into.s[n] = s;
    into.p[n] = p;
    into.o[n] = o;
    into.g[n] = g;
    into.size(n + 1);
    return true;
  }

  private void open(byte[] source, int from, int to) {
    text = source;
    start = from;
    at = from;
    end = to;
    int bad = Utf8.firstInvalid(source, from, to);
    if (bad >= 0) {
      at = bad;
      throw error("valid UTF-8");
    }
  }

  // ---- terms ---------------------------------------------------------------------------------

  private int next(int depth) {
    blanks();
    switch (at < end ? text[at] : 0) {
      case '<' -> {
        if (at + 1 < end && text[at + 1] == '<') {
          int[] ids = new int[3];
          quoted(depth, ids);
          quoted.clear();
          NTriples.appendTriple(terms, ids[0], ids[1], ids[2], quoted);
          return terms.addCopy(TermKind.TRIPLE, quoted.array(), 0, quoted.length());
        }
        boolean plain = iri();
        return plain
            ? terms.addCopy(TermKind.IRI, text, sliceFrom, sliceTo - sliceFrom)
            : terms.addCopy(TermKind.IRI, unescaped.array(), 0, unescaped.length());
      }
      case '_' -> {
        return bnode();
      }
      case '"' -> {
        return literal();
      }
      default -> throw error("a term: '<', '_:' or '\"'");
    }
  }

  private void quoted(int depth, int[] ids) {
    if (depth == MAX_NESTING) {
      throw error("quoted triples nested at most " + MAX_NESTING + " deep");
    }
    expect('<', "'<<'");
    expect('<', "'<<'");
    boolean parentheses = at < end && text[at] == '(';
    at += parentheses ? 1 : 0;
    for (int i = 0; i < 3; i++) {
      ids[i] = next(depth + 1);
    }
    blanks();
    String close = parentheses ? "')>>'" : "'>>'";
    if (parentheses) {
      expect(')', close);
    }
    expect('>', close);
    expect('>', close);
  }

  // The part between the delimiters of what was read last, when it needs no unescaping.
  private int sliceFrom;
  private int sliceTo;

  /** Reads an IRI; returns whether it is a slice, and not in {@link #unescaped}. */
  private boolean iri() {
    at++;
    sliceFrom = at;
    boolean plain = true;
    while (at < end) {
      byte b = text[at];
      if (b == '>') {
        sliceTo = at++;
        return plain;
      }
      if (b == '\\') {
        plain = startUnescaping(plain);
        escape(false);
      } else if (NTriples.forbiddenInIri(b)) {
        throw error("a character that may stand in an IRI");
      } else {
        keep(plain, b);
      }
    }
    throw error("'>' behind the IRI");
  }

  private int literal() {
    at++;
    sliceFrom = at;
    boolean plain = true;
    while (at < end && text[at] != '"') {
      byte b = text[at];
      if (b == '\\') {
        plain = startUnescaping(plain);
        escape(true);
      } else if (b == '\n' || b == '\r') {
        throw error("an escaped line break in a literal");
      } else {
        keep(plain, b);
      }
    }
    sliceTo = at;
    expect('"', "'\"' behind the literal");
    byte[] source = plain ? text : unescaped.toByteArray();
    int from = plain ? sliceFrom : 0;
    int length = plain ? sliceTo - sliceFrom : source.length;
    int lang = 0;
    int datatype = 0;
    if (at < end && text[at] == '@') {
      lang = lang();
    } else if (at < end && text[at] == '^') {
      datatype = datatype();
    }
    return terms.addLiteralCopy(source, from, length, lang, datatype);
  }

  /** LANGTAG: letters, then groups of letters and digits behind hyphens. */
  private int lang() {
    int from = ++at;
    while (at < end && letter(text[at])) {
      at++;
    }
    boolean ok = at > from;
    while (ok && at < end && text[at] == '-') {
      int group = ++at;
      while (at < end && (letter(text[at]) || text[at] >= '0' && text[at] <= '9')) {
        at++;
      }
      ok = at > group;
    }
    if (!ok) {
      throw error("a language tag");
    }
    return terms.symbols().intern(text, from, at);
  }

  private int datatype() {
    expect('^', "'^^'");
    expect('^', "'^^'");
    if (at == end || text[at] != '<') {
      throw error("the IRI of a datatype");
    }
    boolean plain = iri();
    byte[] source = plain ? text : unescaped.toByteArray();
    int from = plain ? sliceFrom : 0;
    int to = plain ? sliceTo : source.length;
    if (Arrays.equals(source, from, to, XSD_STRING, 0, XSD_STRING.length)) {
      return 0;
    }
    return terms.symbols().intern(source, from, to);
  }

  private int bnode() {
    at++;
    expect(':', "'_:'");
    int from = at;
    int labelEnd = at;
    while (at < end) {
      int next = codePoint();
      if (from == at ? !LabelCharacters.starts(next) : !labelGoesOn(next)) {
        break;
      }
      at += width(next);
      // A label may hold full stops, but not end with one.
      labelEnd = next == '.' ? labelEnd : at;
    }
    at = labelEnd;
    if (at == from) {
      throw error("a blank node label");
    }
    byte[] first = NTriples.labelBefore(text, from, at);
    return first == null
        ? terms.addCopy(TermKind.BNODE, text, from, at - from)
        : terms.addCopy(TermKind.BNODE, first, 0, first.length);
  }

  private static boolean labelGoesOn(int c) {
    return LabelCharacters.continues(c) || c == '.';
  }

  private static boolean letter(byte b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
  }

  // ---- characters ----------------------------------------------------------------------------

  private void keep(boolean plain, byte b) {
    if (!plain) {
      unescaped.append(b);
    }
    at++;
  }

  private boolean startUnescaping(boolean plain) {
    if (plain) {
      unescaped.clear();
      unescaped.append(text, sliceFrom, at - sliceFrom);
    }
    return false;
  }

  /** Reads ECHAR, where it may stand, or UCHAR. */
  private void escape(boolean characters) {
    int letter = at + 1 < end ? text[at + 1] : 0;
    if (letter == 'u' || letter == 'U') {
      hex(letter == 'u' ? 4 : 8);
      return;
    }
    int c =
        switch (characters ? letter : 0) {
          case 't' -> '\t';
          case 'b' -> '\b';
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 'f' -> '\f';
          case '"', '\'', '\\' -> letter;
          default -> throw error("an escape sequence");
        };
    unescaped.append(c);
    at += 2;
  }

  private void hex(int digits) {
    int c = 0;
    for (int i = at + 2; i < at + 2 + digits; i++) {
      // Character.digit knows digits beyond ASCII, of which no single byte is one.
      int digit = i < end ? Character.digit(text[i], 16) : -1;
      if (digit < 0 || c > 0x10ffff) {
        throw error(digits + " hexadecimal digits of a character");
      }
      c = c << 4 | digit;
    }
    if (c > 0x10ffff || c >= 0xd800 && c <= 0xdfff) {
      throw error("a Unicode character");
    }
    unescaped.append(new String(Character.toChars(c)).getBytes(StandardCharsets.UTF_8));
    at += 2 + digits;
  }

  /** Returns the character at hand; the text was checked to be UTF-8. */
  private int codePoint() {
    return LabelCharacters.codePoint(text, at);
  }

  private static int width(int c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }

  private void blanks() {
    while (at < end && (text[at] == ' ' || text[at] == '\t')) {
      at++;
    }
  }

  private void expect(char c, String what) {
    if (at >= end || text[at] != c) {
      throw error(what);
    }
    at++;
  }

  private NTriplesParseException error(String expected) {
    String found = "the end of the text";
    if (at < end) {
      int b = text[at];
      found = b > 0x20 && b < 0x7f ? "'" + (char) b + "'" : "byte 0x%02x".formatted(b & 0xff);
    }
    return new NTriplesParseException(at - start, expected, found);
  }
}
