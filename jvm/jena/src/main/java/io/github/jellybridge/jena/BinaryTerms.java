package io.github.jellybridge.jena;

import java.math.BigDecimal;
import java.util.function.Supplier;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.system.PrefixMap;
import org.apache.jena.riot.system.PrefixMapFactory;
import org.apache.jena.riot.system.StreamRDF;

/**
 * Makes the terms of RDF Thrift and RDF Protobuf. Jena's own classes would parse the values of
 * literals, and write out decimals of billions of digits.
 */
final class BinaryTerms {
  /** Most decimal places of a decimal, or zeros after it, which has its digits in a long. */
  private static final int MAX_SCALE = 1_000;

  private final BlankNodeLabels labels;
  private final StreamRDF sink;
  private final int maxDepth;
  private final PrefixMap prefixes = PrefixMapFactory.create();
  private int depth;

  BinaryTerms(BlankNodeLabels labels, StreamRDF sink, int maxDepth) {
    this.labels = labels;
    this.sink = sink;
    this.maxDepth = maxDepth;
  }

  void prefix(String name, String iri) {
    prefixes.add(name, iri);
    sink.prefix(name, iri);
  }

  String expand(String prefix, String localName) {
    String iri = prefixes.expand(prefix, localName);
    if (iri == null) {
      throw new RiotException("the prefix '" + prefix + "' is not declared");
    }
    return iri;
  }

  /** Makes an IRI, or the blank node that Jena writes as one ({@code _:label}). */
  Node iri(String iri) {
    return iri.startsWith("_:") ? blankNode(iri.substring(2)) : NodeFactory.createURI(iri);
  }

  Node blankNode(String label) {
    return labels.createBlankNode(label);
  }

  /** Makes a literal; a missing part is null or empty. */
  Node literal(String text, String lang, String direction, String datatype) {
    if (!isEmpty(direction)) {
      return labels.createLangDirLiteral(text, lang, direction);
    }
    if (!isEmpty(lang)) {
      return labels.createLangLiteral(text, lang);
    }
    return isEmpty(datatype)
        ? labels.createStringLiteral(text)
        : JenaTerms.typedLiteralAsWritten(text, datatype);
  }

  Node integer(long value) {
    return labels.createTypedLiteral(Long.toString(value), XSDDatatype.XSDinteger);
  }

  Node real(double value) {
    return labels.createTypedLiteral(Double.toString(value), XSDDatatype.XSDdouble);
  }

  Node decimal(long unscaled, int scale) {
    if (scale < -MAX_SCALE || scale > MAX_SCALE) {
      throw new RiotException(
          "a decimal with a scale from -" + MAX_SCALE + " to " + MAX_SCALE + ", not " + scale);
    }
    String text = BigDecimal.valueOf(unscaled, scale).toPlainString();
    return labels.createTypedLiteral(text, XSDDatatype.XSDdecimal);
  }

  /** Makes a triple term; after an exception nothing more is made. */
  Node tripleTerm(Supplier<Triple> triple) {
    if (++depth > maxDepth) {
      throw new RiotException(
          "triple terms nested more than " + maxDepth + " deep (see option maxDepth)");
    }
    Node term = NodeFactory.createTripleTerm(triple.get());
    depth--;
    return term;
  }

  private static boolean isEmpty(String text) {
    return text == null || text.isEmpty();
  }
}
