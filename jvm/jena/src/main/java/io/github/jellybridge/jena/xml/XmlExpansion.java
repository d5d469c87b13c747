package io.github.jellybridge.jena.xml;

import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.rdf.DocumentLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Inlines external entities, when an option allows them: RIOT's own parser never does. */
final class XmlExpansion {
  private XmlExpansion() {}

  /**
   * Returns a document without external entities; it is in memory as a whole.
   *
   * @param base the base IRI of the locations of entities
   */
  static XmlPrologue.Document expand(
      XmlPrologue.Document document, String base, DocumentLimits limits, ParseErrors errors)
      throws IOException {
    Limited out = new Limited(limits.maxDocumentBytes(), errors);
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://xml.org/sax/features/namespace-prefixes", true);
      InputSource source = new InputSource(document.bytes());
      source.setEncoding(document.decoded() ? "UTF-8" : null);
      source.setSystemId(base);
      TransformerFactory.newDefaultInstance()
          .newTransformer()
          .transform(new SAXSource(XmlPrologue.reader(factory), source), new StreamResult(out));
    } catch (TransformerException | SAXException e) {
      if (out.tooLong != null) {
        throw out.tooLong;
      }
      throw errors.wrong(0, 0, e.getMessage());
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK has a parser of XML", e);
    }
    InputStream expanded = new ByteArrayInputStream(out.toByteArray());
    return new XmlPrologue.Document(expanded, true);
  }

  /** A buffer of limited size. */
  private static final class Limited extends ByteArrayOutputStream {
    private final long limit;
    private final ParseErrors errors;
    private IOException tooLong;

    Limited(long limit, ParseErrors errors) {
      this.limit = limit;
      this.errors = errors;
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      if (size() + (long) length > limit) {
        tooLong =
            errors.at(
                0,
                0,
                "a document of at most " + limit + " bytes (see option maxDocumentBytes)",
                "a longer one");
        throw new IllegalStateException(tooLong);
      }
      super.write(bytes, offset, length);
    }
  }
}
