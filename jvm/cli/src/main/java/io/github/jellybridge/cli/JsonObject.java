package io.github.jellybridge.cli;

import java.util.List;

/**
 * Writes one JSON object (RFC 8259), member by member, on a single line: just enough for the
 * answers that Python reads.
 */
final class JsonObject {
  private final StringBuilder text = new StringBuilder("{");

  /** Adds a string, or null. */
  JsonObject put(String name, String value) {
    name(name);
    if (value == null) {
      text.append("null");
    } else {
      quote(value);
    }
    return this;
  }

  /** Adds a whole number. */
  JsonObject put(String name, long value) {
    name(name).append(value);
    return this;
  }

  /** Adds a boolean. */
  JsonObject put(String name, boolean value) {
    name(name).append(value);
    return this;
  }

  /** Adds an object, or null. */
  JsonObject put(String name, JsonObject value) {
    name(name).append(value == null ? "null" : value.toString());
    return this;
  }

  /** Adds an array of objects. */
  JsonObject put(String name, List<JsonObject> values) {
    name(name).append('[');
    for (int i = 0; i < values.size(); i++) {
      text.append(i == 0 ? "" : ",").append(values.get(i));
    }
    text.append(']');
    return this;
  }

  /** Returns the text; more members may be added afterwards. */
  @Override
  public String toString() {
    return text + "}";
  }

  private StringBuilder name(String name) {
    if (text.length() > 1) {
      text.append(',');
    }
    quote(name);
    return text.append(':');
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        default -> {
          // Lone surrogates would not survive UTF-8; line separators end a line for some readers.
          if (c < 0x20
              || c == 0x7f
              || c == 0x85
              || c == 0x2028
              || c == 0x2029
              || Character.isSurrogate(c)) {
            text.append(String.format("\\u%04x", (int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }
}
