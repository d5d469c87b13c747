package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.nio.charset.StandardCharsets;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;

/**
 * The one place where Jena nodes become terms of a {@link TermTable}; mirrors {@link JenaTerms}.
 */
final class NodeTerms {
  private final TermTable terms;
  private final ByteBuilder text = new ByteBuilder();

  NodeTerms(TermTable terms) {
    this.terms = terms;
  }

  /**
   * Adds a node.
   *
   * @return its id
   * @throws IllegalArgumentException for what is no RDF term, such as a variable
   */
  int add(Node node) {
    if (node.isURI()) {
      return add(TermKind.IRI, node.getURI());
    }
    if (node.isBlank()) {
      return add(TermKind.BNODE, node.getBlankNodeLabel());
    }
    if (node.isLiteral()) {
      byte[] lex = bytes(node.getLiteralLexicalForm());
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
    byte[] bytes = bytes(value);
    return terms.addCopy(kind, bytes, 0, bytes.length);
  }

  private int symbol(String value) {
    byte[] bytes = bytes(value);
    return terms.symbols().intern(bytes, 0, bytes.length);
  }

  private static byte[] bytes(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }
}
