package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Tells by the first bytes of a file that is no Jelly stream what it is: a rule of Jelly's that it
 * happens to break would not help.
 */
public final class FileSignatures {
  /** How much of a file is looked at, in bytes. */
  public static final int LOOKED_AT = 64;

  /** Fewer bytes can be anything. */
  private static final int LEAST_TEXT = 4;

  /** How much of a text is shown, in characters. */
  private static final int SHOWN = 40;

  private static final List<Signature> SIGNATURES =
      List.of(
          new Signature("\u001f\u008b", compressed("gzip", ".gz")),
          new Signature("\u0028\u00b5\u002f\u00fd", compressed("Zstandard", ".zst")),
          new Signature("BZh", compressed("bzip2", ".bz2")),
          new Signature("\u00fd7zXZ\u0000", compressed("xz", ".xz")),
          new Signature("\u0004\"M\u0018", "an LZ4 stream, to be decompressed first"),
          new Signature("PK\u0003\u0004", "a ZIP archive"),
          new Signature("PAR1", "a Parquet file"));

  /** What files of a format start with, a byte a character. */
  private record Signature(String bytes, String format) {
    boolean starts(byte[] file) {
      byte[] signature = bytes.getBytes(StandardCharsets.ISO_8859_1);
      int length = signature.length;
      return file.length >= length && Arrays.equals(file, 0, length, signature, 0, length);
    }
  }

  private FileSignatures() {}

  /** Names may be right, where the caller is to decompress, or where it was done once only. */
  private static String compressed(String compression, String extension) {
    return (compression.startsWith("x") ? "an " : "a ")
        + compression
        + " stream, to be decompressed first; data sources and the command line do so where a name"
        + " ends in "
        + extension;
  }

  /**
   * Says what a file is.
   *
   * @param first its first bytes
   * @return in words; null if nothing tells
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
    // The last character may be cut.
    int malformed = Utf8.firstInvalid(first, 0, first.length);
    return first.length >= LEAST_TEXT && (malformed < 0 || malformed > first.length - 4);
  }

  private static String text(byte[] first) {
    String line = new String(first, StandardCharsets.UTF_8).strip().lines().findFirst().orElse("");
    String shown = line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    return shown.isEmpty() ? "text" : "text that starts with " + shown;
  }
}
