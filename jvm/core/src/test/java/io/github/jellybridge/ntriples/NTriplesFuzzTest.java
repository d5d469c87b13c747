package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.jena.riot.Lang;
import org.junit.Test;

/**
 * Tests that we accept a damaged line if and only if RIOT does, with the same meaning. The known
 * differences are listed here.
 */
public class NTriplesFuzzTest {
  private static final int MUTANTS = TestSize.of(3_000, 15_000);

  private static final String[] LINES = {
    "<http://a/s> <http://a/p> <http://a/o> .",
    "_:a.b-c <http://a/p> _:d1 <http://a/g> .",
    "<http://a/s> <http://a/p> \"text \\\"é\\\" \\t\\u00E9\\U0001F600\" .",
    "<http://a/s> <http://a/p> \"x\"@de-CH _:g .",
    "<http://a/été/世界> <urn:p:1> \"1\"^^<http://a/t> . # comment",
    "<http://a/s><http://a/p>\"\".",
    "\t<http://a/s> <http://a/p> <<( _:b <http://a/p> \"x\"@en )>> .\r\n_:b <http://a/p> _:a."
  };
  private static final String TELLING = "<>\"\\_:.@^#-() \t\n\rauU0é\u0000\u000b×";

  private final Random random = new Random(20261122);
  private int accepted;
  private int refused;

  /**
   * Whether RIOT accepts an error even when strict: several statements on a line, a statement on
   * several lines, quotation marks of Turtle, halves of surrogates, invalid UTF-8.
   */
  private static boolean isLayout(SyntaxParseException refusal) {
    return refusal.found().equals("the end of the text")
        || refusal.found().equals("byte 0x0c")
        || Set.of(
                "the end of the line",
                "a graph name or '.'",
                "'.' at the end of the statement",
                "')>>'",
                "a Unicode character",
                "valid UTF-8",
                "an object: '<', '_:', '\"' or '<<('")
            .contains(refusal.expected());
  }

  /** Syntax that RIOT does not know: quoted triples as they were before RDF 1.2. */
  private static final Pattern UNKNOWN = Pattern.compile("<<[^(]|<<[(].*[^)]>>|[)]>>.*<");

  @Test
  public void textThatRiotAcceptsIsAccepted() throws IOException {
    int differ = 0;
    for (int i = 0; i < MUTANTS; i++) {
      byte[] text = mutant();
      String shown = "mutant " + i + ": " + new String(text, StandardCharsets.UTF_8);
      List<Statement> riot = Text.lenientRiot(text, Lang.NQUADS);
      List<Statement> ours = null;
      try {
        ours = Text.read(text, Text.QUADS);
        accepted++;
        if (riot == null) {
          assertTrue(shown, UNKNOWN.matcher(shown).find());
          differ++;
        } else {
          assertEquals(shown, lowerCase(riot), lowerCase(ours));
        }
      } catch (SyntaxParseException e) {
        refused++;
        // Without its checks, RIOT only warns of errors in IRIs.
        if (riot != null && Text.strictRiot(text, Lang.NQUADS) != null) {
          assertTrue(shown + ": " + e.getMessage(), isLayout(e));
          differ++;
        }
      }
      checkOurselves(text, ours, i);
    }
    assertTrue(accepted + " accepted", accepted > MUTANTS / 4);
    assertTrue(refused + " refused", refused > MUTANTS / 4);
    assertTrue(differ + " differ", differ < MUTANTS / 50);
  }

  /** RIOT changes the case of language tags. */
  private static String lowerCase(List<Statement> statements) {
    return statements.toString().toLowerCase(java.util.Locale.ROOT);
  }

  /** Checks that the result depends neither on the options of reading nor on the lines before. */
  private static void checkOurselves(byte[] text, List<Statement> ours, int i) throws IOException {
    try (NTriplesReader reader = Text.open(text, Text.QUADS.withDropMalformed(true))) {
      List<Statement> kept = Batches.readAll(reader, 1);
      assertEquals(ours == null, reader.malformedLines() > 0);
      if (ours != null) {
        assertEquals(ours, kept);
        assertEquals(ours.size(), Text.count(text, Text.QUADS));
        SyntaxOptions some = Text.QUADS.withColumns(i % 16).withCheckUnread(i % 32 < 16);
        assertEquals(ours.size(), Text.read(text, some).size());
      }
    }
    byte[] twice =
        (new String(text, StandardCharsets.ISO_8859_1) + "\n")
            .repeat(2)
            .getBytes(StandardCharsets.ISO_8859_1);
    if (ours == null) {
      Text.refused(twice, Text.QUADS);
    } else {
      assertEquals(2 * ours.size(), Text.read(twice, Text.QUADS).size());
    }
  }

  private byte[] mutant() {
    StringBuilder text = new StringBuilder(LINES[random.nextInt(LINES.length)]);
    int changes = random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length());
      char telling = TELLING.charAt(random.nextInt(TELLING.length()));
      switch (random.nextInt(5)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, telling);
        case 2 -> text.setCharAt(at, telling);
        case 3 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(8)));
        default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 5)));
      }
    }
    byte[] bytes = Text.utf8(text.toString());
    if (random.nextInt(10) == 0 && bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
