package io.github.jellybridge.jena.text;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.Test;

/** Bytes that are no UTF-8 are found, and found where they are, however the text is read. */
public class Utf8InputTest {
  private static final String[] PIECES = {"a", "é", "日", "\ud83d\ude00", "\n", "\r\n", "bcdefghij"};
  private static final int[] WRONG = {0x80, 0xc0, 0xc3, 0xe0, 0xed, 0xf0, 0xf5, 0xff};

  private static byte[] text(Random random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int n = random.nextInt(20); n > 0; n--) {
      out.writeBytes(PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8));
      if (random.nextInt(40) == 0) {
        out.write(WRONG[random.nextInt(WRONG.length)]);
      }
    }
    return out.toByteArray();
  }

  /** Line and column of the first byte that the JDK's decoder rejects; null in valid text. */
  private static String wrong(byte[] text) {
    for (int end = text.length; ; end--) {
      try {
        String valid =
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text, 0, end)).toString();
        int line = 1 + (int) valid.chars().filter(c -> c == '\n').count();
        String last = valid.substring(valid.lastIndexOf('\n') + 1);
        return end == text.length
            ? null
            : "line " + line + ", column " + (1 + last.codePointCount(0, last.length()));
      } catch (CharacterCodingException e) {
        // Too long.
      }
    }
  }

  /**
   * Reads a text in pieces of random sizes; gives the bytes that were read, or the message of the
   * error.
   */
  private static Object read(byte[] text, Random random) {
    ParseErrors errors = new ParseErrors("f", Syntax.TURTLE);
    Utf8Input in = new Utf8Input(new ByteArrayInputStream(text), errors);
    byte[] buffer = new byte[64];
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      while (true) {
        int offset = random.nextInt(5);
        int n = in.read(buffer, offset, 1 + random.nextInt(9));
        if (n < 0) {
          return out.toByteArray();
        }
        out.write(buffer, offset, n);
      }
    } catch (UncheckedIOException e) {
      return ((SyntaxParseException) e.getCause()).getMessage();
    }
  }

  @Test
  public void randomTextsAreRefusedWhereTheyStopBeingUtf8() {
    Random random = new Random(11);
    int refused = 0;
    int rounds = TestSize.of(5_000, 50_000);
    for (int i = 0; i < rounds; i++) {
      byte[] text = text(random);
      String wrong = wrong(text);
      Object found = read(text, random);
      if (wrong == null) {
        assertArrayEquals(text, (byte[]) found);
      } else {
        refused++;
        assertTrue(found + " at " + wrong, found instanceof String);
        assertTrue(found + " at " + wrong, ((String) found).contains(wrong + ":"));
      }
    }
    assertTrue("refused: " + refused, refused > rounds / 10);
  }

  @Test
  public void positionsAreThoseOfTheBytesReadLast() throws Exception {
    PositionTrackingInput in =
        new PositionTrackingInput(
            new ByteArrayInputStream("ab\ncé\nd".getBytes(StandardCharsets.UTF_8)));
    byte[] buffer = new byte[9];
    assertEquals(4, in.read(buffer, 2, 4));
    assertEquals("1:3", at(in.position(4)));
    assertEquals("2:2", at(in.end()));
    assertEquals(4, in.read(buffer, 1, 8));
    assertEquals("2:2", at(in.position(1)));
    assertEquals("3:1", at(in.position(4)));
    assertEquals("3:2", at(in.end()));
  }

  private static String at(TextPosition position) {
    return position.line() + ":" + position.column();
  }
}
