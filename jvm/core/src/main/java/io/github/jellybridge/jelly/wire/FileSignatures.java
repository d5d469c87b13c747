package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Recognizes files of other formats by their first bytes. The name of that format helps users more
 * than an error about the first rule of Jelly that the file breaks.
 */
public final class FileSignatures {
  /** Number of bytes of a file that are examined. */
  public static final int LOOKED_AT = 64;

  /** Shorter files could be anything. */
  private static final int LEAST_TEXT = 4;

  /** Number of characters of a text to show. */
  private static final int SHOWN = 40;

  private static final List<Signature> SIGNATURES =
      List.of(
          new Signature("\u001f\u008b", compressed("gzip", ".gz")),
          new Signature("\u0028\u00b5\u002f\u00fd", compressed("Zstandard", ".zst")),
          new Signature("BZh", compressed("bzip2", ".bz2")),
          new Signature("\u00fd7zXZ\u0000", compressed("xz", ".xz")),
          new Signature("\u0004\"M\u0018", "an LZ4 stream; decompress it"),
          new Signature("PK\u0003\u0004", "a ZIP archive"),
          new Signature("PAR1", "a Parquet file"));

  /** The first bytes of files of a format; each character is a byte. */
  private record Signature(String bytes, String format) {
    boolean starts(byte[] file) {
      byte[] signature = bytes.getBytes(StandardCharsets.ISO_8859_1);
      int length = signature.length;
      return file.length >= length && Arrays.equals(file, 0, length, signature, 0, length);
    }
  }

  private FileSignatures() {}

  /** A new name does not help if the file was compressed twice. */
  private static String compressed(String compression, String extension) {
    return (compression.startsWith("x") ? "an " : "a ")
        + compression
        + " stream; decompress it, or give the file a name that ends in "
        + extension;
  }

  /**
   * Returns a description of a file.
   *
   * @param first its first bytes
   * @return null if the format is unknown
   */
  public static String of(byte[] first) {
    for (Signature signature : SIGNATURES) {
      if (signature.starts(first)) {
        return signature.format();
      }
    }
    return isText(first) ? text(first) : null;
  }

  private static boolean isText(byte[] first) {
    for (byte b : first) {
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r') {
        return false;
      }
    }
    // The last character may be incomplete.
    int malformed = Utf8.firstInvalid(first, 0, first.length);
    return first.length >= LEAST_TEXT && (malformed < 0 || malformed > first.length - 4);
  }

  private static String text(byte[] first) {
    String line = new String(first, StandardCharsets.UTF_8).strip().lines().findFirst().orElse("");
    String shown = line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    return shown.isEmpty() ? "text" : "text that starts with " + shown;
  }
}
