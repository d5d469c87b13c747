package io.github.jellybridge.jena.xml;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.xml.crypto.NodeSetData;
import javax.xml.crypto.OctetStreamData;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.TransformService;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.vocabulary.RDF;
import org.junit.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** XML literals are in exclusive canonical form with comments (RDF 1.1 XML Syntax §7.2.17). */
public class XmlLiteralTest {
  private static final String[] CONTENTS = {
    "text",
    "<b/>",
    "<b></b>t<b>u</b>v",
    // namespaces
    "<b xmlns=''/>",
    "<b xmlns='http://d/'><c xmlns=''><d xmlns='http://d/'/><e/></c><f/></b>",
    "<b xmlns='http://d/'><x:c xmlns=''><d/></x:c></b>",
    "<y:b xmlns:y='http://y/?a=1&amp;b=2&quot;&lt;&#9;'/>",
    "<b xmlns:unused='http://unused/'><unused:c/><unused:c/></b>",
    "<x:b><x:c xmlns:x='http://other/'><x:d/></x:c><x:e/></x:b>",
    "<x:b xmlns:z='http://x/' z:q='v' x:p='w' a='u'><z:c/></x:b>",
    "<b xmlns:a='http://z/' xmlns:z='http://a/' a:p='1' z:p='2' q='3' p='4' x:p='5'/>",
    "<x:b xmlns:x='http://x/'><x:c xmlns:x='http://y/'><x:d xmlns:x='http://x/'/></x:c></x:b>",
    "<b xml:lang='en' xml:space='preserve' a='1'/>",
    "<rdf:RDF><rdf:Description rdf:about='a'/></rdf:RDF>",
    "<b rdf:parseType='Literal' rdf:version='1.2'><rdf:li/></b>",
    // characters
    "a&#13;b&#13;&#10;c&#10;d&#9;e",
    "&lt;b>&amp;'\"&gt; ]]&gt; &#x85;&#x2028;&#x3000;é\ud83d\ude00",
    "<b a='&#13;&#10;&#9; &lt;&gt;&amp;&quot;\"' c=\"'>\"/>",
    "<![CDATA[<b> & ]]>&e;<![CDATA[]]>",
    // other nodes
    "<!-- a & <b> --><b><!----></b><!--\n-->",
    "<?pi?><?pi  data & <b> ?><b><?q?></b>",
    "<defaulted/>",
    "<spaced> <b/> </spaced>",
    "<b a='1'>text</b>&#13;".repeat(3_000),
  };

  private static byte[] document(String start, String content) {
    return (start
            + "<!DOCTYPE rdf:RDF [<!ENTITY e 'x&#38;amp;<b/>'>"
            + "<!ATTLIST defaulted q CDATA 'v' p CDATA 'w'><!ELEMENT spaced (b)>]>"
            + "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://d/'"
            + " xmlns:x='http://x/'><rdf:Description>\n<x:p rdf:parseType='Literal'>"
            + content
            + "</x:p><x:q>after</x:q></rdf:Description></rdf:RDF>")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String read(byte[] document) throws Exception {
    DatasetGraph found = Riot.read(document, SyntaxOptions.of(Syntax.RDFXML), 5);
    assertEquals(2, found.stream().count());
    return found.stream()
        .map(Quad::getObject)
        .filter(o -> o.getLiteralDatatypeURI().equals(RDF.xmlLiteral.getURI()))
        .findFirst()
        .orElseThrow()
        .getLiteralLexicalForm();
  }

  /** The form that the JDK's own canonicalizer, for XML signatures, gives. */
  private static String canonical(byte[] document) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    Document parsed = factory.newDocumentBuilder().parse(new ByteArrayInputStream(document));
    List<Node> nodes = new ArrayList<>();
    Node property = parsed.getElementsByTagNameNS("http://x/", "p").item(0);
    for (Node child = property.getFirstChild(); child != null; child = child.getNextSibling()) {
      addAll(child, nodes);
    }
    NodeSetData<Node> data =
        new NodeSetData<>() {
          @Override
          public Iterator<Node> iterator() {
            return nodes.iterator();
          }
        };
    TransformService canonicalizer =
        TransformService.getInstance(CanonicalizationMethod.EXCLUSIVE_WITH_COMMENTS, "DOM");
    OctetStreamData bytes = (OctetStreamData) canonicalizer.transform(data, null);
    return new String(bytes.getOctetStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void addAll(Node node, List<Node> nodes) {
    nodes.add(node);
    NamedNodeMap attributes = node.getAttributes();
    for (int i = 0; attributes != null && i < attributes.getLength(); i++) {
      nodes.add(attributes.item(i));
    }
    for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
      addAll(child, nodes);
    }
  }

  @Test
  public void xmlLiteralsAreAsTheCanonicalizerOfTheJdkWritesThem() {
    Cases.each(
        CONTENTS,
        content -> {
          byte[] document = document("", content);
          assertEquals(canonical(document), read(document));
        });
  }

  @Test
  public void namespacesOfXmlLiteralsAreDeclaredWhereTheyAreUsed() {
    String[][] literals = {
      {"", ""},
      {"<b xmlns='http://d/'><c xmlns=''/></b>", "<b xmlns=\"http://d/\"><c xmlns=\"\"></c></b>"},
      {"<b xmlns=''/>", "<b></b>"},
      {"<b/><x:c/>", "<b xmlns=\"http://d/\"></b><x:c xmlns:x=\"http://x/\"></x:c>"},
      {"<y:b xmlns:y='y:?a&amp;b'/>", "<y:b xmlns:y=\"y:?a&amp;b\"></y:b>"},
      {"a&#13;b", "a&#xD;b"},
    };
    Cases.each(literals, pair -> assertEquals(pair[1], read(document("", pair[0]))));
  }

  @Test
  public void xmlLiteralsOfXml11AreRefused() throws Exception {
    String start = "<?xml version='1.1'?>";
    SyntaxParseException e =
        assertThrows(SyntaxParseException.class, () -> read(document(start, "&#1;")));
    assertEquals("an XML literal in a document of XML 1.0", e.expected());
    assertEquals(e.getMessage(), 2, e.line());
    byte[] other =
        new String(document(start, "t"), StandardCharsets.UTF_8)
            .replace(" rdf:parseType='Literal'", "")
            .getBytes(StandardCharsets.UTF_8);
    assertTrue(Riot.read(other, SyntaxOptions.of(Syntax.RDFXML), 5).stream().count() == 2);
  }
}
