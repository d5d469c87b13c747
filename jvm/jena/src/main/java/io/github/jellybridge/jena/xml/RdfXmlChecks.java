package io.github.jellybridge.jena.xml;

import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.rdf.text.IriReference;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Rejects elements that RIOT's parser of Jena 5.6 must not see: property attributes after {@code
 * rdf:type} (RDF 1.1 XML Syntax §7.2.11, §7.2.21), which it silently leaves out, and too many base
 * IRIs, for each of which it keeps a cache of 64 KiB.
 */
final class RdfXmlChecks extends XMLFilterImpl {
  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  private static final String XML = "http://www.w3.org/XML/1998/namespace";

  private static final int MAX_BASES = 1000;

  private static final Set<String> NO_PROPERTIES =
      Set.of("about", "ID", "nodeID", "resource", "parseType", "datatype");

  /** The values of {@code rdf:parseType} that RIOT reads as {@code Literal}. */
  private static final Set<String> LITERALS = Set.of("Literal", "literal", "Statements");

  private final ParseErrors errors;
  private final Set<String> bases = new HashSet<>();

  /** Relative bases may resolve to another IRI each time. */
  private int relativeBases;

  private Locator locator;

  /** Open elements from the one whose content is an XML literal; 0 outside. */
  private int literalDepth;

  RdfXmlChecks(XMLReader parent, ParseErrors errors) {
    super(parent);
    this.errors = errors;
  }

  @Override
  public void setDocumentLocator(Locator value) {
    locator = value;
    super.setDocumentLocator(value);
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes attributes)
      throws SAXException {
    checkBase(attributes.getValue(XML, "base"));
    if (literalDepth > 0) {
      literalDepth++;
    } else if (attributes.getLength() > 0) {
      checkType(attributes);
      String parseType = attributes.getValue(RDF, "parseType");
      literalDepth = parseType != null && LITERALS.contains(parseType) ? 1 : 0;
    }
    super.startElement(uri, local, name, attributes);
  }

  @Override
  public void endElement(String uri, String local, String name) throws SAXException {
    if (literalDepth > 0) {
      literalDepth--;
    }
    super.endElement(uri, local, name);
  }

  private void checkBase(String base) {
    if (base == null) {
      return;
    }
    if (IriReference.isAbsolute(base)) {
      bases.add(base);
    } else {
      relativeBases++;
    }
    if (bases.size() + relativeBases > MAX_BASES) {
      throw wrong("at most " + MAX_BASES + " different values of xml:base", "one more");
    }
  }

  private void checkType(Attributes attributes) {
    int type = attributes.getIndex(RDF, "type");
    for (int i = type + 1; type >= 0 && i < attributes.getLength(); i++) {
      if (isProperty(attributes, i)) {
        throw wrong(
            "rdf:type as the last property attribute", "'" + attributes.getQName(i) + "' after it");
      }
    }
  }

  private UncheckedIOException wrong(String expected, String found) {
    return errors.unchecked(locator.getLineNumber(), locator.getColumnNumber(), expected, found);
  }

  private static boolean isProperty(Attributes attributes, int i) {
    String uri = attributes.getURI(i);
    boolean syntax = uri.equals(RDF) && NO_PROPERTIES.contains(attributes.getLocalName(i));
    return !syntax && !uri.equals(XML) && !attributes.getQName(i).startsWith("xmlns");
  }
}
