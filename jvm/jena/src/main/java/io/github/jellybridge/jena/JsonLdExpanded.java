package io.github.jellybridge.jena;

import com.apicatalog.rdf.api.RdfQuadConsumer;
import io.github.jellybridge.rdf.text.IriCharacters;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Rewrites expanded JSON-LD, which the library has made of a {@link JsonLdDocument}, with its IRIs
 * and texts as they are, and literals for which the library has another form than the standard.
 */
final class JsonLdExpanded {
  private static final JsonProvider JSON = JsonProvider.provider();
  private static final String RDF_JSON = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON";
  private static final String XSD_DOUBLE = "http://www.w3.org/2001/XMLSchema#double";

  /** Numbers from here on are doubles (JSON-LD 1.1 API §8.2.2). */
  private static final BigDecimal LARGE = BigDecimal.ONE.movePointRight(21);

  private final Set<String> blankNodes = new LinkedHashSet<>();

  /**
   * Rewrites an expanded document.
   *
   * @throws IllegalArgumentException with what is wrong, for an IRI that is refused
   */
  JsonArray rewritten(JsonArray expanded) {
    return JsonLdDocument.array(withoutNulls(expanded), this::value);
  }

  /** Returns the blank nodes that have a label, with {@code _:} in front. */
  Set<String> blankNodes() {
    return blankNodes;
  }

  /** The library leaves null where a graph has nothing, and fails on it later (§5.1.2, 19). */
  private static JsonArray withoutNulls(JsonArray array) {
    if (!array.contains(JsonValue.NULL)) {
      return array;
    }
    JsonArrayBuilder kept = JSON.createArrayBuilder();
    array.stream().filter(element -> element != JsonValue.NULL).forEach(kept::add);
    return kept.build();
  }

  private JsonValue value(JsonValue value) {
    if (value instanceof JsonArray array) {
      return rewritten(array);
    }
    if (value instanceof JsonObject object) {
      return object.containsKey("@value") ? literal(object) : node(object);
    }
    return value;
  }

  private JsonObject node(JsonObject node) {
    checkSetOrList(node);
    Map<String, JsonValue> entries = new LinkedHashMap<>();
    boolean same = true;
    for (Map.Entry<String, JsonValue> entry : node.entrySet()) {
      String key = JsonLdText.iri(entry.getKey());
      JsonValue inner = entry.getValue();
      JsonValue value =
          switch (entry.getKey()) {
            case "@id", "@type" -> strings(inner, this::resource);
            case "@index" -> strings(inner, JsonLdText::read);
            default -> value(inner);
          };
      same &= value == inner && key.equals(entry.getKey());
      // Different names may have become the same IRI.
      entries.merge(key, value, JsonLdExpanded::both);
    }
    return same ? node : object(entries);
  }

  private String resource(String text) {
    String iri = JsonLdText.iri(text);
    if (RdfQuadConsumer.isBlank(iri)) {
      blankNodes.add(iri);
    }
    return iri;
  }

  /** The library lets pass a type beside them, and loses it or the set (§5.1.2, 17). */
  private static void checkSetOrList(JsonObject object) {
    boolean either = object.containsKey("@set") || object.containsKey("@list");
    if (either && object.containsKey("@type")) {
      throw new IllegalArgumentException("A set or a list has no entry @type.");
    }
  }

  private static JsonObject object(Map<String, JsonValue> entries) {
    JsonObjectBuilder object = JSON.createObjectBuilder();
    entries.forEach(object::add);
    return object.build();
  }

  private static JsonValue both(JsonValue x, JsonValue y) {
    return JSON.createArrayBuilder(x.asJsonArray())
        .addAll(JSON.createArrayBuilder(y.asJsonArray()))
        .build();
  }

  private static JsonValue strings(JsonValue value, UnaryOperator<String> change) {
    if (value instanceof JsonString string) {
      String changed = change.apply(string.getString());
      return changed.equals(string.getString()) ? value : JSON.createValue(changed);
    }
    if (value instanceof JsonArray array) {
      return JsonLdDocument.array(array, element -> strings(element, change));
    }
    return value;
  }

  private static JsonObject literal(JsonObject literal) {
    Map<String, JsonValue> entries = new LinkedHashMap<>();
    literal.forEach((key, value) -> entries.put(key, strings(value, reader(key))));
    JsonValue value = literal.get("@value");
    if (literal.get("@type") instanceof JsonString type && type.getString().equals("@json")) {
      entries.put("@value", JSON.createValue(CanonicalJson.of(value, JsonLdText::read)));
      entries.put("@type", JSON.createValue(RDF_JSON));
    } else if (value instanceof JsonNumber number
        && number.bigDecimalValue().negate().compareTo(LARGE) >= 0) {
      entries.put("@value", JSON.createValue(canonicalDouble(number.bigDecimalValue())));
      entries.putIfAbsent("@type", JSON.createValue(XSD_DOUBLE));
    }
    return object(entries);
  }

  private static UnaryOperator<String> reader(String key) {
    return switch (key) {
      case "@type" -> JsonLdExpanded::type;
      case "@language" -> tag -> IrregularTags.hidden(JsonLdText.read(tag));
      default -> JsonLdText::read;
    };
  }

  /** No other text may be a datatype, which the library would leave out with its statement. */
  private static String type(String text) {
    String iri = JsonLdText.iri(text);
    if (!IriCharacters.isPlain(iri) || JsonLdText.isKeyword(iri) && !iri.equals("@json")) {
      throw new IllegalArgumentException("The datatype [" + iri + "] is no IRI.");
    }
    return iri;
  }

  /** JSON-LD 1.1 API §8.6, as the library writes numbers above zero. */
  private static String canonicalDouble(BigDecimal number) {
    return new DecimalFormat("0.0##############E0", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(number);
  }
}
