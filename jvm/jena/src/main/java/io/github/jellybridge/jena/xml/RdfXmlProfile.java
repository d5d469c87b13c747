package io.github.jellybridge.jena.xml;

import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.jena.text.PlainIris;
import io.github.jellybridge.rdf.text.IriReference;
import org.apache.jena.graph.Node;
import org.apache.jena.irix.IRIxResolver;
import org.apache.jena.riot.RIOT;
import org.apache.jena.riot.system.FactoryRDF;
import org.apache.jena.riot.system.ParserProfileStd;
import org.apache.jena.riot.system.PrefixMapFactory;

/**
 * Makes the terms of RDF/XML. RIOT's parser resolves and normalizes the references in attributes;
 * the IRIs of names are normalized here in the same way. Names in a relative namespace are errors:
 * namespaces are not resolved (Namespaces in XML 1.0 §2.2).
 */
final class RdfXmlProfile extends ParserProfileStd {
  private final ParseErrors errors;

  RdfXmlProfile(String base, FactoryRDF terms, ParseErrors errors) {
    super(
        terms,
        errors,
        IRIxResolver.create().base(base).resolve(true).allowRelative(false).build(),
        PrefixMapFactory.create(),
        RIOT.getContext().copy(),
        false,
        true);
    this.errors = errors;
  }

  @Override
  public Node createURI(String iri, long line, long column) {
    if (PlainIris.isPlain(iri)) {
      return getFactorRDF().createURI(iri);
    }
    if (iri.startsWith("_:")) {
      throw errors.unchecked(line, column, "an IRI", "'" + iri + "', which looks like a label");
    }
    if (!IriReference.isAbsolute(iri)) {
      throw errors.unchecked(
          line, column, "an attribute or element with a namespace", "'" + iri + "'");
    }
    return getFactorRDF().createURI(resolveIRI(iri, line, column));
  }
}
