package io.github.jellybridge.files;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import io.github.jellybridge.jelly.PartedOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.Test;

/** Tests that each part of a file is a zstd frame, and the table of their sizes at the end. */
public class ZstdSeekTableTest {
  /** Bytes of the table without entries. */
  private static final int AROUND = 17;

  private static byte[] content(int length) {
    byte[] content = new byte[length];
    Random random = new Random(length);
    for (int i = 0; i < length; i++) {
      content[i] = (byte) ('a' + random.nextInt(4));
    }
    return content;
  }

  private static byte[] written(CompressedOutput compression, byte[]... parts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = compression.wrap(bytes)) {
      for (byte[] part : parts) {
        ((PartedOutput) out).endPart();
        out.write(part, 0, part.length / 2);
        out.flush();
        out.write(part, part.length / 2, part.length - part.length / 2);
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] written(byte[]... parts) throws IOException {
    return written(CompressedOutput.of(Compression.ZSTD), parts);
  }

  /** Counts the magic numbers of frames. */
  private static int frames(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int frames = 0;
    for (int at = 0; at + 4 <= file.length; at++) {
      frames += bytes.getInt(at) == 0xFD2FB528 ? 1 : 0;
    }
    return frames;
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static byte[] read(byte[] file) throws IOException {
    try (InputStream in =
        Decompression.decompress(
            new ByteArrayInputStream(file), Compression.ZSTD, "f", DecompressionLimits.DEFAULT)) {
      return in.readAllBytes();
    }
  }

  private static ZstdSeekTable table(byte[] file) {
    return ZstdSeekTable.parse(file, file.length).orElseThrow();
  }

  @Test
  public void eachPartIsAFrameOfTheSizesInTheTable() throws IOException {
    byte[][] parts = {content(300_000), content(1), content(5_000), content(200_000)};
    byte[] file = written(parts);
    ZstdSeekTable table = table(file);
    assertEquals(joined(parts).length, table.contentLength());
    long start = 0;
    for (int i = 0; i < parts.length; i++) {
      assertEquals(start, table.contentStart(i));
      assertEquals(i, table.frameAt(start));
      assertEquals(i, table.frameAt(start + parts[i].length - 1));
      byte[] frame =
          Arrays.copyOfRange(file, (int) table.fileStart(i), (int) table.fileStart(i + 1));
      assertEquals(1, frames(frame));
      try (InputStream in = new ZstdInputStream(new ByteArrayInputStream(frame))) {
        assertArrayEquals(parts[i], in.readAllBytes());
      }
      start += parts[i].length;
    }
    // Field by field, as the specification has it.
    ByteBuffer end = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    end.position(file.length - AROUND - 8 * parts.length);
    assertEquals(0x184D2A5E, end.getInt());
    assertEquals(8 * parts.length + 9, end.getInt());
    for (int i = 0; i < parts.length; i++) {
      assertEquals(table.fileStart(i + 1) - table.fileStart(i), end.getInt());
      assertEquals(parts[i].length, end.getInt());
    }
    assertEquals(parts.length, end.getInt());
    assertEquals(0, end.get());
    assertEquals(0x8F92EAB1, end.getInt());
  }

  @Test
  public void theFileReadsAsOneStream() throws IOException {
    byte[][] parts = {content(300_000), content(7), content(200_000)};
    byte[] file = written(parts);
    assertArrayEquals(joined(parts), read(file));
    try (InputStream in = new ZstdInputStream(new ByteArrayInputStream(file))) {
      assertArrayEquals(joined(parts), in.readAllBytes());
    }
  }

  @Test
  public void theProgramZstdReadsTheFile() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/zstd")));
    byte[][] parts = {content(300_000), content(7), content(200_000)};
    Path file = Files.createTempFile("parts", ".zst");
    Path out = Files.createTempFile("parts", ".out");
    try {
      Files.write(file, written(new CompressedOutput(Compression.ZSTD, 7, 2), parts));
      ProcessBuilder decompress =
          new ProcessBuilder("/usr/bin/zstd", "-dfq", file.toString(), "-o", out.toString());
      assertEquals(0, decompress.inheritIO().start().waitFor());
      assertArrayEquals(joined(parts), Files.readAllBytes(out));
    } finally {
      Files.delete(file);
      Files.delete(out);
    }
  }

  @Test
  public void aTableOfManyFramesIsSkipped() throws IOException {
    byte[][] parts = new byte[40_000][];
    Arrays.fill(parts, new byte[] {1, 2, 3});
    byte[] file = written(parts);
    assertEquals(40_000 * 8 + AROUND, ZstdSeekTable.length(file, file.length));
    assertArrayEquals(joined(parts), read(file));
    assertEquals(120_000, table(file).contentLength());
    assertEquals(39_999, table(file).frameAt(119_998));
  }

  @Test
  public void aFileOfOnePartIsOneFrame() throws IOException {
    for (byte[][] parts : new byte[][][] {{}, {content(10)}, {{}, content(10), {}}}) {
      byte[] file = written(parts);
      assertEquals(1, frames(file));
      assertTrue(ZstdSeekTable.parse(file, file.length).isEmpty());
      assertArrayEquals(joined(parts), read(file));
    }
  }

  @Test
  public void levelAndWorkersAreThoseOfTheSettings() throws IOException {
    byte[] content = content(400_000);
    for (int i = 0; i + 200_000 < content.length; i += 3) {
      content[i + 200_000] = content[i];
    }
    for (int workers : new int[] {0, 1, 3}) {
      byte[] fast = written(new CompressedOutput(Compression.ZSTD, 1, workers), content, content);
      byte[] small = written(new CompressedOutput(Compression.ZSTD, 19, workers), content, content);
      assertTrue(small.length + " of " + fast.length, small.length < fast.length);
      assertArrayEquals(joined(content, content), read(fast));
      assertArrayEquals(joined(content, content), read(small));
    }
  }

  @Test
  public void tablesWithChecksumsAndEmptyFramesAreRead() throws IOException {
    byte[] first = Zstd.compress(content(1_000));
    byte[] empty = Zstd.compress(new byte[0]);
    byte[] last = Zstd.compress(content(50));
    byte[][] frames = {empty, first, empty, empty, last, empty};
    int[] sizes = {0, 1_000, 0, 0, 50, 0};
    ByteBuffer end = ByteBuffer.allocate(AROUND + 12 * sizes.length).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(0x184D2A5E).putInt(end.capacity() - 8);
    for (int i = 0; i < sizes.length; i++) {
      end.putInt(frames[i].length).putInt(sizes[i]).putInt(-1);
    }
    end.putInt(sizes.length).put((byte) 0x83).putInt(0x8F92EAB1);
    byte[] file = joined(joined(frames), end.array());
    ZstdSeekTable table = table(file);
    assertEquals(1_050, table.contentLength());
    assertEquals(1, table.frameAt(0));
    assertEquals(1, table.frameAt(999));
    assertEquals(4, table.frameAt(1_000));
    assertEquals(4, table.frameAt(1_049));
    assertEquals(empty.length, table.fileStart(1));
    assertEquals(1_050, read(file).length);
  }

  /** Tests that a table with a changed byte is ignored, or has other sizes of the content only. */
  @Test
  public void aChangedTableIsIgnoredOrHasAnotherLength() throws IOException {
    byte[] file = written(content(300_000), content(7), content(200_000));
    ZstdSeekTable right = table(file);
    int start = file.length - ZstdSeekTable.length(file, file.length);
    for (int at = start; at < file.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = file.clone();
        changed[at] ^= (byte) (1 << bit);
        ZstdSeekTable table = ZstdSeekTable.parse(changed, file.length).orElse(null);
        // The two lowest bits of the descriptor have no meaning.
        boolean unused = at == file.length - 5 && bit < 2;
        boolean contentSize = at >= start + 8 && at < file.length - 9 && (at - start) % 8 >= 4;
        assertEquals(unused || contentSize, table != null);
        assertTrue(unused || table == null || table.contentLength() != right.contentLength());
      }
    }
  }

  @Test
  public void aTableOfAnotherLengthIsIgnored() throws IOException {
    byte[] file = written(content(3_000), content(7), content(200));
    for (int cut = 1; cut < 60; cut++) {
      byte[] shorter = Arrays.copyOf(file, file.length - cut);
      byte[] later = Arrays.copyOfRange(file, cut, file.length);
      assertTrue(ZstdSeekTable.parse(shorter, shorter.length).isEmpty());
      assertTrue(ZstdSeekTable.parse(later, later.length).isEmpty());
    }
    for (int length = 0; length <= file.length; length++) {
      byte[] tail = Arrays.copyOfRange(file, file.length - length, file.length);
      boolean whole = length >= AROUND + 24;
      assertEquals(whole, ZstdSeekTable.parse(tail, file.length).isPresent());
      assertFalse(ZstdSeekTable.parse(tail, file.length + 1L).isPresent());
    }
  }

  @Test
  public void aNumberOfFramesBeyondTheFileIsNotBelieved() {
    for (int frames : new int[] {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 28, 1 << 29}) {
      ByteBuffer end = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN).position(91);
      byte[] tail = end.putInt(frames).put((byte) 0).putInt(0x8F92EAB1).array();
      assertEquals(0, ZstdSeekTable.length(tail, 100));
      assertEquals(0, ZstdSeekTable.length(tail, Long.MAX_VALUE));
      assertTrue(ZstdSeekTable.parse(tail, 100).isEmpty());
    }
  }
}
