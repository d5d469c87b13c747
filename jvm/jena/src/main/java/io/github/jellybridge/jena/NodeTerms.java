package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.TextDirection;
import org.apache.jena.graph.Triple;

/** Makes Jena nodes terms of a {@link TermTable}; the inverse of {@link JenaTerms}. */
final class NodeTerms {
  private final TermTable terms;
  private final ByteBuilder text = new ByteBuilder();

  // Most literals have the datatype or the language of the one before, and the very same string.
  private String lastSymbol;
  private int lastSymbolId;
  private long symbols = -1;

  /** Adds nodes to a table. */
  NodeTerms(TermTable terms) {
    this.terms = terms;
  }

  /**
   * Adds a node.
   *
   * @return its id
   * @throws IllegalArgumentException for a node that is no RDF term, such as a variable, and for
   *     text with half of a surrogate pair
   */
  int add(Node node) {
    if (node.isURI()) {
      return add(TermKind.IRI, node.getURI());
    }
    if (node.isBlank()) {
      return add(TermKind.BNODE, node.getBlankNodeLabel());
    }
    if (node.isLiteral()) {
      byte[] lex = Utf8.bytes(node.getLiteralLexicalForm());
      String lang = lang(node);
      String type = datatype(node, lang);
      return terms.addLiteralCopy(
          lex, 0, lex.length, lang == null ? 0 : symbol(lang), type == null ? 0 : symbol(type));
    }
    if (node.isTripleTerm()) {
      text.clear();
      append(node);
      return terms.addCopy(TermKind.TRIPLE, text.array(), 0, text.length());
    }
    throw new IllegalArgumentException("no RDF term: " + node);
  }

  /** Appends the text of a node; the triples within a triple term are no terms of the table. */
  private void append(Node node) {
    if (node.isTripleTerm()) {
      Triple triple = node.getTriple();
      append("<<( ");
      append(triple.getSubject());
      append(" ");
      append(triple.getPredicate());
      append(" ");
      append(triple.getObject());
      append(" )>>");
    } else if (node.isURI()) {
      iri(node.getURI());
    } else if (node.isBlank()) {
      byte[] label = Utf8.bytes(node.getBlankNodeLabel());
      NTriples.appendBlankNode(label, 0, label.length, text);
    } else if (node.isLiteral()) {
      byte[] lex = Utf8.bytes(node.getLiteralLexicalForm());
      NTriples.appendString(lex, 0, lex.length, text);
      String lang = lang(node);
      String type = datatype(node, lang);
      if (lang != null) {
        append("@" + lang);
      } else if (type != null) {
        append("^^");
        iri(type);
      }
    } else {
      throw new IllegalArgumentException("no RDF term: " + node);
    }
  }

  private void append(String part) {
    text.append(Utf8.bytes(part));
  }

  private void iri(String iri) {
    byte[] bytes = Utf8.bytes(iri);
    NTriples.appendIri(bytes, 0, bytes.length, text);
  }

  /**
   * Returns the language of a literal, with its base direction as in N-Triples ({@code ar--rtl});
   * null if it has none.
   */
  private static String lang(Node literal) {
    String lang = literal.getLiteralLanguage();
    if (lang == null || lang.isEmpty()) {
      return null;
    }
    TextDirection direction = literal.getLiteralBaseDirection();
    return direction == null ? lang : lang + "--" + direction.direction();
  }

  /** Returns the datatype of a literal; null for xsd:string and if there is a language. */
  private static String datatype(Node literal, String lang) {
    String type = lang == null ? literal.getLiteralDatatypeURI() : null;
    return XSDDatatype.XSDstring.getURI().equals(type) ? null : type;
  }

  private int add(byte kind, String value) {
    byte[] bytes = Utf8.bytes(value);
    return terms.addCopy(kind, bytes, 0, bytes.length);
  }

  @SuppressWarnings("ReferenceEquality") // only saves a lookup
  private int symbol(String value) {
    if (value != lastSymbol || symbols != terms.symbols().epoch()) {
      byte[] bytes = Utf8.bytes(value);
      lastSymbolId = terms.symbols().intern(bytes, 0, bytes.length);
      lastSymbol = value;
      symbols = terms.symbols().epoch();
    }
    return lastSymbolId;
  }
}
