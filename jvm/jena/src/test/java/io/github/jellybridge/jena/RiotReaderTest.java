package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.BrokenInput;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.Quad;
import org.junit.Test;

/** Documents of every syntax give the statements that RIOT itself reads. */
public class RiotReaderTest {
  static final Map<String, Syntax> DOCUMENTS =
      Map.of(
          "kinds.ttl", Syntax.TURTLE,
          "graphs.trig", Syntax.TRIG,
          "kinds.rdf", Syntax.RDFXML,
          "kinds.jsonld", Syntax.JSONLD);

  /** RIOT knows Jelly only where jelly-jena has registered it. */
  @Test
  public void syntaxesHaveTheNamesThatRiotHas() {
    Cases.each(
        Syntax.values(),
        syntax -> {
          if (syntax != Syntax.JELLY) {
            Lang lang = RDFLanguages.contentTypeToLang(syntax.mediaType());
            assertEquals(syntax, Syntax.ofName(lang.getName()));
          }
        });
  }

  @Test
  public void documentsReadAsInRiotWhateverTheBatches() throws IOException {
    Cases.each(
        DOCUMENTS.entrySet(),
        entry -> {
          byte[] document = Riot.document(entry.getKey());
          DatasetGraph expected = Riot.parse(document, entry.getValue());
          assertTrue(entry.getKey(), expected.stream().count() > 10);
          for (int batchSize : new int[] {1, 7, 4096}) {
            SyntaxOptions options = SyntaxOptions.of(entry.getValue());
            same(entry.getKey(), expected, Riot.read(document, options, batchSize));
            same(entry.getKey(), expected, Riot.read(document, options.withScope("f"), batchSize));
          }
        });
  }

  @Test
  public void aBatchMayBeAllOfAFile() throws IOException {
    byte[] file = "<x:s> <x:p> <x:o> .\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    SyntaxOptions options = SyntaxOptions.of(Syntax.TURTLE);
    try (RiotReader reader = RiotReader.open(new ByteArrayInputStream(file), Riot.FILE, options)) {
      assertTrue(reader.nextBatch(Integer.MAX_VALUE));
      assertEquals(10_000, reader.batch().size());
      assertFalse(reader.nextBatch(Integer.MAX_VALUE));
    }
  }

  @Test
  public void baseDirectionsAreReadAsInRiot() throws IOException {
    String turtle = "<x:s> <x:p> \"a\"@ar--rtl , <<( <x:a> <x:b> \"c\"@en--ltr )>> .";
    DatasetGraph expected = Riot.parse(turtle.getBytes(StandardCharsets.UTF_8), Syntax.TURTLE);
    Cases.each(
        List.of(Syntax.TURTLE, Syntax.TRIG, Syntax.THRIFT, Syntax.PROTOBUF),
        syntax -> {
          boolean text = syntax == Syntax.TURTLE || syntax == Syntax.TRIG;
          byte[] document =
              text ? turtle.getBytes(StandardCharsets.UTF_8) : Riot.stream(expected, syntax);
          same(syntax.title(), expected, Riot.read(document, SyntaxOptions.of(syntax), 5));
        });
  }

  @Test
  public void binarySyntaxesReadAsInRiot() throws IOException {
    for (String name : DOCUMENTS.keySet()) {
      DatasetGraph expected = Riot.parse(Riot.document(name), DOCUMENTS.get(name));
      for (Syntax syntax : List.of(Syntax.THRIFT, Syntax.PROTOBUF)) {
        byte[] document = Riot.stream(expected, syntax);
        SyntaxOptions options = SyntaxOptions.of(syntax);
        same(name + syntax, expected, Riot.read(document, options, 5));
        same(name + syntax, expected, Riot.read(document, options.withScope("f"), 5));
      }
    }
  }

  /** Jena has two names for the default graph, which are IRIs as all others to RDF. */
  @Test
  public void graphsNamedAsJenasDefaultGraphStayNamed() throws IOException {
    Cases.each(
        List.of(Quad.defaultGraphIRI, Quad.defaultGraphNodeGenerated),
        name -> {
          String trig = "{<x:s> <x:p> <x:o>} GRAPH <" + name.getURI() + "> {<x:s> <x:p> <x:o>}";
          assertEquals(
              List.of("", name.getURI()),
              graphs(trig.getBytes(StandardCharsets.UTF_8), Syntax.TRIG));
        });
    DatasetGraph unnamed =
        Riot.parse("<x:s> <x:p> <x:o> .".getBytes(StandardCharsets.UTF_8), Syntax.TRIG);
    Cases.each(
        List.of(Syntax.THRIFT, Syntax.PROTOBUF),
        syntax -> {
          assertEquals(List.of(""), graphs(Riot.stream(unnamed, syntax), syntax));
        });
  }

  /** The graph of each statement, the default graph as an empty text. */
  private static List<String> graphs(byte[] document, Syntax syntax) throws IOException {
    try (RiotReader reader =
        RiotReader.open(new ByteArrayInputStream(document), Riot.FILE, SyntaxOptions.of(syntax))) {
      assertTrue(reader.nextBatch(100));
      return Arrays.stream(reader.batch().g, 0, reader.batch().size())
          .mapToObj(g -> g == TermTable.NO_TERM ? "" : reader.terms().value(g))
          .toList();
    }
  }

  @Test
  public void binarySyntaxesMayHaveTextsOfAnyLength() throws IOException {
    StringBuilder turtle = new StringBuilder();
    for (int length : new int[] {0, 1000, 65_000, 65_536, 400_000, 3, 65_535, 131_072}) {
      turtle.append("<x:s> <x:p").append(length).append("> \"");
      turtle.append("é".repeat(length / 2)).append("\" .\n");
    }
    DatasetGraph expected =
        Riot.parse(turtle.toString().getBytes(StandardCharsets.UTF_8), Syntax.TURTLE);
    for (Syntax syntax : List.of(Syntax.THRIFT, Syntax.PROTOBUF)) {
      byte[] document = Riot.stream(expected, syntax);
      same(syntax.title(), expected, Riot.read(document, SyntaxOptions.of(syntax), 3));
    }
  }

  private static void same(String name, DatasetGraph expected, DatasetGraph found) {
    assertTrue(
        name + ": expected " + expected + " but found " + found, Riot.isomorphic(expected, found));
  }

  @Test
  public void termsThatEndAlikeStayApart() throws IOException {
    StringBuilder turtle = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      String common = "/the-same-end-of-all> ";
      String subject = "<http://example.org/" + (1000 + i % 700) + common;
      String object = "<http://example.org/" + (1000 + i % 300) + common;
      turtle.append(subject).append("<http://example.org/p> ").append(object).append(".\n");
    }
    byte[] document = turtle.toString().getBytes(StandardCharsets.UTF_8);
    DatasetGraph expected = Riot.parse(document, Syntax.TURTLE);
    assertEquals(2_100, expected.stream().count());
    for (int batchSize : new int[] {3, 4096}) {
      same(
          "" + batchSize,
          expected,
          Riot.read(document, SyntaxOptions.of(Syntax.TURTLE), batchSize));
    }
  }

  @Test
  public void onlyTheColumnsThatAreWantedAreFilled() throws IOException {
    byte[] document = Riot.document("graphs.trig");
    SyntaxOptions options = SyntaxOptions.of(Syntax.TRIG).withColumns(StatementBatch.G);
    try (RiotReader reader =
        RiotReader.open(new ByteArrayInputStream(document), Riot.FILE, options)) {
      assertTrue(reader.nextBatch(100));
      assertEquals(null, reader.batch().s);
      long named = 0;
      for (int i = 0; i < reader.batch().size(); i++) {
        named += reader.batch().g[i] == 0 ? 0 : 1;
      }
      DatasetGraph expected = Riot.parse(document, Syntax.TRIG);
      assertEquals(
          expected.stream().filter(quad -> !Quad.isDefaultGraph(quad.getGraph())).count(), named);
      assertFalse(reader.nextBatch(100));
      assertEquals(expected.stream().count(), reader.statementsRead());
      assertEquals(document.length, reader.bytesRead());
      assertEquals(1, reader.framesRead());
    }
  }

  @Test
  public void statementsAreCountedFromWhereTheReaderIs() throws IOException {
    byte[] document = Riot.document("kinds.ttl");
    long all = Riot.parse(document, Syntax.TURTLE).stream().count();
    try (RiotReader reader =
        RiotReader.open(
            new ByteArrayInputStream(document), Riot.FILE, SyntaxOptions.of(Syntax.TURTLE))) {
      assertTrue(reader.nextBatch(3));
      assertEquals(all - 3, reader.countStatements());
    }
  }

  @Test
  public void prefixesAreKnownAfterTheFirstBatch() throws IOException {
    assertEquals(
        Map.of(
            "",
            "http://example.org/doc/#",
            "ex",
            "http://example.org/ns/",
            "xsd",
            "http://www.w3.org/2001/XMLSchema#"),
        namespaces("kinds.ttl"));
    assertEquals("http://example.org/ns/", namespaces("kinds.rdf").get("ex"));
    assertEquals("http://example.org/ns/", namespaces("kinds.jsonld").get("ex"));
    assertEquals("http://example.org/ns/", namespaces("kinds.jsonld").get(""));
  }

  private static Map<String, String> namespaces(String name) throws IOException {
    try (RiotReader reader =
        RiotReader.open(
            new ByteArrayInputStream(Riot.document(name)),
            Riot.FILE,
            SyntaxOptions.of(DOCUMENTS.get(name)))) {
      assertTrue(reader.nextBatch(1));
      return reader.prefixes();
    }
  }

  @Test
  public void aReaderThatIsClosedEarlyEndsItsThreadAndClosesItsInput() throws Exception {
    byte[] document = Riot.document("kinds.ttl");
    boolean[] closed = {false};
    InputStream in =
        new FilterInputStream(new ByteArrayInputStream(document)) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    String file = "file:///closed-early";
    RiotReader reader = RiotReader.open(in, file, SyntaxOptions.of(Syntax.TURTLE));
    assertTrue(reader.nextBatch(1));
    assertTrue(threads().contains("reading " + file));
    reader.close();
    assertTrue(closed[0]);
    assertFalse(threads().contains("reading " + file));
    assertThrows(IllegalStateException.class, () -> reader.nextBatch(1));
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
  }

  @Test
  public void anErrorOfTheStorageIsNotChanged() {
    InputStream in =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new java.nio.file.AccessDeniedException("here");
          }
        };
    for (Syntax syntax :
        List.of(Syntax.TURTLE, Syntax.RDFXML, Syntax.JSONLD, Syntax.THRIFT, Syntax.PROTOBUF)) {
      RiotReader reader = RiotReader.open(in, Riot.FILE, SyntaxOptions.of(syntax));
      assertThrows(
          syntax.title(), java.nio.file.AccessDeniedException.class, () -> reader.nextBatch(1));
    }
  }

  private static long untilFailure(InputStream in, Syntax syntax) throws IOException {
    try (RiotReader reader = RiotReader.open(in, Riot.FILE, SyntaxOptions.of(syntax))) {
      long found = 0;
      try {
        while (reader.nextBatch(1000)) {
          found += reader.batch().size();
        }
      } catch (IOException e) {
        assertThrows(IOException.class, () -> reader.nextBatch(1000));
        return found;
      }
      throw new AssertionError("not refused");
    }
  }

  @Test
  public void rowsBeforeAnErrorAreRead() throws IOException {
    String line = "<http://a/s> <http://a/p> \"texté\" .\n";
    byte[] file = line.repeat(20_000).getBytes(StandardCharsets.UTF_8);
    int bytes = file.length / 20_000;
    Cases.each(
        new int[] {bytes, 1000, 100_000, 200_000, file.length - 1, file.length},
        length -> {
          for (int piece : new int[] {100, 1 << 20}) {
            long found = untilFailure(new BrokenInput(file, length, piece), Syntax.TURTLE);
            assertTrue(
                found + " of " + length, found == length / bytes || found == (length + 2) / bytes);
          }
          byte[] invalid = java.util.Arrays.copyOf(file, length + 1);
          invalid[length] = (byte) 0xff;
          long found = untilFailure(new ByteArrayInputStream(invalid), Syntax.TURTLE);
          assertTrue(
              found + " of " + length, found == length / bytes || found == (length + 2) / bytes);
        });
  }

  @Test
  public void linesAndJellyHaveReadersOfTheirOwn() {
    Cases.each(
        List.of(Syntax.NTRIPLES, Syntax.NQUADS, Syntax.JELLY),
        syntax -> {
          assertThrows(
              IllegalArgumentException.class,
              () -> RiotReader.open(InputStream.nullInputStream(), "f", SyntaxOptions.of(syntax)));
        });
  }
}
