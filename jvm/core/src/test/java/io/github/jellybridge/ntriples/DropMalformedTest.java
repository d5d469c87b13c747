package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.Test;

/** Tests that malformed lines can be dropped and counted, and that all other lines are kept. */
public class DropMalformedTest {
  private static final SyntaxOptions OPTIONS = Text.QUADS.withDropMalformed(true);

  private static String good(int i) {
    return "<http://a/s" + i + "> <http://a/p> \"" + i + "\" .\n";
  }

  private static void assertKeeps(byte[] text, int malformed, int... kept) throws IOException {
    for (int columns : new int[] {15, 0, 2, 1}) {
      try (NTriplesReader reader = Text.open(text, OPTIONS.withColumns(columns))) {
        List<Statement> found = Batches.readAll(reader, 2);
        assertEquals(kept.length, found.size());
        assertEquals(malformed, reader.malformedLines());
        for (int i = 0; i < kept.length && columns == 15; i++) {
          assertEquals(Term.iri("http://a/s" + kept[i]), found.get(i).s());
          assertEquals(Term.text("" + kept[i]), found.get(i).o());
        }
      }
    }
  }

  @Test
  public void otherLinesAreKept() throws IOException {
    String text =
        "bad\n"
            + good(1)
            + "<http://a/s> <http://a/p>\n# bad\n\n"
            + good(2)
            + good(3)
            + "<s> <p> <o> .\r\n"
            + good(4)
            + "\"x\" <http://a/p> _:b .";
    assertKeeps(Text.utf8(text), 4, 1, 2, 3, 4);
  }

  @Test
  public void anUnclosedTermDropsOnlyItsLine() throws IOException {
    String text =
        "<http://a/s> <http://a/p> \"open .\n"
            + good(1)
            + "<http://a/s\n"
            + good(2)
            + "<http://a/s> <http://a/p> <http://a/o .\r"
            + good(3)
            + "<http://a/s> <http://a/p> \"open \\\" .\n"
            + good(4)
            + "<http://a/s> <http://a/p> \"x\"^^<http://a/t .\n"
            + good(5);
    assertKeeps(Text.utf8(text), 5, 1, 2, 3, 4, 5);
  }

  @Test
  public void linesThatAreNotUtf8AreLeftOut() throws IOException {
    String bad = "<http://a/s> <http://a/p> \"\u00e9\" .\n";
    String text = good(1) + bad + good(2) + good(3) + "# \u00ff\n" + bad + bad + good(4) + bad;
    assertKeeps(text.getBytes(StandardCharsets.ISO_8859_1), 5, 1, 2, 3, 4);
  }

  @Test
  public void aFileMayHaveNothingElse() throws IOException {
    assertKeeps(Text.utf8("bad\nbad\nbad"), 3);
    assertKeeps(Text.utf8("bad\n".repeat(10_000)), 10_000);
  }

  @Test
  public void batchesMayStartAndEndWithThem() throws IOException {
    assertKeeps(
        Text.utf8("bad\n" + good(1) + good(2) + "bad\nbad\n" + good(3) + "bad\n" + good(4)),
        4,
        1,
        2,
        3,
        4);
  }
}
