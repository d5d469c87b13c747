package io.github.jellybridge.files;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.scan.FileSlice;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.Test;

/**
 * Checks that the parts of a {@code .bz2} file, wherever it is cut, give the whole text or an
 * error.
 */
public class Bzip2PartStreamTest {
  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bzip2(byte[]... streams) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] text : streams) {
      try (OutputStream bzip2 = new BZip2CompressorOutputStream(out, 1)) {
        bzip2.write(text);
      }
    }
    return out.toByteArray();
  }

  /** Text of several blocks of 100,000 bytes, which compress to few bytes. */
  private static byte[] lines(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append("<http://a/s> <http://a/p> \"").append(i % 50).append("aaaaaaaa".repeat(i % 9));
      text.append(i % 5 == 0 ? "\" .\r\n" : "\" .\n");
    }
    return utf8(text.toString());
  }

  private static byte[] part(byte[] file, int start, int end) throws IOException {
    FileEntry entry = new FileEntry("/a.nt.bz2", file.length, 0, new Object[0], new String[0]);
    FileSlice slice = new FileSlice(entry, start, (long) end - start, "cut");
    InputStream raw = new ByteArrayInputStream(file, start, file.length - start);
    try (InputStream in = slice.decompress(raw, DecompressionLimits.DEFAULT)) {
      return in.readAllBytes();
    }
  }

  /** The concatenated texts of the parts. */
  private static byte[] parts(byte[] file, int... cuts) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int i = 0; i <= cuts.length; i++) {
      int end = i == cuts.length ? file.length : cuts[i];
      byte[] part = part(file, i == 0 ? 0 : cuts[i - 1], end);
      text.writeBytes(part);
    }
    return text.toByteArray();
  }

  @Test
  public void twoPartsOfEverySizeAreTheWholeText() throws IOException {
    byte[] text = lines(0, 6000);
    byte[] file = bzip2(text);
    assertTrue("several blocks", text.length > 300_000);
    for (int cut = 1; cut < file.length; cut += 97) {
      assertArrayEquals("cut at " + cut, text, parts(file, cut));
    }
  }

  @Test
  public void anyNumberOfPartsIsTheWholeText() throws IOException {
    byte[] text = lines(0, 6000);
    byte[] file = bzip2(text);
    Random random = new Random(5);
    for (int i = 0; i < 20; i++) {
      int[] cuts = random.ints(1 + i % 30, 1, file.length).distinct().sorted().toArray();
      assertArrayEquals(Arrays.toString(cuts), text, parts(file, cuts));
    }
  }

  @Test
  public void concatenatedStreamsAreCutEverywhere() throws IOException {
    String[] texts = {"a\nb", "", "c\n", "\n", "no line end", "\r", "\nd\ne\n", "f"};
    byte[] file = bzip2(Arrays.stream(texts).map(Bzip2PartStreamTest::utf8).toArray(byte[][]::new));
    byte[] text = utf8(String.join("", texts));
    for (int cut = 1; cut < file.length; cut++) {
      assertArrayEquals("cut at " + cut, text, parts(file, cut));
      for (int second = cut + 1; second < file.length; second += 23) {
        assertArrayEquals(cut + " and " + second, text, parts(file, cut, second));
      }
    }
  }

  @Test
  public void partsReadTheirBlocksOnlyAndALineMore() throws IOException {
    byte[] text = lines(0, 6000);
    byte[] file = bzip2(text);
    byte[] first = part(file, 0, file.length / 2);
    assertTrue(first.length > text.length / 2 && first.length < text.length - 10_000);
    assertEquals('\n', first[first.length - 1]);
  }

  @Test
  public void linesMayBeLongerThanPartsAndBlocks() throws IOException {
    byte[] noise = new byte[250_000];
    new Random(3).nextBytes(noise);
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) ('a' + (noise[i] & 3));
    }
    Cases.each(
        new String[] {"", "\n", "\nlast"},
        end -> {
          byte[] text = utf8("first\n" + new String(noise, StandardCharsets.UTF_8) + end);
          byte[] file = bzip2(text);
          for (int size = 3001; size < file.length; size += TestSize.of(57_000, 19_000)) {
            int each = size;
            int[] cuts = Arrays.stream(new int[file.length / each]).toArray();
            Arrays.setAll(cuts, k -> (k + 1) * each);
            cuts = Arrays.stream(cuts).filter(cut -> cut < file.length).toArray();
            assertArrayEquals("parts of " + size, text, parts(file, cuts));
          }
        });
  }

  @Test
  public void everyKindOfBlockIsRead() throws IOException {
    Random random = new Random(11);
    for (int i = TestSize.of(80, 0); i < 100; i++) {
      byte[] text = new byte[1 + random.nextInt(i < 95 ? 2000 : 300_000)];
      int kinds = 1 + random.nextInt(256);
      int run = 1 + random.nextInt(i % 3 == 0 ? 600 : 6);
      for (int at = 0; at < text.length; ) {
        byte value = (byte) random.nextInt(kinds);
        for (int n = random.nextInt(run) + 1; n > 0 && at < text.length; n--) {
          text[at++] = value;
        }
      }
      byte[] file = bzip2(text);
      assertArrayEquals("text " + i, text, parts(file, file.length / 2));
    }
  }

  @Test
  public void filesThatEndTooEarlyAreRefusedWhereverTheyAreCut() throws IOException {
    byte[] whole = bzip2(lines(0, 2500), utf8("x\ny\n"), utf8("z\n"));
    int last = bzip2(utf8("z\n")).length;
    for (int length = 1; length < whole.length; length += length > whole.length - 150 ? 1 : 151) {
      if (length == whole.length - last || length == whole.length - last - streamOfXAndY()) {
        continue; // Whole streams are valid files.
      }
      byte[] file = Arrays.copyOf(whole, length);
      for (int cut : new int[] {1, 5, length / 2, length - 20, length - 5, length - 1}) {
        if (cut > 0 && cut < length) {
          assertThrows(
              length + " bytes, cut at " + cut, CorruptFileException.class, () -> parts(file, cut));
        }
      }
    }
  }

  private static int streamOfXAndY() throws IOException {
    return bzip2(utf8("x\ny\n")).length;
  }

  @Test
  public void damagedBytesAreRefused() throws IOException {
    byte[] file = bzip2(lines(0, 2500));
    Random random = new Random(9);
    for (int i = 0; i < 60; i++) {
      byte[] damaged = file.clone();
      // The last bytes hold the checksum of the stream and unused bits, so they stay as they are.
      int at = i < 20 ? i : random.nextInt(file.length - 5);
      if (at == 3) {
        continue; // The block size may be larger than necessary.
      }
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      assertThrows("byte " + at, CorruptFileException.class, () -> parts(damaged, file.length / 2));
    }
    byte[] garbage = Arrays.copyOf(file, file.length + 5);
    assertThrows(CorruptFileException.class, () -> parts(garbage, file.length / 2));
  }

  @Test
  public void aStreamSaysItsBlockSizeFrom1To9() throws IOException {
    byte[] text = lines(0, 20);
    byte[] one = bzip2(text);
    byte[] whole = bzip2(text, text);
    Cases.each(
        new int[] {0, one.length},
        header -> {
          for (char size : "0123456789:".toCharArray()) {
            byte[] file = whole.clone();
            file[header + 3] = (byte) size;
            if (Character.isDigit(size) && size != '0') {
              assertEquals(2 * text.length, parts(file, one.length / 2).length);
            } else {
              assertThrows(CorruptFileException.class, () -> parts(file, one.length / 2));
            }
          }
        });
  }

  @Test
  public void theChecksumOfAStreamIsComparedWhenAPartHasAllOfIt() throws IOException {
    byte[] first = bzip2(utf8("a\n"));
    byte[] file = bzip2(utf8("a\n"), lines(0, 100));
    file[first.length - 2] ^= 1;
    assertThrows(CorruptFileException.class, () -> parts(file, file.length - 20));
  }

  @Test
  public void aPartMayExpandToItsLimitOnly() throws IOException {
    byte[] file = bzip2(lines(0, 2500));
    FileEntry entry = new FileEntry("/a.nt.bz2", file.length, 0, new Object[0], new String[0]);
    InputStream raw = new ByteArrayInputStream(file);
    try (InputStream in =
        new FileSlice(entry, 0, 100, "cut")
            .decompress(raw, DecompressionLimits.DEFAULT.withMaxBytes(1000))) {
      IOException e = assertThrows(IOException.class, in::readAllBytes);
      assertTrue(e.getMessage(), e.getMessage().contains("maxDecompressedBytes"));
    }
  }
}
