package io.github.jellybridge.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Checkout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.jena.atlas.iterator.Iter;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sys.JenaSystem;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Compiles and runs the examples of docs/how-to/java.md and docs/how-to/patches.md on files that
 * Jena wrote, and compares them with the pages.
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
  public void theSecondExampleConvertsNQuads() throws IOException {
    JenaSystem.init();
    StringBuilder text = new StringBuilder("# a comment\n");
    for (int i = 0; i < 2500; i++) {
      text.append("<http://example.org/s> <http://example.org/p> \"%d\" <urn:g> .\n".formatted(i));
    }
    Path source = folder.newFile("example.nq").toPath();
    Files.writeString(source, text);
    Path target = folder.newFile("converted.jelly").toPath();
    assertEquals(2500, ConvertNQuads.convert(source, target));
    DatasetGraph found = DatasetGraphFactory.create();
    RDFParser.source(target).lang(JellyLanguage.JELLY).parse(found);
    DatasetGraph expected = DatasetGraphFactory.create();
    RDFParser.source(source).lang(Lang.NQUADS).parse(expected);
    assertEquals(2500, Iter.count(expected.find()));
    assertEquals(Iter.toSet(expected.find()), Iter.toSet(found.find()));
  }

  @Test
  public void theThirdExampleReasonsInJena() throws IOException {
    String text =
        """
        PREFIX : <http://example.org/>
        PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
        :Cat rdfs:subClassOf :Animal . :tom a :Cat . :g { :tom :likes :milk }
        """;
    DatasetGraph expected = DatasetGraphFactory.create();
    RDFParser.fromString(text, Lang.TRIG).parse(expected);
    Path file = folder.getRoot().toPath().resolve("example.jelly");
    try (OutputStream out = Files.newOutputStream(file)) {
      RDFDataMgr.write(out, expected, JellyLanguage.JELLY);
    }
    Path copy = folder.getRoot().toPath().resolve("copy.jelly");
    Dataset<Row> inferred = JenaAndBack.run(LocalSpark.get(), file, copy);
    String animal = "s.value = 'http://example.org/tom' AND o.value = 'http://example.org/Animal'";
    assertEquals(1, inferred.where(animal).count());
    DatasetGraph found = DatasetGraphFactory.create();
    RDFParser.source(copy).lang(JellyLanguage.JELLY).parse(found);
    assertEquals(Iter.toSet(expected.find()), Iter.toSet(found.find()));
  }

  @Test
  public void theExamplesOfPatchesWriteOneAndApplyIt() throws IOException {
    Path file = folder.getRoot().toPath().resolve("example.jellyp");
    PatchDataset.write(file, "<x:s>", "<x:p>", "\"o\"@en");
    DatasetGraph dataset = PatchDataset.apply(file);
    dataset.begin();
    assertEquals(1, dataset.stream().count());
    dataset.end();
  }

  @Test
  public void thePagesShowTheExamples() throws IOException {
    String page = "how-to/java.md";
    assertPageShows(page, "CountByPredicate", "    Map<String, Long> counts", "    return counts;");
    assertPageShows(page, "ConvertNQuads", "    JellyWriteOptions options", "\n  }\n}");
    assertPageShows(page, "JenaAndBack", "    Dataset<Row> table", "    return inferred;");
    page = "how-to/patches.md";
    assertPageShows(page, "PatchDataset", "    TermTable terms", "\n  }\n\n  /** Applies");
    assertPageShows(page, "PatchDataset", "    DatasetGraph dataset", "    return dataset;");
  }

  private static String page(String name) throws IOException {
    return Files.readString(Checkout.root().resolve("docs").resolve(name), StandardCharsets.UTF_8);
  }

  private static void assertPageShows(String name, String example, String first, String last)
      throws IOException {
    String source = Files.readString(source(example), StandardCharsets.UTF_8);
    String body = source.substring(source.indexOf(first));
    body = body.substring(0, body.indexOf(last)).stripTrailing().stripIndent();
    assertTrue(name + " must hold:\n" + body, page(name).contains(body));
  }

  private static Path source(String example) {
    String file = "src/test/java/io/github/jellybridge/example/" + example + ".java";
    return Stream.of("core", "jena", "spark")
        .map(module -> Checkout.root().resolve("jvm").resolve(module).resolve(file))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }
}
