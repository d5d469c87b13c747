package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.booleans;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.strings;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.Quad;
import org.junit.Test;
import org.quicktheories.core.Gen;

/** Checks that we read the random statements that RIOT writes, and also our own text of them. */
public class NTriplesRandomTest {
  private static Gen<Node> iris() {
    return integers()
        .between(0, 30)
        .map(i -> NodeFactory.createURI("http://example.org/" + "é/世界/x".substring(i % 6) + i));
  }

  private static Gen<Node> labels() {
    return integers().between(0, 9).map(i -> NodeFactory.createBlankNode("b" + i));
  }

  private static Gen<Node> literals() {
    Gen<String> text =
        strings()
            .basicMultilingualPlaneAlphabet()
            .ofLengthBetween(0, 40)
            .map(NTriplesRandomTest::characters);
    return text.zip(
        integers().between(0, 3),
        (lex, kind) ->
            switch (kind) {
              case 0 -> NodeFactory.createLiteralString(lex);
              case 1 -> NodeFactory.createLiteralLang(lex, "de-CH");
              case 2 -> NodeFactory.createLiteralLang(lex, "en");
              default ->
                  NodeFactory.createLiteralDT(
                      lex, NodeFactory.getType("http://example.org/t" + lex.length() % 3));
            });
  }

  /**
   * Replaces surrogates, as a single one is not a character, and the noncharacters U+FFFE and
   * U+FFFF, of which RIOT warns. Some replacements need escapes.
   */
  private static String characters(String text) {
    StringBuilder kept = new StringBuilder();
    for (char c : text.toCharArray()) {
      boolean odd = Character.isSurrogate(c) || c >= 0xfffe;
      kept.append(odd ? (c % 2 == 0 ? "\"\\" : "\r\n\t😀") : c);
    }
    return kept.toString();
  }

  private static Gen<Quad> quads() {
    Gen<Node> subjects = iris().mix(labels());
    Gen<Node> objects = iris().mix(labels()).mix(literals(), 60);
    Gen<Node> graphs = iris().mix(labels());
    return subjects
        .zip(iris(), objects, Triple::create)
        .zip(
            graphs,
            booleans().all(),
            (triple, graph, named) -> Quad.create(named ? graph : Quad.defaultGraphIRI, triple));
  }

  private static byte[] write(List<Quad> quads) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StreamRDF writer = StreamRDFWriter.getWriterStream(out, Lang.NQUADS);
    writer.start();
    quads.forEach(writer::quad);
    writer.finish();
    return out.toByteArray();
  }

  /** Reads a text and writes it with our own writer. */
  private static byte[] rewrite(byte[] text) throws IOException {
    ByteBuilder out = new ByteBuilder();
    try (NTriplesReader reader = Text.open(text, Text.QUADS)) {
      while (reader.nextBatch(7)) {
        StatementBatch batch = reader.batch();
        for (int i = 0; i < batch.size(); i++) {
          for (int[] column : new int[][] {batch.s, batch.p, batch.o, batch.g}) {
            if (column[i] != TermTable.NO_TERM) {
              NTriples.append(reader.terms(), column[i], out);
              out.append(' ');
            }
          }
          out.append('.');
          out.append('\n');
        }
      }
    }
    return out.toByteArray();
  }

  @Test
  public void filesOfRiotAreReadAndRiotReadsWrittenFiles() {
    qt().withExamples(TestSize.of(150, 600))
        .forAll(lists().of(quads()).ofSizeBetween(0, 30))
        .checkAssert(
            quads -> {
              try {
                byte[] text = write(quads);
                List<Statement> expected = Text.riot(text, Lang.NQUADS);
                assertEquals(quads.size(), expected.size());
                assertEquals(expected, Text.read(text, Text.QUADS));
                assertEquals(expected, Text.riot(rewrite(text), Lang.NQUADS));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
  }

  @Test
  public void everyCharacterOfALiteralIsReadAsItIsAndAsAnEscape() throws IOException {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 97) {
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        continue;
      }
      String plain = Character.toString(c);
      String written = "\"\\\n\r".contains(plain) ? "" : plain;
      String text = "_:s <http://a/p> \"" + written + "\\U%08x\" .".formatted(c);
      assertEquals(Term.text(written + plain), Text.read(text).get(0).o());
    }
  }
}
