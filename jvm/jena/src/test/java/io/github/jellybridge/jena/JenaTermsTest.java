package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import eu.neverblink.jelly.convert.jena.JenaConverterFactory;
import eu.neverblink.jelly.convert.jena.riot.JellyFormatVariant;
import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import eu.neverblink.jelly.convert.jena.riot.JellyStreamWriter;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.LogicalStreamType;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sparql.core.Quad;
import org.junit.Test;

/** Our terms as Jena nodes against the nodes that RIOT reads from the same bytes. */
public class JenaTermsTest {
  private static final Node S = NodeFactory.createURI("http://example.org/s");
  private static final Node P = NodeFactory.createURI("http://example.org/ns#p");
  private static final Node BLANK = NodeFactory.createBlankNode("b0");

  @Test
  public void everyKindOfTermIsTheNodeThatRiotReads() throws IOException {
    List<Node> objects =
        List.of(
            S,
            BLANK,
            literal("", null, null),
            literal("Grüße, 世界 🦑 \"quoted\" \\ \r\n\t", null, null),
            literal("chat", "fr", null),
            literal("3", null, "http://www.w3.org/2001/XMLSchema#integer"),
            literal("x", null, "http://example.org/own-datatype"));
    List<Quad> quads = new ArrayList<>();
    for (Node object : objects) {
      quads.add(Quad.create(Quad.defaultGraphIRI, S, P, object));
      quads.add(Quad.create(S, BLANK, P, object));
      quads.add(Quad.create(BLANK, S, P, object));
    }
    assertReadsLikeRiot(quads);
  }

  @Test
  public void quotedTriplesAreTheNodesThatRiotReads() throws IOException {
    Node inner =
        NodeFactory.createTripleTerm(BLANK, P, literal("a \"b\" \\u0041 >> \n 世界", "en-GB", null));
    Node datatyped =
        NodeFactory.createTripleTerm(S, P, literal("1", null, "http://example.org/dt"));
    Node oddIri =
        NodeFactory.createTripleTerm(
            NodeFactory.createURI("http://example.org/a b>c"), P, literal("", null, null));
    assertReadsLikeRiot(
        List.of(
            Quad.create(Quad.defaultGraphIRI, inner, P, datatyped),
            Quad.create(
                Quad.defaultGraphIRI, S, P, NodeFactory.createTripleTerm(inner, P, datatyped)),
            Quad.create(S, oddIri, P, oddIri)));
  }

  /** Also with labels that N-Triples text has to change. */
  @Test
  public void aBlankNodeInAQuotedTripleIsTheOneOutside() throws IOException {
    List<Quad> quads = new ArrayList<>();
    Cases.each(
        List.of("a:b", "a b", "", "-", "jbx", "jbx41", "jbx613A62", "jbx4", "é."),
        label -> {
          Node blank = NodeFactory.createBlankNode(label);
          Node quoted = NodeFactory.createTripleTerm(blank, P, blank);
          quads.add(Quad.create(Quad.defaultGraphIRI, blank, P, quoted));
          Node nested = NodeFactory.createTripleTerm(quoted, P, quoted);
          quads.add(Quad.create(Quad.defaultGraphIRI, blank, P, nested));
          assertEquals(nested, TermFields.of(nested).node());
        });
    assertReadsLikeRiot(quads);
  }

  @Test
  public void aTermBecomesOneNodeUntilTheEpochChanges() throws IOException {
    byte[] bytes = encode(List.of(Quad.create(Quad.defaultGraphIRI, S, P, S)));
    try (JellyReader reader = open(bytes)) {
      assertTrue(reader.nextBatch(10));
      JenaTerms bridge = new JenaTerms(reader.terms());
      int id = reader.batch().s[0];
      assertSame(bridge.node(id), bridge.node(id));
    }
  }

  @Test
  public void noTermIsNoNode() {
    assertSame(null, new JenaTerms(new TermTable()).node(TermTable.NO_TERM));
  }

  @Test
  public void textThatIsNoQuotedTripleIsRefused() {
    for (String text :
        List.of("", "<http://a>", "<< <http://a> <http://b> >>", "<< _:a _:b \"c >>", "<< _:a")) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      TermTable terms = new TermTable();
      terms.reset(new byte[0], 0);
      int id = terms.addCopy(TermKind.TRIPLE, bytes, 0, bytes.length);
      assertThrows(text, IllegalArgumentException.class, () -> new JenaTerms(terms).node(id));
    }
  }

  private static void assertReadsLikeRiot(List<Quad> quads) throws IOException {
    byte[] bytes = encode(quads);
    List<Quad> expected = new ArrayList<>();
    RDFParser.source(new ByteArrayInputStream(bytes))
        .lang(JellyLanguage.JELLY)
        .parse(
            new StreamRDFBase() {
              @Override
              public void quad(Quad quad) {
                expected.add(quad);
              }
            });
    assertEquals(quads.size(), expected.size());
    List<Quad> found = new ArrayList<>();
    List<Triple> triples = new ArrayList<>();
    try (JellyReader reader = open(bytes)) {
      JenaTerms bridge = new JenaTerms(reader.terms());
      while (reader.nextBatch(2)) {
        for (int i = 0; i < reader.batch().size(); i++) {
          found.add(bridge.quad(reader.batch(), i));
          triples.add(bridge.triple(reader.batch(), i));
        }
      }
    }
    assertEquals(expected, found);
    assertEquals(expected.stream().map(Quad::asTriple).toList(), triples);
  }

  private static JellyReader open(byte[] bytes) throws IOException {
    return JellyReader.open(
        new ByteArrayInputStream(bytes),
        "test.jelly",
        JellyReadOptions.builder().blankNodes(BlankNodes.PRESERVE).build());
  }

  private static byte[] encode(List<Quad> quads) {
    RdfStreamOptions options =
        JellyOptions.SMALL_ALL_FEATURES
            .clone()
            .setPhysicalType(PhysicalStreamType.QUADS)
            .setLogicalType(LogicalStreamType.FLAT_QUADS);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StreamRDF writer =
        JellyStreamWriter.create(
            JenaConverterFactory.getInstance(),
            JellyFormatVariant.builder().options(options).build(),
            out);
    quads.forEach(writer::quad);
    writer.finish();
    return out.toByteArray();
  }

  @Test
  public void aMalformedLanguageTagStaysAsItIsWritten() {
    for (String tag : List.of("en_US", "en us", "é", "en--zzz")) {
      assertEquals(tag, literal("a", tag, null).getLiteralLanguage());
    }
    assertEquals("en-GB", literal("a", "en-gb", null).getLiteralLanguage());
  }

  private static Node literal(String value, String lang, String datatype) {
    return JenaTerms.literal(value, lang, datatype);
  }
}
