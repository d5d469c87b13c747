package io.github.jellybridge.jena.jsonld;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The IRIs that terms of a context, and of the contexts around it, are mapped to (JSON-LD 1.1 API
 * §5.2.2), as far as the document itself says. Limits their length: the library makes a copy for
 * every use.
 */
final class ContextIris {
  /** Longest IRI, in characters. */
  private static final int MAX_LENGTH = 2_000;

  /** Ends of IRIs that a simple term is a prefix for (RFC 3986 §2.2, gen-delims). */
  private static final String DELIMITERS = ":/?#[]@";

  private static final String VOCABULARY = "@vocab";

  private final ContextIris outer;
  private final Map<String, String> iris = new LinkedHashMap<>();
  private final Set<String> prefixes = new HashSet<>();

  private ContextIris(ContextIris outer) {
    this.outer = outer;
  }

  /**
   * Adds a context.
   *
   * @param outer the contexts around it; null if there are none
   * @throws IllegalArgumentException for an IRI that is too long
   */
  static ContextIris of(JsonValue context, ContextIris outer) {
    ContextIris all = new ContextIris(outer);
    for (JsonValue part : context instanceof JsonArray array ? array : List.of(context)) {
      if (part instanceof JsonObject object) {
        all.add(object);
      }
    }
    return all;
  }

  private void add(JsonObject context) {
    Map<String, JsonValue> open = new HashMap<>(context);
    JsonValue vocabulary = open.remove(VOCABULARY);
    if (vocabulary instanceof JsonString iri) {
      iris.put(VOCABULARY, limited(expand(iri.getString(), open)));
    }
    context.keySet().forEach(term -> define(term, open));
  }

  /** Defines a term, after the terms in its mapping. */
  private void define(String term, Map<String, JsonValue> open) {
    JsonValue value = open.remove(term);
    if (value instanceof JsonString mapping && !StringCodec.isKeyword(term)) {
      String iri = limited(expand(mapping.getString(), open));
      iris.put(term, iri);
      set(term, !iri.isEmpty() && DELIMITERS.indexOf(iri.charAt(iri.length() - 1)) >= 0);
    } else if (value instanceof JsonString text) {
      // The base.
      limited(text.getString());
    } else if (value instanceof JsonObject definition
        && definition.get("@id") instanceof JsonString mapping) {
      iris.put(term, limited(expand(mapping.getString(), open)));
      set(term, definition.get("@prefix") == JsonValue.TRUE);
    }
  }

  private void set(String term, boolean prefix) {
    if (prefix) {
      prefixes.add(term);
    } else {
      prefixes.remove(term);
    }
  }

  private static String limited(String iri) {
    if (iri.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "A context has an IRI of more than " + MAX_LENGTH + " characters.");
    }
    return iri;
  }

  private String expand(String text, Map<String, JsonValue> open) {
    if (StringCodec.isKeyword(text)) {
      return text;
    }
    int colon = text.indexOf(':', 1);
    if (colon < 0) {
      define(text, open);
      String known = find(text);
      String vocabulary = find(VOCABULARY);
      return known != null ? known : vocabulary != null ? vocabulary + text : text;
    }
    String prefix = text.substring(0, colon);
    define(prefix, open);
    boolean compact = isPrefix(prefix) && !text.startsWith("//", colon + 1);
    return compact ? find(prefix) + text.substring(colon + 1) : text;
  }

  private String find(String term) {
    String iri = iris.get(term);
    return iri != null || outer == null ? iri : outer.find(term);
  }

  private boolean isPrefix(String term) {
    return iris.containsKey(term) ? prefixes.contains(term) : outer != null && outer.isPrefix(term);
  }

  /** Returns the IRIs of terms and of the vocabulary, by name, without those of other contexts. */
  Map<String, String> own() {
    return iris;
  }
}
