package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.vocabulary.RDF;
import org.junit.Test;

/** IRIs with characters that IRIs must not have, absolute and relative: none becomes another. */
public class OddIrisTest {
  private static final String BASE = "http://example.org/x/doc?q";

  /** The subjects of a document, sorted. */
  private static List<String> subjects(Syntax syntax, String base, String document)
      throws IOException {
    SyntaxOptions options = SyntaxOptions.of(syntax).withBase(base);
    return Riot.read(document.getBytes(StandardCharsets.UTF_8), options, 3).stream()
        .map(quad -> quad.getSubject().toString())
        .sorted()
        .toList();
  }

  private static String turtle(String subject) throws IOException {
    return subjects(Syntax.TURTLE, BASE, "<" + subject + "> <x:p> 1 .").get(0);
  }

  @Test
  public void relativeIrisOfTurtleAreResolved() throws IOException {
    assertEquals("http://example.org/x/a[1]", turtle("a[1]"));
    assertEquals("http://example.org/x/%zz", turtle("%zz"));
    assertEquals("http://example.org/a b", turtle("../a\\u0020b"));
    assertEquals("http://example.org/x/doc?q#[", turtle("#["));
    assertEquals("http://example.org/x/::a", turtle("::a"));
    assertEquals("http://example.org/a[1]", turtle("http://example.org/a[1]"));
  }

  /** RDF 1.1 Turtle §6.3; rdflib and pyoxigraph read them so. */
  @Test
  public void absoluteIrisOfTurtleAreNotNormalized() throws IOException {
    for (String iri :
        List.of("http://a/b/../c", "http://a/./b", "http://a/b/.", "urn:a/../b", "file:a")) {
      assertEquals(iri, turtle(iri));
    }
    assertEquals(
        List.of("http://a/b/../c?d", "http://a/e"),
        subjects(Syntax.TURTLE, BASE, "@base <http://a/b/../c?d> . <> <x:p> 1 . <e> <x:p> 1 ."));
  }

  @Test
  public void theBaseOfTurtleMayBeOdd() throws IOException {
    assertEquals(
        List.of("http://example.org/x/b[1]/c", "http://example.org/x/b[1]/d[2]"),
        subjects(Syntax.TURTLE, BASE, "@base <b[1]/> . <c> <x:p> 1 . <d[2]> <x:p> 1 ."));
  }

  @Test
  public void labelsInAngleBracketsAreRefused() {
    for (String document :
        List.of(
            "<x:s> <x:p> <_:a> .",
            "<x:s> <x:p> \"\"^^<_:a> .",
            "@prefix p: <_:> . p:a p:b p:c .")) {
      SyntaxParseException e =
          assertThrows(
              document, SyntaxParseException.class, () -> subjects(Syntax.TURTLE, BASE, document));
      assertEquals(1, e.line());
    }
  }

  private static String jsonLd(String reference) throws IOException {
    return String.join(
        " ", subjects(Syntax.JSONLD, BASE, "{\"@id\": \"" + reference + "\", \"x:p\": 1}"));
  }

  @Test
  public void relativeIrisOfJsonLdAreResolved() throws IOException {
    assertEquals("http://example.org/x/a%20b", jsonLd("a%20b"));
    assertEquals("http://example.org/x/T%2FU?%3F#%23", jsonLd("T%2FU?%3F#%23"));
    assertEquals("http://example.org/x/e[1]", jsonLd("e[1]"));
    assertEquals("http://example.org/x/%zz", jsonLd("%zz"));
    assertEquals("http://example.org/x/]", jsonLd("]"));
    assertEquals("http://example.org/x/doc?q#[", jsonLd("#["));
    assertEquals("http://other/a", jsonLd("//other/a"));
    assertEquals("http:///a", jsonLd("///a"));
    assertEquals("http://example.org/x/1:a", jsonLd("1:a"));
  }

  @Test
  public void relativeIrisOfJsonLdAreLeftOutIfAnIriCannotHoldThem() throws IOException {
    for (String reference : List.of("a b", "\\\\", "{x}", " ", "<")) {
      assertEquals("", jsonLd(reference));
      String both = "[{\"@id\": \"%s\", \"x:p\": 1}, {\"@id\": \"\", \"x:p\": {\"@id\": \"%s\"}}]";
      assertEquals(List.of(), subjects(Syntax.JSONLD, BASE, both.replace("%s", reference)));
    }
  }

  @Test
  public void datatypesAndVocabulariesOfJsonLdThatAreNoIrisAreRefused() {
    for (String odd : List.of("x:a b", "a b", "{x}")) {
      for (String document :
          List.of(
              "{\"x:p\": {\"@value\": \"1\", \"@type\": \"%s\"}}",
              "{\"@context\": {\"@vocab\": \"%s\"}, \"p\": 1}",
              "{\"@context\": {\"p\": \"%s\"}, \"p\": 1}",
              "{\"@context\": {\"p\": {\"@id\": \"x:p\", \"@type\": \"%s\"}}, \"p\": 1}")) {
        String text = document.replace("%s", odd);
        SyntaxParseException e =
            assertThrows(
                text, SyntaxParseException.class, () -> subjects(Syntax.JSONLD, BASE, text));
        assertEquals("valid JSON-LD", e.expected());
      }
    }
  }

  @Test
  public void theEmptyReferenceOfJsonLdIsTheBase() throws IOException {
    String names = ", \"x:p\": [\"two words\", \"\", \"[e]\", \"100%\"]}";
    for (String base : List.of(BASE, BASE + "#fragment")) {
      assertEquals(
          List.of(BASE, BASE, BASE, BASE), subjects(Syntax.JSONLD, base, "{\"@id\": \"\"" + names));
      assertEquals(
          List.of("http://example.org/x/a"),
          subjects(Syntax.JSONLD, base, "{\"@id\": \"a\", \"x:p\": 1}"));
    }
    String context = "{\"@context\": {\"@base\": \"../y/\"}, \"@id\": \"%s\"" + names;
    assertEquals(
        "http://example.org/y/", subjects(Syntax.JSONLD, BASE, context.replace("%s", "")).get(0));
    assertEquals(
        "http://example.org/y/a", subjects(Syntax.JSONLD, BASE, context.replace("%s", "a")).get(0));
  }

  @Test
  public void theEmptyVocabularyOfJsonLdIsTheBase() throws IOException {
    byte[] document =
        "{\"@context\": {\"@vocab\": \"\"}, \"@id\": \"\", \"name\": 1}"
            .getBytes(StandardCharsets.UTF_8);
    SyntaxOptions options = SyntaxOptions.of(Syntax.JSONLD).withBase("http://example.org/x#");
    assertEquals(
        "http://example.org/xname",
        Riot.read(document, options, 3).stream().findFirst().get().getPredicate().toString());
  }

  @Test
  public void absoluteIrisOfJsonLdStayUnlessAnIriCannotHoldThem() throws IOException {
    List<String> kept =
        List.of(
            "http://example.org/e[1]", "http://example.org/%zz", "http://a\u00a0b/", "urn:x[1]");
    String nodes =
        Stream.concat(kept.stream(), Stream.of("http://example.org/a b", "urn:{x}"))
            .map(iri -> "{\"@id\": \"" + iri + "\", \"x:p\": 1}")
            .reduce((a, b) -> a + ", " + b)
            .orElseThrow();
    List<String> found = subjects(Syntax.JSONLD, BASE, "[" + nodes + "]");
    assertEquals(kept.stream().sorted().toList(), found);
  }

  @Test
  public void theBaseOfJsonLdMayBeOdd() throws IOException {
    String base = "http://example.org/%zz/[1]/";
    assertEquals(
        List.of(base + "a"), subjects(Syntax.JSONLD, base, "{\"@id\": \"a\", \"x:p\": 1}"));
  }

  /** The IRI that RDF/XML gives for a reference, which is the same in every position. */
  private static String rdfXml(String reference) throws IOException {
    SyntaxOptions options = SyntaxOptions.of(Syntax.RDFXML).withBase(BASE);
    String start = "<rdf:RDF xmlns:rdf='" + RDF.getURI() + "' xmlns:x='x:'>";
    String iri = null;
    for (String node :
        List.of(
            "<rdf:Description rdf:about='%s' x:p='1'/>",
            "<rdf:Description rdf:about='x:s'><x:p rdf:resource='%s'/></rdf:Description>",
            "<rdf:Description rdf:about='x:s' rdf:type='%s'/>")) {
      byte[] text =
          (start + node.replace("%s", reference) + "</rdf:RDF>").getBytes(StandardCharsets.UTF_8);
      Quad quad = Riot.read(text, options, 3).stream().findFirst().orElseThrow();
      Node found = node.contains("about='%s'") ? quad.getSubject() : quad.getObject();
      assertEquals(reference, iri == null ? found.getURI() : iri, found.getURI());
      iri = found.getURI();
    }
    return iri;
  }

  @Test
  public void irisOfRdfXmlAreThoseThatRiotResolves() throws IOException {
    for (String kept :
        List.of("http://a/%41", "http://a/é", "urn:a:1", "HTTP://A/", "x:a", "http://a:80")) {
      assertEquals(kept, rdfXml(kept));
    }
    assertEquals("http://a/c/d", rdfXml("http://a/b/../c/./d"));
    assertEquals("http://example.org/a", rdfXml("../a"));
  }

  @Test
  public void namesOfRdfXmlAreNormalizedAsReferences() throws IOException {
    String xml =
        "<rdf:RDF xmlns:rdf='"
            + RDF.getURI()
            + "' xmlns:y='http://a/b/../c/'><y:T rdf:about='http://a/b/../c/s' y:p='1'/></rdf:RDF>";
    SyntaxOptions options = SyntaxOptions.of(Syntax.RDFXML).withBase(BASE);
    assertEquals(
        List.of("http://a/c/p", RDF.type.getURI()),
        Riot.read(xml.getBytes(StandardCharsets.UTF_8), options, 3).stream()
            .map(quad -> quad.getPredicate().getURI())
            .sorted()
            .toList());
    assertEquals(List.of("http://a/c/s", "http://a/c/s"), subjects(Syntax.RDFXML, BASE, xml));
  }

  @Test
  public void irisThatRiotRefusesAreErrorsOfRdfXml() {
    for (String odd :
        List.of(
            "http://a/[1]",
            "../x/[1]",
            "http://a/b c",
            "http://a/%zz",
            "http:///x",
            "urn:uuid:1",
            "_:a",
            "{x}")) {
      SyntaxParseException e = assertThrows(odd, SyntaxParseException.class, () -> rdfXml(odd));
      assertEquals(e.getMessage(), 1, e.line());
    }
  }
}
