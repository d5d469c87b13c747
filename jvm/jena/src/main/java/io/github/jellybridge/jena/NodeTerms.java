package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.util.function.UnaryOperator;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;

/** Makes Jena nodes terms of a {@link TermTable}; the inverse of {@link JenaTerms}. */
final class NodeTerms {
  private final TermTable terms;
  private final ByteBuilder text = new ByteBuilder();
  private final UnaryOperator<String> labels;

  // Most literals have the datatype or the language of the one before, and the very same string.
  private String lastSymbol;
  private int lastSymbolId;
  private long symbols = -1;

  NodeTerms(TermTable terms) {
    this(terms, UnaryOperator.identity());
  }

  /**
   * Adds nodes to a table.
   *
   * @param labels makes the labels of blank nodes
   */
  NodeTerms(TermTable terms, UnaryOperator<String> labels) {
    this.terms = terms;
    this.labels = labels;
  }

  /**
   * Adds a node.
   *
   * @return its id
   * @throws IllegalArgumentException for a node that is no term of RDF 1.1: a variable, a literal
   *     with a base direction, or one with half of a surrogate pair
   */
  int add(Node node) {
    if (node.isURI()) {
      return add(TermKind.IRI, node.getURI());
    }
    if (node.isBlank()) {
      return add(TermKind.BNODE, labels.apply(node.getBlankNodeLabel()));
    }
    if (node.isLiteral()) {
      if (node.getLiteralBaseDirection() != null) {
        throw new IllegalArgumentException("no term of RDF 1.1, it has a base direction: " + node);
      }
      byte[] lex = Utf8.bytes(node.getLiteralLexicalForm());
      String lang = node.getLiteralLanguage();
      String type = node.getLiteralDatatypeURI();
      boolean tagged = lang != null && !lang.isEmpty();
      boolean plain = tagged || type == null || type.equals(XSDDatatype.XSDstring.getURI());
      return terms.addLiteralCopy(
          lex, 0, lex.length, tagged ? symbol(lang) : 0, plain ? 0 : symbol(type));
    }
    if (node.isTripleTerm()) {
      Triple triple = node.getTriple();
      int s = add(triple.getSubject());
      int p = add(triple.getPredicate());
      int o = add(triple.getObject());
      text.clear();
      NTriples.appendTriple(terms, s, p, o, text);
      return terms.addCopy(TermKind.TRIPLE, text.array(), 0, text.length());
    }
    throw new IllegalArgumentException("no RDF term: " + node);
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
