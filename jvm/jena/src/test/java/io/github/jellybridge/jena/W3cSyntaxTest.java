package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.rdf.W3cSuite;
import java.io.IOException;
import java.util.List;
import org.apache.jena.sparql.core.DatasetGraph;
import org.junit.Test;

/** The W3C's own tests of the grammars that RIOT reads. */
public class W3cSyntaxTest {
  /** Runs tests; gives how many of them are to be refused and how many have a meaning to find. */
  private static List<Integer> check(List<W3cSuite.Entry> tests, Syntax syntax) throws IOException {
    int refused = 0;
    int compared = 0;
    for (W3cSuite.Entry test : tests) {
      byte[] document = test.document();
      SyntaxOptions options = SyntaxOptions.of(syntax).withBase(test.base());
      if (!test.valid()) {
        assertThrows(
            test.name(), SyntaxParseException.class, () -> Riot.read(document, options, 100));
        refused++;
        continue;
      }
      DatasetGraph found = Riot.read(document, options, 100);
      if (test.meaning() != null) {
        DatasetGraph expected = Riot.parse(test.meaning(), Syntax.NQUADS);
        assertTrue(test.name() + " reads as " + found, Riot.isomorphic(expected, found));
        compared++;
      }
    }
    return List.of(refused, compared);
  }

  @Test
  public void turtle() throws IOException {
    List<W3cSuite.Entry> tests = W3cSuite.TURTLE.entries();
    assertEquals(294, tests.size());
    assertEquals(List.of(78, 144), check(tests, Syntax.TURTLE));
  }

  @Test
  public void triG() throws IOException {
    List<W3cSuite.Entry> tests = W3cSuite.TRIG.entries();
    assertEquals(331, tests.size());
    assertEquals(List.of(99, 136), check(tests, Syntax.TRIG));
  }

  @Test
  public void rdfXml() throws IOException {
    List<W3cSuite.Entry> tests = W3cSuite.RDF_XML.entries();
    assertEquals(169, tests.size());
    assertEquals(List.of(41, 128), check(tests, Syntax.RDFXML));
  }
}
