package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;

/**
 * A node as the four texts that tables have for it.
 *
 * @param kind {@code iri}, {@code bnode}, {@code literal} or {@code triple}
 * @param value IRI, label, lexical form, or N-Triples text of a triple term
 * @param lang language tag, with a base direction if there is one; null for none
 * @param datatype datatype IRI; null for none, xsd:string and literals with a language
 */
public record TermFields(String kind, String value, String lang, String datatype) {
  private static final byte[] NOTHING = {};

  /**
   * The texts of a node.
   *
   * @throws IllegalArgumentException for a node that is no RDF term, such as a variable
   */
  public static TermFields of(Node node) {
    TermTable terms = emptyTable();
    int id = new NodeTerms(terms).add(node);
    return new TermFields(
        TermKind.label(terms.kind(id)), terms.value(id), terms.lang(id), terms.datatype(id));
  }

  /**
   * The node of the texts.
   *
   * @throws IllegalArgumentException when the kind is none, the value is null, the text is no
   *     triple term, the language tag is empty, or there is a datatype beside it; or when one of
   *     both is there and the kind is no literal
   */
  public Node node() {
    return node(false);
  }

  /**
   * The node of the texts, as {@link #node}, but with the language tag in the case that it is
   * written in. Jena changes {@code pt-br} to {@code pt-BR}.
   */
  public Node nodeWithTagAsWritten() {
    return node(true);
  }

  private Node node(boolean tagAsWritten) {
    if (kind == null || value == null || !isWellFormed()) {
      throw wrong();
    }
    return switch (kind) {
      case "iri" -> NodeFactory.createURI(value);
      case "bnode" -> NodeFactory.createBlankNode(value);
      case "literal" -> JenaTerms.literal(value, lang, datatype, tagAsWritten && lang != null);
      case "triple" -> quoted();
      default -> throw wrong();
    };
  }

  private boolean isWellFormed() {
    if (!kind.equals("literal")) {
      return lang == null && datatype == null;
    }
    return lang == null
        || !lang.isEmpty() && (datatype == null || datatype.equals(NTriples.RDF_LANG_STRING));
  }

  private Node quoted() {
    TermTable terms = emptyTable();
    byte[] text = Utf8.bytes(value);
    int id = new NTriplesParser(terms).term(text, 0, text.length);
    if (terms.kind(id) != TermKind.TRIPLE) {
      throw wrong();
    }
    return new JenaTerms(terms).node(id);
  }

  private static TermTable emptyTable() {
    TermTable terms = new TermTable();
    terms.reset(NOTHING, 0);
    return terms;
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("no RDF term: " + this);
  }
}
