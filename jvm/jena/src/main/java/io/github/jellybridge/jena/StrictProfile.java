package io.github.jellybridge.jena;

import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.jena.text.PlainIris;
import io.github.jellybridge.rdf.text.IriReference;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.irix.IRIxResolver;
import org.apache.jena.riot.RIOT;
import org.apache.jena.riot.system.ParserProfileStd;
import org.apache.jena.riot.system.PrefixMapFactory;
import org.apache.jena.sparql.core.Quad;

/**
 * Makes the terms and statements of Turtle and TriG. Checks the kinds of terms in each position
 * (RDF 1.1 Concepts §3.1); RIOT does so only together with checks that cost more and only warn.
 *
 * <p>Resolves relative IRIs, as RIOT leaves them relative if they hold characters that IRIs must
 * not have, and does not change absolute ones (RDF 1.1 Turtle §6.3).
 */
final class StrictProfile extends ParserProfileStd {
  private final BlankNodeLabels labels;
  private final ParseErrors errors;
  private String base;

  StrictProfile(BlankNodeLabels labels, ParseErrors errors, String base) {
    super(
        labels,
        errors,
        IRIxResolver.create().base(base).resolve(true).allowRelative(false).build(),
        PrefixMapFactory.create(),
        RIOT.getContext().copy(),
        false,
        true);
    this.labels = labels;
    this.errors = errors;
    this.base = base;
  }

  @Override
  public String resolveIRI(String iri, long line, long column) {
    if (PlainIris.isPlain(iri)) {
      return iri;
    }
    if (iri.startsWith("_:")) {
      throw errors.unchecked(line, column, "an IRI", "'<" + iri + ">', which looks like a label");
    }
    String absolute = IriReference.resolve(base, iri);
    if (!PlainIris.isPlain(absolute)) {
      // For its errors only: its result is normalized.
      super.resolveIRI(absolute, line, column);
    }
    return absolute;
  }

  /** Resolves every IRI; RIOT reads some as blank nodes and some as resolved already. */
  @Override
  public Node createURI(String iri, long line, long column) {
    return getFactorRDF().createURI(resolveIRI(iri, line, column));
  }

  @Override
  public void setBaseIRI(String iri) {
    base = IriReference.resolve(base, iri);
  }

  @Override
  public Triple createTriple(Node s, Node p, Node o, long line, long column) {
    check(s, p, line, column);
    return labels.createTriple(s, p, o);
  }

  @Override
  public Quad createQuad(Node g, Node s, Node p, Node o, long line, long column) {
    check(s, p, line, column);
    if (g != null && !g.isURI() && !g.isBlank()) {
      throw errors.unchecked(line, column, "an IRI or a blank node as the graph", kind(g));
    }
    return labels.createQuad(g, s, p, o);
  }

  private void check(Node s, Node p, long line, long column) {
    if (s.isLiteral()) {
      throw errors.unchecked(line, column, "an IRI or a blank node as the subject", kind(s));
    }
    if (!p.isURI()) {
      throw errors.unchecked(line, column, "an IRI as the predicate", kind(p));
    }
  }

  private static String kind(Node node) {
    return node.isLiteral() ? "a literal" : node.isBlank() ? "a blank node" : "a quoted triple";
  }
}
