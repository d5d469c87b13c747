package io.github.jellybridge.spark.options;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sizes such as {@code 128MB} or {@code 16m}, as Spark's settings write them. */
final class ByteSizes {
  private static final Pattern SIZE = Pattern.compile("(-?[0-9]+)\\s*([kmgtp]?)b?");

  private ByteSizes() {}

  /**
   * The number of bytes that a text means; suffixes are powers of 1024, none means bytes.
   *
   * @throws IllegalArgumentException when the text is no size, or does not fit a long
   */
  static long parse(String text) {
    Matcher matcher = SIZE.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a size in bytes: '" + text + "'");
    }
    long unit =
        switch (matcher.group(2)) {
          case "k" -> 1L << 10;
          case "m" -> 1L << 20;
          case "g" -> 1L << 30;
          case "t" -> 1L << 40;
          case "p" -> 1L << 50;
          default -> 1L;
        };
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException("size does not fit 64 bits: '" + text + "'", e);
    }
  }
}
