package io.github.jellybridge.rdf.xsd;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * A number in a lexical form of {@code xsd:integer}, {@code xsd:decimal} or {@code xsd:double} (XSD
 * 1.1 Part 2, sections 3.4.13, 3.3.3 and 3.3.5). Up to 18 digits are parsed without creating a
 * string.
 */
public final class XsdNumber {
  /** Number of digits that always fit in a long. */
  private static final int LONG_DIGITS = 18;

  /** Number of digits of the largest long. */
  private static final int MAX_LONG_DIGITS = 19;

  /** Integers up to this one are exact as doubles, and so are powers of ten up to 22. */
  private static final long EXACT = 1L << 53;

  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private final byte[] text;
  private final int from;
  private final int to;
  private int at;
  private boolean negative;
  private long digits;
  private int significant;
  private int scale;
  private boolean hasPoint;
  private boolean hasExponent;

  private XsdNumber(byte[] text, int from, int to) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.at = from;
  }

  /** Reads {@code [-+]?[0-9]+}; null for anything else. */
  public static XsdNumber integer(byte[] text, int from, int to) {
    XsdNumber number = decimal(text, from, to);
    return number == null || number.hasPoint ? null : number;
  }

  /** Reads {@code [-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)}; null for anything else. */
  public static XsdNumber decimal(byte[] text, int from, int to) {
    XsdNumber number = new XsdNumber(text, from, to);
    return number.mantissa() && number.at == to ? number : null;
  }

  /** Reads a decimal with an optional exponent; null for anything else, also INF and NaN. */
  public static XsdNumber floating(byte[] text, int from, int to) {
    XsdNumber number = new XsdNumber(text, from, to);
    return number.mantissa() && number.exponent() && number.at == to ? number : null;
  }

  /**
   * Reads {@code INF}, {@code +INF}, {@code -INF} or {@code NaN}; null for anything else. XSD 1.0
   * did not have {@code +INF}.
   */
  public static Double special(byte[] text, int from, int to) {
    return switch (to - from > 4 ? "" : ascii(text, from, to)) {
      case "INF", "+INF" -> Double.POSITIVE_INFINITY;
      case "-INF" -> Double.NEGATIVE_INFINITY;
      case "NaN" -> Double.NaN;
      default -> null;
    };
  }

  private static String ascii(byte[] text, int from, int to) {
    return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private boolean mantissa() {
    sign();
    int whole = digits();
    int fraction = 0;
    if (at < to && text[at] == '.') {
      hasPoint = true;
      at++;
      fraction = digits();
      scale = fraction;
    }
    return whole + fraction > 0;
  }

  private void sign() {
    if (at < to && (text[at] == '-' || text[at] == '+')) {
      negative = text[at++] == '-';
    }
  }

  /** Reads digits and returns their number. */
  private int digits() {
    int start = at;
    for (; at < to && text[at] >= '0' && text[at] <= '9'; at++) {
      if (significant > 0 || text[at] != '0') {
        significant++;
      }
      if (significant <= LONG_DIGITS) {
        digits = digits * 10 + text[at] - '0';
      }
    }
    return at - start;
  }

  /** Checks the syntax of the exponent; the methods that need its value parse it again. */
  private boolean exponent() {
    if (at == to) {
      return true;
    }
    if (text[at] != 'e' && text[at] != 'E') {
      return false;
    }
    hasExponent = true;
    at++;
    if (at < to && (text[at] == '-' || text[at] == '+')) {
      at++;
    }
    int start = at;
    while (at < to && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    return at > start;
  }

  /** Returns whether an integer fits in a long. */
  public boolean fitsLong() {
    return significant <= LONG_DIGITS
        || significant <= MAX_LONG_DIGITS && integerValue().bitLength() < Long.SIZE;
  }

  /**
   * Returns the number of digits before the point, without leading zeros; below 1 if there are
   * none.
   */
  public int wholeDigits() {
    return significant - scale;
  }

  /** Returns whether the number has a minus sign. */
  boolean isNegative() {
    return negative;
  }

  /** Returns the value of an integer that {@link #fitsLong}. */
  public long longValue() {
    if (significant <= LONG_DIGITS) {
      return negative ? -digits : digits;
    }
    return integerValue().longValueExact();
  }

  /** Returns the value of an integer. */
  public BigInteger integerValue() {
    return decimalValue().toBigIntegerExact();
  }

  /** Returns the value of an integer or decimal, with all of its decimal places. */
  public BigDecimal decimalValue() {
    return decimalValue(scale);
  }

  /**
   * Returns the value of an integer or decimal, rounded half up to the given number of decimal
   * places. Ignores digits after the next place, as time grows with the square of the digits.
   */
  public BigDecimal decimalValue(int places) {
    int unseen = Math.max(0, scale - places - 1);
    BigDecimal value =
        significant <= LONG_DIGITS && unseen == 0
            ? BigDecimal.valueOf(negative ? -digits : digits, scale)
            : new BigDecimal(ascii(text, from, to - unseen));
    return value.scale() > places ? value.setScale(places, RoundingMode.HALF_UP) : value;
  }

  /** Returns the nearest double, as IEEE 754 rounds. */
  public double doubleValue() {
    if (!hasExponent && significant <= LONG_DIGITS && digits <= EXACT && scale < POWERS.length) {
      // Both are exact, so only the division rounds.
      double value = digits / POWERS[scale];
      return negative ? -value : value;
    }
    return Double.parseDouble(ascii(text, from, to));
  }

  /** Returns the nearest float. */
  public float floatValue() {
    return Float.parseFloat(ascii(text, from, to));
  }
}
