package io.github.jellybridge.jena;

import com.apicatalog.jsonld.JsonLd;
import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdOptions;
import com.apicatalog.jsonld.document.JsonDocument;
import com.apicatalog.rdf.api.RdfQuadConsumer;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import java.net.URI;
import java.util.Map;

/**
 * Finds relative IRIs that the parser of JSON-LD cannot resolve: it puts the base IRI in their
 * place without a word, or cuts a bracket off their end, where they hold characters that URIs must
 * not have.
 *
 * <p>So that this is seen, the base has a fragment, a mark, which what is resolved does not keep.
 * What ends with the mark was empty, and means the base, or cannot be resolved; the document tells.
 */
final class JsonLdReferences {
  private static final String MARK = "#\ue000";

  /** No such reference can be resolved. */
  private static final JsonValue INVALID = Json.createValue("\\");

  private static final JsonValue VALID = Json.createValue("#");

  private final JsonStructure document;
  private final URI base;
  private boolean checked;

  /**
   * Prepares a document.
   *
   * @throws IllegalArgumentException if the base is no URI
   */
  JsonLdReferences(JsonStructure document, String base) {
    int fragment = base.indexOf('#');
    this.document = document;
    this.base = URI.create((fragment < 0 ? base : base.substring(0, fragment)) + MARK);
  }

  /** The base for the parser. */
  URI base() {
    return base;
  }

  /** Tells whether a resource was the empty reference, or one that cannot be resolved. */
  private static boolean isBase(String iri) {
    return iri != null && iri.endsWith(MARK);
  }

  /** Returns what the parser has made of a reference, without the mark. */
  static String unmarked(String iri) {
    return iri == null || iri.indexOf(MARK.charAt(1)) < 0 ? iri : iri.replace(MARK, "");
  }

  /**
   * Tells whether all references are resolved, those of this statement at least.
   *
   * @param options how the document is read
   */
  boolean resolved(JsonLdOptions options, String... resources) throws JsonLdError {
    boolean suspect = false;
    for (String resource : resources) {
      suspect |= isBase(resource);
    }
    if (!suspect || checked) {
      return true;
    }
    checked = true;
    return onlyEmpty(options);
  }

  /** Whether brackets may be lost; to be asked before anything is read. */
  boolean losesBrackets(JsonLdOptions options) throws JsonLdError {
    return hasBrackets(document) && !onlyEmpty(options);
  }

  private static boolean hasBrackets(JsonValue value) {
    if (value instanceof JsonString text) {
      return losesBracket(text.getString());
    }
    if (value instanceof JsonArray array) {
      return array.stream().anyMatch(JsonLdReferences::hasBrackets);
    }
    return value instanceof JsonObject object
        && object.values().stream().anyMatch(JsonLdReferences::hasBrackets);
  }

  private static boolean losesBracket(String text) {
    return text.matches("[^:\\s]*[\\[\\]]");
  }

  /** Reads the document with another reference in the place of empty ones: is any not resolved? */
  private boolean onlyEmpty(JsonLdOptions options) throws JsonLdError {
    boolean[] found = {false};
    RdfQuadConsumer look =
        new RdfQuadConsumer() {
          @Override
          public RdfQuadConsumer quad(
              String s,
              String p,
              String o,
              String datatype,
              String lang,
              String direction,
              String g) {
            boolean literal = RdfQuadConsumer.isLiteral(datatype, lang, direction);
            found[0] |= isBase(s) || isBase(p) || isBase(literal ? datatype : o) || isBase(g);
            return this;
          }
        };
    JsonStructure other = (JsonStructure) replaced(document);
    JsonLd.toRdf(JsonDocument.of(other)).options(options).base(base).provide(look);
    return !found[0];
  }

  private static JsonValue replaced(JsonValue value) {
    if (value instanceof JsonString text) {
      String string = text.getString();
      return string.isEmpty() ? VALID : losesBracket(string) ? INVALID : value;
    }
    if (value instanceof JsonArray array) {
      JsonArrayBuilder copy = Json.createArrayBuilder();
      array.forEach(element -> copy.add(replaced(element)));
      return copy.build();
    }
    if (value instanceof JsonObject object) {
      JsonObjectBuilder copy = Json.createObjectBuilder();
      for (Map.Entry<String, JsonValue> entry : object.entrySet()) {
        boolean context = entry.getKey().equals("@context");
        copy.add(entry.getKey(), context ? entry.getValue() : replaced(entry.getValue()));
      }
      return copy.build();
    }
    return value;
  }
}
