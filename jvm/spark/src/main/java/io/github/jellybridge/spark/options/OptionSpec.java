package io.github.jellybridge.spark.options;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.network.util.JavaUtils;

/**
 * One option of a data source: its name, type, default and allowed range.
 *
 * <p>Names are matched without regard to case, as Spark does; {@link #name()} keeps the spelling
 * that error messages show.
 */
public final class OptionSpec {
  private final String name;
  private final Parser parser;
  private final Object defaultValue;

  /** Turns the text of an option into its value, or throws {@link IllegalArgumentException}. */
  @FunctionalInterface
  private interface Parser {
    Object parse(String name, String text);
  }

  private OptionSpec(String name, Object defaultValue, Parser parser) {
    this.name = Objects.requireNonNull(name);
    this.parser = parser;
    this.defaultValue = defaultValue;
  }

  /** An option that is {@code true} or {@code false}. */
  public static OptionSpec bool(String name, boolean defaultValue) {
    return new OptionSpec(name, defaultValue, OptionSpec::parseBoolean);
  }

  /** A boolean option without a default of its own (null until set). */
  public static OptionSpec bool(String name) {
    return new OptionSpec(name, null, OptionSpec::parseBoolean);
  }

  /** A whole number between {@code min} and {@code max}, both allowed. */
  public static OptionSpec integer(String name, int defaultValue, int min, int max) {
    return new OptionSpec(
        name,
        defaultValue,
        (n, text) -> Math.toIntExact(inRange(n, text, number(n, text), min, max)));
  }

  /**
   * A size in bytes between {@code min} and {@code max}, both allowed; the text may end in k, m, g
   * or t (powers of 1024), as in {@code 16m}.
   */
  public static OptionSpec bytes(String name, long defaultValue, long min, long max) {
    return new OptionSpec(
        name,
        defaultValue,
        (n, text) -> {
          long value;
          try {
            value = JavaUtils.byteStringAsBytes(withoutSpaces(text));
          } catch (IllegalArgumentException e) {
            throw invalid(n, text, "a size in bytes such as 16m or 1048576");
          }
          return inRange(n, text, value, min, max);
        });
  }

  /**
   * A length of time in milliseconds, as Spark writes them: a number and {@code us}, {@code ms},
   * {@code s}, {@code m} or {@code min}, {@code h} or {@code d}; none means milliseconds.
   */
  public static OptionSpec duration(String name, long defaultMillis) {
    return new OptionSpec(
        name,
        defaultMillis,
        (n, text) -> {
          long millis;
          try {
            millis = JavaUtils.timeStringAs(withoutSpaces(text), TimeUnit.MILLISECONDS);
          } catch (NumberFormatException e) {
            millis = -1;
          }
          if (millis < 0) {
            throw invalid(n, text, "a length of time such as 7d, 12h or 30min");
          }
          return millis;
        });
  }

  /** A number and its unit, which Spark wants without a space between them. */
  private static String withoutSpaces(String text) {
    return text.replaceFirst("(?<=\\d)\\s+(?=\\p{Alpha})", "");
  }

  /**
   * One of a few words, without regard to case; the value is the word as declared here. The default
   * may be null.
   */
  public static OptionSpec choice(String name, String defaultValue, String... choices) {
    List<String> allowed = List.copyOf(Arrays.asList(choices));
    if (defaultValue != null && !allowed.contains(defaultValue)) {
      throw new IllegalArgumentException("default " + defaultValue + " is not one of " + allowed);
    }
    return new OptionSpec(
        name,
        defaultValue,
        (n, text) -> {
          String wanted = text.trim().toLowerCase(Locale.ROOT);
          for (String choice : allowed) {
            if (choice.toLowerCase(Locale.ROOT).equals(wanted)) {
              return choice;
            }
          }
          throw invalid(n, text, "one of " + String.join(", ", allowed));
        });
  }

  /** Any text; the default may be null. */
  public static OptionSpec string(String name, String defaultValue) {
    return new OptionSpec(name, defaultValue, (n, text) -> text);
  }

  /** Some options and more. */
  public static OptionSpec[] join(OptionSpec[] some, OptionSpec... more) {
    return Stream.of(some, more).flatMap(Stream::of).toArray(OptionSpec[]::new);
  }

  /** The name as error messages and documentation spell it. */
  public String name() {
    return name;
  }

  /** The value when the option is not set; may be null. */
  public Object defaultValue() {
    return defaultValue;
  }

  /**
   * Parses the text of the option.
   *
   * @throws IllegalArgumentException naming the option, the text and the expected form
   */
  Object parse(String text) {
    if (text == null) {
      throw invalid(name, "null", "a value");
    }
    return parser.parse(name, text);
  }

  private static Object parseBoolean(String name, String text) {
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> Boolean.TRUE;
      case "false" -> Boolean.FALSE;
      default -> throw invalid(name, text, "true or false");
    };
  }

  private static long number(String name, String text) {
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw invalid(name, text, "a whole number");
    }
  }

  private static long inRange(String name, String text, long value, long min, long max) {
    if (value < min || value > max) {
      throw invalid(name, text, "a value from " + min + " to " + max);
    }
    return value;
  }

  private static IllegalArgumentException invalid(String name, String text, String expected) {
    return new IllegalArgumentException(
        "Option '" + name + "' must be " + expected + ", but is '" + text + "'.");
  }
}
