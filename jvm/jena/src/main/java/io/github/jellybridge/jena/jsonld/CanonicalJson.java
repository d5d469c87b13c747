package io.github.jellybridge.jena.jsonld;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Writes JSON in its canonical form (RFC 8785), the lexical form of JSON literals. */
final class CanonicalJson {
  /** The nearest decimal first, then its neighbours: the gap to one side may be wider. */
  private static final List<RoundingMode> ROUNDINGS =
      List.of(RoundingMode.HALF_EVEN, RoundingMode.DOWN, RoundingMode.UP);

  /** Numbers have an exponent from here on, and below one millionth. */
  private static final int MAX_PLAIN_DIGITS = 21;

  private static final int MAX_PLAIN_ZEROS = 6;

  private static final JsonProvider JSON = JsonProvider.provider();

  private final StringBuilder out = new StringBuilder();
  private final UnaryOperator<String> strings;

  private CanonicalJson(UnaryOperator<String> strings) {
    this.strings = strings;
  }

  /**
   * Writes a value.
   *
   * @param strings maps the strings and names
   */
  static String of(JsonValue value, UnaryOperator<String> strings) {
    CanonicalJson json = new CanonicalJson(strings);
    json.value(value);
    return json.out.toString();
  }

  private void value(JsonValue value) {
    if (value instanceof JsonObject object) {
      object(object);
    } else if (value instanceof JsonArray array) {
      String comma = "";
      out.append('[');
      for (JsonValue element : array) {
        out.append(comma);
        value(element);
        comma = ",";
      }
      out.append(']');
    } else if (value instanceof JsonString string) {
      string(strings.apply(string.getString()));
    } else if (value instanceof JsonNumber number) {
      out.append(number(number.doubleValue()));
    } else {
      out.append(value);
    }
  }

  /** RFC 8785 §3.2.3: names sort by their UTF-16, as Java's strings do. */
  private void object(JsonObject object) {
    Map<String, JsonValue> sorted = new TreeMap<>();
    object.forEach((name, value) -> sorted.put(strings.apply(name), value));
    char separator = '{';
    for (Map.Entry<String, JsonValue> entry : sorted.entrySet()) {
      out.append(separator);
      string(entry.getKey());
      out.append(':');
      value(entry.getValue());
      separator = ',';
    }
    out.append(sorted.isEmpty() ? "{}" : "}");
  }

  /** RFC 8785 §3.2.2.2, whose escapes are those that the library writes. */
  private void string(String text) {
    out.append(JSON.createValue(text));
  }

  /**
   * ECMAScript, Number::toString.
   *
   * @throws IllegalArgumentException if a number is larger than any double
   */
  static String number(double number) {
    if (Double.isInfinite(number)) {
      throw new IllegalArgumentException("A number of a JSON literal is larger than any double.");
    }
    if (number == 0) {
      return "0";
    }
    BigDecimal shortest = shortest(Math.abs(number));
    String digits = shortest.unscaledValue().toString();
    // Digits before the point.
    int whole = digits.length() - shortest.scale();
    StringBuilder text = new StringBuilder(number < 0 ? "-" : "");
    if (whole > MAX_PLAIN_DIGITS || whole <= -MAX_PLAIN_ZEROS) {
      text.append(digits.charAt(0)).append(digits.length() > 1 ? "." : "");
      text.append(digits, 1, digits.length()).append(whole > 0 ? "e+" : "e").append(whole - 1);
    } else if (whole <= 0) {
      text.append("0.").append("0".repeat(-whole)).append(digits);
    } else if (whole >= digits.length()) {
      text.append(digits).append("0".repeat(whole - digits.length()));
    } else {
      text.append(digits, 0, whole).append('.').append(digits, whole, digits.length());
    }
    return text.toString();
  }

  /** The nearest of the shortest decimals that read as a double. */
  private static BigDecimal shortest(double number) {
    BigDecimal exact = new BigDecimal(number);
    // 17 digits tell all doubles apart.
    for (int digits = 1; ; digits++) {
      for (RoundingMode rounding : ROUNDINGS) {
        BigDecimal rounded = exact.round(new MathContext(digits, rounding));
        if (rounded.doubleValue() == number) {
          return rounded.stripTrailingZeros();
        }
      }
    }
  }
}
