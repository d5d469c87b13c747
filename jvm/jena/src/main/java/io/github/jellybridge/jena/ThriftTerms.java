package io.github.jellybridge.jena;

import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.thrift.VisitorStreamRowTRDF;
import org.apache.jena.riot.thrift.wire.RDF_Literal;
import org.apache.jena.riot.thrift.wire.RDF_PrefixDecl;
import org.apache.jena.riot.thrift.wire.RDF_PrefixName;
import org.apache.jena.riot.thrift.wire.RDF_Quad;
import org.apache.jena.riot.thrift.wire.RDF_Term;
import org.apache.jena.riot.thrift.wire.RDF_Triple;
import org.apache.jena.sparql.core.Quad;

/** Makes the rows of RDF Thrift statements and prefixes of Jena. */
final class ThriftTerms implements VisitorStreamRowTRDF {
  private final BinaryTerms terms;
  private final StreamRDF sink;

  ThriftTerms(BinaryTerms terms, StreamRDF sink) {
    this.terms = terms;
    this.sink = sink;
  }

  @Override
  public void visit(RDF_Triple row) {
    sink.triple(triple(row));
  }

  @Override
  public void visit(RDF_Quad row) {
    Node graph = row.isSetG() ? term(row.getG()) : null;
    sink.quad(Quad.create(graph, term(row.getS()), term(row.getP()), term(row.getO())));
  }

  @Override
  public void visit(RDF_PrefixDecl row) {
    terms.prefix(row.getPrefix(), row.getUri());
  }

  private Triple triple(RDF_Triple triple) {
    return Triple.create(term(triple.getS()), term(triple.getP()), term(triple.getO()));
  }

  private Node term(RDF_Term term) {
    if (!term.isSet()) {
      throw new RiotException("a term without a kind");
    }
    return switch (term.getSetField()) {
      case IRI -> terms.iri(term.getIri().getIri());
      case PREFIX_NAME -> terms.iri(expand(term.getPrefixName()));
      case BNODE -> terms.blankNode(term.getBnode().getLabel());
      case LITERAL -> literal(term.getLiteral());
      case VAL_INTEGER -> terms.integer(term.getValInteger());
      case VAL_DOUBLE -> terms.real(term.getValDouble());
      case VAL_DECIMAL ->
          terms.decimal(term.getValDecimal().getValue(), term.getValDecimal().getScale());
      case TRIPLE_TERM -> terms.tripleTerm(() -> triple(term.getTripleTerm()));
      default -> throw new RiotException("no RDF term: " + term.getSetField());
    };
  }

  private Node literal(RDF_Literal literal) {
    String datatype =
        literal.isSetDtPrefix() ? expand(literal.getDtPrefix()) : literal.getDatatype();
    return terms.literal(
        literal.getLex(), literal.getLangtag(), literal.getBaseDirection(), datatype);
  }

  private String expand(RDF_PrefixName name) {
    return terms.expand(name.getPrefix(), name.getLocalName());
  }
}
