package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.ntriples.NTriplesReader;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** RDF Thrift and RDF Protobuf, as far as what Jena's own reader tells is not enough. */
public class RiotWriterTest {
  private static String bytes(String lines, Syntax syntax) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayInputStream text = new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
    try (NTriplesReader reader =
            NTriplesReader.open(text, "a.nq", SyntaxOptions.of(Syntax.NQUADS));
        RiotWriter writer = RiotWriter.open(out, syntax, Map.of())) {
      while (reader.nextBatch(10)) {
        writer.write(reader.batch(), reader.terms());
      }
    }
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  public void aBlankNodeInAQuotedTripleIsTheOneOutside() throws IOException {
    String line = "_:jbx613A62 <x:p> <<( _:jbx613A62 <x:p> _:jbx6A62783431 )>> .\n";
    Cases.each(
        List.of(Syntax.THRIFT, Syntax.PROTOBUF),
        syntax -> {
          String bytes = bytes(line, syntax);
          assertEquals(syntax + "", 3, bytes.split("a:b", -1).length);
          assertTrue(syntax + "", bytes.contains("jbx41"));
          assertFalse(syntax + "", bytes.contains("jbx6"));
        });
  }

  /** These syntaxes have that name for the default graph, so that it would not be a name. */
  @Test
  public void graphsNamedAsJenasDefaultGraphAreRefused() {
    String lines = "<x:s> <x:p> <x:o> .\n<x:s> <x:p> <x:o> <urn:x-arq:DefaultGraph> .\n";
    Cases.each(
        List.of(Syntax.THRIFT, Syntax.PROTOBUF),
        syntax -> {
          SyntaxWriteException error =
              assertThrows(SyntaxWriteException.class, () -> bytes(lines, syntax));
          assertTrue(error.getMessage(), error.getMessage().contains("statement 1 as RDF-"));
          assertTrue(
              error.getMessage(), error.getMessage().contains("found urn:x-arq:DefaultGraph"));
        });
  }

  /** Jena's reader changes it, so that the bytes are looked at. */
  @Test
  public void languageTagsAreWrittenInTheirCase() throws IOException {
    String plain = "<x:s> <x:p> \"x\"@EN-gb .\n";
    String quoted = "<x:s> <x:p> <<( <x:s> <x:p> \"x\"@EN-gb )>> .\n";
    Cases.each(
        List.of(Syntax.THRIFT, Syntax.PROTOBUF),
        syntax -> {
          for (String line : List.of(plain, quoted)) {
            String bytes = bytes(line, syntax);
            assertTrue(syntax + " " + line, bytes.contains("EN-gb"));
            assertFalse(bytes.contains("en-GB"));
          }
        });
  }

  /** Jena takes them for a string, a blank node or no graph, or cannot read them. */
  @Test
  public void termsThatJenaReadsDifferentlyAreRefused() throws IOException {
    Cases.each(
        List.of(Syntax.THRIFT, Syntax.PROTOBUF),
        syntax -> {
          String graph = "<x:s> <x:p> <x:o> <urn:x-arq:DefaultGraph> .";
          assertThrows(SyntaxWriteException.class, () -> bytes(graph, syntax));
          TermTable terms = new TermTable();
          byte[] x = {'x'};
          int lang = terms.symbols().intern("a_b".getBytes(StandardCharsets.UTF_8), 0, 3);
          byte[] langString = NTriples.RDF_LANG_STRING.getBytes(StandardCharsets.UTF_8);
          int datatype = terms.symbols().intern(langString, 0, langString.length);
          refused(syntax, terms, terms.addLiteralCopy(x, 0, 1, lang, 0));
          refused(syntax, terms, terms.addLiteralCopy(x, 0, 1, 0, datatype));
          refused(syntax, terms, term(terms, TermKind.IRI, "_:x"));
          for (String o :
              List.of("\"x\"@a_b", "\"x\"^^<" + NTriples.RDF_LANG_STRING + ">", "<_:x>")) {
            refused(syntax, terms, term(terms, TermKind.TRIPLE, "<< <x:s> <x:p> " + o + " >>"));
          }
        });
  }

  @Test
  public void termsThatWereNotReadAreRefused() throws IOException {
    TermTable terms = new TermTable();
    StatementBatch batch = new StatementBatch(1, true, true, true, true);
    batch.s[0] = term(terms, TermKind.IRI, "x:s");
    batch.p[0] = batch.s[0];
    batch.size(1);
    Cases.each(
        List.of(Syntax.THRIFT, Syntax.PROTOBUF),
        syntax -> {
          for (int id : new int[] {-1, terms.size()}) {
            batch.o[0] = id;
            OutputStream out = OutputStream.nullOutputStream();
            try (RiotWriter writer = RiotWriter.open(out, syntax, Map.of())) {
              IllegalArgumentException e =
                  assertThrows(IllegalArgumentException.class, () -> writer.write(batch, terms));
              assertEquals("no term has the id " + id, e.getMessage());
            }
          }
        });
  }

  private static int term(TermTable terms, byte kind, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return terms.addCopy(kind, bytes, 0, bytes.length);
  }

  private static void refused(Syntax syntax, TermTable terms, int o) throws IOException {
    StatementBatch batch = new StatementBatch(1, true, true, true, true);
    batch.s[0] = term(terms, TermKind.IRI, "x:s");
    batch.p[0] = batch.s[0];
    batch.o[0] = o;
    batch.g[0] = TermTable.NO_TERM;
    batch.size(1);
    try (RiotWriter writer = RiotWriter.open(OutputStream.nullOutputStream(), syntax, Map.of())) {
      assertThrows(SyntaxWriteException.class, () -> writer.write(batch, terms));
    }
  }
}
