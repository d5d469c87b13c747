package io.github.jellybridge.syntax;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.function.ThrowingRunnable;

/** Writes statements that tests have as N-Quads. */
final class SyntaxWriting {
  static final List<Syntax> WRITTEN =
      List.of(
          Syntax.NTRIPLES, Syntax.NQUADS, Syntax.TURTLE, Syntax.TRIG, Syntax.RDFXML, Syntax.JSONLD);

  private SyntaxWriting() {}

  /** Some statements, given as N-Quads. */
  static byte[] written(SyntaxWriteOptions options, String... lines) throws IOException {
    TermTable terms = new TermTable();
    StatementBatch batch = new StatementBatch(lines.length, true, true, true, true);
    NTriplesParser parser = new NTriplesParser(terms);
    for (String line : lines) {
      byte[] bytes = line.strip().getBytes(StandardCharsets.UTF_8);
      parser.statement(bytes, 0, bytes.length, batch);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SyntaxWriter writer = SyntaxWriter.open(out, options)) {
      writer.write(batch, terms, 0, lines.length);
      assertEquals(lines.length, writer.statementsWritten());
    }
    return out.toByteArray();
  }

  static String text(Syntax syntax, String... lines) throws IOException {
    return new String(written(SyntaxWriteOptions.of(syntax), lines), StandardCharsets.UTF_8);
  }

  static void refused(String found, ThrowingRunnable run) {
    SyntaxWriteException e = assertThrows(SyntaxWriteException.class, run);
    assertTrue(e.getMessage(), e.getMessage().contains(found));
  }
}
