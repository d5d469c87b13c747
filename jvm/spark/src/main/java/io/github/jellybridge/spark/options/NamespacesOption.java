package io.github.jellybridge.spark.options;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The option {@code namespaces} of writes: a JSON object of short names and IRIs. */
public final class NamespacesOption {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  private NamespacesOption() {}

  /** Declares the option; its value is a map. */
  public static OptionSpec spec(String description) {
    return OptionSpec.parsed(
        "namespaces", "JSON object of strings", Map.of(), description, NamespacesOption::parse);
  }

  /**
   * Parses the option.
   *
   * @throws IllegalArgumentException if the text is not such an object
   */
  static Map<String, String> parse(String json) {
    Map<String, String> namespaces = new LinkedHashMap<>();
    try {
      JsonNode object = JSON.readTree(json);
      if (!object.isObject()) {
        throw wrong(json, null);
      }
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        if (!entry.getValue().isTextual()) {
          throw wrong(json, null);
        }
        namespaces.put(entry.getKey(), entry.getValue().textValue());
      }
    } catch (IOException e) {
      throw wrong(json, e);
    }
    return namespaces;
  }

  private static IllegalArgumentException wrong(String json, IOException cause) {
    return new IllegalArgumentException(
        "Option 'namespaces' must be a JSON object of short names and IRIs such as"
            + " {\"foaf\": \"http://xmlns.com/foaf/0.1/\"}, but is '"
            + json
            + "'.",
        cause);
  }
}
