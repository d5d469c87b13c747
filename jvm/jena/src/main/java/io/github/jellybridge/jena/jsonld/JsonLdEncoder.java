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

  /** Kinds of containers whose values are maps (JSON-LD 1.1 §4.6). */
  private static final List<String> MAP_CONTAINERS = List.of("@index", "@language", "@id", "@type");

  /** Most values of such a map: the library copies all of them for each one. */
  private static final int MAX_MAP_VALUES = 10_000;

  /** Most copies of terms: the library copies all of them for each use of a context. */
  private static final long MAX_TERM_COPIES = 500_000_000;

  private final Set<String> terms = new HashSet<>();

  /** Terms whose values are maps, and terms with contexts of their own. */
  private final Set<String> maps = new HashSet<>();

  private final Set<String> scoped = new HashSet<>();

  private long termCopies;
  private final Set<String> vocabularies = new HashSet<>();
  private int decisive;

  /** The IRIs of the contexts around the current value; null outside of all contexts. */
  private ContextIris iris;

  private final StringCodec codec = new StringCodec(terms);

  /**
   * Encodes a document or a context; the terms that it defines count for all later ones.
   *
   * @throws IllegalArgumentException if the library could take more than linear time for it
   */
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
              costly(key, inner);
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

  /** Remembers a term whose use takes the library more than linear time. */
  private void costly(String term, JsonValue value) {
    if (value instanceof JsonObject definition) {
      JsonValue container = definition.get("@container");
      if (container != null && MAP_CONTAINERS.stream().anyMatch(container.toString()::contains)) {
        maps.add(term);
      }
      if (definition.containsKey("@context")) {
        scoped.add(term);
      }
    }
  }

  private void requireFewValues(String term, JsonValue map) {
    if (map instanceof JsonObject object) {
      long values = 0;
      for (JsonValue value : object.values()) {
        values += value instanceof JsonArray array ? array.size() : 1;
      }
      if (values > MAX_MAP_VALUES) {
        throw new IllegalArgumentException(
            "A map of the term [" + term + "] has more than " + MAX_MAP_VALUES + " values.");
      }
    }
  }

  private void useContext() {
    termCopies += terms.size();
    if (termCopies > MAX_TERM_COPIES) {
      throw new IllegalArgumentException(
          "The contexts have too many terms (" + terms.size() + ") for the number of their uses.");
    }
  }

  private JsonValue entry(String key, JsonValue value) {
    if (key.equals("@context")) {
      return context(value);
    }
    if (maps.contains(key)) {
      requireFewValues(key, value);
    }
    if (scoped.contains(key)) {
      useContext();
    }
    return value(value);
  }

  private JsonValue value(JsonValue value) {
    if (!scoped.isEmpty()
        && value instanceof JsonString text
        && scoped.contains(text.getString())) {
      // A type, perhaps.
      useContext();
    }
    if (value instanceof JsonString) {
      return string(value, codec::value);
    }
    if (value instanceof JsonArray array) {
      return array(array, this::value);
    }
    if (value instanceof JsonObject object) {
      ContextIris outer = iris;
      if (object.containsKey("@context")) {
        iris = ContextIris.of(object.get("@context"), outer);
      }
      JsonObject encoded = object(object, codec::encode, this::entry);
      iris = outer;
      return encoded;
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
      useContext();
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
      case "@context" -> {
        ContextIris.of(value, iris);
        yield context(value);
      }
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
