package io.github.jellybridge.rdf;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The mark that makes blank node labels unique. It precedes the label and consists of {@code jb},
 * sixteen hexadecimal digits and an underscore.
 *
 * <p>A label that already has a mark gets a new mark made of both, not a second one. So labels do
 * not grow when data is written and read again, and labels from different files stay distinct.
 */
public final class BlankNodeScope {
  /** Length of a mark, in bytes. */
  public static final int LENGTH = 19;

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private BlankNodeScope() {}

  /** Returns the mark of a scope: a file, or a file and a frame. */
  public static byte[] mark(String scope) {
    return mark(scope.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the mark for a label that already has another mark. */
  public static byte[] fold(byte[] mark, byte[] label, int offset) {
    byte[] both = new byte[2 * LENGTH];
    System.arraycopy(mark, 0, both, 0, LENGTH);
    System.arraycopy(label, offset, both, LENGTH, LENGTH);
    return mark(both);
  }

  /** Returns whether a label starts with a mark. */
  public static boolean marked(byte[] label, int from, int to) {
    if (to - from < LENGTH
        || label[from] != 'j'
        || label[from + 1] != 'b'
        || label[from + LENGTH - 1] != '_') {
      return false;
    }
    for (int i = from + 2; i < from + LENGTH - 1; i++) {
      byte x = label[i];
      if (!(x >= '0' && x <= '9' || x >= 'a' && x <= 'f')) {
        return false;
      }
    }
    return true;
  }

  private static byte[] mark(byte[] scope) {
    byte[] digest;
    try {
      digest = MessageDigest.getInstance("SHA-256").digest(scope);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    byte[] mark = new byte[LENGTH];
    mark[0] = 'j';
    mark[1] = 'b';
    for (int i = 0; i < 8; i++) {
      mark[2 + 2 * i] = HEX[(digest[i] >> 4) & 15];
      mark[3 + 2 * i] = HEX[digest[i] & 15];
    }
    mark[LENGTH - 1] = '_';
    return mark;
  }
}
