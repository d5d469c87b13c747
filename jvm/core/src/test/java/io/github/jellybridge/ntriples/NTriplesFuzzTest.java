package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.util.Random;
import org.junit.Test;

/**
 * Tests that we accept a damaged line if and only if RIOT does, with the same meaning, except for
 * the differences in {@link NTriplesFuzz}.
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

  @Test
  public void textThatRiotAcceptsIsAccepted() throws IOException {
    int differ = 0;
    for (int i = 0; i < MUTANTS; i++) {
      NTriplesFuzz.Outcome outcome = NTriplesFuzz.check(mutant(), i, true);
      accepted += outcome.read() ? 1 : 0;
      differ += outcome.read() == outcome.readByRiot() ? 0 : 1;
    }
    int refused = MUTANTS - accepted;
    assertTrue(accepted + " accepted", accepted > MUTANTS / 4);
    assertTrue(refused + " refused", refused > MUTANTS / 4);
    assertTrue(differ + " differ", differ < MUTANTS / 50);
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
