package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.BlankNodeScope;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.jena.atlas.iterator.Iter;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.DatasetGraph;
import org.junit.Test;

/** Relative IRIs have a base, and blank nodes a scope. */
public class RiotNamesTest {
  @Test
  public void namesThatAreNoIrisAreThoseOfLocalFiles() throws IOException {
    Map<Syntax, String> documents =
        Map.of(
            Syntax.TURTLE, "<a> <x:p> <#b> .",
            Syntax.TRIG, "<a> <x:p> <#b> .",
            Syntax.JSONLD, "{\"@id\": \"a\", \"x:p\": {\"@id\": \"#b\"}}",
            Syntax.RDFXML,
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
                    + "<rdf:Description rdf:about='a'><p xmlns='x:' rdf:resource='#b'/>"
                    + "</rdf:Description></rdf:RDF>");
    String here = "file://" + Path.of("").toAbsolutePath() + "/";
    Map<String, String> bases =
        Map.of(
            "file", here + "file",
            "data/my file.ttl", here + "data/my%20file.ttl",
            "/data/é<1>.ttl", "file:///data/é%3C1%3E.ttl",
            "a b:c.ttl", here + "a%20b:c.ttl");
    for (String name : bases.keySet()) {
      String base = bases.get(name);
      for (Map.Entry<Syntax, String> document : documents.entrySet()) {
        InputStream in =
            new ByteArrayInputStream(document.getValue().getBytes(StandardCharsets.UTF_8));
        try (RiotReader reader = RiotReader.open(in, name, SyntaxOptions.of(document.getKey()))) {
          assertTrue(reader.nextBatch(2));
          assertEquals(
              base.substring(0, base.lastIndexOf('/') + 1) + "a",
              reader.terms().value(reader.batch().s[0]));
          assertEquals(base + "#b", reader.terms().value(reader.batch().o[0]));
        }
      }
    }
  }

  @Test
  public void aNameWithASchemeIsNotThatOfALocalFile() {
    InputStream in = new ByteArrayInputStream("<a> <x:p> <#b> .".getBytes(StandardCharsets.UTF_8));
    SyntaxOptions turtle = SyntaxOptions.of(Syntax.TURTLE);
    RiotReader reader = RiotReader.open(in, "s3a://b/my file.ttl", turtle);
    String message =
        assertThrows(SyntaxParseException.class, () -> reader.nextBatch(1)).getMessage();
    assertTrue(message, message.contains("<s3a://b/my file.ttl>"));
  }

  @Test
  public void theFileIsTheBaseUnlessTheOptionsNameOne() throws IOException {
    byte[] turtle = "<#a> <b> </c> .".getBytes(StandardCharsets.UTF_8);
    SyntaxOptions options = SyntaxOptions.of(Syntax.TURTLE);
    assertEquals(
        "file:///data/document#a file:///data/b file:///c", terms(turtle, options, Riot.FILE));
    assertEquals(
        "file:///data/document#a file:///data/b file:///c",
        terms(turtle, options, "file:/data/document"));
    assertEquals(
        "http://x/y#a http://x/b http://x/c",
        terms(turtle, options.withBase("http://x/y"), Riot.FILE));
  }

  private static String terms(byte[] document, SyntaxOptions options, String file)
      throws IOException {
    try (RiotReader reader = RiotReader.open(new ByteArrayInputStream(document), file, options)) {
      assertTrue(reader.nextBatch(10));
      StatementBatch batch = reader.batch();
      return reader.terms().value(batch.s[0])
          + " "
          + reader.terms().value(batch.p[0])
          + " "
          + reader.terms().value(batch.o[0]);
    }
  }

  @Test
  public void labelsStayAsTheyAreWithoutAScope() throws IOException {
    assertEquals("[b0, b1.x, été]", written(null).toString());
  }

  @Test
  public void labelsOfTheSameScopeAreTheSameAndOthersAreNot() throws IOException {
    String mark = new String(BlankNodeScope.mark("f"), StandardCharsets.US_ASCII);
    assertEquals(List.of(mark + "b0", mark + "b1.x", mark + "été"), List.copyOf(written("f")));
    assertFalse(written("g").contains(mark + "b0"));
    byte[] again = ("_:" + mark + "b0 <x:p> _:" + mark + "b0 .").getBytes(StandardCharsets.UTF_8);
    String label = terms(again, SyntaxOptions.of(Syntax.TURTLE).withScope("g"), Riot.FILE);
    assertEquals(mark.length() + 2, label.indexOf(' '));
    assertFalse(label.startsWith(mark));
  }

  /** JSON-LD 1.1 API §7.3 gives all nodes new labels, in no more than one document. */
  @Test
  public void jsonLdKeepsLabelsThatOtherSyntaxesHave() throws IOException {
    String json =
        """
        [{"@id": "_:b1", "@type": "_:été", "x:p": [{"@id": "_:b0"}, {"@list": [{"@id": "_:1.x"}]}]},
         {"@id": "_:g", "@graph": {"x:p": {"@id": "_:b0"}}},
         {"@id": "_:", "x:p": {"@id": "_:a b"}},
         {"x:p": {"@id": "_:a:b"}, "@reverse": {"x:q": {"@id": "_:b2"}}}]
        """;
    DatasetGraph found = Riot.read(json.getBytes(StandardCharsets.UTF_8), jsonLd(null), 3);
    TreeSet<String> labels = labels(found);
    String unlabelled =
        new String(BlankNodeScope.mark(Riot.FILE + "#unlabelled"), StandardCharsets.US_ASCII);
    // The list, the inner graph's subject, the last subject, and three that are no labels.
    assertEquals(6, labels.stream().filter(label -> label.startsWith(unlabelled)).count());
    labels.removeIf(label -> label.startsWith(unlabelled));
    assertEquals("[1.x, b0, b1, b2, été]", labels.toString());
    assertEquals(
        List.of("g"), Iter.toList(Iter.map(found.listGraphNodes(), Node::getBlankNodeLabel)));
    assertTrue(
        Riot.isomorphic(Riot.parse(json.getBytes(StandardCharsets.UTF_8), Syntax.JSONLD), found));

    String mark = new String(BlankNodeScope.mark("f"), StandardCharsets.US_ASCII);
    assertTrue(
        labels(Riot.read(json.getBytes(StandardCharsets.UTF_8), jsonLd("f"), 3))
            .containsAll(List.of(mark + "b0", mark + "1.x", mark + "été")));
  }

  private static SyntaxOptions jsonLd(String scope) {
    return SyntaxOptions.of(Syntax.JSONLD).withScope(scope);
  }

  /** The labels of kinds.ttl that are written down there. */
  private static TreeSet<String> written(String scope) throws IOException {
    SyntaxOptions options = SyntaxOptions.of(Syntax.TURTLE).withScope(scope);
    TreeSet<String> labels = labels(Riot.read(Riot.document("kinds.ttl"), options, 3));
    assertTrue(labels.size() > 10);
    String unlabelled =
        new String(BlankNodeScope.mark(Riot.FILE + "#unlabelled"), StandardCharsets.US_ASCII);
    labels.removeIf(label -> label.startsWith(unlabelled));
    return labels;
  }

  private static TreeSet<String> labels(DatasetGraph statements) {
    TreeSet<String> labels = new TreeSet<>();
    statements.stream()
        .forEach(
            quad -> {
              for (Node node : List.of(quad.getSubject(), quad.getObject())) {
                if (node.isBlank()) {
                  labels.add(node.getBlankNodeLabel());
                }
              }
            });
    return labels;
  }

  @Test
  public void readingAgainGivesTheSameLabels() throws IOException {
    for (Map.Entry<String, Syntax> entry : RiotReaderTest.DOCUMENTS.entrySet()) {
      byte[] document = Riot.document(entry.getKey());
      SyntaxOptions options = SyntaxOptions.of(entry.getValue()).withScope("f");
      assertEquals(
          labels(Riot.read(document, options, 4)), labels(Riot.read(document, options, 99)));
    }
  }
}
