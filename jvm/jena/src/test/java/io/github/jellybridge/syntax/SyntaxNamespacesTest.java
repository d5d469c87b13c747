package io.github.jellybridge.syntax;

import static io.github.jellybridge.syntax.SyntaxWriting.WRITTEN;
import static io.github.jellybridge.syntax.SyntaxWriting.refused;
import static io.github.jellybridge.syntax.SyntaxWriting.text;
import static io.github.jellybridge.syntax.SyntaxWriting.written;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.jena.sparql.core.DatasetGraph;
import org.junit.Test;

/** Namespaces shorten IRIs and change no statement. */
public class SyntaxNamespacesTest {
  @Test
  public void shortNamesAbbreviateTheLongestNamespaceThatLeavesAPlainName() throws IOException {
    SyntaxWriteOptions options =
        SyntaxWriteOptions.of(Syntax.TURTLE)
            .withNamespaces(Map.of("a", "http://x/", "b", "http://x/y/"));
    String text =
        new String(
            written(
                options,
                "<http://x/s-1> <http://x/y/p> <http://x/y/z/> .",
                "<http://x/> <http://x/y/> <http://x/.> ."),
            StandardCharsets.UTF_8);
    assertTrue(text, text.contains("a:s-1 b:p <http://x/y/z/> .\na: b: <http://x/.> ."));
  }

  /** RIOT also accepts prefixes of Turtle without the full stop. */
  @Test
  public void namespacesAreDeclaredAndUsed() throws IOException {
    Map<String, String> namespaces = Map.of("a", "http://x/", "b", "http://x/y/");
    String line = "<http://x/s> <http://x/y/p> <http://x/o> .";
    String declared = "@prefix b: <http://x/y/> .\n@prefix a: <http://x/> .\n\n";
    for (Map.Entry<Syntax, String> entry :
        Map.of(
                Syntax.TURTLE,
                declared + "a:s b:p a:o .\n",
                Syntax.TRIG,
                declared + "a:s b:p a:o .\n",
                Syntax.RDFXML,
                "    <b:p rdf:resource=\"http://x/o\"/>\n",
                Syntax.JSONLD,
                "{\"@id\": \"a:s\", \"b:p\": [{\"@id\": \"a:o\"}]}")
            .entrySet()) {
      SyntaxWriteOptions options = SyntaxWriteOptions.of(entry.getKey()).withNamespaces(namespaces);
      String text = new String(written(options, line), StandardCharsets.UTF_8);
      assertTrue(text, text.contains(entry.getValue()));
      assertTrue(text, entry.getKey() != Syntax.TURTLE || text.equals(entry.getValue()));
    }
  }

  /** An IRI whose scheme is a prefix abbreviates another IRI, also in a context. */
  @Test
  public void namespacesWhoseSchemeIsAShortNameAreLeftOutOfJsonLd() throws IOException {
    SyntaxWriteOptions options = SyntaxWriteOptions.of(Syntax.JSONLD);
    String line = "<urn:uuid:a> <http://x/p> <http://t/#o> .";
    DatasetGraph expected = Riot.parse(line.getBytes(StandardCharsets.UTF_8), Syntax.NQUADS);
    for (Map<String, String> namespaces :
        List.of(
            Map.of("urn", "urn:uuid:", "x", "http://x/"),
            Map.of("tag", "http://t/#", "x", "tag:x#"))) {
      byte[] json = written(options.withNamespaces(namespaces), line);
      assertTrue(Riot.isomorphic(expected, Riot.parse(json, Syntax.JSONLD)));
    }
    SyntaxWriteOptions other = options.withNamespaces(Map.of("tag", "http://t/#", "x", "tag:x#"));
    refused("<tag:x#o>", () -> written(other, "<urn:a> <http://x/p> <tag:x#o> ."));
  }

  @Test
  public void namespacesThatASyntaxCannotDeclareAreLeftOut() throws IOException {
    Map<String, String> odd = new LinkedHashMap<>();
    odd.put("a b", "http://x/1/");
    odd.put("end.", "http://x/2/");
    odd.put("1", "http://x/3/");
    odd.put("relative", "x/4/");
    odd.put("space", "http://x/ 5/");
    odd.put("x", "http://www.w3.org/XML/1998/namespace");
    odd.put("été.1", "http://x/6/");
    String line =
        "<http://x/1/s> <http://x/2/p> <http://x/3/o> .\n<http://x/6/s> <x:p> \"1\"^^<x:dt> .";
    DatasetGraph expected = Riot.parse(line.getBytes(StandardCharsets.UTF_8), Syntax.NTRIPLES);
    Cases.each(
        WRITTEN,
        syntax -> {
          byte[] text =
              written(SyntaxWriteOptions.of(syntax).withNamespaces(odd), line.split("\n"));
          assertTrue(syntax.title(), Riot.isomorphic(expected, Riot.parse(text, syntax)));
        });
    assertFalse(SyntaxWriteOptions.isNamespace("half", "http://x/\ud83d"));
    assertTrue(SyntaxWriteOptions.isNamespace("whole", "http://x/\ud83d\ude00"));
    SyntaxWriteOptions turtle = SyntaxWriteOptions.of(Syntax.TURTLE).withNamespaces(odd);
    String text = new String(written(turtle, line.split("\n")), StandardCharsets.UTF_8);
    assertTrue(text, text.contains("été.1:s <x:p>"));
  }

  private static String nested(Random random) {
    StringBuilder iri = new StringBuilder("http://e/");
    for (int i = random.nextInt(5); i > 0; i--) {
      iri.append(List.of("a", "b/", "ab/", "-", "1").get(random.nextInt(5)));
    }
    return iri.toString();
  }

  /** Some namespaces contain others; some are only the start of the text of others. */
  @Test
  public void ofManyNamespacesTheLongestThatFitsShortens() throws IOException {
    Random random = new Random(7);
    Map<String, String> namespaces = new LinkedHashMap<>();
    for (int i = 0; i < 300; i++) {
      namespaces.put("p" + i, nested(random));
    }
    SyntaxWriteOptions options = SyntaxWriteOptions.of(Syntax.TURTLE).withNamespaces(namespaces);
    for (int i = 0; i < 500; i++) {
      String iri = nested(random) + "z";
      String expected = "<" + iri + ">";
      int longest = 0;
      for (Map.Entry<String, String> entry : namespaces.entrySet()) {
        int length = entry.getValue().length();
        if (length > longest
            && iri.startsWith(entry.getValue())
            && iri.substring(length).matches("[a-z_][a-z0-9_-]*")) {
          longest = length;
          expected = entry.getKey() + ":" + iri.substring(length);
        }
      }
      String line = "<" + iri + "> <" + iri + "> <" + iri + "> .";
      String text = new String(written(options, line), StandardCharsets.UTF_8);
      assertEquals(text, List.of(expected, expected, expected, "."), termsOfLastLine(text));
    }
  }

  private static List<String> termsOfLastLine(String text) {
    String[] lines = text.strip().split("\n");
    return List.of(lines[lines.length - 1].strip().split("\\s+"));
  }
}
