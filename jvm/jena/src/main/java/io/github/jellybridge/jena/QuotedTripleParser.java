package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.NTriples;
import java.nio.charset.StandardCharsets;
import java.util.function.BiFunction;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;

/**
 * Parses the text that {@link NTriples} writes for quoted triples, {@code << s p o >>}, nested ones
 * too; it knows that form only, with single spaces and the escapes that {@link NTriples} uses.
 */
final class QuotedTripleParser {
  private final String text;
  private final BiFunction<String, String, Node> langLiterals;
  private int at;

  /**
   * @param langLiterals makes a literal of its text and its language tag
   */
  QuotedTripleParser(String text, BiFunction<String, String, Node> langLiterals) {
    this.text = text;
    this.langLiterals = langLiterals;
  }

  /** The triple term; throws {@link IllegalArgumentException} for any other text. */
  Node parse() {
    Node node = term();
    if (at != text.length() || !node.isTripleTerm()) {
      throw wrong();
    }
    return node;
  }

  private Node term() {
    if (text.startsWith("<< ", at)) {
      at += 2;
      Node s = next();
      Node p = next();
      Node o = next();
      expect(" >>");
      return NodeFactory.createTripleTerm(s, p, o);
    }
    if (text.startsWith("<", at)) {
      return NodeFactory.createURI(iri());
    }
    if (text.startsWith("_:", at)) {
      at += 2;
      return NodeFactory.createBlankNode(label(word()));
    }
    String lex = between('"', '"');
    if (text.startsWith("@", at)) {
      at++;
      return langLiterals.apply(lex, word());
    }
    if (text.startsWith("^^", at)) {
      at += 2;
      return JenaTerms.literal(lex, null, iri());
    }
    return JenaTerms.literal(lex, null, null);
  }

  /** Undoes how {@link NTriples} shows a label that cannot stand as it is. */
  private static String label(String written) {
    if (!written.startsWith("jbx")) {
      return written;
    }
    byte[] text = written.getBytes(StandardCharsets.UTF_8);
    byte[] label = NTriples.labelBefore(text, 0, text.length);
    return label == null ? written : new String(label, StandardCharsets.UTF_8);
  }

  private Node next() {
    expect(" ");
    return term();
  }

  private String iri() {
    return between('<', '>');
  }

  private String word() {
    int end = text.indexOf(' ', at);
    if (end <= at) {
      throw wrong();
    }
    String word = text.substring(at, end);
    at = end;
    return word;
  }

  /** Reads up to an unescaped closing character and takes the escapes out. */
  private String between(char open, char close) {
    expect(String.valueOf(open));
    StringBuilder out = new StringBuilder();
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == close) {
        at++;
        return out.toString();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    throw wrong();
  }

  /** Reads an escape; leaves {@code at} on its last character. */
  private char escaped() {
    at++;
    if (text.startsWith("u", at) && at + 4 < text.length()) {
      at += 4;
      return (char) Integer.parseInt(text, at - 3, at + 1, 16);
    }
    return switch (at < text.length() ? text.charAt(at) : 0) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case '"' -> '"';
      case '\\' -> '\\';
      default -> throw wrong();
    };
  }

  private void expect(String token) {
    if (!text.startsWith(token, at)) {
      throw wrong();
    }
    at += token.length();
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException(
        "not the text of a quoted triple, at character " + at + ": " + text);
  }
}
