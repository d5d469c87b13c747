package io.github.jellybridge.syntax;

import static io.github.jellybridge.syntax.SyntaxWriting.WRITTEN;
import static io.github.jellybridge.syntax.SyntaxWriting.refused;
import static io.github.jellybridge.syntax.SyntaxWriting.text;
import static io.github.jellybridge.syntax.SyntaxWriting.written;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.jena.sparql.core.DatasetGraph;
import org.junit.Test;

/** Statements that readers would refuse or misread are not written. */
public class SyntaxWriteRefusalTest {
  @Test
  public void languagesThatProcessorsOfJsonLdLeaveOutAreRefused() throws IOException {
    Cases.each(
        List.of("en-a", "de-419-DE"),
        tag -> {
          String line = "<x:s> <x:p> \"o\"@" + tag + " .";
          refused("\"o\"@" + tag, () -> text(Syntax.JSONLD, line));
          assertEquals(line + "\n", text(Syntax.TURTLE, line));
        });
    String line = "<http://x/s> <http://x/p> \"o\"@de-ch-1901 .";
    DatasetGraph expected = Riot.parse(line.getBytes(StandardCharsets.UTF_8), Syntax.NQUADS);
    byte[] document = written(SyntaxWriteOptions.of(Syntax.JSONLD), line);
    assertTrue(Riot.isomorphic(expected, Riot.parse(document, Syntax.JSONLD)));
  }

  @Test
  public void quotedTriplesHoldTheTermsOfStatements() {
    Cases.each(
        List.of(Syntax.NTRIPLES, Syntax.NQUADS, Syntax.TURTLE, Syntax.TRIG),
        syntax -> {
          for (String wrong :
              List.of(
                  "\"a\" <x:b> <x:c>",
                  "<x:a> _:b <x:c>",
                  "<a> <x:b> <x:c>",
                  "<x:a> <x:b> \"\"^^<c>")) {
            for (String line :
                List.of(
                    "<x:s> <x:p> << " + wrong + " >> .",
                    "<x:s> <x:p> << <x:a> <x:b> << " + wrong + " >> >> .")) {
              boolean lines = syntax == Syntax.NTRIPLES || syntax == Syntax.NQUADS;
              refused("expected an", () -> text(syntax, line));
              refused(
                  "expected an",
                  () -> written(SyntaxWriteOptions.of(syntax).withRdfStar(lines), line));
            }
          }
        });
  }

  @Test
  public void textThatIsNoUtf8IsRefused() {
    byte[] bad = {'x', ':', (byte) 0xff};
    TermTable terms = new TermTable();
    int good = terms.addCopy(TermKind.IRI, new byte[] {'x', ':', 'a'}, 0, 3);
    int datatype = terms.symbols().intern(bad, 0, 3);
    int[] wrong = {
      terms.addCopy(TermKind.IRI, bad, 0, 3),
      terms.addLiteralCopy(bad, 0, 3, 0, 0),
      terms.addLiteralCopy(bad, 0, 2, 0, datatype)
    };
    Cases.each(
        WRITTEN,
        syntax -> {
          for (int term : wrong) {
            refused("valid UTF-8", () -> write(syntax, terms, good, good, term, 0));
          }
        });
  }

  @Test
  public void termsThatWereNotReadAreRefused() {
    TermTable terms = new TermTable();
    int good = terms.addCopy(TermKind.IRI, new byte[] {'x', ':', 'a'}, 0, 3);
    Cases.each(
        WRITTEN,
        syntax -> {
          refused("the subject, found no term", () -> write(syntax, terms, -1, good, good, 0));
          refused("the predicate, found no term", () -> write(syntax, terms, good, -1, good, 0));
          refused("the object, found no term", () -> write(syntax, terms, good, good, -1, 0));
          refused("found no term", () -> write(syntax, terms, good, good, good, -1));
          assertThrows(
              IllegalArgumentException.class, () -> write(syntax, terms, good, good, good + 1, 0));
        });
  }

  @Test
  public void literalsWithALanguageAndADatatypeAreRefused() {
    TermTable terms = new TermTable();
    byte[] text = {'x', ':', 'a'};
    int good = terms.addCopy(TermKind.IRI, text, 0, 3);
    int lang = terms.symbols().intern(text, 0, 1);
    int both = terms.addLiteralCopy(text, 0, 1, lang, terms.symbols().intern(text, 0, 3));
    Cases.each(
        WRITTEN,
        syntax -> {
          refused("both, x and x:a", () -> write(syntax, terms, good, good, both, 0));
        });
  }

  private static void write(Syntax syntax, TermTable terms, int s, int p, int o, int g)
      throws IOException {
    StatementBatch batch = new StatementBatch(1, true, true, true, true);
    batch.s[0] = s;
    batch.p[0] = p;
    batch.o[0] = o;
    batch.g[0] = g;
    OutputStream out = OutputStream.nullOutputStream();
    try (SyntaxWriter writer = SyntaxWriter.open(out, SyntaxWriteOptions.of(syntax))) {
      writer.write(batch, terms, 0, 1);
    }
  }

  @Test
  public void languagesThatAreNoTagsAreRefused() {
    TermTable terms = new TermTable();
    int iri = terms.addCopy(TermKind.IRI, new byte[] {'x', ':', 'a'}, 0, 3);
    Cases.each(
        List.of("1", "en-", "e n", "en_GB", "\u00e9"),
        tag -> {
          byte[] text = tag.getBytes(StandardCharsets.UTF_8);
          int lang = terms.symbols().intern(text, 0, text.length);
          int literal = terms.addLiteralCopy(text, 0, text.length, lang, 0);
          for (Syntax syntax : WRITTEN) {
            refused("expected a language tag", () -> write(syntax, terms, iri, iri, literal, 0));
          }
        });
  }

  @Test
  public void nothingIsWrittenAfterAnErrorOrTheEnd() throws IOException {
    TermTable terms = new TermTable();
    int iri = terms.addCopy(TermKind.IRI, new byte[] {'x', ':', 'a'}, 0, 3);
    StatementBatch batch = new StatementBatch(2, true, true, true, false);
    Arrays.fill(batch.s, 0, 2, iri);
    Arrays.fill(batch.p, 0, 2, iri);
    batch.o[0] = iri;
    batch.o[1] = TermTable.NO_TERM;
    Cases.each(
        WRITTEN,
        syntax -> {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          SyntaxWriter broken = SyntaxWriter.open(out, SyntaxWriteOptions.of(syntax));
          refused("as the object, found no term", () -> broken.write(batch, terms, 0, 2));
          assertEquals(1, broken.statementsWritten());
          assertThrows(IllegalStateException.class, () -> broken.write(batch, terms, 0, 1));
          assertThrows(IllegalStateException.class, broken::finish);
          broken.close();
          assertEquals(syntax.title(), 0, out.size());
          SyntaxWriter whole = SyntaxWriter.open(out, SyntaxWriteOptions.of(syntax));
          whole.write(batch, terms, 0, 1);
          whole.finish();
          int size = out.size();
          assertThrows(IllegalStateException.class, () -> whole.write(batch, terms, 0, 1));
          whole.close();
          assertEquals(syntax.title(), size, out.size());
        });
  }

  @Test
  public void termsThatNoSyntaxHoldsAreRefused() {
    Cases.each(
        WRITTEN,
        syntax -> {
          refused("\"s\"", () -> text(syntax, "\"s\" <x:p> <x:o> ."));
          refused("_:p", () -> text(syntax, "<x:s> _:p <x:o> ."));
          refused("statement 1 ", () -> text(syntax, "<x:s> <x:p> <x:o> .", "\"s\" <x:p> <x:o> ."));
        });
    Cases.each(
        List.of(Syntax.NQUADS, Syntax.TRIG, Syntax.JSONLD),
        syntax -> {
          refused("\"g\"", () -> text(syntax, "<x:s> <x:p> <x:o> \"g\" ."));
        });
  }

  @Test
  public void predicatesOfXmlEndInAName() throws IOException {
    assertTrue(text(Syntax.RDFXML, "<x:s> <http://x/1a> <x:o> .").contains("<ns:a xmlns:ns"));
    Cases.each(
        List.of("http://x/", "http://x/1", "http://x/%C3%A9%"),
        p -> {
          refused("<" + p + ">", () -> text(Syntax.RDFXML, "<x:s> <" + p + "> <x:o> ."));
        });
  }

  @Test
  public void irisThatWouldBeReadAsOthersAreRefused() throws IOException {
    Cases.each(
        WRITTEN,
        syntax -> {
          for (String iri : List.of("relative", "", "//x/a", "#a")) {
            refused("<" + iri + ">", () -> text(syntax, "<" + iri + "> <x:p> <x:o> ."));
            refused("<" + iri + ">", () -> text(syntax, "<x:s> <x:p> <" + iri + "> ."));
            refused("<" + iri + ">", () -> text(syntax, "<x:s> <" + iri + "> <x:o> ."));
            refused("<" + iri + ">", () -> text(syntax, "<x:s> <x:p> \"1\"^^<" + iri + "> ."));
            if (List.of(Syntax.NQUADS, Syntax.TRIG, Syntax.JSONLD).contains(syntax)) {
              refused("<" + iri + ">", () -> text(syntax, "<x:s> <x:p> <x:o> <" + iri + "> ."));
            }
          }
        });
    String odd = "<x:s> <x:p> <x:\\u0020o> .";
    Cases.each(
        List.of(Syntax.RDFXML, Syntax.JSONLD),
        syntax -> {
          refused("<x:\\u0020o>", () -> text(syntax, odd));
        });
    assertEquals(odd + "\n", text(Syntax.TURTLE, odd));
  }

  @Test
  public void predicatesThatRdfXmlReadsAsSomethingElseAreRefused() throws IOException {
    String rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
    Cases.each(
        List.of(rdf + "li", rdf + "about", rdf + "RDF", rdf + "aboutEachPrefix"),
        p -> {
          refused("<" + p + ">", () -> text(Syntax.RDFXML, "<x:s> <" + p + "> <x:o> ."));
        });
    String reserved = "http://www.w3.org/2000/xmlns/a";
    refused(reserved, () -> text(Syntax.RDFXML, "<x:s> <" + reserved + "> <x:o> ."));
    Cases.each(
        List.of("type", "_1", "value", "List", "lie"),
        p -> {
          String line = "<x:s> <" + rdf + p + "> <x:o> .";
          DatasetGraph expected =
              Riot.parse(line.getBytes(StandardCharsets.UTF_8), Syntax.NTRIPLES);
          byte[] xml = written(SyntaxWriteOptions.of(Syntax.RDFXML), line);
          assertTrue(line, Riot.isomorphic(expected, Riot.parse(xml, Syntax.RDFXML)));
        });
  }

  @Test
  public void irisThatJsonLdWouldReadAsOthersAreRefused() throws IOException {
    SyntaxWriteOptions options =
        SyntaxWriteOptions.of(Syntax.JSONLD).withNamespaces(Map.of("urn", "http://x/"));
    refused("<urn:a>", () -> written(options, "<urn:a> <http://x/p> <http://x/o> ."));
    refused("<urn:dt>", () -> written(options, "<x:a> <http://x/p> \"1\"^^<urn:dt> ."));
    refused("<relative>", () -> text(Syntax.JSONLD, "<relative> <http://x/p> <http://x/o> ."));
    Cases.each(
        List.of("urn:/", "urn:/a", "urn:a//", "urn:"),
        iri -> {
          refused("<" + iri + ">", () -> written(options, "<" + iri + "> <http://x/p> <x:o> ."));
        });
    // These are not short for anything (JSON-LD 1.1 API §5.2.2).
    Cases.each(
        List.of("<urn://> <x:p> <x:o> .", "<urn://a> <x:p> <http://x/o> ."),
        line -> {
          DatasetGraph expected = Riot.parse(line.getBytes(StandardCharsets.UTF_8), Syntax.NQUADS);
          DatasetGraph found =
              Riot.read(written(options, line), SyntaxOptions.of(Syntax.JSONLD), 100);
          assertTrue(line, Riot.isomorphic(expected, found));
        });
  }

  @Test
  public void otherSyntaxesCannotBeWritten() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> SyntaxWriter.open(null, SyntaxWriteOptions.of(Syntax.THRIFT)));
    assertTrue(e.getMessage(), e.getMessage().contains("nt, nq, ttl, trig, rdfxml, jsonld"));
  }
}
