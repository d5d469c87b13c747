package io.github.jellybridge.jena.xml;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.jena.RiotReader;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
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
  public void relativeNamespacesAreNotDeclared() throws IOException {
    String document = START.replace(">", " xmlns='' xmlns:y='y#' xmlns:z='z:'>") + "</rdf:RDF>";
    try (RiotReader reader =
        RiotReader.open(
            new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)),
            Riot.FILE,
            SyntaxOptions.of(Syntax.RDFXML))) {
      reader.countStatements();
      assertEquals(Set.of("rdf", "x", "z"), reader.prefixes().keySet());
    }
  }

  @Test
  public void propertyAttributesMayFollowTheType() throws IOException {
    same(
        "<a> a x:T ; x:p 'v', 'w'@en .",
        "<rdf:Description x:p='v' rdf:type='http://x/T' rdf:about='a'/>"
            + "<rdf:Description rdf:type='http://x/T' x:p='w' xml:lang='en' rdf:about='a'"
            + " xmlns:z='http://z/'/>");
    same(
        "<a> x:r [ a x:T ; x:p 'v' ; rdf:value 'w' ] .",
        "<rdf:Description rdf:about='a'><x:r x:p='v' rdf:type='http://x/T' rdf:value='w'/>"
            + "</rdf:Description>");
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
  }

  @Test
  public void otherParseTypesAreRefused() {
    for (String type : new String[] {"Weird", "", "Plain", "resource", "Literal "}) {
      refused(
          "<x:D><x:p rdf:parseType='" + type + "'><b/></x:p></x:D>",
          2,
          "rdf:parseType='Literal', 'Resource' or 'Collection'",
          "rdf:parseType='" + type + "'");
    }
  }

  @Test
  public void constructsOfRdf12AreRefusedByName() throws IOException {
    String[][] documents = {
      {"<x:D><x:p %s><x:E/></x:p></x:D>", "rdf:parseType='Triple'"},
      {"<x:D %s/>", "rdf:version='1.2'"},
      {"<x:D><x:p %s>v</x:p></x:D>", "rdf:version='1.2-basic'"},
      {"<x:D><x:p %s>v</x:p></x:D>", "rdf:annotation='http://x/a'"},
      {"<x:D><x:p %s>v</x:p></x:D>", "rdf:annotationNodeID='a'"},
      {"<x:D xmlns:its='http://www.w3.org/2005/11/its' %s x:p='v'/>", "its:dir='rtl'"},
      {"<x:D xmlns:i='http://www.w3.org/2005/11/its' %s/>", "i:version='2.0'"},
    };
    for (String[] document : documents) {
      String found = document[1] + " of RDF 1.2";
      refused(document[0].formatted(document[1]), 2, "RDF/XML of RDF 1.1", found);
    }
    String root = START.replace(">", " rdf:version='1.2'>") + "</rdf:RDF>";
    SyntaxParseException e =
        assertThrows(
            SyntaxParseException.class,
            () ->
                Riot.read(
                    root.getBytes(StandardCharsets.UTF_8), SyntaxOptions.of(Syntax.RDFXML), 5));
    assertEquals("rdf:version='1.2' of RDF 1.2", e.found());
    same("<a> x:p 'v' .", "<rdf:Description rdf:version='1.1' rdf:about='a' x:p='v'/>");
    same(
        "<a> x:p 'v' .",
        "<rdf:Description rdf:about='a'><x:p rdf:version='1.1'>v</x:p>" + "</rdf:Description>");
  }

  @Test
  public void syntaxAttributesAreRefusedInElementsThatDoNotHaveThem() {
    String node = "a node with rdf:about, rdf:ID or rdf:nodeID";
    refused("<x:D rdf:resource='a'/>", 2, node, "rdf:resource='a'");
    refused("<x:D rdf:datatype='a'/>", 2, node, "rdf:datatype='a'");
    refused("<x:D rdf:parseType='Resource'/>", 2, node, "rdf:parseType='Resource'");
    String property =
        "a property with rdf:ID, rdf:nodeID, rdf:resource, rdf:parseType or rdf:datatype";
    refused("<x:D><x:p rdf:about='a'/></x:D>", 2, property, "rdf:about='a'");
    String datatype = "rdf:datatype as the only attribute for an object";
    refused("<x:D><x:p rdf:datatype='http://x/d' x:q='v'/></x:D>", 2, datatype, "another one");
    refused(
        "<x:D><x:p rdf:datatype='http://x/d' rdf:nodeID='n'/></x:D>", 2, datatype, "another one");
    String parseType = "rdf:parseType as the only attribute for an object";
    for (String type : new String[] {"Literal", "Resource", "Collection"}) {
      for (String other : new String[] {"x:q='v'", "rdf:resource='a'", "rdf:nodeID='n'"}) {
        String document = "<x:D><x:p rdf:parseType='" + type + "' " + other + "/></x:D>";
        refused(document, 2, parseType, "another one");
      }
    }
  }

  @Test
  public void languageAndDatatypeDoNotMeet() throws IOException {
    String property = "<x:p %s rdf:datatype='" + RDF + "%s'>v</x:p>";
    String expected = "either rdf:datatype or xml:lang";
    for (String type : new String[] {"langString", "dirLangString"}) {
      String found = "a language and rdf:datatype='" + RDF + type + "'";
      refused("<x:D>\n" + property.formatted("xml:lang='en'", type) + "</x:D>", 3, expected, found);
      refused("<x:D xml:lang='en'>" + property.formatted("", type) + "</x:D>", 2, expected, found);
    }
    same(
        "<a> x:p 'v'^^rdf:langString .",
        "<rdf:Description rdf:about='a' xml:lang='en'>"
            + property.formatted("xml:lang=''", "langString")
            + "</rdf:Description>");
    same(
        "<a> x:p 'v'^^rdf:HTML .",
        "<rdf:Description rdf:about='a' xml:lang='en'>"
            + property.formatted("", "HTML")
            + "</rdf:Description>");
  }

  @Test
  public void onlyWhiteSpaceOfXmlSeparatesElements() throws IOException {
    String expected = "white space of XML or an element";
    for (int space : new int[] {0x3000, 0x2003, 0x1680, 0x2028, 0xa0, 'a', 0x1f600}) {
      String text = Character.toString(space);
      String found = "'%c' (U+%04X)".formatted(space, space);
      refused(" \t\n" + text, 3, expected, found);
      refused("<x:D>" + text + "</x:D>", 2, expected, found);
      refused("<x:D><x:p/>\n" + text + "<x:p/></x:D>", 3, expected, found);
      refused("<x:D><x:p><x:E/>" + text + "</x:p></x:D>", 2, expected, found);
      refused("<x:D><x:p rdf:parseType='Resource'>" + text + "</x:p></x:D>", 2, expected, found);
      refused("<x:D><x:p rdf:parseType='Collection'>" + text + "</x:p></x:D>", 2, expected, found);
      refused("<x:D><x:p rdf:resource='a'>" + text + "</x:p></x:D>", 2, expected, found);
      refused("<x:D><x:p x:q='v'>" + text + "</x:p></x:D>", 2, expected, found);
      refused(
          "<x:D><x:p>" + text + "<x:E/></x:p></x:D>",
          2,
          "a property with text, one node or an attribute for its object",
          "more: x:E");
      same(
          "<a> x:p '" + text + "' .",
          "\t<rdf:Description rdf:about='a'>\r\n <x:p>" + text + "</x:p> </rdf:Description>");
    }
    same("<a> x:p ' \\n' .", "<rdf:Description rdf:about='a'><x:p> \n</x:p></rdf:Description>");
  }

  /** The counter is that of the node: RDF 1.1 XML Syntax §6.1.2, §7.2.18. */
  @Test
  public void itemsOfEachNodeAreCounted() throws IOException {
    same(
        "<a> rdf:_1 '1' ; rdf:_2 [ rdf:_1 '2' ; rdf:_2 '3' ] ; rdf:_3 [ a x:D ; rdf:_1 '4' ] ;"
            + " rdf:_4 '5' .",
        "<rdf:Description rdf:about='a'><rdf:li>1</rdf:li><rdf:li rdf:parseType='Resource'>"
            + "<rdf:li>2</rdf:li><rdf:li>3</rdf:li></rdf:li><rdf:li><x:D><rdf:li>4</rdf:li></x:D>"
            + "</rdf:li><rdf:li>5</rdf:li></rdf:Description>");
    refused("<rdf:li/>", 2, "valid RDF/XML", "'Not allowed as a node element tag: 'rdf:li''");
  }

  @Test
  public void propertiesHaveOneObject() {
    String expected = "a property with text, one node or an attribute for its object";
    refused("<x:D><x:p><x:E/>\n<x:F/></x:p></x:D>", 3, expected, "more: x:F");
    refused("<x:D><x:p rdf:resource='a'><x:q>v</x:q></x:p></x:D>", 2, expected, "more: x:q");
    refused("<x:D><x:p x:r='w'><x:q>v</x:q></x:p></x:D>", 2, expected, "more: x:q");
  }

  @Test
  public void statementsAboutAnEmptyCollectionAreRefused() throws IOException {
    refused(
        "<x:D><x:p rdf:ID='i' rdf:parseType='Collection'>\n</x:p></x:D>",
        3,
        "an item in a collection whose statement has rdf:ID",
        "none");
    same(
        "<a> x:p () .",
        "<rdf:Description rdf:about='a'><x:p rdf:parseType='Collection'/></rdf:Description>");
    same(
        "<a> x:p _:l . _:l rdf:first <b> ; rdf:rest () . <doc#i> a rdf:Statement ;"
            + " rdf:subject <a> ; rdf:predicate x:p ; rdf:object _:l .",
        "<rdf:Description rdf:about='a'><x:p rdf:ID='i' rdf:parseType='Collection'>"
            + "<rdf:Description rdf:about='b'/></x:p></rdf:Description>");
  }

  @Test
  public void datatypesAreResolvedAsOtherReferences() throws IOException {
    String[][] datatypes = {
      {"http://base/d", "http://base/d"},
      {"#d", "http://base/doc#d"},
      {"d", "http://base/d"},
      {"", "http://base/doc"},
      {"http://e/a/../d", "http://e/d"},
    };
    for (String[] datatype : datatypes) {
      same(
          "<a> x:p 'v'^^<" + datatype[1] + "> ; x:q <" + datatype[1] + "> .",
          "<rdf:Description rdf:about='a'><x:p rdf:datatype='%s'>v</x:p><x:q rdf:resource='%s'/>"
                  .replace("%s", datatype[0])
              + "</rdf:Description>");
    }
    refused(
        "<x:D>\n<x:p rdf:datatype='http://[/'>v</x:p></x:D>",
        3,
        "valid RDF/XML",
        "'<http://[/> Code: 25/IP_V6_OR_FUTURE_ADDRESS_SYNTAX in HOST: A syntax violation was"
            + " detected in an IP V6 (or future) address.'");
  }

  @Test
  public void allReferencesOfAnElementHaveItsBase() throws IOException {
    same(
        "<http://in/doc#i> a <http://in/T> ; x:p <http://in/o>, <http://out/o> .",
        "<rdf:Description xml:base='http://in/doc' rdf:ID='i' rdf:type='T'>"
            + "<x:p rdf:resource='o'/><x:p xml:base='http://out/' rdf:resource='o'/>"
            + "</rdf:Description>");
  }

  @Test
  public void allReferencesHaveTheSameNormalBase() throws IOException {
    String node =
        "<rdf:Description %s rdf:about='#x' x:p='1'/><rdf:Description %s rdf:ID='x' x:p='2'/>"
            + "<rdf:Description %s rdf:about='c#x' x:p='3'/>"
            + "<rdf:Description %s rdf:about='http://e/a/../b/./c#x' x:p='4'/>";
    String turtle = "<http://e/b/c#x> x:p '1', '2', '3', '4' .";
    same(turtle, node.replace("%s", "xml:base='http://e/a/../b/./c'"));
    byte[] expected = ("@prefix x: <http://x/> . " + turtle).getBytes(StandardCharsets.UTF_8);
    String[][] bases = {
      {"xml:base='http://e/a/../b/./c'", null},
      {"xml:base='../b/./c'", "http://e/a/d"},
      {"xml:base='b/c'", "http://e/a/../"},
      {"", "http://e/a/../b/./c"},
      {"xml:base=''", "http://e/a/../b/./c"},
    };
    for (String[] base : bases) {
      String document =
          START.replaceAll("xml:base='[^']*'", base[0]) + node.replace("%s", "") + "</rdf:RDF>";
      SyntaxOptions options = SyntaxOptions.of(Syntax.RDFXML);
      assertTrue(
          String.join(" in ", base),
          Riot.isomorphic(
              Riot.parse(expected, Syntax.TURTLE),
              Riot.read(
                  document.getBytes(StandardCharsets.UTF_8),
                  base[1] == null ? options : options.withBase(base[1]),
                  5)));
    }
  }
}
