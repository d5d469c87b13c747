package io.github.jellybridge.jena.jsonld;

import io.github.jellybridge.rdf.text.IriReference;
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
import java.util.function.BiConsumer;

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

  /** Whether other documents define terms that are not known here. */
  private boolean remote;

  /** Characters of the base and of those that it is relative to. */
  private int bases;

  private ContextIris(ContextIris outer) {
    this.outer = outer;
    this.bases = outer == null ? 0 : outer.bases;
  }

  /**
   * Adds a context.
   *
   * @param outer the contexts around it; null at the top of the document
   * @throws IllegalArgumentException for an IRI that is too long
   */
  static ContextIris of(JsonValue context, ContextIris outer) {
    ContextIris all = new ContextIris(outer);
    for (JsonValue part : context instanceof JsonArray array ? array : List.of(context)) {
      if (part instanceof JsonObject object) {
        all.remote |= object.containsKey("@import");
        all.add(object);
      } else {
        all.remote = part instanceof JsonString;
        all.iris.clear();
        all.prefixes.clear();
      }
    }
    return all;
  }

  private void add(JsonObject context) {
    if (context.get("@base") instanceof JsonString base) {
      addBase(base.getString());
    }
    Map<String, JsonValue> open = new HashMap<>(context);
    JsonValue vocabulary = open.remove(VOCABULARY);
    if (vocabulary instanceof JsonString iri) {
      iris.put(VOCABULARY, limited(expand(iri.getString(), open)));
    }
    context.keySet().forEach(term -> define(term, open));
  }

  /** The library keeps a relative base after the one that it is relative to. */
  private void addBase(String base) {
    bases = (IriReference.isAbsolute(base) ? 0 : bases) + base.length() + 1;
    if (bases > MAX_LENGTH) {
      throw tooLong();
    }
  }

  /** Defines a term, after the terms in its mapping. */
  private void define(String term, Map<String, JsonValue> open) {
    JsonValue value = open.remove(term);
    if (value instanceof JsonString mapping && !StringCodec.isKeyword(term)) {
      String iri = limited(expand(mapping.getString(), open));
      iris.put(term, iri);
      set(term, !iri.isEmpty() && DELIMITERS.indexOf(iri.charAt(iri.length() - 1)) >= 0);
    } else if (value instanceof JsonObject definition
        && definition.get("@id") instanceof JsonString mapping) {
      iris.put(term, limited(expand(mapping.getString(), open)));
      set(term, definition.get("@prefix") == JsonValue.TRUE);
    }
  }

  private void set(String term, boolean prefix) {
    if (prefix && term.indexOf(':') < 0 && term.indexOf('/') < 0) {
      prefixes.add(term);
    } else {
      prefixes.remove(term);
    }
  }

  private static String limited(String iri) {
    if (iri.length() > MAX_LENGTH) {
      throw tooLong();
    }
    return iri;
  }

  private static IllegalArgumentException tooLong() {
    return new IllegalArgumentException(
        "A context has an IRI of more than " + MAX_LENGTH + " characters.");
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

  /**
   * Passes on the prefixes of this context, and its vocabulary as one without a name, unless
   * another document may define a term in their IRIs.
   */
  void prefixes(BiConsumer<String, String> namespaces) {
    iris.forEach(
        (term, iri) -> {
          boolean vocabulary = term.equals(VOCABULARY);
          boolean known = !remote || iri.startsWith("//", iri.indexOf(':') + 1);
          if (known && (vocabulary || prefixes.contains(term))) {
            namespaces.accept(vocabulary ? "" : term, iri);
          }
        });
  }
}
