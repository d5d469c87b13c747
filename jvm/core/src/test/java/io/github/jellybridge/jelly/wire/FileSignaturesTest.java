package io.github.jellybridge.jelly.wire;

import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import io.github.jellybridge.jelly.BothLayouts;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.Test;

/** Tests that files of other formats are refused with the name of that format. */
public class FileSignaturesTest extends BothLayouts {
  @Test
  public void textIsShown() {
    assertForeign("text that starts with <a:b> <c:d> \"x\" .", "<a:b> <c:d> \"x\" .\n<a:b> …");
    assertForeign("text that starts with # a comment", "# a comment");
    assertForeign("text that starts with {\"@id\":\"http://a/b\"}", "{\"@id\":\"http://a/b\"}");
    assertForeign("text that starts with TX .", "TX .\n");
    assertForeign("text that starts with @prefix", "\r\n\t\n  @prefix\r\na:");
    assertForeign("text", "\n\n\n\n\n");
  }

  @Test
  public void longTextIsCut() {
    assertForeign("text that starts with " + "é".repeat(32), "é".repeat(99));
    assertForeign("text that starts with " + "e".repeat(40) + "…", "e".repeat(99));
  }

  @Test
  public void compressedFilesNeedTheirExtension() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(file(TRIPLES, triple(A, B, C)));
    }
    String todo = "stream; decompress it, or give the file a name that ends in ";
    assertForeign("a gzip " + todo + ".gz", bytes.toByteArray());
    byte[] zstandard = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 4, 0, 0, 0};
    assertForeign("a Zstandard " + todo + ".zst", zstandard);
    assertForeign("a bzip2 " + todo + ".bz2", "BZh91AY&SY");
    byte[] xz = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0, 0, 4};
    assertForeign("an xz " + todo + ".xz", xz);
    byte[] lz4 = {4, '"', 'M', 24, 100, 64, (byte) 0xa7};
    assertForeign("an LZ4 stream; decompress it", lz4);
  }

  @Test
  public void otherFormatsAreNamed() {
    assertForeign("a Parquet file", "PAR1\u0015\u0004");
    assertForeign("a ZIP archive", "PK\u0003\u0004\u0014");
  }

  @Test
  public void jellyThatIsCutInsideOfTextIsJelly() {
    byte[] file = Wire.delimited(opening(options(TRIPLES).named("x".repeat(60))));
    for (int end = 1; end < file.length; end++) {
      String expected = Reading.refused(Arrays.copyOf(file, end)).expected();
      assertNotEquals(end + " bytes", "a Jelly stream", expected);
    }
  }

  private static void assertForeign(String found, String file) {
    assertForeign(found, file.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertForeign(String found, byte[] file) {
    JellyParseException error = Reading.refused(file);
    assertEquals("a Jelly stream", error.expected());
    assertEquals(found, error.found());
    assertEquals(0, error.byteOffset());
  }
}
