package io.github.jellybridge.spark.jelly;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The option {@code namespaces} of writes: a JSON object of short names and IRIs. */
public final class NamespacesOption {
  private static final ObjectMapper JSON = new ObjectMapper();

  private NamespacesOption() {}

  /**
   * Parses the option.
   *
   * @param json its text; null for no namespaces
   * @throws IllegalArgumentException if it is something else
   */
  public static Map<String, String> parse(String json) {
    if (json == null) {
      return Map.of();
    }
    try {
      return JSON.readValue(json, new TypeReference<LinkedHashMap<String, String>>() {});
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Option 'namespaces' must be a JSON object of short names and IRIs such as"
              + " {\"foaf\": \"http://xmlns.com/foaf/0.1/\"}, but is '"
              + json
              + "'.",
          e);
    }
  }
}
