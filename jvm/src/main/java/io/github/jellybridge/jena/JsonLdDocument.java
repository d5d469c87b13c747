package io.github.jellybridge.jena;

import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Rewrites documents and contexts of JSON-LD with the strings of {@link JsonLdText}. */
final class JsonLdDocument {
  private static final JsonProvider JSON = JsonProvider.provider();

  private final Set<String> terms = new HashSet<>();
  private final Set<String> vocabularies = new HashSet<>();
  private int decisive;
  private final JsonLdText text = new JsonLdText(terms);

  /**
   * Rewrites a document, or one that holds a context; what it defines counts for all that follow.
   */
  JsonStructure rewritten(JsonStructure document) {
    findTerms(document, false);
    return (JsonStructure) value(document);
  }

  /** How many names have been found that strings have to be compared with. */
  int decisiveTerms() {
    return decisive;
  }

  private void findTerms(JsonValue value, boolean context) {
    if (value instanceof JsonArray array) {
      array.forEach(element -> findTerms(element, context));
    } else if (value instanceof JsonObject object) {
      object.forEach(
          (key, inner) -> {
            if (context && !JsonLdText.isKeyword(key)) {
              term(key);
            }
            findTerms(inner, context || key.equals("@context"));
          });
    }
  }

  private void term(String name) {
    boolean decides = !JsonLdText.isUsual(name) || vocabularies.contains(name);
    int colon = name.indexOf(':', 1);
    boolean found = colon > 0 && terms.add(name.substring(0, colon + 1));
    if ((terms.add(name) || found) && decides) {
      decisive++;
    }
  }

  private JsonValue value(JsonValue value) {
    if (value instanceof JsonString) {
      return string(value, text::write);
    }
    if (value instanceof JsonArray array) {
      return array(array, this::value);
    }
    if (value instanceof JsonObject object) {
      JsonObjectBuilder copy = JSON.createObjectBuilder();
      object.forEach(
          (key, inner) ->
              copy.add(text.write(key), key.equals("@context") ? context(inner) : value(inner)));
      return copy.build();
    }
    return value;
  }

  private JsonValue context(JsonValue context) {
    if (context instanceof JsonString) {
      return string(context, JsonLdText::link);
    }
    if (context instanceof JsonArray array) {
      return array(array, this::context);
    }
    if (context instanceof JsonObject object) {
      JsonObjectBuilder copy = JSON.createObjectBuilder();
      object.forEach((key, value) -> copy.add(name(key), definition(key, value)));
      return copy.build();
    }
    return context;
  }

  /** No term may be empty, which the library sees itself. */
  private String name(String key) {
    return key.isEmpty() ? key : text.write(key);
  }

  private JsonValue definition(String key, JsonValue value) {
    switch (key) {
      case "@base", "@import" -> {
        return string(value, JsonLdText::link);
      }
      case "@vocab" -> {
        return string(value, this::vocabulary);
      }
      case "@language", "@direction", "@version" -> {
        return value(value);
      }
      default -> {
        if (value instanceof JsonObject object) {
          JsonObjectBuilder copy = JSON.createObjectBuilder();
          object.forEach((name, inner) -> copy.add(text.write(name), ofTerm(name, inner)));
          return copy.build();
        }
        return string(value, text::mapping);
      }
    }
  }

  private String vocabulary(String name) {
    vocabularies.add(name);
    return text.vocabulary(name);
  }

  private JsonValue ofTerm(String key, JsonValue value) {
    return switch (key) {
      case "@context" -> context(value);
      case "@id", "@reverse", "@type" -> string(value, text::mapping);
      default -> value(value);
    };
  }

  private static JsonValue string(JsonValue value, UnaryOperator<String> change) {
    if (!(value instanceof JsonString string)) {
      return value;
    }
    String changed = change.apply(string.getString());
    return changed.equals(string.getString()) ? value : JSON.createValue(changed);
  }

  private static JsonArray array(JsonArray array, Function<JsonValue, JsonValue> change) {
    JsonArrayBuilder copy = JSON.createArrayBuilder();
    array.forEach(element -> copy.add(change.apply(element)));
    return copy.build();
  }
}
