package io.github.jellybridge.jena.xml;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.Test;

/** RDF/XML that RIOT reads as something else than its specification says is refused. */
public class RdfXmlTest {
  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

  private static final String START =
      "<rdf:RDF xmlns:rdf='" + RDF + "' xmlns:x='http://x/' xml:base='http://base/doc'>\n";

  private static String document(String content) {
    return START + content + "</rdf:RDF>";
  }

  private static void same(String turtle, String content) throws IOException {
    byte[] xml = document(content).getBytes(StandardCharsets.UTF_8);
    String prefixes =
        "@prefix x: <http://x/> . @base <http://base/doc> ."
            + " @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . ";
    byte[] expected = (prefixes + turtle).getBytes(StandardCharsets.UTF_8);
    assertTrue(
        content,
        Riot.isomorphic(
            Riot.parse(expected, Syntax.TURTLE),
            Riot.read(xml, SyntaxOptions.of(Syntax.RDFXML), 5)));
  }

  private static void refused(String content, int line, String expected, String found) {
    byte[] xml = document(content).getBytes(StandardCharsets.UTF_8);
    SyntaxParseException e =
        assertThrows(
            content,
            SyntaxParseException.class,
            () -> Riot.read(xml, SyntaxOptions.of(Syntax.RDFXML), 5));
    assertEquals(e.getMessage(), line, e.line());
    assertTrue(e.getMessage(), e.column() > 0);
    assertEquals(e.getMessage(), expected, e.expected());
    assertEquals(e.getMessage(), found, e.found());
  }

  @Test
  public void attributesOfRdfNeedTheNamespace() {
    String expected = "an attribute or element with a namespace";
    refused("\n<rdf:Description about='a'/>", 3, expected, "'about'");
    refused("<rdf:Description ID='a'/>", 2, expected, "'ID'");
    refused("<x:D rdf:about='a' type='http://x/T'/>", 2, expected, "'type'");
    String property = "<x:D rdf:about='a'>\n<x:p %s='Resource'></x:p></x:D>";
    refused(property.replace("%s", "resource"), 3, expected, "'resource'");
    refused(property.replace("%s", "parseType"), 3, expected, "'parseType'");
    refused("<x:D rdf:about='a' about='b'/>", 2, expected, "'about'");
    refused("<x:D rdf:about='a' ID='b'/>", 2, expected, "'ID'");
  }

  @Test
  public void namesInRelativeNamespacesAreRefused() {
    String expected = "an attribute or element with a namespace";
    refused("<y:D xmlns:y='y#'/>", 2, expected, "'y#D'");
    refused("<x:D><y:p xmlns:y='y#'>v</y:p></x:D>", 2, expected, "'y#p'");
    refused("<x:D xmlns:y='y#' y:p='v'/>", 2, expected, "'y#p'");
  }

  @Test
  public void propertyAttributesPrecedeTheType() throws IOException {
    String expected = "rdf:type as the last property attribute";
    same(
        "<a> a x:T ; x:p 'v', 'w'@en .",
        "<rdf:Description x:p='v' rdf:type='http://x/T' rdf:about='a'/>"
            + "<rdf:Description x:p='w' rdf:type='http://x/T' xml:lang='en' rdf:about='a'"
            + " xmlns:z='http://z/'/>");
    same(
        "<a> x:r [ a x:T ; x:p 'v' ] .",
        "<rdf:Description rdf:about='a'><x:r x:p='v' rdf:type='http://x/T'/></rdf:Description>");
    refused(
        "\n<rdf:Description rdf:about='a' x:p='v' rdf:type='http://x/T' x:q='w'/>",
        3,
        expected,
        "'x:q' after it");
    refused(
        "<x:U rdf:about='a'>\n<x:r rdf:type='http://x/T' rdf:value='v'/></x:U>",
        3,
        expected,
        "'rdf:value' after it");
  }

  @Test
  public void attributesInXmlLiteralsAreNotChecked() throws IOException {
    for (String type : new String[] {"Literal", "literal"}) {
      same(
          "<a> x:p '<b about=\"c\"><c rdf:type=\"T\" x:q=\"v\"></c></b>'^^rdf:XMLLiteral ; x:q <d> ."
              .replace("<c ", "<c xmlns:rdf=\"%s\" xmlns:x=\"http://x/\" ".formatted(RDF)),
          "<rdf:Description rdf:about='a'><x:p rdf:parseType='"
              + type
              + "'><b about='c'><c rdf:type='T' x:q='v'/></b></x:p><x:q rdf:resource='d'/>"
              + "</rdf:Description>");
    }
    refused(
        "<x:D><x:p rdf:parseType='Literal'><b/></x:p>\n<x:q rdf:type='http://x/T' x:p='v'/></x:D>",
        3,
        "rdf:type as the last property attribute",
        "'x:p' after it");
  }

  @Test
  public void otherParseTypesAreRefused() {
    for (String type : new String[] {"Weird", ""}) {
      refused(
          "<x:D><x:p rdf:parseType='" + type + "'><b/></x:p></x:D>",
          2,
          "valid RDF/XML",
          "'Not a legal value for rdf:parseType: '" + type + "''");
    }
  }

  @Test
  public void relativeDatatypesAreRefused() throws IOException {
    same(
        "<a> x:p 'v'^^<http://base/d> .",
        "<rdf:Description rdf:about='a'><x:p rdf:datatype='http://base/d'>v</x:p>"
            + "</rdf:Description>");
    for (String datatype : new String[] {"#d", "d", ""}) {
      refused(
          "<x:D>\n<x:p rdf:datatype='" + datatype + "'>v</x:p></x:D>",
          3,
          "an absolute IRI as rdf:datatype",
          "'" + datatype + "'");
    }
  }

  @Test
  public void allReferencesOfAnElementHaveItsBase() throws IOException {
    same(
        "<http://in/doc#i> a <http://in/T> ; x:p <http://in/o>, <http://out/o> .",
        "<rdf:Description xml:base='http://in/doc' rdf:ID='i' rdf:type='T'>"
            + "<x:p rdf:resource='o'/><x:p xml:base='http://out/' rdf:resource='o'/>"
            + "</rdf:Description>");
  }
}
