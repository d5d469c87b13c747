package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.text.IriReference;
import java.util.Set;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Gives RIOT's parser of RDF/XML attributes that it reads as RDF 1.1 XML Syntax has them:
 *
 * <ul>
 *   <li>{@code about}, {@code ID}, {@code resource}, {@code parseType} and {@code type} without a
 *       namespace are those of RDF (§6.1.4); it takes them for properties.
 *   <li>Other values of {@code rdf:parseType} stand for {@code Literal} (§7.2.20); it refuses them.
 *   <li>{@code rdf:type} is last: it leaves out the properties behind it.
 *   <li>IRIs stay as they are, whatever characters and dots they hold; it refuses or changes some.
 *   <li>Relative {@code rdf:datatype} are resolved (§2.14), which it does for all but them.
 * </ul>
 */
final class RdfXmlAttributes extends XMLFilterImpl {
  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  private static final String XML = "http://www.w3.org/XML/1998/namespace";
  private static final String PARSE_TYPE = "parseType";
  private static final String DATATYPE = "datatype";
  private static final String LITERAL = "Literal";
  private static final Set<String> UNQUALIFIED =
      Set.of("about", "ID", "resource", PARSE_TYPE, "type");
  private static final Set<String> PARSE_TYPES = Set.of("Resource", "Collection", LITERAL);

  private static final Set<String> IRIS = Set.of("about", "resource", "type");

  private final HiddenIris hidden;

  /** Those of the element at hand, as the parser gets them. */
  private final AttributesImpl read = new AttributesImpl();

  private final RiotErrors errors;
  private Locator locator;

  /** Elements that are open from the one on whose content is a literal. */
  private int literalDepth;

  /** A base IRI that counts from an element on; {@code outer} counts behind it. */
  private record Base(String iri, int depth, Base outer) {}

  private Base base;

  /** Elements that are open, but for those in literals. */
  private int depth;

  /**
   * Makes a filter.
   *
   * @param base the base IRI of the document
   * @param hidden what the parser gets in place of IRIs
   */
  RdfXmlAttributes(XMLReader parent, String base, HiddenIris hidden, RiotErrors errors) {
    super(parent);
    this.hidden = hidden;
    this.base = new Base(base, 0, null);
    this.errors = errors;
  }

  @Override
  public void setDocumentLocator(Locator locator) {
    this.locator = locator;
    super.setDocumentLocator(locator);
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes attributes)
      throws SAXException {
    if (literalDepth > 0) {
      literalDepth++;
      super.startElement(uri, local, name, attributes);
      return;
    }
    depth++;
    boolean any = attributes.getLength() > 0;
    super.startElement(uri, local, name, any ? changed(attributes) : attributes);
  }

  private Attributes changed(Attributes attributes) {
    String inner = attributes.getValue(XML, "base");
    if (inner != null) {
      base = new Base(IriReference.resolve(base.iri(), inner), depth, base);
    }
    if (isUnusual(attributes)) {
      readUsual(attributes);
    } else {
      read.setAttributes(attributes);
    }
    hideIris();
    literalDepth = LITERAL.equals(read.getValue(RDF, PARSE_TYPE)) ? 1 : 0;
    return read;
  }

  @Override
  public void endElement(String uri, String local, String name) throws SAXException {
    if (literalDepth > 0) {
      literalDepth--;
    }
    if (literalDepth == 0) {
      if (base.depth() == depth) {
        base = base.outer();
      }
      depth--;
    }
    super.endElement(uri, local, name);
  }

  private static boolean isUnusual(Attributes attributes) {
    for (int i = 0; i < attributes.getLength(); i++) {
      String local = attributes.getLocalName(i);
      boolean unusual =
          switch (attributes.getURI(i)) {
            case "" -> UNQUALIFIED.contains(local);
            case RDF ->
                local.equals("type") && i < attributes.getLength() - 1
                    || local.equals(PARSE_TYPE) && !PARSE_TYPES.contains(attributes.getValue(i))
                    || local.equals(DATATYPE) && !IriReference.isAbsolute(attributes.getValue(i));
            default -> false;
          };
      if (unusual) {
        return true;
      }
    }
    return false;
  }

  private void readUsual(Attributes attributes) {
    read.clear();
    String type = null;
    for (int i = 0; i < attributes.getLength(); i++) {
      String uri = attributes.getURI(i);
      String local = attributes.getLocalName(i);
      String name = attributes.getQName(i);
      String value = attributes.getValue(i);
      if (uri.isEmpty() && UNQUALIFIED.contains(local)) {
        if (attributes.getIndex(RDF, local) >= 0) {
          throw errors.unchecked(
              locator.getLineNumber(),
              locator.getColumnNumber(),
              local + " once",
              "it with a namespace and without");
        }
        uri = RDF;
      }
      if (uri.equals(RDF) && local.equals(DATATYPE)) {
        value = IriReference.resolve(base.iri(), value);
      }
      if (uri.equals(RDF) && local.equals("type")) {
        type = value;
      } else {
        boolean other = uri.equals(RDF) && local.equals(PARSE_TYPE) && !PARSE_TYPES.contains(value);
        read.addAttribute(uri, local, name, attributes.getType(i), other ? LITERAL : value);
      }
    }
    if (type != null) {
      read.addAttribute(RDF, "type", "rdf:type", "CDATA", type);
    }
  }

  private void hideIris() {
    for (int i = 0; i < read.getLength(); i++) {
      if (read.getURI(i).equals(RDF) && IRIS.contains(read.getLocalName(i))) {
        read.setValue(i, hidden.hide(read.getValue(i), base.iri()));
      }
    }
  }
}
