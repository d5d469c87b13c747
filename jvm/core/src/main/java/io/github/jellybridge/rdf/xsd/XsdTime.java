package io.github.jellybridge.rdf.xsd;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A date, or a date and a time of day, in a lexical form of {@code xsd:date} or {@code
 * xsd:dateTime} (XSD 1.1 Part 2, sections 3.3.9 and 3.3.7). The year 0000 exists, as in XSD 1.1.
 *
 * @param date the day in its own time zone
 * @param secondOfDay 0 to 86,400
 * @param micros the fraction of the second, truncated to microseconds
 * @param offset the time zone; null if none is given
 */
public record XsdTime(LocalDate date, int secondOfDay, int micros, ZoneOffset offset) {
  private static final int SECONDS_OF_DAY = 86_400;
  private static final long MICROS = 1_000_000L;

  /**
   * Limit of the distance to the epoch, in seconds. Beyond it, microseconds overflow a long in
   * every time zone.
   */
  private static final long MAX_SECONDS = Long.MAX_VALUE / MICROS + SECONDS_OF_DAY;

  private static final int MAX_YEAR_DIGITS = 9;

  /** Reads {@code -?YYYY-MM-DD} with an optional time zone; null for anything else. */
  public static XsdTime date(byte[] text, int from, int to) {
    Scanner in = new Scanner(text, from, to);
    LocalDate date = in.date();
    ZoneOffset offset = in.offset();
    return in.ends() ? new XsdTime(date, 0, 0, offset) : null;
  }

  /**
   * Reads {@code -?YYYY-MM-DDThh:mm:ss(.s+)?} with an optional time zone; null for anything else.
   */
  public static XsdTime dateTime(byte[] text, int from, int to) {
    Scanner in = new Scanner(text, from, to);
    LocalDate date = in.date();
    in.expect('T');
    int second = in.secondOfDay();
    int micros = in.fraction(second == SECONDS_OF_DAY);
    ZoneOffset offset = in.offset();
    return in.ends() ? new XsdTime(date, second, micros, offset) : null;
  }

  /**
   * Returns the instant, in microseconds since the epoch.
   *
   * @param implicit the time zone to use if none is given
   * @throws ArithmeticException if the result overflows
   */
  public long epochMicros(ZoneId implicit) {
    long local = date.toEpochDay() * SECONDS_OF_DAY + secondOfDay;
    long seconds = offset == null ? inZone(local, implicit) : local - offset.getTotalSeconds();
    return epochMicros(seconds, micros);
  }

  /**
   * Returns microseconds since the epoch.
   *
   * @param seconds since the epoch
   * @param micros after that second
   * @throws ArithmeticException if the result overflows
   */
  public static long epochMicros(long seconds, int micros) {
    // The smallest result lies inside a second whose start overflows: count from the second's end.
    return seconds < 0
        ? Math.addExact(Math.multiplyExact(seconds + 1, MICROS), micros - MICROS)
        : Math.addExact(Math.multiplyExact(seconds, MICROS), micros);
  }

  private static long inZone(long local, ZoneId zone) {
    if (Math.abs(local) > MAX_SECONDS) {
      throw new ArithmeticException("out of range: " + local);
    }
    return LocalDateTime.ofEpochSecond(local, 0, ZoneOffset.UTC).atZone(zone).toEpochSecond();
  }

  /** Reads one part after another; a missing part makes the whole text wrong. */
  private static final class Scanner {
    private final byte[] text;
    private final int to;
    private int at;
    private boolean wrong;

    Scanner(byte[] text, int from, int to) {
      this.text = text;
      this.at = from;
      this.to = to;
    }

    boolean ends() {
      return !wrong && at == to;
    }

    void expect(char c) {
      wrong |= at >= to || text[at] != c;
      at++;
    }

    private boolean sees(char c) {
      return at < to && text[at] == c;
    }

    private boolean seesDigit() {
      return at < to && text[at] >= '0' && text[at] <= '9';
    }

    private int twoDigits(int min, int max) {
      int value = 0;
      for (int i = 0; i < 2; i++, at++) {
        wrong |= !seesDigit();
        value = wrong ? min : value * 10 + text[at] - '0';
      }
      wrong |= value < min || value > max;
      return wrong ? min : value;
    }

    LocalDate date() {
      boolean negative = sees('-');
      at += negative ? 1 : 0;
      int year = year();
      expect('-');
      int month = twoDigits(1, 12);
      expect('-');
      int day = twoDigits(1, 31);
      if (wrong || day > LocalDate.of(negative ? -year : year, month, 1).lengthOfMonth()) {
        wrong = true;
        return null;
      }
      return LocalDate.of(negative ? -year : year, month, day);
    }

    /**
     * Reads four digits, or more that do not start with 0. Rejects years that Java cannot
     * represent.
     */
    private int year() {
      int start = at;
      int value = 0;
      for (; seesDigit() && at - start < MAX_YEAR_DIGITS; at++) {
        value = value * 10 + text[at] - '0';
      }
      int digits = at - start;
      wrong |= digits < 4 || digits > 4 && text[start] == '0';
      return value;
    }

    int secondOfDay() {
      int hour = twoDigits(0, 24);
      expect(':');
      int minute = twoDigits(0, 59);
      expect(':');
      int second = twoDigits(0, 59);
      wrong |= hour == 24 && minute + second > 0;
      return hour * 3600 + minute * 60 + second;
    }

    /** Reads a fraction of at least one digit, which must be zero at the end of the day. */
    int fraction(boolean zero) {
      if (!sees('.')) {
        return 0;
      }
      int start = ++at;
      int micros = 0;
      int unit = 100_000;
      for (; seesDigit(); at++, unit /= 10) {
        micros += (text[at] - '0') * unit;
        wrong |= zero && text[at] != '0';
      }
      wrong |= at == start;
      return micros;
    }

    /** Reads {@code Z}, or a sign with hours and minutes up to 14:00. */
    ZoneOffset offset() {
      if (at == to || wrong) {
        return null;
      }
      byte sign = text[at++];
      if (sign == 'Z') {
        return ZoneOffset.UTC;
      }
      wrong |= sign != '+' && sign != '-';
      int hours = twoDigits(0, 14);
      expect(':');
      int minutes = twoDigits(0, hours == 14 ? 0 : 59);
      int seconds = hours * 3600 + minutes * 60;
      return wrong ? null : ZoneOffset.ofTotalSeconds(sign == '-' ? -seconds : seconds);
    }
  }
}
