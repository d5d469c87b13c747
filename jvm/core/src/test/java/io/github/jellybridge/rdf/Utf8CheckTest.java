package io.github.jellybridge.rdf;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.Test;

/** UTF-8 of RFC 3629, compared with the decoder of the JDK. */
public class Utf8CheckTest {
  private static final int ROUNDS = TestSize.of(30_000, 300_000);

  @Test
  public void randomBytesAreJudgedAsTheJdkJudgesThem() {
    Random random = new Random(1);
    int valid = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = new byte[random.nextInt(24)];
      int from = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) (random.nextInt(4) > 0 ? 'a' : random.nextInt(256));
      }
      valid += check(bytes, from, bytes.length) ? 1 : 0;
    }
    assertTrue(valid > ROUNDS / 30);
  }

  @Test
  public void textOfManyScriptsIsJudgedAsTheJdkJudgesItWithAByteChanged() {
    int[][] scripts = {
      {0x20, 0x7e},
      {0xa0, 0x17f},
      {0x900, 0x97f},
      {0x3040, 0x30ff},
      {0xd600, 0xd7ff},
      {0xe000, 0xffff},
      {0x10000, 0x1ffff},
      {0x100000, 0x10ffff}
    };
    Random random = new Random(2);
    int valid = 0;
    for (int i = 0; i < ROUNDS; i++) {
      StringBuilder text = new StringBuilder();
      int one = random.nextInt(scripts.length);
      int two = random.nextInt(scripts.length);
      for (int left = random.nextInt(40); left > 0; left--) {
        int[] script = scripts[random.nextBoolean() ? 0 : random.nextBoolean() ? one : two];
        text.appendCodePoint(script[0] + random.nextInt(script[1] - script[0] + 1));
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      assertTrue(check(bytes, 0, bytes.length));
      if (bytes.length > 0) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        valid += check(bytes, 0, bytes.length) ? 1 : 0;
        check(bytes, 0, random.nextInt(bytes.length));
      }
    }
    assertTrue(valid > ROUNDS / 30);
  }

  @Test
  public void everySequenceOfThreeBytesIsJudgedAsTheJdkJudgesIt() {
    byte[] bytes = new byte[3];
    for (int first = 0x80; first < 0x100; first++) {
      for (int second = 0; second < 0x100; second += 3) {
        for (int third : new int[] {0, 'a', 0x7f, 0x80, 0xbf, 0xc0, 0xff}) {
          bytes[0] = (byte) first;
          bytes[1] = (byte) second;
          bytes[2] = (byte) third;
          check(bytes, 0, 3);
        }
      }
    }
  }

  @Test
  public void everyTwoBytesAtEveryPositionOfALongTextAreCheckedAsByTheJdk() {
    byte[] bytes = new byte[150];
    Arrays.fill(bytes, (byte) 'a');
    for (int at = 0; at < bytes.length - 1; at += 7) {
      for (int first = 0x80; first < 0x100; first++) {
        for (int second = 0x80; second < 0x100; second += 5) {
          bytes[at] = (byte) first;
          bytes[at + 1] = (byte) second;
          check(bytes, 0, bytes.length);
        }
      }
      bytes[at] = 'a';
      bytes[at + 1] = 'a';
    }
  }

  @Test
  public void sequencesAtEveryPositionOfALongText() {
    Cases.each(
        new String[] {"é", "ह", "語", "😀"},
        letter -> {
          byte[] sequence = letter.getBytes(StandardCharsets.UTF_8);
          for (int at = 0; at <= 200 - sequence.length; at++) {
            byte[] bytes = new byte[200];
            Arrays.fill(bytes, (byte) 'a');
            System.arraycopy(sequence, 0, bytes, at, sequence.length);
            assertTrue(check(bytes, 0, bytes.length));
            for (int i = 0; i < sequence.length; i++) {
              bytes[at + i] = 'a';
              assertFalse(check(bytes, 0, bytes.length));
              bytes[at + i] = sequence[0];
              check(bytes, 0, bytes.length);
              bytes[at + i] = sequence[i];
            }
          }
        });
  }

  @Test
  public void halvesOfSurrogatePairsHaveNoBytes() {
    Cases.each(
        new String[] {"\ud800", "\udc00", "\ud800\ud800", "\udc00\ud800"},
        half -> {
          for (String before : new String[] {"", "a", "naïve", "日本?", "abcdefgh\ud83d\ude00"}) {
            for (String after : new String[] {"", "b", "é", "日本 is long enough"}) {
              String text = before + half + after;
              IllegalArgumentException e =
                  assertThrows(IllegalArgumentException.class, () -> Utf8.bytes(text));
              String position =
                  String.format("\\u%04x, at character %d", (int) half.charAt(0), before.length());
              assertTrue(e.getMessage(), e.getMessage().contains(position));
              String whole = before + "?\ud83d\ude00?" + after;
              assertArrayEquals(whole.getBytes(StandardCharsets.UTF_8), Utf8.bytes(whole));
            }
          }
        });
  }

  @Test
  public void zerosAreFoundWhereverTheyAre() {
    byte[] bytes = "naïve café, 日本語, naïve café".getBytes(StandardCharsets.UTF_8);
    for (int from = 0; from < bytes.length; from++) {
      for (int to = from; to <= bytes.length; to++) {
        assertFalse(Utf8.hasZero(bytes, from, to));
        for (int at = 0; at < bytes.length; at++) {
          byte before = bytes[at];
          bytes[at] = 0;
          assertEquals(at >= from && at < to, Utf8.hasZero(bytes, from, to));
          bytes[at] = before;
        }
      }
    }
  }

  @Test
  public void everyCodePointIsValidWholeAndInvalidCutShort() {
    for (int codePoint = 0x80; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
        continue;
      }
      byte[] bytes = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
      check(bytes, 0, bytes.length);
      check(bytes, 0, bytes.length - 1);
    }
  }

  private static boolean check(byte[] bytes, int from, int to) {
    boolean valid = true;
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
    } catch (CharacterCodingException e) {
      valid = false;
    }
    int bad = Utf8.firstInvalid(bytes, from, to);
    assertEquals(Arrays.toString(bytes) + " from " + from, valid, bad < 0);
    // The bytes around the text must not matter.
    byte[] padded = new byte[bytes.length + 24];
    Arrays.fill(padded, (byte) (bytes.length * 7));
    System.arraycopy(bytes, 0, padded, 8, bytes.length);
    int there = Utf8.firstInvalid(padded, 8 + from, 8 + to);
    assertEquals(Arrays.toString(bytes) + " from " + from, bad < 0 ? -1 : bad + 8, there);
    if (!valid) {
      assertTrue(bad >= from && bad < to);
      assertEquals(-1, Utf8.firstInvalid(bytes, from, bad));
    }
    return valid;
  }

  @Test
  public void asciiIsDistinguishedFromAllElseAtEveryLength() {
    Random random = new Random(4);
    for (int i = 0; i < ROUNDS; i++) {
      int length = random.nextInt(random.nextBoolean() ? 20 : 140);
      int from = random.nextInt(9);
      byte[] bytes = new byte[from + length + 8];
      // The bytes around the text must not matter.
      Arrays.fill(bytes, (byte) 0xff);
      Arrays.fill(bytes, from, from + length, (byte) random.nextInt(128));
      assertEquals(0, Utf8.notAscii(bytes, from, from + length));
      if (length > 0) {
        bytes[from + random.nextInt(length)] |= (byte) 0x80;
        assertTrue(Utf8.notAscii(bytes, from, from + length) != 0);
      }
    }
  }
}
