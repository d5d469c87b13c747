package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.text.IriReference;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.irix.IRIxResolver;
import org.apache.jena.riot.RIOT;
import org.apache.jena.riot.system.ParserProfileStd;
import org.apache.jena.riot.system.PrefixMapFactory;
import org.apache.jena.sparql.core.Quad;

/**
 * What parsers of RIOT make terms and statements with. Checks which kinds of terms may stand where
 * (RDF 1.1 Concepts §3.1); RIOT does so only together with checks that cost more and only warn.
 *
 * <p>Resolves relative IRIs, as RIOT leaves them relative if they hold characters that IRIs must
 * not have, and keeps absolute ones as they are, as Turtle has it (RDF 1.1 Turtle §6.3).
 */
final class StrictProfile extends ParserProfileStd {
  private final HiddenIris hidden = new HiddenIris();
  private final BlankNodeLabels labels;
  private final RiotErrors errors;
  private String base;

  StrictProfile(BlankNodeLabels labels, RiotErrors errors, String base) {
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
      String shown = hidden.shown(iri);
      if (shown != null) {
        return shown;
      }
      throw errors.unchecked(line, column, "an IRI", "'<" + iri + ">', which looks like a label");
    }
    String absolute = IriReference.resolve(base, iri);
    if (!PlainIris.isPlain(absolute)) {
      // For what it finds wrong: it takes dots out of absolute IRIs, too, which is normalization.
      super.resolveIRI(absolute, line, column);
    }
    return absolute;
  }

  /** IRIs that are IRIs again in {@code createURI}. */
  HiddenIris hidden() {
    return hidden;
  }

  /** Resolves all; RIOT takes some for blank nodes, and some for what is resolved already. */
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

  /** Refuses the base directions of RDF 1.2, which no table, and no Jelly, has a place for. */
  @Override
  public Node createLangDirLiteral(
      String text, String tag, String direction, long line, long column) {
    throw errors.unchecked(
        line, column, "a literal without base direction", "'@" + tag + "--" + direction + "'");
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
