package io.github.jellybridge.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sys.JenaSystem;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * The example of docs/java.md compiles, runs on a file of jelly-jvm, and is what the page shows.
 */
public class ExampleTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void theExampleCountsPredicatesOfLiterals() throws IOException {
    JenaSystem.init();
    Path file = folder.newFile("example.jelly").toPath();
    try (OutputStream out = Files.newOutputStream(file)) {
      StreamRDF writer = StreamRDFWriter.getWriterStream(out, JellyLanguage.JELLY);
      String text =
          """
          <http://example.org/a> <http://example.org/name> "A"@en .
          <http://example.org/a> <http://example.org/knows> <http://example.org/b> .
          <http://example.org/b> <http://example.org/name> "B" .
          <http://example.org/b> <http://example.org/age> "7"^^<http://www.w3.org/2001/XMLSchema#int> .
          """;
      writer.start();
      RDFParser.fromString(text, Lang.NTRIPLES).parse(writer);
      writer.finish();
    }
    assertEquals(
        Map.of("http://example.org/name", 2L, "http://example.org/age", 1L),
        CountByPredicate.count(file));
  }

  @Test
  public void thePageShowsTheExample() throws IOException {
    String page = Files.readString(root().resolve("docs/java.md"), StandardCharsets.UTF_8);
    String source =
        Files.readString(
            root().resolve("jvm/src/test/java/io/github/jellybridge/example/CountByPredicate.java"),
            StandardCharsets.UTF_8);
    String body = source.substring(source.indexOf("    Map<String, Long> counts"));
    body = body.substring(0, body.indexOf("    return counts;")).stripTrailing().stripIndent();
    assertTrue("docs/java.md must hold:\n" + body, page.contains(body));
  }

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("build.gradle"))) {
      here = here.getParent();
    }
    return here;
  }
}
