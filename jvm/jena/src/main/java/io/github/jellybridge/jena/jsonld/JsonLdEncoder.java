package io.github.jellybridge.jena.jsonld;

import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Encodes the strings of documents and contexts with {@link StringCodec}. */
final class JsonLdEncoder {
  private static final JsonProvider JSON = JsonProvider.provider();

  /** Entries of a term definition that may name another term. */
  private static final List<String> MAPPINGS = List.of("@id", "@type", "@reverse");

  private final Set<String> terms = new HashSet<>();
  private final Set<String> vocabularies = new HashSet<>();
  private int decisive;
  private final StringCodec codec = new StringCodec(terms);

  /** Encodes a document or a context; the terms that it defines count for all later ones. */
  JsonStructure encode(JsonStructure document) {
    findTerms(document, false);
    return (JsonStructure) value(document);
  }

  /** Returns the number of terms found so far that change how strings are encoded. */
  int decisiveTerms() {
    return decisive;
  }

  private void findTerms(JsonValue value, boolean context) {
    if (value instanceof JsonArray array) {
      array.forEach(element -> findTerms(element, context));
    } else if (value instanceof JsonObject object) {
      object.forEach(
          (key, inner) -> {
            if (context && !StringCodec.isKeyword(key)) {
              term(key);
            }
            findTerms(inner, context || key.equals("@context"));
          });
    }
  }

  private void term(String name) {
    boolean decides = !StringCodec.isUsual(name) || vocabularies.contains(name);
    int colon = name.indexOf(':', 1);
    boolean found = colon > 0 && terms.add(name.substring(0, colon + 1));
    if ((terms.add(name) || found) && decides) {
      decisive++;
    }
  }

  private JsonValue value(JsonValue value) {
    if (value instanceof JsonString) {
      return string(value, codec::value);
    }
    if (value instanceof JsonArray array) {
      return array(array, this::value);
    }
    if (value instanceof JsonObject object) {
      return object(
          object,
          codec::encode,
          (key, inner) -> key.equals("@context") ? context(inner) : value(inner));
    }
    return value;
  }

  private JsonValue context(JsonValue context) {
    if (context instanceof JsonString) {
      return string(context, StringCodec::link);
    }
    if (context instanceof JsonArray array) {
      return array(array, this::context);
    }
    if (context instanceof JsonObject object) {
      return object(ordered(object), this::name, this::definition);
    }
    return context;
  }

  /**
   * Moves a term after the terms in its mapping: the library does not find one that a later object
   * defines, and reads its name as relative to the vocabulary.
   */
  private static JsonObject ordered(JsonObject context) {
    Map<String, JsonValue> ordered = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    context.keySet().forEach(term -> define(term, context, seen, ordered));
    if (List.copyOf(ordered.keySet()).equals(List.copyOf(context.keySet()))) {
      return context;
    }
    JsonObjectBuilder copy = JSON.createObjectBuilder();
    ordered.forEach(copy::add);
    return copy.build();
  }

  private static void define(
      String term, JsonObject context, Set<String> seen, Map<String, JsonValue> ordered) {
    JsonValue value = context.get(term);
    if (value == null || !seen.add(term)) {
      return;
    }
    if (value instanceof JsonString name) {
      define(name.getString(), context, seen, ordered);
    } else if (value instanceof JsonObject definition && !StringCodec.isKeyword(term)) {
      for (String key : MAPPINGS) {
        if (definition.get(key) instanceof JsonString name) {
          define(name.getString(), context, seen, ordered);
        }
      }
    }
    ordered.put(term, value);
  }

  /** Encodes a term; the library itself rejects an empty one. */
  private String name(String key) {
    return key.isEmpty() ? key : codec.encode(key);
  }

  private JsonValue definition(String key, JsonValue value) {
    switch (key) {
      case "@base", "@import" -> {
        return string(value, StringCodec::link);
      }
      case "@vocab" -> {
        return string(value, this::vocabulary);
      }
      case "@language", "@direction", "@version" -> {
        return value(value);
      }
      default -> {
        if (value instanceof JsonObject object) {
          return object(object, codec::encode, this::ofTerm);
        }
        return string(value, codec::mapping);
      }
    }
  }

  private String vocabulary(String name) {
    vocabularies.add(name);
    return codec.vocabulary(name);
  }

  private JsonValue ofTerm(String key, JsonValue value) {
    return switch (key) {
      case "@context" -> context(value);
      case "@id", "@reverse", "@type" -> string(value, codec::mapping);
      default -> value(value);
    };
  }

  /** Changes a string; returns any other value itself. */
  static JsonValue string(JsonValue value, UnaryOperator<String> change) {
    if (!(value instanceof JsonString string)) {
      return value;
    }
    String changed = change.apply(string.getString());
    return changed.equals(string.getString()) ? value : JSON.createValue(changed);
  }

  /** Changes the elements of an array; returns the array itself if none changes. */
  static JsonArray array(JsonArray array, Function<JsonValue, JsonValue> change) {
    JsonArrayBuilder copy = null;
    for (int i = 0; i < array.size(); i++) {
      JsonValue value = array.get(i);
      JsonValue changed = change.apply(value);
      if (copy == null && changed != value) {
        copy = JSON.createArrayBuilder(array.subList(0, i));
      }
      if (copy != null) {
        copy.add(changed);
      }
    }
    return copy == null ? array : copy.build();
  }

  /** Changes the entries of an object; returns the object itself if none changes. */
  private static JsonObject object(
      JsonObject object,
      UnaryOperator<String> name,
      BiFunction<String, JsonValue, JsonValue> change) {
    JsonObjectBuilder copy = JSON.createObjectBuilder();
    boolean same = true;
    for (Map.Entry<String, JsonValue> entry : object.entrySet()) {
      String key = name.apply(entry.getKey());
      JsonValue value = change.apply(entry.getKey(), entry.getValue());
      same &= key.equals(entry.getKey()) && value == entry.getValue();
      copy.add(key, value);
    }
    return same ? object : copy.build();
  }
}
