package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.rdf.W3cSuite;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.jena.riot.Lang;
import org.junit.Test;

/**
 * The W3C's own tests of the grammars; valid documents must give the statements that RIOT reads.
 */
public class W3cLineSyntaxTest {
  private static int check(List<W3cSuite.Entry> tests, SyntaxOptions options, Lang lang)
      throws IOException {
    int refused = 0;
    for (W3cSuite.Entry test : tests) {
      byte[] text = test.document();
      if (test.valid()) {
        assertEquals(test.name(), lower(Text.riot(text, lang)), lower(Text.read(text, options)));
      } else {
        assertThrows(test.name(), SyntaxParseException.class, () -> Text.read(text, options));
        refused++;
      }
    }
    return refused;
  }

  /** RIOT changes the case of language tags. */
  private static String lower(List<Statement> statements) {
    return statements.toString().toLowerCase(Locale.ROOT);
  }

  @Test
  public void nTriples() throws IOException {
    List<W3cSuite.Entry> tests = W3cSuite.N_TRIPLES.entries();
    assertEquals(68, tests.size());
    assertEquals(27, check(tests, Text.TRIPLES, Lang.NTRIPLES));
    check(tests, Text.QUADS, Lang.NQUADS);
  }

  @Test
  public void nQuads() throws IOException {
    List<W3cSuite.Entry> tests = W3cSuite.N_QUADS.entries();
    assertEquals(85, tests.size());
    assertEquals(32, check(tests, Text.QUADS, Lang.NQUADS));
  }
}
