package io.github.jellybridge.rdf.text;

import static org.junit.Assert.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.Test;

public class IriCharactersTest {
  private static final String FORBIDDEN = "<>\"{}|^`\\";

  private static boolean forbidden(int x) {
    return x <= ' ' || FORBIDDEN.indexOf(x) >= 0;
  }

  @Test
  public void eachByteAtEachPositionOfAWord() {
    for (int position = 0; position < 16; position++) {
      for (int x = 0; x < 256; x++) {
        byte[] iri = new byte[32];
        Arrays.fill(iri, (byte) 'a');
        iri[1] = ':';
        iri[24] = '>';
        iri[2 + position] = (byte) x;
        boolean wrong = forbidden(x);
        String message = "byte " + x + " at " + position;
        assertEquals(message, wrong ? 2 + position : 24, IriCharacters.end(iri, 2));
        assertEquals(message, !wrong, IriCharacters.isPlainAbsolute(iri, 0, 24));
        assertEquals(message, !wrong, IriCharacters.isPlainAbsolute(iri, 0, 3 + position));
        assertEquals(message, true, IriCharacters.isPlainAbsolute(iri, 0, 2 + position));
      }
    }
  }

  @Test
  public void someBytesThatLookForbiddenAreNot() {
    byte[] pool = "!~\u007f#é\u20ac>a".getBytes(StandardCharsets.UTF_8);
    Random random = new Random(7);
    for (int round = 0; round < 10_000; round++) {
      byte[] iri = new byte[40];
      for (int i = 0; i < 32; i++) {
        iri[i] = pool[random.nextInt(pool.length)];
      }
      iri[31] = '>';
      int from = random.nextInt(20);
      int end = from;
      while (!forbidden(iri[end] & 0xff)) {
        end++;
      }
      assertEquals(end, IriCharacters.end(iri, from));
    }
  }
}
