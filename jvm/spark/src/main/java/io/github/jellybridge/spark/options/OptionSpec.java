package io.github.jellybridge.spark.options;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.spark.network.util.JavaUtils;

/**
 * One option of a data source or a function: its name, type, range, default and description.
 *
 * <p>Options are parsed, listed in errors and documented from these objects. Descriptions and other
 * texts are Markdown. The option tables of the documentation and the docstrings of the Python
 * package repeat them word for word, and {@code tests/test_options.py} compares them.
 *
 * <p>Names are matched without regard to case, as in Spark; {@link #name()} keeps the spelling for
 * error messages.
 */
public final class OptionSpec {
  private final String name;
  private final String type;
  private final String range;
  private final List<String> choices;
  private final Object defaultValue;
  private final String defaultText;
  private final String description;
  private final Parser parser;

  /** Turns the text of an option into its value, or throws {@link IllegalArgumentException}. */
  @FunctionalInterface
  private interface Parser {
    Object parse(String name, String text);
  }

  private OptionSpec(
      String name,
      String type,
      String range,
      List<String> choices,
      Object defaultValue,
      String defaultText,
      String description,
      Parser parser) {
    this.name = Objects.requireNonNull(name);
    this.type = type;
    this.range = range;
    this.choices = choices;
    this.defaultValue = defaultValue;
    this.defaultText = defaultText;
    this.description = Objects.requireNonNull(description);
    this.parser = parser;
  }

  /** Declares an option that is {@code true} or {@code false}; the default may be null. */
  public static OptionSpec bool(String name, Boolean defaultValue, String description) {
    String text = defaultValue == null ? null : "`" + defaultValue + "`";
    return new OptionSpec(
        name,
        "boolean",
        null,
        List.of(),
        defaultValue,
        text,
        description,
        OptionSpec::parseBoolean);
  }

  /** Declares a whole number between {@code min} and {@code max}, inclusive. */
  public static OptionSpec integer(
      String name, int defaultValue, int min, int max, String description) {
    String range = max == Integer.MAX_VALUE ? "at least " + min : min + " to " + max;
    return new OptionSpec(
        name,
        "integer",
        range,
        List.of(),
        defaultValue,
        Integer.toString(defaultValue),
        description,
        (n, text) -> Math.toIntExact(inRange(n, text, number(n, text), min, max)));
  }

  /**
   * Declares a size in bytes between {@code min} and {@code max}, inclusive; the text may end in k,
   * m, g or t (powers of 1024), as in {@code 16m}.
   */
  public static OptionSpec bytes(
      String name, long defaultValue, long min, long max, String description) {
    String least = sizeText(min);
    String range = max == Long.MAX_VALUE ? "at least " + least : least + " to " + sizeText(max);
    return new OptionSpec(
        name,
        "size",
        range,
        List.of(),
        defaultValue,
        sizeText(defaultValue),
        description,
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
   * Declares a duration, converted to milliseconds. The text has Spark's form: a number and {@code
   * us}, {@code ms}, {@code s}, {@code m} or {@code min}, {@code h} or {@code d}; without a unit,
   * milliseconds.
   */
  public static OptionSpec duration(String name, long defaultMillis, String description) {
    return new OptionSpec(
        name,
        "duration such as `7d` or `12h`",
        null,
        List.of(),
        defaultMillis,
        defaultMillis + " ms",
        description,
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

  /** Removes spaces between a number and its unit, which Spark does not accept. */
  private static String withoutSpaces(String text) {
    return text.replaceFirst("(?<=\\d)\\s+(?=\\p{Alpha})", "");
  }

  /**
   * Declares one of a few words, matched without regard to case; the value is the word as declared
   * here. The default may be null.
   */
  public static OptionSpec choice(
      String name, String defaultValue, List<String> choices, String description) {
    if (defaultValue != null && !choices.contains(defaultValue)) {
      throw new IllegalArgumentException("default " + defaultValue + " is not one of " + choices);
    }
    return choice(
        name,
        defaultValue,
        choices,
        description,
        text -> {
          String wanted = text.trim().toLowerCase(Locale.ROOT);
          for (String choice : choices) {
            if (choice.toLowerCase(Locale.ROOT).equals(wanted)) {
              return choice;
            }
          }
          throw invalid(name, text, "one of " + String.join(", ", choices));
        });
  }

  /**
   * Declares one of a few words, or an alias of one.
   *
   * @param choices the words that the documentation lists
   * @param parser returns the value, or throws {@link IllegalArgumentException}
   */
  public static OptionSpec choice(
      String name,
      Object defaultValue,
      List<String> choices,
      String description,
      Function<String, ?> parser) {
    String text = defaultValue == null ? null : "`" + defaultValue + "`";
    return new OptionSpec(
        name,
        "choice",
        null,
        List.copyOf(choices),
        defaultValue,
        text,
        description,
        (n, value) -> parser.apply(value));
  }

  /** Declares any text, null by default; {@code type} describes it. */
  public static OptionSpec text(String name, String type, String description) {
    return parsed(name, type, null, description, text -> text);
  }

  /** Declares names of columns, separated by commas; the value is a list, empty by default. */
  public static OptionSpec columns(String name, String description) {
    return parsed(
        name, "column names, separated by commas", List.of(), description, OptionSpec::names);
  }

  /**
   * Declares an option with a syntax of its own.
   *
   * @param type describes the text
   * @param parser returns the value, or throws {@link IllegalArgumentException}
   */
  public static OptionSpec parsed(
      String name,
      String type,
      Object defaultValue,
      String description,
      Function<String, ?> parser) {
    return new OptionSpec(
        name,
        type,
        null,
        List.of(),
        defaultValue,
        null,
        description,
        (n, text) -> parser.apply(text));
  }

  /** Returns the same option, with another text for its default in the documentation. */
  public OptionSpec withDefaultText(String text) {
    return new OptionSpec(name, type, range, choices, defaultValue, text, description, parser);
  }

  /** The name in the spelling of error messages and documentation. */
  public String name() {
    return name;
  }

  /** The type, in a few words. */
  public String type() {
    return type;
  }

  /** The range of a number, in a few words; null for other types. */
  public String range() {
    return range;
  }

  /** The allowed words; empty for other types. */
  public List<String> choices() {
    return choices;
  }

  /** The value if the option is not set; may be null. */
  public Object defaultValue() {
    return defaultValue;
  }

  /** The default as text for the documentation; null without one. */
  public String defaultText() {
    return defaultText;
  }

  /** The meaning in one to three sentences. */
  public String description() {
    return description;
  }

  /**
   * Parses the text of the option.
   *
   * @throws IllegalArgumentException naming the option, the text and the expected values
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

  private static List<String> names(String text) {
    return Arrays.stream(text.split(","))
        .map(String::trim)
        .filter(name -> !name.isEmpty())
        .toList();
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

  /** Formats a number of bytes with the largest unit that divides it, as in {@code 16 MiB}. */
  private static String sizeText(long bytes) {
    String[] units = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes == 0) {
      return "0";
    }
    for (int i = units.length; i > 0; i--) {
      long unit = 1L << 10 * i;
      if (bytes % unit == 0) {
        return bytes / unit + " " + units[i - 1];
      }
    }
    return bytes == 1 ? "1 byte" : bytes + " bytes";
  }
}
