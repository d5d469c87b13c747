package io.github.jellybridge.files;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;
import org.junit.Test;

public class CompressedOutputTest {
  private static byte[] written(byte[] content, Compression compression) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = CompressedOutput.of(compression).wrap(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] read(byte[] file, Compression compression) throws IOException {
    ByteArrayInputStream raw = new ByteArrayInputStream(file);
    try (InputStream in =
        Decompression.decompress(raw, compression, "f", DecompressionLimits.DEFAULT)) {
      return in.readAllBytes();
    }
  }

  @Test
  public void bytesThatHaveChangedAreNotReadAsOthers() throws IOException {
    byte[] content = new byte[2000];
    new Random(5).nextBytes(content);
    for (Compression compression : new Compression[] {Compression.GZIP, Compression.ZSTD}) {
      byte[] file = written(content, compression);
      assertArrayEquals(content, read(file, compression));
      int body = file.length / 2;
      for (int at = body - 20; at < body + 20; at++) {
        file[at] ^= 4;
        String where = compression + ", byte " + at;
        Exception e =
            assertThrows(where, CorruptFileException.class, () -> read(file, compression));
        assertTrue(e.getMessage(), e.getMessage().startsWith("f is not a whole "));
        file[at] ^= 4;
      }
    }
  }
}
