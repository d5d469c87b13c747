package io.github.jellybridge.jena.xml;

import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.rdf.DocumentLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.jena.irix.IRIx;
import org.apache.jena.riot.RIOT;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.lang.rdfxml.rrx.ReaderRDFXML_SAX;
import org.apache.jena.riot.system.FactoryRDF;
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
 * Runs RIOT's parser of RDF/XML on the events of an XML reader with our limits; {@link
 * ReaderRDFXML_SAX} makes a reader of its own, whose limits depend on the version of Java.
 */
public final class RdfXmlParser {
  /** RIOT's handler of the events of XML; not public. */
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
   * @param base its base IRI
   * @param terms makes terms
   * @throws RiotException if anything in it breaks a rule and is not reported as an error
   */
  public static void parse(
      InputStream in,
      String base,
      DocumentLimits limits,
      FactoryRDF terms,
      StreamRDF sink,
      ParseErrors errors)
      throws IOException {
    XmlPrologue.Document document = XmlPrologue.check(in, base, limits, errors);
    // The JDK decodes several times faster than the parser.
    InputSource source =
        document.decoded()
            ? new InputSource(new InputStreamReader(document.bytes(), StandardCharsets.UTF_8))
            : new InputSource(document.bytes());
    // Resolved, as all others are: RIOT would leave dots in it.
    IRIx resolved = IRIx.create(base).resolve(base);
    ParserProfile profile = new RdfXmlProfile(resolved.str(), terms, errors);
    try {
      Object handler = HANDLER.newInstance(resolved.str(), profile, sink, RIOT.getContext().copy());
      XMLReader reader = XmlPrologue.reader();
      reader.setFeature("http://xml.org/sax/features/namespaces", true);
      reader.setFeature("http://xml.org/sax/features/namespace-prefixes", true);
      RdfXmlChecks checked = new RdfXmlChecks(reader, resolved, limits, errors);
      checked.setContentHandler((ContentHandler) handler);
      checked.setDTDHandler((DTDHandler) handler);
      checked.setEntityResolver((EntityResolver) handler);
      checked.setErrorHandler((ErrorHandler) handler);
      sink.start();
      checked.parse(source);
      sink.finish();
    } catch (SAXException e) {
      throw new RiotException(e);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InstantiationException | IllegalAccessException | ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
