package io.github.jellybridge.jena;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.jena.riot.RIOT;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.lang.rdfxml.rrx.ReaderRDFXML_SAX;
import org.apache.jena.riot.system.ParserProfile;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.sparql.util.Context;
import org.xml.sax.ContentHandler;
import org.xml.sax.DTDHandler;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * Runs RIOT's parser of RDF/XML behind {@link RdfXmlAttributes}, as {@link ReaderRDFXML_SAX} runs
 * it without.
 */
final class RdfXmlParser {
  /** The handler of the events of XML, which RIOT keeps to itself. */
  private static final Constructor<?> HANDLER = handler();

  private RdfXmlParser() {}

  private static Constructor<?> handler() {
    try {
      String name = ReaderRDFXML_SAX.class.getPackageName() + ".ParserRRX_SAX";
      Constructor<?> constructor =
          Class.forName(name, true, ReaderRDFXML_SAX.class.getClassLoader())
              .getDeclaredConstructor(
                  String.class, ParserProfile.class, StreamRDF.class, Context.class);
      constructor.setAccessible(true);
      return constructor;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Jena 5.6 has such a parser of RDF/XML", e);
    }
  }

  /**
   * Reads a document.
   *
   * @throws RiotException if anything in it breaks a rule and is not reported to the profile
   */
  static void parse(
      InputSource document, String base, StrictProfile profile, StreamRDF sink, RiotErrors errors)
      throws IOException {
    try {
      Object handler = HANDLER.newInstance(base, profile, sink, RIOT.getContext().copy());
      XMLReader reader = XmlPrologue.reader();
      reader.setFeature("http://xml.org/sax/features/namespaces", true);
      reader.setFeature("http://xml.org/sax/features/namespace-prefixes", true);
      reader.setProperty("http://xml.org/sax/properties/lexical-handler", handler);
      RdfXmlAttributes filter = new RdfXmlAttributes(reader, base, profile.hidden(), errors);
      filter.setContentHandler((ContentHandler) handler);
      filter.setDTDHandler((DTDHandler) handler);
      filter.setEntityResolver((EntityResolver) handler);
      filter.setErrorHandler((ErrorHandler) handler);
      sink.start();
      filter.parse(document);
      sink.finish();
    } catch (SAXException e) {
      throw new RiotException(e);
    } catch (InstantiationException
        | IllegalAccessException
        | InvocationTargetException
        | ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
