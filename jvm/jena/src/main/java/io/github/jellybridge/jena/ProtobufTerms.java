package io.github.jellybridge.jena;

import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.protobuf.VisitorStreamRowProtoRDF;
import org.apache.jena.riot.protobuf.wire.PB_RDF.RDF_IRI;
import org.apache.jena.riot.protobuf.wire.PB_RDF.RDF_Literal;
import org.apache.jena.riot.protobuf.wire.PB_RDF.RDF_PrefixDecl;
import org.apache.jena.riot.protobuf.wire.PB_RDF.RDF_PrefixName;
import org.apache.jena.riot.protobuf.wire.PB_RDF.RDF_Quad;
import org.apache.jena.riot.protobuf.wire.PB_RDF.RDF_Term;
import org.apache.jena.riot.protobuf.wire.PB_RDF.RDF_Triple;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.sparql.core.Quad;

/** Makes the rows of RDF Protobuf statements and prefixes of Jena. */
final class ProtobufTerms implements VisitorStreamRowProtoRDF {
  private final BinaryTerms terms;
  private final StreamRDF sink;

  ProtobufTerms(BinaryTerms terms, StreamRDF sink) {
    this.terms = terms;
    this.sink = sink;
  }

  @Override
  public void visit(RDF_Triple row) {
    sink.triple(triple(row));
  }

  @Override
  public void visit(RDF_Quad row) {
    Node graph = row.hasG() ? term(row.getG()) : null;
    sink.quad(Quad.create(graph, term(row.getS()), term(row.getP()), term(row.getO())));
  }

  @Override
  public void visit(RDF_PrefixDecl row) {
    terms.prefix(row.getPrefix(), row.getUri());
  }

  @Override
  public void visit(RDF_IRI base) {
    sink.base(base.getIri());
  }

  private Triple triple(RDF_Triple triple) {
    return Triple.create(term(triple.getS()), term(triple.getP()), term(triple.getO()));
  }

  private Node term(RDF_Term term) {
    return switch (term.getTermCase()) {
      case IRI -> terms.iri(term.getIri().getIri());
      case PREFIXNAME -> terms.iri(expand(term.getPrefixName()));
      case BNODE -> terms.blankNode(term.getBnode().getLabel());
      case LITERAL -> literal(term.getLiteral());
      case VALINTEGER -> terms.integer(term.getValInteger());
      case VALDOUBLE -> terms.real(term.getValDouble());
      case VALDECIMAL ->
          terms.decimal(term.getValDecimal().getValue(), term.getValDecimal().getScale());
      case TRIPLETERM -> terms.tripleTerm(() -> triple(term.getTripleTerm()));
      default -> throw new RiotException("no RDF term: " + term.getTermCase());
    };
  }

  private Node literal(RDF_Literal literal) {
    String text = literal.getLex();
    return switch (literal.getLiteralKindCase()) {
      case SIMPLE -> terms.literal(text, null, null, null);
      case LANGTAG -> terms.literal(text, literal.getLangtag(), null, null);
      case LANGDIR -> directed(text, literal.getLangdir());
      case DATATYPE -> terms.literal(text, null, null, literal.getDatatype());
      case DTPREFIX -> terms.literal(text, null, null, expand(literal.getDtPrefix()));
      case LITERALKIND_NOT_SET -> throw new RiotException("a literal without a kind");
    };
  }

  /** Makes a literal of a tag with a base direction, such as {@code ar--rtl}. */
  private Node directed(String text, String tag) {
    int at = tag.indexOf("--");
    if (at < 0) {
      throw new RiotException("a language tag with a base direction, not '" + tag + "'");
    }
    return terms.literal(text, tag.substring(0, at), tag.substring(at + 2), null);
  }

  private String expand(RDF_PrefixName name) {
    return terms.expand(name.getPrefix(), name.getLocalName());
  }
}
