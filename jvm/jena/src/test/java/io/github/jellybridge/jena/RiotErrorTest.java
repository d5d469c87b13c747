package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Quad;
import org.junit.Test;

/** Malformed documents are refused with the position of the fault. */
public class RiotErrorTest {
  private static SyntaxParseException error(Syntax syntax, byte[] document) {
    return assertThrows(
        new String(document, StandardCharsets.UTF_8),
        SyntaxParseException.class,
        () -> Riot.read(document, SyntaxOptions.of(syntax), 2));
  }

  private static void at(long line, Syntax syntax, String document) {
    SyntaxParseException e = error(syntax, document.getBytes(StandardCharsets.UTF_8));
    assertEquals(e.getMessage(), line, e.line());
    assertTrue(e.getMessage(), e.column() > 0);
    assertTrue(e.getMessage(), e.getMessage().startsWith(Riot.FILE + ": line " + line));
  }

  @Test
  public void errorsInTurtleNameTheirLine() {
    at(2, Syntax.TURTLE, "<x:s> <x:p> 1 .\n<x:s> <x:p> .");
    at(3, Syntax.TURTLE, "<x:s>\n<x:p>\nex:undeclared .");
    at(1, Syntax.TURTLE, "<x:s> <x:p> \"not closed");
    at(2, Syntax.TURTLE, "<x:s> <x:p>\n<a b> .");
    at(1, Syntax.TURTLE, "\"literal\" <x:p> <x:o> .");
    at(2, Syntax.TURTLE, "<x:s> <x:p> 1 .\n<x:s> <x:p> \"\\q\" .");
    at(2, Syntax.TURTLE, "<x:s> <x:p> 1 .\n<x:s> <x:p> 2");
    at(1, Syntax.TURTLE, "<x:s> <x:p> 1 ;");
  }

  @Test
  public void errorsInTrigNameTheirLine() {
    at(2, Syntax.TRIG, "<x:g> { <x:s> <x:p> 1 }\n<x:g> { <x:s> <x:p> ");
    at(1, Syntax.TRIG, "\"g\" { <x:s> <x:p> 1 }");
    at(1, Syntax.TRIG, "GRAPH <x:g> { <x:s> <x:p> 1 } .");
    at(1, Syntax.TRIG, "(1 2 3) .");
  }

  @Test
  public void errorsInRdfXmlNameTheirLine() {
    String start =
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='x:'>\n";
    at(2, Syntax.RDFXML, start + "<rdf:Description></rdf:RDF>");
    at(2, Syntax.RDFXML, start + "<rdf:Description rdf:about='x:s' rdf:ID='s'/></rdf:RDF>");
    at(3, Syntax.RDFXML, start + "\n<rdf:Description rdf:bagID='b'/></rdf:RDF>");
    at(2, Syntax.RDFXML, start + "<rdf:Description>&undeclared;</rdf:Description></rdf:RDF>");
    at(2, Syntax.RDFXML, start + "<rdf:Description rdf:ID='1'/></rdf:RDF>");
    at(2, Syntax.RDFXML, start + "<rdf:Description rdf:nodeID='a b'/></rdf:RDF>");
    at(
        3,
        Syntax.RDFXML,
        start + "<rdf:Description rdf:ID='a'/>\n<rdf:Description rdf:ID='a'/></rdf:RDF>");
  }

  @Test
  public void errorsInJsonLdNameTheirLine() {
    at(1, Syntax.JSONLD, "");
    at(2, Syntax.JSONLD, "{\"@id\": \"x:s\",\n \"x:p\" }");
    at(2, Syntax.JSONLD, "{\"@id\": \"x:s\"}\n {\"@id\": \"x:t\"}");
    Cases.each(
        new String[] {"\\ud800", "\\udc00x", "\\ud800\\ud800"},
        half -> {
          String json = "{\"@id\": \"x:s\", \"x:p\": \"" + half + "\"}";
          SyntaxParseException no = error(Syntax.JSONLD, json.getBytes(StandardCharsets.UTF_8));
          assertEquals("Unicode characters", no.expected());
        });
    SyntaxParseException e = error(Syntax.JSONLD, "{\"@id\": 1}".getBytes(StandardCharsets.UTF_8));
    assertTrue(e.getMessage(), e.getMessage().startsWith(Riot.FILE + ": "));
  }

  /** Escapes may stand for them; there is no UTF-8 for them. */
  @Test
  public void halvesOfSurrogatePairsAreRefused() {
    for (Syntax syntax : List.of(Syntax.TURTLE, Syntax.TRIG)) {
      for (String half : List.of("\"a\\ud800b\"", "<x:\\udc00>", "\"x\"^^<x:\\ud800>")) {
        at(2, syntax, "<x:s> <x:p> 1 ;\n <x:q> " + half + " .");
      }
    }
  }

  @Test
  public void jsonLdThatEndsTooEarlySaysWhere() {
    String[] whole = {"[{\"@id\": \"x:s\",", " \"x:\u00fc\": 1"};
    SyntaxParseException e =
        error(Syntax.JSONLD, String.join("\n", whole).getBytes(StandardCharsets.UTF_8));
    assertEquals(2, e.line());
    assertEquals(whole[1].length() + 1, e.column());
    assertEquals("'Invalid token=EOF. Expected tokens are: [COMMA, CURLYCLOSE]'", e.found());
  }

  /** RDF 1.1 Concepts §3.3; JSON-LD leaves out their values. */
  @Test
  public void malformedLanguageTagsAreRefusedWithTheirPosition() {
    for (String tag : List.of("en ", " en", "en_US", "en-", "-en", "en--us", "1", "é", "e n")) {
      at(2, Syntax.TURTLE, "<x:s> <x:p> \"a\"@en ;\n <x:q> \"b\"@" + tag + "é .");
      String xml =
          "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='x:'>\n"
              + "<rdf:Description x:q='1' xml:lang='de'>\n"
              + "<x:p xml:lang='%s'>a</x:p></rdf:Description></rdf:RDF>";
      at(3, Syntax.RDFXML, xml.formatted(tag));
      if (tag.contains("--")) {
        // A base direction.
        continue;
      }
      for (Syntax syntax : List.of(Syntax.THRIFT, Syntax.PROTOBUF)) {
        DatasetGraph statements = DatasetGraphFactory.create();
        Node iri = NodeFactory.createURI("x:s");
        statements.add(Quad.defaultGraphIRI, iri, iri, JenaTerms.langLiteralAsWritten("a", tag));
        SyntaxParseException e = error(syntax, Riot.stream(statements, syntax));
        assertTrue(e.getMessage(), e.getMessage().contains("row 2: "));
        String reason = "not a language tag such as en-GB or ar--rtl: '" + tag + "'";
        assertTrue(e.getMessage(), e.getMessage().contains(reason));
      }
    }
  }

  @Test
  public void textThatIsNoUtf8IsRefusedWhereItStarts() {
    byte[] turtle = "<x:s> <x:p> \"\u00e9\" .".getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(14, error(Syntax.TURTLE, turtle).column());
    assertEquals(14, error(Syntax.TRIG, turtle).column());
    Cases.each(
        new String[] {"", "<?xml version='1.0' encoding='UTF-8'?>"},
        start -> {
          String xml =
              start
                  + "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
                  + " xmlns:x='x:'>\n"
                  + "<!-- äöü --> <rdf:Description><x:p>\u00ff</x:p></rdf:Description></rdf:RDF>";
          byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
          int at =
              xml.getBytes(StandardCharsets.UTF_8).length - xml.split("\u00ff")[1].length() - 2;
          bytes[at] = 'e';
          SyntaxParseException e = error(Syntax.RDFXML, bytes);
          assertEquals(e.getMessage(), 2, e.line());
          assertEquals(e.getMessage(), 37, e.column());
        });
    error(Syntax.JSONLD, "{\"x:p\": \"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  public void columnsOfLongLinesCountCharacters() {
    String many = "é".repeat(200_000);
    byte[] turtle = ("<x:s> <x:p>\n\"" + many + "\", \"").getBytes(StandardCharsets.UTF_8);
    SyntaxParseException e = error(Syntax.TURTLE, concat(turtle, (byte) 0xff));
    assertEquals(e.getMessage(), 2, e.line());
    assertEquals(e.getMessage(), 200_006, e.column());
    String json = "[\"" + many + "\", " + "[".repeat(600);
    e = error(Syntax.JSONLD, json.getBytes(StandardCharsets.UTF_8));
    assertEquals(e.getMessage(), 200_006 + 499, e.column());
  }

  private static byte[] concat(byte[] text, byte last) {
    byte[] all = Arrays.copyOf(text, text.length + 1);
    all[text.length] = last;
    return all;
  }

  @Test
  public void binarySyntaxesThatEndAmidARowOrAreSomethingElse() throws IOException {
    DatasetGraph statements = Riot.parse(Riot.document("kinds.ttl"), Syntax.TURTLE);
    Cases.each(
        List.of(Syntax.THRIFT, Syntax.PROTOBUF),
        syntax -> {
          byte[] document = Riot.stream(statements, syntax);
          int refused = 0;
          for (int end = 1; end < 400; end++) {
            byte[] part = Arrays.copyOf(document, end);
            try {
              Riot.read(part, SyntaxOptions.of(syntax), 100);
            } catch (SyntaxParseException e) {
              assertTrue(e.getMessage(), e.getMessage().contains("row "));
              refused++;
            }
          }
          // Where a row ends, a file may end.
          assertTrue(syntax + " " + refused, refused > 380);
          error(syntax, "<x:s> <x:p> <x:o> .".getBytes(StandardCharsets.UTF_8));
        });
  }

  @Test
  public void anErrorOfTheStorageAmidARowIsNoneOfTheFile() throws IOException {
    // One long row: of several, written in any order, the error may come between two.
    String turtle = "<x:s> <x:p> '" + "a".repeat(200) + "' .";
    DatasetGraph statements = Riot.parse(turtle.getBytes(StandardCharsets.UTF_8), Syntax.TURTLE);
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new java.nio.file.FileSystemException("here");
          }
        };
    Cases.each(
        List.of(Syntax.THRIFT, Syntax.PROTOBUF),
        syntax -> {
          byte[] part = Arrays.copyOf(Riot.stream(statements, syntax), 101);
          InputStream in = new SequenceInputStream(new ByteArrayInputStream(part), broken);
          RiotReader reader = RiotReader.open(in, Riot.FILE, SyntaxOptions.of(syntax));
          assertThrows(
              syntax.title(),
              java.nio.file.FileSystemException.class,
              () -> reader.nextBatch(1000));
        });
  }

  @Test
  public void statementsBeforeAnErrorAreReturned() throws IOException {
    byte[] turtle = "<x:s> <x:p> 1, 2, 3 . wrong".getBytes(StandardCharsets.UTF_8);
    try (RiotReader reader =
        RiotReader.open(
            new ByteArrayInputStream(turtle), Riot.FILE, SyntaxOptions.of(Syntax.TURTLE))) {
      assertTrue(reader.nextBatch(2));
      assertEquals(2, reader.batch().size());
      assertTrue(reader.nextBatch(2));
      assertEquals(1, reader.batch().size());
      assertThrows(SyntaxParseException.class, () -> reader.nextBatch(2));
    }
  }

  @Test
  public void aReaderThatFailedFailsInTheSameWayAgain() throws IOException {
    Cases.each(
        new String[] {"<x:s> <x:p> 1 . wrong", "wrong"},
        document -> {
          byte[] turtle = document.getBytes(StandardCharsets.UTF_8);
          try (RiotReader reader =
              RiotReader.open(
                  new ByteArrayInputStream(turtle), Riot.FILE, SyntaxOptions.of(Syntax.TURTLE))) {
            SyntaxParseException first =
                assertThrows(SyntaxParseException.class, reader::countStatements);
            SyntaxParseException second =
                assertThrows(SyntaxParseException.class, () -> reader.nextBatch(2));
            assertEquals(first.getMessage(), second.getMessage());
          }
        });
  }
}
