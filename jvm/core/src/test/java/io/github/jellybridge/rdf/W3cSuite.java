package io.github.jellybridge.rdf;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.vocabulary.RDF;

/** The W3C's own tests of the syntaxes, from the jar of Eclipse RDF4J's test suite. */
public enum W3cSuite {
  N_TRIPLES("ntriples/manifest.ttl", "http://www.w3.org/2013/N-TriplesTests/"),
  N_QUADS("nquads/manifest.ttl", "http://www.w3.org/2013/N-QuadsTests/"),
  TURTLE("turtle/tests-ttl-w3c-20170126/manifest.ttl", "http://www.w3.org/2013/TurtleTests/"),
  TRIG("trig/manifest.ttl", "http://www.w3.org/2013/TriGTests/"),
  RDF_XML(
      "rdfxml/w3c-approved/Manifest.rdf",
      "http://www.w3.org/2000/10/rdf-tests/rdfcore/",
      "http://www.w3.org/2000/10/rdf-tests/rdfcore/testSchema#",
      "inputDocument",
      "outputDocument");

  /**
   * One test.
   *
   * @param valid whether the document must be read or refused
   * @param base the base IRI of the document
   * @param meaning the expected statements in N-Triples or N-Quads; null if the test has none
   */
  public record Entry(String name, boolean valid, String base, byte[] document, byte[] meaning) {}

  private static final Node STATUS =
      NodeFactory.createURI("http://www.w3.org/2000/10/rdf-tests/rdfcore/testSchema#status");
  private static final Node APPROVED = NodeFactory.createLiteralString("APPROVED");

  private final String manifest;
  private final String home;
  private final Node input;
  private final Node output;

  W3cSuite(String manifest, String home) {
    this(
        manifest,
        home,
        "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#",
        "action",
        "result");
  }

  W3cSuite(String manifest, String home, String vocabulary, String input, String output) {
    this.manifest = "/testcases/" + manifest;
    this.home = home;
    this.input = NodeFactory.createURI(vocabulary + input);
    this.output = NodeFactory.createURI(vocabulary + output);
  }

  /**
   * The tests that the manifest lists, by name. Tests that forbid characters in IRIs although the
   * grammar allows them (TestTurtleNegativeEval, TestTrigNegativeEval) are omitted: we read these
   * files.
   */
  public List<Entry> entries() throws IOException {
    Graph graph;
    try (InputStream in = W3cSuite.class.getResourceAsStream(manifest)) {
      graph = RDFParser.source(in).lang(RDFLanguages.filenameToLang(manifest)).base(home).toGraph();
    }
    List<Entry> entries = new ArrayList<>();
    for (Triple test : graph.find(Node.ANY, RDF.type.asNode(), Node.ANY).toList()) {
      String type = test.getObject().getLocalName();
      boolean refused = type.matches("Test\\w+NegativeSyntax|NegativeParserTest");
      boolean read = type.matches("Test\\w+(PositiveSyntax|(?<!Negative)Eval)|PositiveParserTest");
      if ((refused || read) && !dropped(graph, test.getSubject())) {
        Node document = graph.find(test.getSubject(), input, Node.ANY).next().getObject();
        List<Triple> meaning = graph.find(test.getSubject(), output, Node.ANY).toList();
        entries.add(
            new Entry(
                test.getSubject().getURI().substring(home.length()),
                !refused,
                document.getURI(),
                file(document),
                refused || meaning.isEmpty() ? null : file(meaning.get(0).getObject())));
      }
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  /**
   * Whether a test of RDF/XML has a status other than approved; the jar lacks the files of these.
   */
  private static boolean dropped(Graph graph, Node test) {
    return graph.contains(test, STATUS, Node.ANY) && !graph.contains(test, STATUS, APPROVED);
  }

  private byte[] file(Node iri) throws IOException {
    String folder = manifest.substring(0, manifest.lastIndexOf('/') + 1);
    String path = folder + iri.getURI().substring(home.length());
    try (InputStream in = W3cSuite.class.getResourceAsStream(path)) {
      return in.readAllBytes();
    }
  }
}
