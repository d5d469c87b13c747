package io.github.jellybridge.spark.listing;

import io.github.jellybridge.rdf.xsd.XsdTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads dates and timestamps in the forms that Spark casts from strings: {@code yyyy}, {@code
 * yyyy-[m]m}, {@code yyyy-[m]m-[d]d}, each optionally with a time of day, a fraction and a zone.
 * Rejects a time of day alone, to which Spark would add the current date.
 */
public final class SparkTimes {
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "([+-]?\\d{4,6})(?:-(\\d{1,2})(?:-(\\d{1,2})"
              + "(?:[ T](\\d{1,2})(?::(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d*))?)?(\\D.*)?)?)?)?)?");
  private static final Pattern DATE =
      Pattern.compile("([+-]?\\d{4,7})(?:-(\\d{1,2})(?:-(\\d{1,2})(?:[ T].*)?)?)?");
  private static final Pattern ONE_DIGIT_HOUR = Pattern.compile("([+-])(\\d)(:|$)");
  private static final Pattern ONE_DIGIT_MINUTE = Pattern.compile("([+-]\\d\\d):(\\d)$");

  private SparkTimes() {}

  /**
   * Parses a time zone by region ({@code Europe/Paris}), offset ({@code +1:00}) or short id ({@code
   * PST}).
   *
   * @throws IllegalArgumentException if there is no such zone
   */
  public static ZoneId zone(String id) {
    String padded = ONE_DIGIT_HOUR.matcher(id.trim()).replaceFirst("$10$2$3");
    padded = ONE_DIGIT_MINUTE.matcher(padded).replaceFirst("$1:0$2");
    try {
      return ZoneId.of(padded, ZoneId.SHORT_IDS);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'" + id + "' is not a time zone.", e);
    }
  }

  /** Returns microseconds since the epoch, or empty if the text is not a timestamp. */
  public static OptionalLong timestamp(String text, ZoneId defaultZone) {
    Matcher m = TIMESTAMP.matcher(text.trim());
    if (!m.matches()) {
      return OptionalLong.empty();
    }
    try {
      ZoneId zone = m.group(8) == null ? defaultZone : zone(m.group(8));
      LocalDate date = LocalDate.of(number(m, 1, 0), number(m, 2, 1), number(m, 3, 1));
      LocalTime time =
          LocalTime.of(number(m, 4, 0), number(m, 5, 0), number(m, 6, 0), nanos(m.group(7)));
      Instant instant = LocalDateTime.of(date, time).atZone(zone).toInstant();
      return OptionalLong.of(
          XsdTime.epochMicros(instant.getEpochSecond(), instant.getNano() / 1_000));
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns days since the epoch, or empty if the text is not a date. */
  static OptionalInt date(String text) {
    Matcher m = DATE.matcher(text.trim());
    if (!m.matches()) {
      return OptionalInt.empty();
    }
    try {
      LocalDate date = LocalDate.of(number(m, 1, 0), number(m, 2, 1), number(m, 3, 1));
      return OptionalInt.of(Math.toIntExact(date.toEpochDay()));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalInt.empty();
    }
  }

  private static int number(Matcher m, int group, int ifAbsent) {
    return m.group(group) == null ? ifAbsent : Integer.parseInt(m.group(group));
  }

  /**
   * Returns a decimal fraction of a second in nanoseconds, truncated (not rounded) to microseconds.
   */
  private static int nanos(String fraction) {
    if (fraction == null || fraction.isEmpty()) {
      return 0;
    }
    return Integer.parseInt((fraction + "000000").substring(0, 6)) * 1000;
  }
}
