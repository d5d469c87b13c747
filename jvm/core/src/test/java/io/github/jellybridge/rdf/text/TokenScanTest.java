package io.github.jellybridge.rdf.text;

import static org.junit.Assert.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.Test;

/** Checks that scanning eight bytes at a time finds the same as scanning byte by byte. */
public class TokenScanTest {
  private static final byte[] POOL =
      "\"\\\n\r\t !#\u0001\u0000^Zé世a".getBytes(StandardCharsets.UTF_8);

  private final Random random = new Random(15);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = random.nextInt(3) == 0 ? POOL[random.nextInt(POOL.length)] : (byte) 'b';
    }
    return bytes;
  }

  @Test
  public void literalsStopAtTheirFourBytesOnly() {
    for (int round = 0; round < 20_000; round++) {
      byte[] b = bytes(60);
      b[50] = '"';
      int from = random.nextInt(50);
      int stop = from;
      while ("\"\\\n\r".indexOf(b[stop]) < 0) {
        stop++;
      }
      assertEquals(stop, TokenScan.literalStop(b, from));
      int end = from + random.nextInt(50 - from + 1);
      assertEquals(Math.min(stop, end), TokenScan.literalStop(b, from, end));
    }
  }

  @Test
  public void wordsAreComparedToTheLast() {
    for (int bytes = -1; bytes <= 70; bytes++) {
      int compared = Math.max(bytes + 7, 0) / 8 * 8;
      for (int same = 0; same <= 90; same++) {
        byte[] b = new byte[260];
        b[same] = 1;
        assertEquals(same >= compared, TokenScan.sameWords(b, 0, 130, bytes));
        assertEquals(same >= compared, TokenScan.sameWords(b, 130, 0, bytes));
      }
    }
  }

  @Test
  public void sharedBytesAreCounted() {
    for (int most = 0; most < 100; most++) {
      for (int same = 0; same <= most + 3; same++) {
        byte[] b = new byte[300];
        b[same] = 1;
        assertEquals(Math.min(same, most), TokenScan.shared(b, 0, 130, most));
        assertEquals(Math.min(same, most), TokenScan.shared(b, 130, 0, most));
      }
    }
  }
}
