package io.github.jellybridge.jena.xml;

import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.jena.text.TranscodingInput;
import io.github.jellybridge.jena.text.Utf8Input;
import io.github.jellybridge.rdf.DocumentLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.apache.jena.riot.lang.rdfxml.rrx_stax_ev.ReaderRDFXML_StAX_EV;
import org.apache.jena.riot.lang.rdfxml.rrx_stax_sr.ReaderRDFXML_StAX_SR;
import org.apache.jena.util.JenaXMLInput;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.ext.Locator2;

/**
 * Reads an XML document up to its first element and rejects external entities and entities that
 * grow too large. RIOT's parser would leave out the former silently.
 */
public final class XmlPrologue extends DefaultHandler2 {
  /** Longest replacement text of an entity: namespaces are much shorter. */
  private static final long MAX_ENTITY_CHARACTERS = 1 << 16;

  /** Longest prologue. */
  private static final int MAX_BYTES = 1 << 20;

  /** Bytes of one read. */
  private static final int MAX_READ = 16;

  /**
   * The limits of the XML parser in Java 17. Those of later JDKs, 2500 references and 200
   * attributes, are too small for ontologies that abbreviate IRIs by entities.
   */
  private static final Map<String, String> LIMITS =
      Map.of(
          "jdk.xml.entityExpansionLimit", "64000",
          "jdk.xml.totalEntitySizeLimit", "50000000",
          "jdk.xml.entityReplacementLimit", "3000000",
          "jdk.xml.elementAttributeLimit", "10000");

  private static final Pattern REFERENCE = Pattern.compile("&([^#;&][^;&]*);");

  private final ParseErrors errors;
  private final boolean allowed;
  private boolean external;
  private String encoding;
  private final Map<String, Long> lengths = new HashMap<>();
  private Locator locator;
  private IOException refusal;

  private XmlPrologue(ParseErrors errors, boolean allowed) {
    this.errors = errors;
    this.allowed = allowed;
  }

  /** Ends the parsing of the prologue. */
  private static final class Seen extends SAXException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Checks a document.
   *
   * @param base the base IRI of the locations of other documents
   * @return the same document from its start, with external entities inlined if they are allowed
   * @throws IOException if the document breaks a limit
   */
  static Document check(InputStream in, String base, DocumentLimits limits, ParseErrors errors)
      throws IOException {
    XmlPrologue prologue = new XmlPrologue(errors, limits.externalEntities());
    Recorder recorder = new Recorder(in, errors);
    try {
      XMLReader reader = reader();
      reader.setContentHandler(prologue);
      reader.setErrorHandler(prologue);
      reader.setProperty("http://xml.org/sax/properties/lexical-handler", prologue);
      reader.setProperty("http://xml.org/sax/properties/declaration-handler", prologue);
      reader.parse(new InputSource(recorder));
    } catch (SAXException e) {
      if (prologue.refusal != null) {
        throw prologue.refusal;
      }
      // RIOT's parser reads it again and reports the error.
    } catch (CharConversionException e) {
      // As above.
    } catch (UnsupportedEncodingException e) {
      throw errors.at(1, 1, "an encoding that Java has", "'" + e.getMessage() + "'");
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK has a parser of XML", e);
    }
    Document whole = prologue.whole(recorder.bytes.toByteArray(), in);
    return prologue.external ? XmlExpansion.expand(whole, base, limits, errors) : whole;
  }

  /**
   * A document.
   *
   * @param bytes the whole document
   * @param decoded whether these are valid UTF-8 without a byte order mark, whatever the document
   *     declares
   */
  record Document(InputStream bytes, boolean decoded) {}

  private Document whole(byte[] start, InputStream rest) {
    boolean wide = encoding != null && encoding.regionMatches(true, 0, "UTF-16", 0, 6);
    if (wide && startsWith(start, 0xfe, 0xff)) {
      return decoded(start, 2, rest, StandardCharsets.UTF_16BE);
    }
    if (wide && startsWith(start, 0xff, 0xfe)) {
      return decoded(start, 2, rest, StandardCharsets.UTF_16LE);
    }
    if (wide) {
      boolean big = startsWith(start, 0, '<');
      return decoded(start, 0, rest, big ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE);
    }
    if ("UTF-8".equalsIgnoreCase(encoding)) {
      return decoded(
          start, startsWith(start, 0xef, 0xbb, 0xbf) ? 3 : 0, rest, StandardCharsets.UTF_8);
    }
    // UCS-2 and UCS-4 do not tell the order of their bytes.
    boolean ucs = encoding != null && encoding.startsWith("ISO-10646");
    if (encoding != null && !ucs && Charset.isSupported(encoding)) {
      return decoded(start, 0, rest, Charset.forName(encoding));
    }
    InputStream bytes = new SequenceInputStream(new ByteArrayInputStream(start), rest);
    // Without an element, the error may be a malformed byte, whose position the parser loses.
    return new Document(encoding == null ? new Utf8Input(bytes, errors) : bytes, false);
  }

  private Document decoded(byte[] start, int mark, InputStream rest, Charset charset) {
    InputStream bytes =
        new SequenceInputStream(new ByteArrayInputStream(start, mark, start.length - mark), rest);
    return new Document(
        charset == StandardCharsets.UTF_8
            ? new Utf8Input(bytes, errors)
            : new TranscodingInput(bytes, charset, errors),
        true);
  }

  private static boolean startsWith(byte[] bytes, int... expected) {
    for (int i = 0; i < expected.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != expected[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Makes Jena use the XML parsers of the JDK, whose limits are known. It would use any that the
   * class path of Spark happens to have, and log errors for features that they lack. To be called
   * before any other use of Jena.
   */
  public static void initialize() {
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      Class.forName(JenaXMLInput.class.getName());
      Class.forName(ReaderRDFXML_StAX_EV.class.getName());
      Class.forName(ReaderRDFXML_StAX_SR.class.getName());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    } finally {
      thread.setContextClassLoader(usual);
    }
  }

  /** Makes a parser of XML that loads nothing from elsewhere. */
  static XMLReader reader() throws ParserConfigurationException, SAXException {
    XMLReader reader = reader(SAXParserFactory.newDefaultInstance());
    reader.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    reader.setFeature("http://xml.org/sax/features/external-general-entities", false);
    reader.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
    return reader;
  }

  /** Makes a parser of XML with the same limits on every JDK, except those set by the user. */
  static XMLReader reader(SAXParserFactory factory)
      throws ParserConfigurationException, SAXException {
    XMLReader reader = factory.newSAXParser().getXMLReader();
    for (Map.Entry<String, String> limit : LIMITS.entrySet()) {
      reader.setProperty(limit.getKey(), System.getProperty(limit.getKey(), limit.getValue()));
    }
    return reader;
  }

  /** Keeps the bytes that were read. */
  private static final class Recorder extends FilterInputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ParseErrors errors;

    Recorder(InputStream in, ParseErrors errors) {
      super(in);
      this.errors = errors;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (bytes.size() > MAX_BYTES) {
        throw errors.at(1, 1, "an element within " + MAX_BYTES + " bytes", "none");
      }
      // Few: a malformed byte after the first element is left to the decoder, which knows its
      // place.
      int n = in.read(buffer, offset, Math.min(length, MAX_READ));
      if (n > 0) {
        bytes.write(buffer, offset, n);
      }
      return n;
    }

    @Override
    public void close() {
      // There is more to read.
    }
  }

  private SAXException refuse(String expected, String found) {
    refusal = errors.at(locator.getLineNumber(), locator.getColumnNumber(), expected, found);
    return new Seen();
  }

  private void refuseExternal(String what, String systemId) throws SAXException {
    external = true;
    if (!allowed) {
      throw refuse(
          "a document that is complete without other files (see option externalEntities)",
          what + " at '" + systemId + "'");
    }
  }

  @Override
  public void setDocumentLocator(Locator value) {
    locator = value;
  }

  @Override
  public void startDTD(String name, String publicId, String systemId) throws SAXException {
    if (systemId != null) {
      refuseExternal("a document type", systemId);
    }
  }

  @Override
  public void externalEntityDecl(String name, String publicId, String systemId)
      throws SAXException {
    refuseExternal("the entity " + name, systemId);
  }

  @Override
  public void internalEntityDecl(String name, String value) throws SAXException {
    long length = value.length();
    Matcher reference = REFERENCE.matcher(value);
    while (reference.find()) {
      length += lengths.getOrDefault(reference.group(1), 0L);
    }
    if (length > MAX_ENTITY_CHARACTERS) {
      throw refuse(
          "entities of at most " + MAX_ENTITY_CHARACTERS + " characters",
          "the entity " + name + " of at least " + length);
    }
    lengths.putIfAbsent(name, length);
  }

  @Override
  public void startElement(String uri, String localName, String name, Attributes attributes)
      throws SAXException {
    if (locator instanceof Locator2 locator2) {
      encoding = locator2.getEncoding();
    }
    throw new Seen();
  }
}
