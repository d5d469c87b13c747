package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.Test;

/** What RDF 1.1 XML Syntax says and RIOT reads as something else, or leaves out. */
public class RdfXmlTest {
  private static final String START =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
          + " xmlns:x='http://x/' xml:base='http://base/doc'>\n";

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

  @Test
  public void attributesOfRdfMayLackTheNamespace() throws IOException {
    same("<a> x:p 'v' .", "<rdf:Description about='a'><x:p>v</x:p></rdf:Description>");
    same("<#a> x:p 'v' .", "<rdf:Description ID='a'><x:p>v</x:p></rdf:Description>");
    same("<a> x:p <b> .", "<rdf:Description about='a'><x:p resource='b'/></rdf:Description>");
    same("<a> a x:T ; x:q 'v' .", "<rdf:Description about='a' type='http://x/T' x:q='v'/>");
    same(
        "<a> x:p [ x:q 'v' ] .",
        "<x:D about='a'><x:p parseType='Resource'><x:q>v</x:q></x:p></x:D>"
            .replace("x:D", "rdf:Description"));
  }

  @Test
  public void attributesBehindTheTypeAreProperties() throws IOException {
    same(
        "<a> a x:T ; x:p 'v' ; x:q 'w' .",
        "<rdf:Description rdf:about='a' x:p='v' rdf:type='http://x/T' x:q='w'/>");
    same(
        "<a> x:r [ a x:T ; x:p 'v' ] .",
        "<rdf:Description rdf:about='a'><x:r rdf:type='http://x/T' x:p='v'/></rdf:Description>");
    same("<a> a x:U, x:T ; x:p 'v' .", "<x:U rdf:about='a' rdf:type='http://x/T' x:p='v'/>");
  }

  @Test
  public void otherParseTypesAreLiterals() throws IOException {
    for (String type : new String[] {"Literal", "Weird", "literal", ""}) {
      same(
          "<a> x:p '<b about=\"c\"></b>'^^rdf:XMLLiteral ; x:q <d> .",
          "<rdf:Description rdf:about='a'><x:p rdf:parseType='"
              + type
              + "'><b about='c'/></x:p><x:q resource='d'/></rdf:Description>");
    }
  }

  /** As pyoxigraph reads them, which takes no relative bases. */
  @Test
  public void relativeDatatypesAreResolved() throws IOException {
    same(
        "<a> x:p 'v'^^<#d> ; x:q 'w'^^<http://base/other/e>, 'x'^^<http://in/e> ; x:r"
            + " '<i></i>'^^rdf:XMLLiteral ; x:p 'y'^^<e> .",
        "<rdf:Description rdf:about='a'><x:p rdf:datatype='#d'>v</x:p>"
            + "<x:q xml:base='other/' rdf:datatype='e'>w</x:q>"
            + "<x:q xml:base='http://in/doc#f' rdf:datatype='e'>x</x:q>"
            + "<x:r rdf:parseType='Literal'><i/></x:r>"
            + "<x:p rdf:datatype='e'>y</x:p></rdf:Description>");
  }

  @Test
  public void whatContradictsItselfIsRefused() {
    for (String content :
        new String[] {
          "\n<rdf:Description rdf:about='a' about='b'/>",
          "\n<rdf:Description rdf:about='a' ID='b'/>"
        }) {
      byte[] xml = document(content).getBytes(StandardCharsets.UTF_8);
      SyntaxParseException e =
          assertThrows(
              content,
              SyntaxParseException.class,
              () -> Riot.read(xml, SyntaxOptions.of(Syntax.RDFXML), 5));
      assertEquals(e.getMessage(), 3, e.line());
    }
  }
}
