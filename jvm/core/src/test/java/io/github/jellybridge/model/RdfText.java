package io.github.jellybridge.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A small lenient reader of N-Triples and N-Quads for the expected side of tests.
 *
 * <p>It also reads generalized and RDF-star statements, and uses none of the code under test.
 */
public final class RdfText {
  private final String text;
  private int at;

  private RdfText(String text) {
    this.text = text;
  }

  /** Reads one term, for example {@code << <a> <b> "c"@en >>}. */
  public static Term term(String text) {
    RdfText reader = new RdfText(text);
    Term term = reader.next();
    reader.blanks();
    if (reader.at != text.length()) {
      throw reader.error("end of text");
    }
    return term;
  }

  /** Reads the statements of a file; all get the given frame number. */
  public static List<Statement> statements(String file, long frame) {
    List<Statement> found = new ArrayList<>();
    for (String line : file.split("\n")) {
      RdfText reader = new RdfText(line.strip());
      if (!reader.text.isEmpty() && !reader.text.startsWith("#")) {
        found.add(reader.statement(frame));
      }
    }
    return found;
  }

  private Statement statement(long frame) {
    Term s = next();
    Term p = next();
    Term o = next();
    blanks();
    Term g = text.charAt(at) == '.' ? null : next();
    expect(".");
    return new Statement(frame, s, p, o, g);
  }

  private Term next() {
    blanks();
    if (text.startsWith("<<", at)) {
      return quoted();
    }
    return switch (at < text.length() ? text.charAt(at) : '\0') {
      case '<' -> new Term.Iri(delimited('<', '>'));
      case '_' -> bnode();
      case '"' -> literal();
      default -> throw error("a term");
    };
  }

  private Term quoted() {
    at += 2;
    boolean brackets = text.startsWith("(", at);
    at += brackets ? 1 : 0;
    Term s = next();
    Term p = next();
    Term o = next();
    expect(brackets ? ")>>" : ">>");
    return new Term.Quoted(s, p, o);
  }

  private Term bnode() {
    expect("_:");
    int from = at;
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return new Term.Bnode(text.substring(from, at));
  }

  private Term literal() {
    String lex = delimited('"', '"');
    if (text.startsWith("^^", at)) {
      at += 2;
      return new Term.Literal(lex, null, delimited('<', '>'));
    }
    if (!text.startsWith("@", at)) {
      return new Term.Literal(lex, null, null);
    }
    int from = ++at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
      at++;
    }
    return new Term.Literal(lex, text.substring(from, at), null);
  }

  private String delimited(char open, char close) {
    if (text.charAt(at++) != open) {
      throw error("'" + open + "'");
    }
    StringBuilder out = new StringBuilder();
    while (at < text.length() && text.charAt(at) != close) {
      char c = text.charAt(at++);
      if (c == '\\') {
        out.appendCodePoint(escape());
      } else {
        out.append(c);
      }
    }
    if (at++ >= text.length()) {
      throw error("'" + close + "'");
    }
    return out.toString();
  }

  private int escape() {
    char c = text.charAt(at++);
    return switch (c) {
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'f' -> '\f';
      case 'u' -> hex(4);
      case 'U' -> hex(8);
      default -> c;
    };
  }

  private int hex(int digits) {
    at += digits;
    return Integer.parseInt(text.substring(at - digits, at), 16);
  }

  private void expect(String token) {
    blanks();
    if (!text.startsWith(token, at)) {
      throw error("'" + token + "'");
    }
    at += token.length();
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException error(String expected) {
    return new IllegalArgumentException("expected " + expected + " at " + at + " of: " + text);
  }
}
