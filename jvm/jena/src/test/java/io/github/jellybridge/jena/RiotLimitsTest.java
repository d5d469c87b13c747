package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.jena.sparql.core.DatasetGraph;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Documents load nothing from elsewhere, and neither grow nor nest beyond limits. */
public class RiotLimitsTest {
  private static final String CONTEXT = "{\"@context\": {\"p\": \"http://example.org/p\"}}";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;
  private String url;

  /** Starts a server that counts who asks it for something. */
  @Before
  public void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          boolean json = exchange.getRequestURI().getPath().endsWith("jsonld");
          byte[] body = (json ? CONTEXT : "secret").getBytes(StandardCharsets.UTF_8);
          exchange
              .getResponseHeaders()
              .set("Content-Type", json ? "application/ld+json" : "text/plain");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** Stops it. */
  @After
  public void stop() {
    server.stop(0);
  }

  private static DatasetGraph read(Syntax syntax, String document, DocumentLimits limits)
      throws IOException {
    return Riot.read(
        document.getBytes(StandardCharsets.UTF_8),
        SyntaxOptions.of(syntax).withDocuments(limits),
        100);
  }

  private static SyntaxParseException refused(Syntax syntax, String document) {
    return assertThrows(
        SyntaxParseException.class, () -> read(syntax, document, DocumentLimits.DEFAULTS));
  }

  private static void says(SyntaxParseException e, String... parts) {
    for (String part : parts) {
      assertTrue(e.getMessage(), e.getMessage().contains(part));
    }
  }

  private static DocumentLimits allowing(boolean contexts, boolean entities) {
    return new DocumentLimits(
        DocumentLimits.DEFAULT_MAX_DEPTH,
        DocumentLimits.DEFAULT_MAX_DOCUMENT_BYTES,
        contexts,
        entities);
  }

  // ---- JSON-LD ---------------------------------------------------------------------------------

  @Test
  public void contextsFromElsewhereAreLoadedOnlyWithTheOption() throws IOException {
    File local = folder.newFile("context.jsonld");
    Files.writeString(local.toPath(), CONTEXT);
    Cases.each(
        new String[] {url + "c.jsonld", local.toURI().toString()},
        context -> {
          int asked = requests.get();
          String document = "{\"@context\": \"" + context + "\", \"@id\": \"x:s\", \"p\": \"o\"}";
          says(refused(Syntax.JSONLD, document), Riot.FILE, context, "remoteContexts");
          assertEquals(asked, requests.get());
          assertEquals(1, read(Syntax.JSONLD, document, allowing(true, false)).stream().count());
        });
    assertEquals(1, requests.get());
  }

  @Test
  public void aContextWhoseServerIsGoneIsNamed() {
    server.stop(0);
    String document = "{\"@context\": \"" + url + "c.jsonld\", \"@id\": \"x:s\", \"p\": \"o\"}";
    IOException e =
        assertThrows(IOException.class, () -> read(Syntax.JSONLD, document, allowing(true, false)));
    assertFalse(e.toString(), e instanceof SyntaxParseException);
    assertEquals(
        "the context at '" + url + "c.jsonld' cannot be loaded: ConnectException", e.getMessage());
  }

  @Test
  public void contextsThatImportOthersAndContextsOfTermsAreRefused() {
    String imports = "{\"@context\": {\"@import\": \"" + url + "c.jsonld\"}, \"p\": \"o\"}";
    says(refused(Syntax.JSONLD, imports), url, "remoteContexts");
    String scoped =
        "{\"@context\": {\"q\": {\"@id\": \"x:q\", \"@context\": \""
            + url
            + "c.jsonld\"}}, \"q\": {\"p\": \"o\"}}";
    says(refused(Syntax.JSONLD, scoped), url, "remoteContexts");
    assertEquals(0, requests.get());
  }

  // ---- RDF/XML ---------------------------------------------------------------------------------

  private static String xml(String doctype, String text) {
    return "<?xml version='1.0'?>\n"
        + doctype
        + "\n<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='x:'>\n"
        + "<rdf:Description rdf:about='x:s'><x:p>"
        + text
        + "</x:p></rdf:Description></rdf:RDF>";
  }

  @Test
  public void externalEntitiesAreLoadedOnlyWithTheOption() throws IOException {
    File local = folder.newFile("secret.txt");
    Files.writeString(local.toPath(), "secret");
    Cases.each(
        new String[] {url + "entity", local.toURI().toString()},
        entity -> {
          int asked = requests.get();
          String document = xml("<!DOCTYPE rdf:RDF [<!ENTITY e SYSTEM '" + entity + "'>]>", "&e;");
          says(
              refused(Syntax.RDFXML, document), Riot.FILE + ": line 2", entity, "externalEntities");
          assertEquals(asked, requests.get());
          DatasetGraph found = read(Syntax.RDFXML, document, allowing(false, true));
          assertEquals(
              "secret",
              found.stream().findFirst().orElseThrow().getObject().getLiteralLexicalForm());
        });
    assertEquals(1, requests.get());
  }

  @Test
  public void documentsWithTheirExternalEntitiesAreNoLargerThanTheLimit() throws IOException {
    File local = folder.newFile("long.txt");
    Files.writeString(local.toPath(), "x".repeat(1_000));
    String doctype = "<!DOCTYPE rdf:RDF [<!ENTITY e SYSTEM '" + local.toURI() + "'>]>";
    String document = xml(doctype, "&e;".repeat(3));
    DocumentLimits enough = new DocumentLimits(10, 4_000, false, true);
    assertEquals(1, read(Syntax.RDFXML, document, enough).stream().count());
    DocumentLimits tooFew = new DocumentLimits(10, 3_000, false, true);
    SyntaxParseException e =
        assertThrows(SyntaxParseException.class, () -> read(Syntax.RDFXML, document, tooFew));
    says(e, Riot.FILE, "at most 3000 bytes", "maxDocumentBytes");
  }

  @Test
  public void externalEntitiesThatAreNotThereAreNamed() {
    String place = new File(folder.getRoot(), "none.txt").toURI().toString();
    String document = xml("<!DOCTYPE rdf:RDF [<!ENTITY e SYSTEM '" + place + "'>]>", "&e;");
    IOException e =
        assertThrows(IOException.class, () -> read(Syntax.RDFXML, document, allowing(false, true)));
    assertTrue(e.getMessage(), e.getMessage().contains("none.txt"));
  }

  @Test
  public void externalDocumentTypesAndParameterEntitiesAreRefused() {
    String type = xml("<!DOCTYPE rdf:RDF SYSTEM '" + url + "type.dtd'>", "o");
    says(refused(Syntax.RDFXML, type), url + "type.dtd", "externalEntities");
    String parameter = xml("<!DOCTYPE rdf:RDF [<!ENTITY % d SYSTEM '" + url + "d'> %d;]>", "o");
    says(refused(Syntax.RDFXML, parameter), url + "d", "externalEntities");
    assertEquals(0, requests.get());
  }

  @Test
  public void entitiesThatMultiplyAreRefused() {
    StringBuilder doctype = new StringBuilder("<!DOCTYPE rdf:RDF [<!ENTITY l0 'laughter'>");
    for (int i = 1; i < 10; i++) {
      doctype.append("<!ENTITY l" + i + " '" + ("&l" + (i - 1) + ";").repeat(10) + "'>");
    }
    says(refused(Syntax.RDFXML, xml(doctype + "]>", "&l9;")), "line 2", "65536 characters");
  }

  /** As ontologies have them; Java 24 and later ones accept 2500 and 200 by themselves. */
  @Test
  public void manyReferencesAndNamespacesAreRead() throws IOException {
    String doctype = "<!DOCTYPE rdf:RDF [<!ENTITY xsd 'http://www.w3.org/2001/XMLSchema#'>]>";
    String text = "&xsd;".repeat(60_000);
    Cases.each(
        List.of(false, true),
        external -> {
          String other = external ? "<!ENTITY o SYSTEM '" + url + "o'>]>" : "]>";
          String document = xml(doctype.replace("]>", other), text);
          DatasetGraph found = read(Syntax.RDFXML, document, allowing(false, external));
          String literal =
              found.stream().findFirst().orElseThrow().getObject().getLiteralLexicalForm();
          assertEquals("http://www.w3.org/2001/XMLSchema#".repeat(60_000), literal);
        });
    StringBuilder namespaces = new StringBuilder("xmlns:x='x:'");
    for (int i = 0; i < 5000; i++) {
      namespaces.append(" xmlns:n").append(i).append("='http://e/").append(i).append("#'");
    }
    String document = xml("", "o").replace("xmlns:x='x:'", namespaces);
    assertEquals(1, read(Syntax.RDFXML, document, DocumentLimits.DEFAULTS).stream().count());
  }

  @Test
  public void oneLongEntityManyTimesIsRefused() {
    String doctype = "<!DOCTYPE rdf:RDF [<!ENTITY e '" + "x".repeat(60_000) + "'>]>";
    refused(Syntax.RDFXML, xml(doctype, "&e;".repeat(2_000)));
  }

  private static String withBases(String base, int count) {
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < count; i++) {
      String node = "\n<rdf:Description rdf:about='a' xml:base='%s' x:p='1'/>";
      nodes.append(node.formatted(base.formatted(i)));
    }
    return "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='x:'>"
        + nodes
        + "</rdf:RDF>";
  }

  /** RIOT keeps a cache for each. */
  @Test
  public void basesOfRdfXmlAreLimited() throws IOException {
    for (String base : new String[] {"http://e/%d/", "%d/"}) {
      DatasetGraph found = read(Syntax.RDFXML, withBases(base, 1000), DocumentLimits.DEFAULTS);
      assertEquals(1000, found.stream().count());
      says(
          refused(Syntax.RDFXML, withBases(base, 1001)), "line 1002", "1000 different", "xml:base");
    }
  }

  @Test
  public void prefixesOfRdfXmlThatCountAtOnceAreLimited() throws IOException {
    StringBuilder literal = new StringBuilder("\n");
    for (int i = 0; i < 9_999; i++) {
      literal.append(i % 100 == 0 ? (i == 0 ? "<b" : "><b") : "").append(" xmlns:n" + i + "='n:'");
    }
    String end = ">" + "</b>".repeat(100);
    String document = xml("", "").replace("<x:p>", "<x:p rdf:parseType='Literal'>");
    String fewer = document.replace("</x:p>", literal + end + literal + end + "</x:p>");
    says(refused(Syntax.RDFXML, fewer), "line 5", "10000 prefixes");
    String enough = fewer.replace(" xmlns:n9998='n:'", "").replace(" xmlns:n9997='n:'", "");
    assertEquals(1, read(Syntax.RDFXML, enough, DocumentLimits.DEFAULTS).stream().count());
  }

  @Test
  public void aPrologueThatDoesNotEndIsRefused() {
    says(refused(Syntax.RDFXML, "<?xml version='1.0'?>" + " ".repeat(2 << 20)), "1048576 bytes");
  }

  // ---- nesting ---------------------------------------------------------------------------------

  @Test
  public void bracketsOfTurtleNestAsDeepAsTheLimitAndNoDeeper() throws IOException {
    String[][] brackets = {{"[ <x:p> ", " ]"}, {"( ", " )"}};
    Cases.each(
        brackets,
        pair -> {
          for (int depth :
              new int[] {DocumentLimits.DEFAULT_MAX_DEPTH, DocumentLimits.LARGEST_DEPTH}) {
            DocumentLimits limits = new DocumentLimits(depth, 1, false, false);
            read(Syntax.TURTLE, turtle(pair, depth), limits);
            SyntaxParseException e =
                assertThrows(
                    SyntaxParseException.class,
                    () -> read(Syntax.TURTLE, "\n" + turtle(pair, depth + 1), limits));
            says(e, Riot.FILE + ": line 2, column", "at most " + depth + " deep", "maxDepth");
          }
          refused(Syntax.TURTLE, turtle(pair, 1_000_000));
          refused(Syntax.TRIG, "{" + turtle(pair, 1_000_000) + "}");
        });
  }

  private static String turtle(String[] pair, int depth) {
    return "<x:s> <x:p> " + pair[0].repeat(depth) + "1" + pair[1].repeat(depth) + " .";
  }

  @Test
  public void quotedTriplesNestNoDeeperThanTheLimit() {
    Cases.each(
        new String[] {"<<( <x:s> <x:p> ", "<< <x:s> <x:p> "},
        open -> {
          says(refused(Syntax.TURTLE, "<x:s> <x:p> " + open.repeat(1_000_000)), "at most 500 deep");
        });
  }

  @Test
  public void objectsOfJsonNestAsDeepAsTheLimitAndNoDeeper() throws IOException {
    Cases.each(
        new int[] {DocumentLimits.DEFAULT_MAX_DEPTH, DocumentLimits.LARGEST_DEPTH},
        depth -> {
          DocumentLimits limits = new DocumentLimits(depth, 1 << 20, false, false);
          read(Syntax.JSONLD, json(depth), limits);
          SyntaxParseException e =
              assertThrows(
                  SyntaxParseException.class, () -> read(Syntax.JSONLD, json(depth + 1), limits));
          says(e, Riot.FILE + ": line 2, column", "at most " + depth + " deep", "maxDepth");
        });
    refused(Syntax.JSONLD, "[".repeat(1_000_000));
  }

  private static String json(int depth) {
    return "\n" + "{\"x:p\": ".repeat(depth) + "\"{[\\\"\"" + "}".repeat(depth);
  }

  @Test
  public void bracketsInTextsOfJsonDoNotNest() throws IOException {
    DocumentLimits flat = new DocumentLimits(1, 1 << 20, false, false);
    String texts = "{'@id': 'x:s', 'x:p': '#', 'x:q': '$[[{', 'x:r': ']}#${'}\t\r\n ";
    assertEquals(3, read(Syntax.JSONLD, json(texts), flat).stream().count());
    Cases.each(
        new String[] {"{'x:p': '#', 'x:q': {}}", "{'x:p': '$', 'x:q': []}"},
        deeper -> {
          assertThrows(SyntaxParseException.class, () -> read(Syntax.JSONLD, json(deeper), flat));
        });
  }

  /** With quotes, and escapes of a backslash and of a quote. */
  private static String json(String text) {
    return text.replace("#", "\\\\").replace("$", "\\\"").replace('\'', '"');
  }

  @Test
  public void documentsOfJsonAreNoLargerThanTheLimit() throws IOException {
    DocumentLimits limits = new DocumentLimits(10, 30, false, false);
    read(Syntax.JSONLD, "{\"@id\": \"x:s\", \"x:p\": \"o\"}  ", limits);
    SyntaxParseException e =
        assertThrows(
            SyntaxParseException.class,
            () -> read(Syntax.JSONLD, "{\"@id\": \"x:s\", \"x:p\": \"longer\"}", limits));
    says(e, "30 bytes", "maxDocumentBytes");
  }

  @Test
  public void elementsOfXmlNestAsDeepAsTheLimitAndNoDeeper() throws IOException {
    String open = "<rdf:Description><x:p>";
    String close = "</x:p></rdf:Description>";
    // RDF, Description and p around them; a comment, a section and empty elements do not nest.
    int depth = 41;
    DocumentLimits limits = new DocumentLimits(depth, 1, false, false);
    String flat = "<!-- <a><b> --><!--><a>--><!---><a>--><!---->" + "<rdf:Description x:p='>'/>";
    int pairs = (depth - 3) / 2 - 1;
    String inner = open.repeat(pairs) + flat + close.repeat(pairs);
    Cases.each(
        new String[] {"", "<!DOCTYPE rdf:RDF [<!ENTITY e 'x'> <!-- it's -->]>"},
        doctype -> {
          read(Syntax.RDFXML, xml(doctype, inner), limits);
          SyntaxParseException e =
              assertThrows(
                  SyntaxParseException.class,
                  () ->
                      read(
                          Syntax.RDFXML,
                          xml(doctype, open.repeat(2) + inner + close.repeat(2)),
                          limits));
          says(e, Riot.FILE + ": line 4, column", "at most " + depth + " deep", "maxDepth");
        });
    says(refused(Syntax.RDFXML, xml("", open.repeat(500_000))), "maxDepth");
  }

  /** A read may end within a tag, a value, a comment or a section. */
  @Test
  public void elementsOfXmlAreCountedInWhateverPiecesTheyAreRead() throws IOException {
    String flat =
        "<x:p><rdf:Description x:r='>/' x:t=\"'>\"><x:q>t<![CDATA[<a><b> ]]]]><![CDATA[ >"
            + " x]]></x:q><x:q/><x:q rdf:resource='x:y/' /><!-- <a> - -> <b> --><?pi <a> >"
            + " ?></rdf:Description></x:p>\n";
    String deep =
        "<x:p><rdf:Description><x:p><rdf:Description><x:q>1</x:q></rdf:Description></x:p>"
            + "</rdf:Description></x:p>";
    String document =
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='x:'>\n"
            + "<rdf:Description>"
            + flat.repeat(20)
            + deep
            + "</rdf:Description></rdf:RDF>";
    Cases.each(
        new int[] {1, 2, 3, 5, 8, 13, 8192},
        piece -> {
          // The elements RDF and Description, and five nested ones.
          assertEquals(123, count(document, piece, 7));
          SyntaxParseException e =
              assertThrows(SyntaxParseException.class, () -> count(document, piece, 6));
          says(e, Riot.FILE + ": line 22, column", "at most 6 deep");
        });
  }

  private static long count(String document, int piece, int depth) throws IOException {
    InputStream pieces =
        new FilterInputStream(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8))) {
          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            return super.read(buffer, offset, Math.min(length, piece));
          }
        };
    SyntaxOptions options =
        SyntaxOptions.of(Syntax.RDFXML).withDocuments(new DocumentLimits(depth, 1, false, false));
    try (RiotReader reader = RiotReader.open(pieces, Riot.FILE, options)) {
      return reader.countStatements();
    }
  }
}
