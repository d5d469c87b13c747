package io.github.jellybridge.jena.jsonld;

import io.github.jellybridge.jena.text.ParseErrors;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonLocation;
import jakarta.json.stream.JsonParser;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads a text of JSON (RFC 8259) in time that grows with its length only. Limits the numbers,
 * whose exponents would make the JSON-LD library compute with that many digits, and rejects keys
 * that recur in their object (JSON-LD 1.1 §1.4), of which the JSON library keeps the last.
 */
final class JsonText {
  /** Most characters of a number: a double has 17 digits that count. */
  private static final int MAX_CHARACTERS = 1_000;

  /** Largest exponent of either sign: doubles end at 308 and -324. */
  private static final int MAX_EXPONENT = 1_000;

  private static final int SHOWN_CHARACTERS = 40;

  private static final char BYTE_ORDER_MARK = '\ufeff';

  private static final JsonProvider JSON = JsonProvider.provider();

  private final JsonParser parser;
  private final ParseErrors errors;

  private JsonText(JsonParser parser, ParseErrors errors) {
    this.parser = parser;
    this.errors = errors;
  }

  /**
   * Reads an object or an array; the rest of the stream is not read.
   *
   * @param in UTF-8, with limited nesting
   * @throws jakarta.json.JsonException if the text is malformed
   */
  static JsonStructure read(InputStream in, ParseErrors errors) throws IOException {
    PushbackReader text = new PushbackReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    int first = text.read();
    if (first >= 0 && first != BYTE_ORDER_MARK) {
      text.unread(first);
    }
    try (JsonParser parser = JSON.createParser(new WholeReads(text))) {
      JsonText json = new JsonText(parser, errors);
      if (json.value(parser.next()) instanceof JsonStructure structure) {
        return structure;
      }
      throw json.wrong(0, "an object or an array", "a single value");
    }
  }

  private JsonValue value(JsonParser.Event event) throws IOException {
    return switch (event) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_NUMBER -> number();
      default -> parser.getValue();
    };
  }

  private JsonValue object() throws IOException {
    JsonObjectBuilder object = JSON.createObjectBuilder();
    Set<String> keys = new HashSet<>();
    while (parser.next() != JsonParser.Event.END_OBJECT) {
      String key = parser.getString();
      if (!keys.add(key)) {
        throw wrong(
            key.length() + 2, "an object whose keys differ", "the key '" + shown(key) + "' again");
      }
      object.add(key, value(parser.next()));
    }
    return object.build();
  }

  private JsonValue array() throws IOException {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    JsonParser.Event event = parser.next();
    while (event != JsonParser.Event.END_ARRAY) {
      array.add(value(event));
      event = parser.next();
    }
    return array.build();
  }

  private JsonValue number() throws IOException {
    String text = parser.getString();
    if (text.length() > MAX_CHARACTERS || exponent(text) > MAX_EXPONENT) {
      throw wrong(
          text.length(),
          "a number of at most "
              + MAX_CHARACTERS
              + " characters with an exponent from -"
              + MAX_EXPONENT
              + " to "
              + MAX_EXPONENT,
          shown(text));
    }
    return parser.getValue();
  }

  private static String shown(String text) {
    return text.length() > SHOWN_CHARACTERS
        ? text.substring(0, SHOWN_CHARACTERS) + "... of " + text.length() + " characters"
        : text;
  }

  /** Returns the exponent without its sign; a large one is just too large. */
  private static int exponent(String number) {
    int exponent = 0;
    int at = Math.max(number.indexOf('e'), number.indexOf('E')) + 1;
    for (int i = at; at > 0 && i < number.length() && exponent <= MAX_EXPONENT; i++) {
      char c = number.charAt(i);
      exponent = c == '-' || c == '+' ? 0 : exponent * 10 + c - '0';
    }
    return exponent;
  }

  /**
   * Makes an error about the token that was read last.
   *
   * @param length its length in characters
   */
  private IOException wrong(int length, String expected, String found) {
    JsonLocation end = parser.getLocation();
    return errors.at(
        end.getLineNumber(), Math.max(1, end.getColumnNumber() - length), expected, found);
  }

  /**
   * Fills arrays to their end. The parser moves the text of a token to a larger array when one is
   * full, and before every read of fewer characters, again and again.
   */
  private static final class WholeReads extends FilterReader {
    WholeReads(Reader in) {
      super(in);
    }

    @Override
    public int read(char[] target, int from, int length) throws IOException {
      int count = 0;
      int n = 0;
      while (count < length && n >= 0) {
        n = in.read(target, from + count, length - count);
        count += Math.max(n, 0);
      }
      return count == 0 && length > 0 ? -1 : count;
    }
  }
}
