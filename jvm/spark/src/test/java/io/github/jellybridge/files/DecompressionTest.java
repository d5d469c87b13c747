package io.github.jellybridge.files;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.github.luben.zstd.Zstd;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.spark.io.TaskInputStream;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that compressed files are read completely or refused. */
public class DecompressionTest {
  private static final List<Compression> COMPRESSIONS =
      List.of(Compression.GZIP, Compression.ZSTD, Compression.BZIP2, Compression.XZ);
  private static final byte[] FIRST = "first member ".repeat(20).getBytes(StandardCharsets.UTF_8);
  private static final byte[] SECOND = "and second".getBytes(StandardCharsets.UTF_8);

  /** The longest match of deflate (RFC 1951 §3.2.5), in bytes. */
  private static final int LONGEST_MATCH = 258;

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private static byte[] compress(Compression compression, byte[] data) throws IOException {
    if (compression == Compression.ZSTD) {
      return Zstd.compress(data);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (compression) {
          case GZIP -> new GZIPOutputStream(bytes);
          case BZIP2 -> new BZip2CompressorOutputStream(bytes);
          case XZ -> new XZCompressorOutputStream(bytes);
          default -> bytes;
        }) {
      out.write(data);
    }
    return bytes.toByteArray();
  }

  private static DecompressionLimits limits(long maxBytes) {
    return DecompressionLimits.DEFAULT.withMaxBytes(maxBytes);
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  /** An input like a network connection: few bytes per read, and none reported as available. */
  private static final class Trickle extends FilterInputStream {
    private boolean closed;

    Trickle(byte[] data) {
      super(new ByteArrayInputStream(data));
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return super.read(buffer, offset, Math.min(length, 7));
    }

    @Override
    public int available() {
      return 0;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static byte[] readAll(Compression compression, byte[] data, long limit)
      throws IOException {
    Trickle raw = new Trickle(data);
    try (InputStream in = Decompression.decompress(raw, compression, "f", limits(limit))) {
      return in.readAllBytes();
    } finally {
      assertTrue(compression + " must close its input", raw.closed);
    }
  }

  @Test
  public void theLastExtensionDeterminesTheCompression() {
    assertEquals(Compression.GZIP, Compression.of("/x/a.jelly.gz"));
    assertEquals(Compression.GZIP, Compression.of("a.nt.gzip"));
    assertEquals(Compression.ZSTD, Compression.of("a.ZST"));
    assertEquals(Compression.ZSTD, Compression.of("a.nt.zstd"));
    assertEquals(Compression.BZIP2, Compression.of("a.gz.bz2"));
    assertEquals(Compression.BZIP2, Compression.of("a.nt.BZip2"));
    assertEquals(Compression.XZ, Compression.of("a.xz"));
    assertEquals(Compression.OTHER, Compression.of("a.nt.lz4"));
    assertEquals(Compression.NONE, Compression.of("a.gz.jelly"));
    assertEquals(Compression.NONE, Compression.of("gz"));
  }

  @Test
  public void namesAreCutBeforeTheExtensionAsItIsSpelled() {
    for (String name : List.of("a.nt.gz", "a.nt.gzip", "a.nt.ZSTD", "a.nt.xz", "a.nt.br", "a.nt")) {
      assertEquals("a.nt", Compression.plainName(name));
    }
  }

  @Test
  public void otherCompressionsAreRefusedByName() {
    for (String name : List.of("a.nt.lz4", "a.ttl.br", "a.7z", "a.nt.Z", "a.jelly.lzma")) {
      IOException e =
          assertThrows(
              UnsupportedCompressionException.class,
              () ->
                  Decompression.decompress(
                      new ByteArrayInputStream(FIRST),
                      new org.apache.hadoop.fs.Path("/x", name),
                      DecompressionLimits.DEFAULT));
      String extension = name.substring(name.lastIndexOf('.'));
      assertTrue(
          e.getMessage(),
          e.getMessage()
              .startsWith(
                  "/x/" + name + " is not read: files compressed as " + extension + " are not"));
    }
  }

  /** A frame of zstd with a raw block (RFC 8878, 3.1.1), which says what window it needs. */
  private static byte[] frame(String header, byte[] content) {
    byte[] start = HexFormat.of().parseHex("28b52ffd" + header);
    int block = content.length << 3 | 1;
    byte[] size = {(byte) block, (byte) (block >> 8), (byte) (block >> 16)};
    return concat(concat(start, size), content);
  }

  private static byte[] unzstd(byte[] file, long window) throws IOException {
    DecompressionLimits limits = new DecompressionLimits(Long.MAX_VALUE, window);
    try (InputStream in =
        Decompression.decompress(new Trickle(file), Compression.ZSTD, "f", limits)) {
      return in.readAllBytes();
    }
  }

  /** Headers of frames, with the windows that they ask for. */
  private static final Map<String, Long> WINDOWS =
      Map.of(
          "0089", // exponent 17, mantissa 1: nine eighths of 128 MiB
          9L << 24,
          "0090",
          1L << 28,
          "00a8",
          1L << 31,
          "a000000010", // one segment, whose size has four bytes
          1L << 28,
          "e00000000001000000", // one segment, whose size has eight bytes
          1L << 32,
          "00f8", // the largest there is
          1L << 41);

  @Test
  public void aWindowAboveTheLimitIsNamed() throws IOException {
    Cases.each(
        WINDOWS.entrySet(),
        w -> {
          byte[] whole = Zstd.compress(FIRST);
          byte[] large = frame(w.getKey(), SECOND);
          byte[] skippable = HexFormat.of().parseHex("502a4d1804000000aabbccdd");
          for (byte[] file : List.of(large, concat(whole, large), concat(skippable, large))) {
            IOException e =
                assertThrows(UnsupportedCompressionException.class, () -> unzstd(file, 1L << 27));
            String says = e.getMessage();
            assertTrue(
                says,
                says.startsWith(
                    "f needs a window of "
                        + w.getValue()
                        + " bytes to be decompressed, more than the limit of 134217728 bytes. "));
            assertEquals(says, w.getValue() <= 1L << 31, says.contains("'maxWindowBytes'"));
          }
        });
  }

  @Test
  public void aWindowWithinTheLimitIsRead() throws IOException {
    byte[] file = concat(frame("0088", FIRST), frame("0090", SECOND));
    assertArrayEquals(concat(FIRST, SECOND), unzstd(file, 1L << 28));
    assertArrayEquals(FIRST, unzstd(frame("0088", FIRST), 1L << 27));
    assertArrayEquals(SECOND, unzstd(frame("0000", SECOND), 1L << 10));
    assertThrows(
        UnsupportedCompressionException.class, () -> unzstd(frame("0008", SECOND), 1L << 10));
  }

  @Test
  public void aDictionaryOfXzAboveTheLimitIsNamed() throws IOException {
    byte[] file = compress(Compression.XZ, FIRST); // whose dictionary has 8 MiB
    DecompressionLimits small = new DecompressionLimits(Long.MAX_VALUE, 1 << 20);
    InputStream raw = new ByteArrayInputStream(file);
    try (InputStream in = Decompression.decompress(raw, Compression.XZ, "f", small)) {
      IOException e = assertThrows(UnsupportedCompressionException.class, in::readAllBytes);
      assertTrue(
          e.getMessage(), e.getMessage().contains("the limit of 1048576 bytes. Raise the option"));
    }
    DecompressionLimits enough = new DecompressionLimits(Long.MAX_VALUE, 8 << 20);
    raw = new ByteArrayInputStream(file);
    try (InputStream in = Decompression.decompress(raw, Compression.XZ, "f", enough)) {
      assertArrayEquals(FIRST, in.readAllBytes());
    }
  }

  @Test
  public void aFileThatNeedsADictionaryOfZstdIsNotCorrupt() {
    byte[] file = frame("010009", FIRST);
    IOException e =
        assertThrows(UnsupportedCompressionException.class, () -> unzstd(file, 1L << 27));
    assertTrue(e.getMessage(), e.getMessage().contains("with a dictionary of zstd"));
  }

  @Test
  public void filesOfOneMemberAreReadWhole() throws IOException {
    byte[] large = new byte[300_000];
    new Random(7).nextBytes(large);
    Cases.each(
        COMPRESSIONS,
        c -> {
          assertArrayEquals(FIRST, readAll(c, compress(c, FIRST), Long.MAX_VALUE));
          assertArrayEquals(large, readAll(c, compress(c, large), Long.MAX_VALUE));
          assertArrayEquals(new byte[0], readAll(c, compress(c, new byte[0]), Long.MAX_VALUE));
        });
    assertArrayEquals(FIRST, readAll(Compression.NONE, FIRST, 1));
  }

  @Test
  public void severalMembersAreOneStream() throws IOException {
    Cases.each(
        COMPRESSIONS,
        c -> {
          byte[] file = concat(compress(c, FIRST), compress(c, SECOND));
          assertArrayEquals(concat(FIRST, SECOND), readAll(c, file, Long.MAX_VALUE));
        });
  }

  @Test
  public void truncationAtAnyByteIsAnError() throws IOException {
    for (Compression c : COMPRESSIONS) {
      byte[] first = compress(c, FIRST);
      byte[] file = concat(first, compress(c, SECOND));
      for (int length = 0; length < file.length; length++) {
        byte[] cut = Arrays.copyOf(file, length);
        if (length == first.length) {
          // Nothing in the file shows that a second member is missing.
          assertArrayEquals(FIRST, readAll(c, cut, Long.MAX_VALUE));
          continue;
        }
        String where = c + " cut at " + length;
        IOException e =
            assertThrows(where, CorruptFileException.class, () -> readAll(c, cut, Long.MAX_VALUE));
        assertTrue(e.getMessage(), e.getMessage().startsWith("f is not a whole "));
        assertFalse(e.getMessage(), e.getMessage().endsWith("null"));
      }
    }
  }

  /** The bytes that the JDK's inflater returns from a broken gzip file. */
  private static byte[] inflated(byte[] file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Inflater inflater = new Inflater(true);
    inflater.setInput(file, 10, Math.max(file.length - 10, 0));
    try {
      byte[] one = new byte[1];
      while (inflater.inflate(one) > 0) {
        out.write(one[0]);
      }
    } catch (DataFormatException e) {
      assertNotNull(e);
    } finally {
      inflater.end();
    }
    return out.toByteArray();
  }

  /** The bytes that are returned before a failure, in reads of the given size. */
  private static byte[] untilFailure(Compression compression, byte[] file, int piece, long limit)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (InputStream in =
        Decompression.decompress(new ByteArrayInputStream(file), compression, "f", limits(limit))) {
      byte[] buffer = new byte[piece];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
      throw new AssertionError("not refused");
    } catch (IOException e) {
      assertNotNull(e.getMessage());
    }
    return out.toByteArray();
  }

  private static byte[] text(int length) {
    StringBuilder text = new StringBuilder();
    for (Random random = new Random(3); text.length() < length; ) {
      text.append("line ").append(random.nextInt()).append('\n');
    }
    return text.substring(0, length).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  public void rowsBeforeACutAreReturned() throws IOException {
    byte[] text = text(40_000);
    byte[] gzip = compress(Compression.GZIP, text);
    for (int length = 11; length < gzip.length; length += length < 200 ? 1 : TestSize.of(977, 97)) {
      byte[] cut = Arrays.copyOf(gzip, length);
      byte[] expected = inflated(cut);
      for (int piece : new int[] {1, 1000, 1 << 20}) {
        String what = "cut at " + length + ", reads of " + piece;
        byte[] found = untilFailure(Compression.GZIP, cut, piece, Long.MAX_VALUE);
        if (found.length % 8192 == 0 && expected.length - found.length < LONGEST_MATCH) {
          // Commons Compress does not request the bytes that zlib still holds at the end of a
          // chunk.
          assertArrayEquals(what, Arrays.copyOf(expected, found.length), found);
        } else {
          assertArrayEquals(what, expected, found);
        }
      }
    }
    byte[] onlyTheLastByteIsMissing = Arrays.copyOf(gzip, gzip.length - 1);
    assertArrayEquals(
        text, untilFailure(Compression.GZIP, onlyTheLastByteIsMissing, 1 << 20, Long.MAX_VALUE));
  }

  @Test
  public void bytesBeforeDamageAreReturnedForEverySizeOfReads() throws IOException {
    byte[] text = text(200_000);
    Random random = new Random(11);
    for (Compression c : COMPRESSIONS) {
      byte[] file = compress(c, text);
      for (int round = 0; round < TestSize.of(12, 60); round++) {
        byte[] broken = file.clone();
        broken[random.nextInt(file.length)] ^= (byte) (1 + random.nextInt(255));
        byte[] expected;
        try {
          expected = untilFailure(c, broken, 1 << 20, Long.MAX_VALUE);
        } catch (AssertionError e) {
          // The damaged byte is one of those in a header that have no meaning.
          continue;
        }
        for (int piece : new int[] {777, 100_000}) {
          assertArrayEquals(c.name(), expected, untilFailure(c, broken, piece, Long.MAX_VALUE));
        }
        if (c == Compression.GZIP) {
          byte[] all = inflated(broken);
          assertTrue(expected.length + " of " + all.length, all.length - expected.length <= 8192);
        }
      }
    }
  }

  @Test
  public void garbageAfterTheLastMemberIsAnError() throws IOException {
    Cases.each(
        COMPRESSIONS,
        c -> {
          byte[] file = concat(compress(c, FIRST), SECOND);
          assertThrows(
              c.name(), CorruptFileException.class, () -> readAll(c, file, Long.MAX_VALUE));
        });
  }

  @Test
  public void brokenDataIsAnIoException() throws IOException {
    Random random = new Random(42);
    Cases.each(
        COMPRESSIONS,
        c -> {
          byte[] file = compress(c, FIRST);
          for (int round = 0; round < TestSize.of(100, 500); round++) {
            byte[] broken = file.clone();
            broken[random.nextInt(broken.length)] ^= (byte) (1 + random.nextInt(255));
            try {
              readAll(c, broken, 1 << 20);
            } catch (CorruptFileException e) {
              assertTrue(e.getMessage(), e.getMessage().startsWith("f is not a whole "));
            } catch (UnsupportedCompressionException e) {
              assertSame(
                  "a damaged header may require a dictionary or a larger window",
                  Compression.ZSTD,
                  c);
            }
          }
        });
  }

  /**
   * Tests that a killed task or a lost connection does not look like a broken file, which a query
   * may skip.
   */
  @Test
  public void failuresOfTheInputPassAsTheyAre() throws IOException {
    InterruptedIOException failure = new InterruptedIOException("killed");
    Cases.each(
        COMPRESSIONS,
        c -> {
          byte[] file = compress(c, FIRST);
          for (int length = 0; length < file.length; length++) {
            assertSame(c + " after " + length, failure, failureAfter(c, file, length, failure));
          }
        });
  }

  /** Tests the same for unchecked exceptions of the storage. */
  @Test
  public void uncheckedFailuresOfTheInputAreNoneOfTheFile() throws IOException {
    IllegalStateException failure = new IllegalStateException("connection lost");
    Cases.each(
        COMPRESSIONS,
        c -> {
          byte[] file = compress(c, FIRST);
          for (int length : new int[] {0, 1, file.length / 2, file.length}) {
            IOException seen = failureAfter(c, file, length, failure);
            assertFalse(c + " after " + length, seen instanceof CorruptFileException);
            assertSame(failure, seen.getCause());
          }
        });
  }

  /** The error of a file whose storage fails after the given number of bytes. */
  private static IOException failureAfter(
      Compression c, byte[] file, int length, Exception failure) {
    InputStream raw =
        new SequenceInputStream(
            new ByteArrayInputStream(file, 0, length),
            new InputStream() {
              @Override
              public int read() throws IOException {
                StatementReader.failAgain(failure);
                return -1;
              }
            });
    return assertThrows(
        c + " after " + length,
        IOException.class,
        () -> {
          try (InputStream in = Decompression.decompress(raw, c, "f", limits(1 << 20))) {
            in.readAllBytes();
          }
        });
  }

  @Test
  public void expansionIsLimited() throws IOException {
    Cases.each(
        COMPRESSIONS,
        c -> {
          byte[] file = compress(c, new byte[1 << 20]);
          assertEquals(1 << 20, readAll(c, file, 1 << 20).length);
          IOException e =
              assertThrows(c.name(), IOException.class, () -> readAll(c, file, (1 << 20) - 1));
          assertTrue(e.getMessage(), e.getMessage().contains("maxDecompressedBytes"));
          assertEquals(12_345, untilFailure(c, file, 1 << 20, 12_345).length);
        });
  }

  @Test
  public void filesAreOpenedThroughHadoop() throws IOException {
    Path folder = temporary.getRoot().toPath();
    Configuration conf = new Configuration();
    Cases.each(
        List.of(
            Compression.NONE,
            Compression.GZIP,
            Compression.ZSTD,
            Compression.BZIP2,
            Compression.XZ),
        c -> {
          Path file = folder.resolve("a b.jelly" + c.extension());
          Files.write(file, c == Compression.NONE ? FIRST : compress(c, FIRST));
          org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toString());
          try (InputStream in =
              Decompression.decompress(
                  TaskInputStream.open(path, conf), path, DecompressionLimits.DEFAULT)) {
            assertEquals(FIRST[0], in.read());
            assertArrayEquals(Arrays.copyOfRange(FIRST, 1, FIRST.length), in.readAllBytes());
            assertEquals(-1, in.read());
          }
        });
    assertThrows(
        FileNotFoundException.class,
        () -> TaskInputStream.open(new org.apache.hadoop.fs.Path("/no/such.gz"), conf));
  }
}
