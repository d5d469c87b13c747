package io.github.jellybridge.rdf;

import static org.junit.Assert.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.Test;

/** Lengths in characters are those that Java counts in code points. */
public class ValueCharactersTest {
  private static final int[] CHARACTERS = {
    'a', 'z', 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0xffff, 0x1f388
  };

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int kinds = random.nextInt(4) == 0 ? CHARACTERS.length : 2;
      text.appendCodePoint(CHARACTERS[random.nextInt(kinds)]);
    }
    return text.toString();
  }

  @Test
  public void anyTextAtAnyPosition() {
    Random random = new Random(1);
    for (int round = 0; round < 5000; round++) {
      String before = text(random, random.nextInt(10));
      String text = text(random, random.nextInt(40));
      byte[] all = utf8(before + text + "é");
      int from = utf8(before).length;
      assertEquals(
          text,
          text.codePointCount(0, text.length()),
          Utf8.characters(all, from, from + utf8(text).length));
    }
  }

  @Test
  public void valuesInOneSliceAndInTwo() {
    TermTable table = new TermTable();
    byte[] data = utf8("http://example.org/é日本語");
    table.reset(data, data.length);
    int whole = table.add(TermKind.IRI, 0, data.length);
    int pair = table.addPair(TermKind.IRI, 0, 21, 21, data.length - 21);
    assertEquals(23, table.valueCharacters(whole));
    assertEquals(23, table.valueCharacters(pair));
    table.valueOffset(pair);
    assertEquals(23, table.valueCharacters(pair));
    assertEquals("http://example.org/é日本語", table.value(pair));
  }
}
