package io.github.jellybridge.jena.xml;

import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.jena.text.PlainIris;
import io.github.jellybridge.rdf.DocumentLimits;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.apache.jena.irix.IRIException;
import org.apache.jena.irix.IRIx;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.ext.Locator2;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Limits how deeply elements nest, and rejects or rewrites those that RIOT's parser of Jena 5.6
 * would silently read as something else than RDF 1.1 XML Syntax says: attributes and text where the
 * grammar has none (§7.2), constructs of RDF 1.2, bases and datatypes (which it resolves more than
 * once, or not at all) and XML literals (which it does not canonicalize).
 */
final class RdfXmlChecks extends XMLFilterImpl {
  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  private static final String XML = "http://www.w3.org/XML/1998/namespace";

  /** The Internationalization Tag Set, whose attributes give the base direction in RDF 1.2. */
  private static final String ITS = "http://www.w3.org/2005/11/its";

  private static final int MAX_BASES = 1000;
  private static final int MAX_PREFIXES = 10_000;

  private static final Set<String> SYNTAX =
      Set.of("about", "ID", "nodeID", "resource", "parseType", "datatype");

  /** Attributes of RDF 1.2 that RDF 1.1 would take for properties. */
  private static final Set<String> NEWER = Set.of("version", "annotation", "annotationNodeID");

  private static final Set<String> OF_NODES = Set.of("about", "ID", "nodeID");
  private static final Set<String> OF_PROPERTIES =
      Set.of("ID", "nodeID", "resource", "parseType", "datatype");

  /** The values of {@code rdf:datatype} that a literal has by its language alone. */
  private static final Set<String> OF_LANGUAGES = Set.of(RDF + "langString", RDF + "dirLangString");

  /** The kind of elements and text in an element. */
  private enum Content {
    NODES,
    /** The same, before the first one, if rdf:ID names the statement: RIOT needs one for it. */
    REIFIED_NODES,
    PROPERTIES,
    /** Text, or one node. */
    VALUE,
    NONE,
    LITERAL
  }

  /** An open element. */
  private static final class Element {
    final IRIx base;

    /** Whether its text has a language. */
    final boolean language;

    Content content;

    /** Its properties that are rdf:li (RDF 1.1 XML Syntax §6.1.2, li-counter). */
    int items;

    Element(Content content, IRIx base, boolean language) {
      this.content = content;
      this.base = base;
      this.language = language;
    }
  }

  private final ParseErrors errors;
  private final int maxDepth;
  private final Set<String> bases = new HashSet<>();
  private final Deque<Element> elements = new ArrayDeque<>();

  private Locator locator;
  private int depth;

  /** Prefixes that the open elements declare. */
  private int prefixes;

  /** Whether the innermost element has text other than white space, so that it holds no node. */
  private boolean text;

  /** The XML literal that is being read; null outside. */
  private XmlLiteralText literal;

  /**
   * Filters the events of an XML reader.
   *
   * @param base the base IRI of the document
   */
  RdfXmlChecks(XMLReader parent, IRIx base, DocumentLimits limits, ParseErrors errors)
      throws SAXNotRecognizedException, SAXNotSupportedException {
    super(parent);
    this.errors = errors;
    this.maxDepth = limits.maxDepth();
    elements.push(new Element(Content.NODES, base, false));
    parent.setProperty(
        "http://xml.org/sax/properties/lexical-handler",
        new DefaultHandler2() {
          @Override
          public void comment(char[] characters, int from, int length) {
            if (literal != null) {
              literal.comment(characters, from, length);
            }
          }
        });
  }

  @Override
  public void setDocumentLocator(Locator value) {
    locator = value;
    errors.follow(value::getLineNumber, value::getColumnNumber);
    super.setDocumentLocator(value);
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes attributes)
      throws SAXException {
    if (++depth > maxDepth) {
      throw wrong(
          "elements nested at most " + maxDepth + " deep (see option maxDepth)", "one more");
    }
    if (literal != null) {
      literal.startElement(uri, name, attributes);
      reportIfLarge();
      return;
    }
    Element parent = elements.peek();
    if (parent.content == Content.NONE || text) {
      throw wrong("a property with text, one node or an attribute for its object", "more: " + name);
    }
    String itsLocal = local;
    String itsName = name;
    AttributesImpl changed = new AttributesImpl(attributes);
    Element element = inherit(changed, parent);
    if (parent.content == Content.PROPERTIES) {
      element.content = property(changed, element);
      if (uri.equals(RDF) && local.equals("li")) {
        // RIOT does not count those of rdf:parseType="Resource" apart.
        itsLocal = "_" + ++parent.items;
        itsName = "rdf:" + itsLocal;
      }
    } else if (depth == 1 && uri.equals(RDF) && local.equals("RDF")) {
      requireNoRdf(changed);
      element.content = Content.NODES;
    } else {
      checkNode(changed);
      element.content = Content.PROPERTIES;
    }
    parent.content =
        switch (parent.content) {
          case VALUE -> Content.NONE;
          case REIFIED_NODES -> Content.NODES;
          default -> parent.content;
        };
    elements.push(element);
    super.startElement(uri, itsLocal, itsName, changed);
  }

  @Override
  public void startPrefixMapping(String prefix, String uri) throws SAXException {
    if (++prefixes > MAX_PREFIXES) {
      // The XML reader looks at all of them for each name.
      throw wrong("at most " + MAX_PREFIXES + " prefixes that count at once", "one more");
    }
    super.startPrefixMapping(prefix, uri);
  }

  @Override
  public void endPrefixMapping(String prefix) throws SAXException {
    prefixes--;
    super.endPrefixMapping(prefix);
  }

  @Override
  public void endElement(String uri, String local, String name) throws SAXException {
    depth--;
    if (literal != null && literal.hasOpenElement()) {
      literal.endElement(name);
      return;
    }
    if (literal != null) {
      literal.report(getContentHandler());
      literal = null;
    }
    if (elements.pop().content == Content.REIFIED_NODES) {
      throw wrong("an item in a collection whose statement has rdf:ID", "none");
    }
    text = false;
    super.endElement(uri, local, name);
  }

  @Override
  public void characters(char[] characters, int from, int length) throws SAXException {
    if (literal != null) {
      literal.characters(characters, from, length);
      reportIfLarge();
      return;
    }
    boolean value = elements.peek().content == Content.VALUE;
    for (int i = from; i < from + length && !text; i++) {
      if (" \t\n\r".indexOf(characters[i]) < 0) {
        if (!value) {
          int found = Character.codePointAt(characters, i, from + length);
          throw wrong("white space of XML or an element", "'%c' (U+%04X)".formatted(found, found));
        }
        text = true;
      }
    }
    super.characters(characters, from, length);
  }

  private void reportIfLarge() throws SAXException {
    if (literal.isLarge()) {
      literal.report(getContentHandler());
    }
  }

  /** {@inheritDoc} RDF/XML ignores no text, whatever a document type says. */
  @Override
  public void ignorableWhitespace(char[] characters, int from, int length) throws SAXException {
    characters(characters, from, length);
  }

  @Override
  public void processingInstruction(String target, String data) throws SAXException {
    if (literal != null) {
      literal.processingInstruction(target, data);
    } else {
      super.processingInstruction(target, data);
    }
  }

  // ---- attributes ------------------------------------------------------------------------------

  private void requireNoRdf(Attributes attributes) {
    for (int i = 0; i < attributes.getLength(); i++) {
      if (attributes.getURI(i).equals(RDF)) {
        throw wrong("rdf:RDF without attributes of RDF", quoted(attributes, i));
      }
    }
  }

  private void checkNode(AttributesImpl attributes) {
    requireSyntax(attributes, OF_NODES, "a node with rdf:about, rdf:ID or rdf:nodeID");
    moveType(attributes);
  }

  /** Returns the content of a property. */
  private Content property(AttributesImpl attributes, Element element) {
    requireSyntax(
        attributes,
        OF_PROPERTIES,
        "a property with rdf:ID, rdf:nodeID, rdf:resource, rdf:parseType or rdf:datatype");
    moveType(attributes);
    boolean object =
        hasProperty(attributes)
            || attributes.getIndex(RDF, "resource") >= 0
            || attributes.getIndex(RDF, "nodeID") >= 0;
    int datatype = attributes.getIndex(RDF, "datatype");
    int parseType = attributes.getIndex(RDF, "parseType");
    if (datatype >= 0 && (object || parseType >= 0)) {
      throw wrong("rdf:datatype as the only attribute for an object", "another one");
    }
    if (datatype >= 0) {
      checkDatatype(attributes, datatype, element);
    }
    if (parseType < 0) {
      return object ? Content.NONE : Content.VALUE;
    }
    if (object) {
      throw wrong("rdf:parseType as the only attribute for an object", "another one");
    }
    return parsed(attributes, parseType);
  }

  /** Makes a datatype absolute and normal, which RIOT does not. */
  private void checkDatatype(AttributesImpl attributes, int i, Element element) {
    if (!PlainIris.isPlain(attributes.getValue(i))) {
      attributes.setValue(i, resolve(attributes.getValue(i), element.base).str());
    }
    if (element.language && OF_LANGUAGES.contains(attributes.getValue(i))) {
      throw wrong("either rdf:datatype or xml:lang", "a language and " + quoted(attributes, i));
    }
  }

  private Content parsed(AttributesImpl attributes, int parseType) {
    switch (attributes.getValue(parseType)) {
      case "Resource":
        return Content.PROPERTIES;
      case "Collection":
        return attributes.getIndex(RDF, "ID") < 0 ? Content.NODES : Content.REIFIED_NODES;
      case "Literal", "literal", "Statements":
        break;
      case "Triple":
        throw wrong("RDF/XML of RDF 1.1", "rdf:parseType='Triple' of RDF 1.2");
      default:
        throw wrong(
            "rdf:parseType='Literal', 'Resource' or 'Collection'", quoted(attributes, parseType));
    }
    if (locator instanceof Locator2 locator2 && "1.1".equals(locator2.getXMLVersion())) {
      throw wrong("an XML literal in a document of XML 1.0", "one of XML 1.1");
    }
    attributes.setAttribute(
        parseType, RDF, "datatype", "rdf:datatype", "CDATA", RDF + "XMLLiteral");
    literal = new XmlLiteralText();
    return Content.LITERAL;
  }

  /** Resolves the base of an element and rejects attributes of RDF 1.2. */
  private Element inherit(AttributesImpl attributes, Element parent) {
    IRIx base = parent.base;
    boolean language = parent.language;
    for (int i = attributes.getLength() - 1; i >= 0; i--) {
      String uri = attributes.getURI(i);
      String local = attributes.getLocalName(i);
      if (uri.equals(XML) && local.equals("base")) {
        base = resolveBase(attributes, i, base);
      } else if (uri.equals(XML) && local.equals("lang")) {
        language = !attributes.getValue(i).isEmpty();
      } else if (uri.equals(RDF)
          && local.equals("version")
          && attributes.getValue(i).equals("1.1")) {
        attributes.removeAttribute(i);
      } else if (uri.equals(RDF) && NEWER.contains(local)
          || uri.equals(ITS) && (local.equals("dir") || local.equals("version"))) {
        throw wrong("RDF/XML of RDF 1.1", quoted(attributes, i) + " of RDF 1.2");
      }
    }
    return new Element(parent.content, base, language);
  }

  /** Makes a base absolute and normal, so that it does not matter how often RIOT resolves it. */
  private IRIx resolveBase(AttributesImpl attributes, int i, IRIx base) {
    IRIx resolved = resolve(attributes.getValue(i), base);
    bases.add(resolved.str());
    if (bases.size() > MAX_BASES) {
      // RIOT keeps a cache of 64 KiB for each.
      throw wrong("at most " + MAX_BASES + " different values of xml:base", "one more");
    }
    attributes.setValue(i, resolved.str());
    return resolved;
  }

  private IRIx resolve(String reference, IRIx base) {
    try {
      return base.resolve(reference);
    } catch (IRIException e) {
      throw new UncheckedIOException(
          errors.wrong(locator.getLineNumber(), locator.getColumnNumber(), e.getMessage()));
    }
  }

  /** Rejects attributes that RIOT would silently leave out. */
  private void requireSyntax(Attributes attributes, Set<String> allowed, String expected) {
    for (int i = 0; i < attributes.getLength(); i++) {
      String local = attributes.getLocalName(i);
      if (attributes.getURI(i).equals(RDF) && SYNTAX.contains(local) && !allowed.contains(local)) {
        throw wrong(expected, quoted(attributes, i));
      }
    }
  }

  /** Makes the type the last attribute: RIOT leaves out those after it. */
  private static void moveType(AttributesImpl attributes) {
    int type = attributes.getIndex(RDF, "type");
    if (type >= 0) {
      String name = attributes.getQName(type);
      String value = attributes.getValue(type);
      attributes.removeAttribute(type);
      attributes.addAttribute(RDF, "type", name, "CDATA", value);
    }
  }

  private static boolean hasProperty(Attributes attributes) {
    for (int i = 0; i < attributes.getLength(); i++) {
      String uri = attributes.getURI(i);
      boolean syntax = uri.equals(RDF) && SYNTAX.contains(attributes.getLocalName(i));
      boolean xml = uri.isEmpty() && attributes.getQName(i).regionMatches(true, 0, "xml", 0, 3);
      if (!syntax
          && !xml
          && !uri.equals(XML)
          && !XmlLiteralText.isDeclaration(attributes.getQName(i))) {
        return true;
      }
    }
    return false;
  }

  private static String quoted(Attributes attributes, int i) {
    return attributes.getQName(i) + "='" + attributes.getValue(i) + "'";
  }

  private UncheckedIOException wrong(String expected, String found) {
    return errors.unchecked(locator.getLineNumber(), locator.getColumnNumber(), expected, found);
  }
}
